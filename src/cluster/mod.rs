//! Many machines: a plan cut into shards, and the engines that run them.
//!
//! A *shard* is a list of jobs. Any machine that sees the run folder computes any shard into the part
//! files that a run on one machine writes too, so nothing depends on how the plan was cut, and only
//! files say what is done: what an engine thinks of its tasks is advice. Engines know shards by the
//! index of a list file.
//!
//! This module writes plan records, lists and scripts, talks to Slurm, and reads how far a run is. It
//! knows nothing of tables' rows, of arguments or of exit codes, and prints nothing.

mod command;
mod failures;
mod identity;
mod progress;
mod queue;
mod quote;
mod record;
mod script;
mod shards;
pub mod slurm;
mod submission;

use std::io;
use std::path::{Path, PathBuf};

pub use command::EngineError;
pub use failures::{FailedShard, clear_failures, failures, record_failure};
pub use identity::Identity;
pub use progress::{Progress, ShardState, TaskState, ranges};
pub use queue::{LookError, Queue};
pub use quote::shell as shell_quote;
pub use record::{Mismatch, PlanRecord, PublishedText, ShardRecord, Source};
pub use script::{
    Places, SlurmOptions, array_script, merge_script, plain_merge_script, task_script,
};
pub use shards::{MIN_SHARD_SECONDS, Shard, Sharding, shards};
pub use submission::{
    Chunk, MERGE_SCRIPT, ShardList, Submission, SubmissionRecord, chunks, submissions,
};

/// The folder of a run folder in which plan, lists, scripts and logs lie.
pub fn folder(run: &Path) -> PathBuf {
    run.join("cluster")
}

/// A file of a run folder that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file system refused.
    #[error("cannot {action} `{}`: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The file does not hold what it should.
    #[error("`{}` is not what it should be: {message}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
}

impl FileError {
    fn io(action: &'static str, path: &Path, source: io::Error) -> Self {
        Self::Io { action, path: path.to_owned(), source }
    }

    /// Whether the file is not there.
    pub fn is_missing(&self) -> bool {
        use io::ErrorKind::{NotADirectory, NotFound};
        matches!(self, Self::Io { source, .. } if matches!(source.kind(), NotFound | NotADirectory))
    }
}

/// Reads a JSON file.
fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, FileError> {
    let bytes = std::fs::read(path).map_err(|source| FileError::io("read", path, source))?;
    serde_json::from_slice(&bytes)
        .map_err(|error| FileError::Content { path: path.to_owned(), message: error.to_string() })
}

/// Writes a JSON file whole or not at all.
fn write_json<T: serde::Serialize>(path: &Path, value: &T) -> Result<(), FileError> {
    let text = serde_json::to_string_pretty(value).expect("records are plain data") + "\n";
    write_text(path, &text)
}

/// Writes a file whole or not at all.
fn write_text(path: &Path, text: &str) -> Result<(), FileError> {
    crate::durable::write(path, text.as_bytes())
        .map_err(|source| FileError::io("write", path, source))
}

fn make_folder(path: &Path) -> Result<(), FileError> {
    std::fs::create_dir_all(path).map_err(|source| FileError::io("create", path, source))
}
