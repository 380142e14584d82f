//! Language pairs of files that may have several, of which a corpus takes one.

use std::collections::BTreeSet;
use std::path::Path;

use crate::corpus::error::CorpusError;
use crate::words::{counted, listing};

/// Language pairs of a file, of which one is read.
pub(super) struct Pairs<'a> {
    wanted: Option<&'a str>,
    found: BTreeSet<String>,
    first: Option<String>,
}

impl<'a> Pairs<'a> {
    pub(super) fn new(wanted: Option<&'a str>) -> Self {
        Self { wanted, found: BTreeSet::new(), first: None }
    }

    /// Whether what is of `pair` is read; of several that could be, the first.
    pub(super) fn takes(&mut self, pair: &str) -> bool {
        if !self.found.contains(pair) {
            self.found.insert(pair.to_owned());
        }
        let first = self.first.get_or_insert_with(|| pair.to_owned());
        self.wanted.unwrap_or(first) == pair
    }

    /// The one that is read, if anything says its pair; `key` is that of the source which names one.
    pub(super) fn only(self, path: &Path, key: &str) -> Result<Option<String>, CorpusError> {
        let names = || listing(self.found.iter().map(String::as_str));
        match self.wanted {
            Some(wanted) if !self.found.contains(wanted) => {
                let cause = format!("there is no document of language pair `{wanted}`");
                let help = match names() {
                    names if names.is_empty() => "nothing in it says its language pair".to_owned(),
                    names => format!("the language pairs are {names}"),
                };
                Err(CorpusError::malformed(path, None, cause, help))
            }
            None if self.found.len() > 1 => {
                let pairs = counted(self.found.len(), "language pair");
                let help = format!("name one of them as `{key}`: {}", names());
                Err(CorpusError::malformed(path, None, format!("there are {pairs}"), help))
            }
            wanted => Ok(wanted.map(str::to_owned).or(self.first)),
        }
    }
}
