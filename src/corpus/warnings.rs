//! What is odd about a corpus without keeping it from being read.

use std::fmt;
use std::path::{Path, PathBuf};

/// Something that is probably not what was meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The file, where it is about one.
    pub path: Option<PathBuf>,
    /// What is odd, and where.
    pub message: String,
    /// How it was taken, and the way out.
    pub help: String,
}

impl Warning {
    /// About the texts and scores of a corpus, whatever files they come from.
    pub(super) fn of_corpus(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { path: None, message: message.into(), help: help.into() }
    }

    /// The message, after the path as a spec writes it: relative to `data_dir` where it lies there, so that
    /// it does not depend on where the data are.
    pub fn headline(&self, data_dir: &Path) -> String {
        let Some(path) = &self.path else { return self.message.clone() };
        let inside = path.strip_prefix(data_dir).unwrap_or(path);
        let inside = if inside.as_os_str().is_empty() { path } else { inside };
        format!("{}: {}", inside.display(), self.message)
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{}: ", path.display())?;
        }
        write!(f, "{}; {}", self.message, self.help)
    }
}

/// The way out where a column lacks texts of some segments.
const LACKING: &str = "segments without a text are not scored: add the texts if they should be";

/// Columns that a message names.
const NAMED: usize = 3;

/// Message and way out where the system `name` is a reference, too.
pub(super) fn also_a_reference(name: &str) -> (String, &'static str) {
    (
        format!(
            "`{name}` is listed as a system and as a reference: it counts as a human translation"
        ),
        "it is scored only where a study names it, and never against itself: leave it out of the systems unless \
         that is meant",
    )
}

/// Warnings in the making.
#[derive(Debug, Default)]
pub(super) struct Warnings(Vec<Warning>);

impl Warnings {
    /// One about a file.
    pub(super) fn add(&mut self, path: &Path, message: impl Into<String>, help: impl Into<String>) {
        let path = Some(path.to_owned());
        self.0.push(Warning { path, message: message.into(), help: help.into() });
    }

    /// One about the columns of a kind, each with its name, that lack texts of some of `count` segments.
    pub(super) fn add_lacking(
        &mut self,
        path: &Path,
        what: &str,
        columns: &[(String, usize)],
        count: usize,
    ) {
        let message = match columns {
            [] => return,
            [(name, missing)] => format!("{what} `{name}` misses {missing} of {count} segments"),
            columns => {
                let named = columns.iter().take(NAMED);
                let named: Vec<String> =
                    named.map(|(name, missing)| format!("`{name}` {missing}")).collect();
                let more = columns.len().saturating_sub(NAMED);
                let more = if more > 0 { format!(", {more} more") } else { String::new() };
                format!(
                    "{} {what}s miss some of {count} segments ({}{more})",
                    columns.len(),
                    named.join(", ")
                )
            }
        };
        self.add(path, message, LACKING);
    }

    /// Those about all of the corpus.
    pub(super) fn extend(&mut self, warnings: Vec<Warning>) {
        self.0.extend(warnings);
    }

    pub(super) fn into_inner(self) -> Vec<Warning> {
        self.0
    }

    #[cfg(test)]
    pub(super) fn as_slice(&self) -> &[Warning] {
        &self.0
    }
}
