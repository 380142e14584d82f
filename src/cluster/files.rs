//! Files of a run folder: records as JSON.

use std::fs;
use std::path::{Path, PathBuf};

use crate::durable;
use crate::file_error::FileError;

/// The folder of a run folder in which plan, scripts and logs lie.
pub fn folder(run: &Path) -> PathBuf {
    run.join("cluster")
}

/// A file of a run folder that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file system refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file does not hold what it should.
    #[error("`{}` is not what it should be: {message}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
}

impl RecordError {
    /// Whether the file is not there.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::File(error) if error.is_missing())
    }
}

/// Reads a JSON file.
pub(super) fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, RecordError> {
    let bytes = fs::read(path).map_err(FileError::on("read", path))?;
    serde_json::from_slice(&bytes)
        .map_err(|error| RecordError::Content { path: path.to_owned(), message: error.to_string() })
}

/// Writes a JSON file whole or not at all.
pub(super) fn write_json<T: serde::Serialize>(path: &Path, value: &T) -> Result<(), RecordError> {
    let text = serde_json::to_string_pretty(value).expect("records are plain data") + "\n";
    Ok(durable::write(path, text.as_bytes()).map_err(FileError::on("write", path))?)
}

pub(super) fn make_folder(path: &Path) -> Result<(), RecordError> {
    Ok(fs::create_dir_all(path).map_err(FileError::on("create", path))?)
}
