//! Many machines: a plan cut into shards, and Slurm, which runs them.
//!
//! A *shard* is a list of jobs. Any machine that sees the run folder computes any shard into the part
//! files that a run on one machine writes too, so nothing depends on how the plan was cut, and only
//! files say what is done: what Slurm says of its tasks is advice.
//!
//! This module writes plan records, talks to Slurm, and reads how far a run is. It knows nothing of tables' rows, of
//! scripts, of arguments or of exit codes, and prints nothing.

mod files;
mod progress;
mod record;
mod shards;
pub mod slurm;

pub use files::{RecordError, folder};
pub use progress::{Progress, ShardState};
pub use record::{Mismatch, PlanRecord, PublishedText, ShardRecord, Source};
pub use shards::{MIN_SHARD_SECONDS, Shard, Sharding, shards};
