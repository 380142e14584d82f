//! Sizes beyond which an input is refused before memory is taken for it.

use std::path::Path;

use super::error::CorpusError;
use crate::memory;

/// Largest sizes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of one file, decompressed.
    pub file_bytes: u64,
    /// Decompressed bytes up to which any compression ratio is accepted.
    pub free_bytes: u64,
    /// Decompressed bytes per compressed byte beyond that.
    pub ratio: u64,
    /// Lines of a file, and segments of a corpus.
    pub segments: usize,
    /// References, or systems, of a corpus.
    pub columns: usize,
    /// Columns times segments, where an input may name columns that it hardly fills.
    pub cells: usize,
}

/// The limits of every reader. The largest aligned files in use (Europarl, 2 million lines, 300 MB)
/// are well below; text compresses 3 to 10 times, score files up to 300 times.
pub const LIMITS: Limits = Limits {
    file_bytes: 1 << 30,
    free_bytes: 64 << 20,
    ratio: 200,
    segments: 1 << 24,
    columns: 1 << 13,
    cells: 1 << 26,
};

/// Bytes that a line takes beside its text, where every line is a document of its own: what is known of
/// the document takes most of it.
const LINE: f64 = 150.0;

/// Refuses `lines` lines of `bytes` bytes, found in `path`, if there is no memory for them.
///
/// # Errors
///
/// If memory is short.
pub fn check_memory(path: &Path, lines: usize, bytes: usize) -> Result<(), CorpusError> {
    let needed = bytes as f64 + lines as f64 * LINE;
    memory::check(needed)
        .map_err(|shortage| CorpusError::Memory { path: path.to_owned(), shortage })
}

/// What to do about a file that is too large.
pub const SPLIT: &str = "split the file, or take the part of it that is needed";

/// Refuses `columns` references or systems, found in `path`, if they are too many.
///
/// # Errors
///
/// If they are too many.
pub fn check_columns(path: &Path, columns: usize) -> Result<(), CorpusError> {
    let what = "the number of references or systems";
    let help = "name the ones that are needed";
    check_size(path, what, columns as u64, LIMITS.columns as u64, help)
}

/// Refuses `columns` columns of `segments` entries each, found in `path`, if they are too many.
///
/// # Errors
///
/// If they are too many.
pub fn check_cells(path: &Path, columns: usize, segments: usize) -> Result<(), CorpusError> {
    // Saturating, since a file may claim any numbers.
    let cells = columns.saturating_mul(segments) as u64;
    check_size(path, "the number of columns times segments", cells, LIMITS.cells as u64, SPLIT)
}

/// Refuses `scores` scores, found in `path`, if they are too many, or if there is no memory for them.
///
/// # Errors
///
/// If they are too many, or memory is short.
pub fn check_scores(path: &Path, scores: usize) -> Result<(), CorpusError> {
    const MOST: u64 = 1 << 28;
    let help = "take fewer models, or some of the tasks (`tasks`)";
    check_size(path, "the number of scores of models and samples", scores as u64, MOST, help)?;
    check_memory(path, 0, scores.saturating_mul(size_of::<Option<f64>>()))
}

/// Bytes that a score takes at most between the log and the answer, checks of its values included: 53 to 56 were measured
/// (docs/formats.md).
const SCORE: f64 = 56.0;

/// Refuses logs of which `scores` scores are to be expected, before all are read, if there is no memory for them.
///
/// # Errors
///
/// If memory is short.
pub fn check_expected_scores(path: &Path, scores: f64) -> Result<(), CorpusError> {
    memory::check(scores * SCORE)
        .map_err(|shortage| CorpusError::Memory { path: path.to_owned(), shortage })
}

/// Refuses a size beyond `limit`, `found` in `path`.
///
/// # Errors
///
/// If it is too large.
pub fn check_size(
    path: &Path,
    what: &'static str,
    found: u64,
    limit: u64,
    help: &'static str,
) -> Result<(), CorpusError> {
    if found <= limit {
        return Ok(());
    }
    Err(CorpusError::Limit { path: path.to_owned(), what, found, limit, help })
}
