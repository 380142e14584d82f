//! The error of a file or folder with which something could not be done.

use std::fs;
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
    pub fn on(action: &'static str, path: &Path) -> impl Fn(io::Error) -> Self + Copy {
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

/// The paths in `folder`, in order; none where nothing has its name.
///
/// # Errors
///
/// If the file system refuses.
pub fn paths_in(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<fs::DirEntry>>>);
    let entries = if_there(entries, folder)?.unwrap_or_default();
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    Ok(paths)
}

/// The bytes of a file; nothing where nothing has its name.
///
/// # Errors
///
/// If the file system refuses.
pub fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    if_there(fs::read(path), path)
}

fn if_there<T>(read: io::Result<T>, path: &Path) -> Result<Option<T>, FileError> {
    match read {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some).map_err(FileError::on("read", path)),
    }
}

/// What was found, or nothing where a file stands in the place of a folder above it.
///
/// # Errors
///
/// Those of what was found.
pub fn unless_missing<T: Default>(result: Result<T, FileError>) -> Result<T, FileError> {
    match result {
        Err(error) if error.is_missing() => Ok(T::default()),
        result => result,
    }
}
