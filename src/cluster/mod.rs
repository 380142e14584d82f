//! Many machines: a plan cut into shards, and Slurm, which runs them.
//!
//! A *shard* is a list of jobs. Any machine that sees the run folder computes any shard into the part
//! files that a run on one machine writes too, so nothing depends on how the plan was cut. Only these
//! files say which results exist. The queue of Slurm says only which shards to leave out of a submission.
//!
//! This module writes plan records, talks to Slurm, and counts the results that exist. It does not know the
//! rows of tables, scripts, arguments or exit codes, and prints nothing.

mod progress;
mod record;
mod shards;
pub mod slurm;

pub use progress::{Progress, ShardState};
pub use record::{Mismatch, PlanRecord, PublishedText, RecordError, Source, folder};
pub use shards::{Shard, Sharding, shards};
