//! Many machines: a plan cut into shards, and the engines that run them.
//!
//! A *shard* is a list of jobs. Any machine that sees the run folder computes any shard into the part
//! files that a run on one machine writes too, so nothing depends on how the plan was cut, and only
//! files say what is done: what an engine thinks of its tasks is advice. Engines know shards by the
//! index of a list file.
//!
//! This module writes plan records and lists, talks to Slurm, and reads how far a run is. It knows nothing
//! of tables' rows, of scripts, of arguments or of exit codes, and prints nothing.

mod command;
mod failures;
mod files;
mod identity;
mod progress;
mod queue;
mod record;
mod shards;
pub mod slurm;
mod submission;

pub use command::EngineError;
pub use failures::{FailedShard, clear_failures, failures, record_failure};
pub use files::{RecordError, folder};
pub use identity::Identity;
pub use progress::{Progress, ShardState, TaskState};
pub use queue::{LookError, Queue};
pub use record::{Mismatch, PlanRecord, PublishedText, ShardRecord, Source};
pub use shards::{MIN_SHARD_SECONDS, Shard, Sharding, shards};
pub use submission::{
    Chunk, MERGE_SCRIPT, ShardList, Submission, SubmissionRecord, chunks, submissions,
};
