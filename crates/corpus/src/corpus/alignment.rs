//! The number of segments, set by the first file read and compared with all others.

use std::path::{Path, PathBuf};

use super::error::CorpusError;
use crate::words::{grouped, grouped_count};

/// How many segments there are, and which file said so.
#[derive(Debug, Default)]
pub struct Alignment {
    anchor: Option<(PathBuf, usize)>,
}

impl Alignment {
    /// The number of segments, once a file has set it.
    pub fn count(&self) -> Option<usize> {
        self.anchor.as_ref().map(|(_, count)| *count)
    }

    /// The number of something else, which the file `anchor` says.
    pub fn with(anchor: &Path, count: usize) -> Self {
        Self { anchor: Some((anchor.to_owned(), count)) }
    }

    /// Sets the number of segments if no file has, and compares otherwise. `lines` is the number
    /// of lines of `path`.
    ///
    /// # Errors
    ///
    /// If it has another number of lines than the files before.
    pub fn agree(&mut self, path: &Path, lines: usize) -> Result<(), CorpusError> {
        let (anchor, count) = self.anchor.get_or_insert_with(|| (path.to_owned(), lines));
        if lines == *count {
            return Ok(());
        }
        if lines == 0 {
            let cause = format!("the file is empty, where {} has {count} lines", anchor.display());
            let help = "a segment without a translation is an empty line, not a missing one";
            return Err(CorpusError::malformed(path, None, cause, help));
        }
        let (found, expected) = (count_of(lines, "line"), grouped(*count as u64));
        Err(CorpusError::different_counts((path, &found), (anchor, &expected)))
    }

    /// The same for `scores` scores of `system` in `path`, one per `unit`: segment or document.
    ///
    /// # Errors
    ///
    /// If they are not one for each line of the files before.
    pub fn agree_scores(
        &mut self,
        path: &Path,
        system: &str,
        scores: usize,
        unit: &str,
    ) -> Result<(), CorpusError> {
        let (anchor, count) = self.anchor.get_or_insert_with(|| (path.to_owned(), scores));
        if scores == *count {
            return Ok(());
        }
        let given = format!("{} of system `{system}`", count_of(scores, "score"));
        let expected = count_of(*count, unit);
        Err(CorpusError::different_counts((path, &given), (anchor, &expected)))
    }
}

fn count_of(number: usize, noun: &str) -> String {
    grouped_count(number as u64, noun)
}
