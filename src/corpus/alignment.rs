//! The number of segments, set by the first file read and held against all others.

use std::path::{Path, PathBuf};

use super::error::CorpusError;
use crate::words::counted;

/// How many segments there are, and which file said so.
#[derive(Debug, Default)]
pub(super) struct Alignment {
    anchor: Option<(PathBuf, usize)>,
}

impl Alignment {
    /// The number of segments, once a file has set it.
    pub(super) fn count(&self) -> Option<usize> {
        self.anchor.as_ref().map(|(_, count)| *count)
    }

    /// Sets the number of segments if no file has, and compares otherwise. `lines` is the number
    /// of lines of `path`.
    pub(super) fn agree(&mut self, path: &Path, lines: usize) -> Result<(), CorpusError> {
        let Some((anchor, count)) = &self.anchor else {
            self.anchor = Some((path.to_owned(), lines));
            return Ok(());
        };
        if lines == *count {
            return Ok(());
        }
        if lines == 0 {
            let cause = format!("the file is empty, where {} has {count} lines", anchor.display());
            let help = "a segment without a translation is an empty line, not a missing one";
            return Err(CorpusError::malformed(path, None, cause, help));
        }
        Err(CorpusError::Misaligned {
            path: path.to_owned(),
            other: anchor.clone(),
            place: format!("line {}", lines.min(*count) + 1),
            cause: format!("the first has {}, the second {count}", counted(lines, "line")),
        })
    }

    /// The same for `scores` scores of `system`, one per segment, in `path`.
    pub(super) fn agree_scores(
        &mut self,
        path: &Path,
        system: &str,
        scores: usize,
    ) -> Result<(), CorpusError> {
        let Some((anchor, count)) = &self.anchor else {
            self.anchor = Some((path.to_owned(), scores));
            return Ok(());
        };
        if scores == *count {
            return Ok(());
        }
        Err(CorpusError::Misaligned {
            path: path.to_owned(),
            other: anchor.clone(),
            place: format!("segment {}", scores.min(*count) + 1),
            cause: format!(
                "the first has {} of system `{system}`, the second has {}",
                counted(scores, "score"),
                counted(*count, "segment"),
            ),
        })
    }
}
