//! What in a corpus is probably a mistake: files that do not belong together, copies, gaps.
//!
//! Nothing here changes a score, and all of it is about a corpus as a whole. Each check says one sentence
//! and a way out; its thresholds are chosen so that the published test sets of WMT 2021 and 2023 and
//! similar ones give no false alarm. What makes a comparison meaningless is refused, what may change it is warned of, and
//! what changes none is noted: `runner corpus describe` shows the same.

mod alignment;
mod copies;
mod dependent;
mod language;
mod lengths;
mod lines;
mod marks;
mod outliers;
mod repeats;
mod scores;
mod shared;
mod values;

use rayon::prelude::*;

pub use dependent::{DependentReference, dependent_references};

use self::shared::ScoreFiles;
use super::{Corpus, CorpusError};
use crate::memory;
use crate::warning::Warning;

/// All warnings about `corpus`. Time is linear in the size of its texts and hardly more than reading them
/// once; the checks run side by side.
pub fn find(corpus: &Corpus) -> Vec<Warning> {
    find_in_files(corpus, &|_, _| None)
}

/// The same, with the names of the files that `files` knows.
pub fn find_in_files(corpus: &Corpus, files: &ScoreFiles<'_>) -> Vec<Warning> {
    let checks: [fn(&Corpus) -> Vec<Warning>; 6] =
        [alignment::find, marks::find, copies::find, lengths::find, repeats::find, scores::find];
    let (mut warnings, of_values): (Vec<Warning>, _) = rayon::join(
        || checks.par_iter().flat_map_iter(|check| check(corpus)).collect(),
        || values::find(corpus, files),
    );
    warnings.extend(of_values);
    warnings
}

/// Refuses a corpus if there is no memory to compare its texts with those of its first reference.
///
/// # Errors
///
/// If memory is short.
pub fn check_memory(corpus: &Corpus) -> Result<(), CorpusError> {
    memory::check(alignment::bytes(corpus) as f64)
        .map_err(|shortage| CorpusError::NoRoomToCompare { corpus: corpus.name.clone(), shortage })
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod values_tests;
