//! The error of a file or folder with which something could not be done.

use std::io;
use std::path::{Path, PathBuf};

/// What could not be done with which file or folder, and why.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} `{}`: {source}", path.display())]
pub struct FileError {
    /// What was tried: a verb, such as `read`.
    pub action: &'static str,
    /// On what.
    pub path: PathBuf,
    /// Why not.
    pub source: io::Error,
}

impl FileError {
    /// Makes the error of `action` on `path` from its cause, for `map_err`.
    pub fn on(action: &'static str, path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self { action, path: path.to_owned(), source }
    }

    /// What kind of refusal it was.
    pub fn kind(&self) -> io::ErrorKind {
        self.source.kind()
    }

    /// Whether the file is not there.
    pub fn is_missing(&self) -> bool {
        matches!(self.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
    }
}
