//! Shards that fail in themselves: the same error would come again on any machine.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::files::{RecordError, folder, make_folder, read_json, write_json};
use crate::file_error::{FileError, paths_in};

/// A shard whose jobs cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedShard {
    /// Key of the shard.
    pub key: String,
    /// Exit code of the cause.
    pub exit: u8,
    /// What went wrong.
    pub message: String,
}

fn path(run: &Path) -> PathBuf {
    folder(run).join("failed")
}

/// Notes that a shard failed in itself.
///
/// # Errors
///
/// If the file system refuses.
pub fn record_failure(run: &Path, failed: &FailedShard) -> Result<(), RecordError> {
    let folder = path(run);
    make_folder(&folder)?;
    write_json(&folder.join(format!("{}.json", failed.key)), failed)
}

/// What was noted, by key.
///
/// # Errors
///
/// If the file system refuses, or a note cannot be read.
pub fn failures(run: &Path) -> Result<Vec<FailedShard>, RecordError> {
    let mut failed = Vec::new();
    for path in notes(run)? {
        failed.push(read_json(&path)?);
    }
    Ok(failed)
}

/// Forgets all failures, so that these shards are run again.
///
/// # Errors
///
/// If the file system refuses.
pub fn clear_failures(run: &Path) -> Result<(), RecordError> {
    for path in notes(run)? {
        fs::remove_file(&path).map_err(FileError::on("remove", &path))?;
    }
    Ok(())
}

fn notes(run: &Path) -> Result<Vec<PathBuf>, RecordError> {
    let mut paths = paths_in(&path(run))?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    Ok(paths)
}
