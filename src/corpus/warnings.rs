//! Oddities of files, noted while they are read.

use std::fmt;
use std::path::{Path, PathBuf};

/// Something odd that does not keep a file from being read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The file.
    pub path: PathBuf,
    /// What is odd and how it was taken.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.message)
    }
}

/// Warnings in the making.
#[derive(Debug, Default)]
pub(super) struct Warnings(Vec<Warning>);

impl Warnings {
    pub(super) fn add(&mut self, path: &Path, message: impl Into<String>) {
        self.0.push(Warning { path: path.to_owned(), message: message.into() });
    }

    pub(super) fn into_inner(self) -> Vec<Warning> {
        self.0
    }

    #[cfg(test)]
    pub(super) fn as_slice(&self) -> &[Warning] {
        &self.0
    }
}
