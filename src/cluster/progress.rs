//! The progress of a run, counted from the part files.

use serde::Serialize;

use super::shards::Shard;
use crate::execute::PartStore;
use crate::plan::{Plan, SeedJob};

/// Progress of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Progress {
    /// Number of results.
    pub results: usize,
    /// Number of results that exist.
    pub there: usize,
    /// Shards in the order of the plan.
    pub shards: Vec<ShardState>,
}

/// Progress of a shard.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ShardState {
    /// Number of the shard, from 0.
    pub shard: usize,
    /// Estimated work, seconds on one core.
    pub seconds: f64,
    /// Number of results.
    pub results: usize,
    /// Number of results that exist.
    pub there: usize,
}

impl ShardState {
    /// Returns `true` if all results of the shard exist.
    pub fn is_complete(&self) -> bool {
        self.there == self.results
    }
}

impl Progress {
    /// Counts the results of `shards` of `plan` in `store`.
    pub fn new(plan: &Plan, shards: &[Shard], store: &PartStore) -> Self {
        let all: Vec<SeedJob<'_>> = plan.all_jobs().collect();
        let mut progress = Self { results: 0, there: 0, shards: Vec::new() };
        for (shard, Shard { positions, seconds }) in shards.iter().enumerate() {
            let (mut results, mut there) = (0, 0);
            for SeedJob { plan, job, .. } in positions.iter().map(|job| all[*job]) {
                results += job.tasks.len();
                there += job.tasks.iter().filter(|task| store.has(&plan.key(task))).count();
            }
            progress.results += results;
            progress.there += there;
            progress.shards.push(ShardState { shard, seconds: *seconds, results, there });
        }
        progress
    }

    /// Returns the shards with missing results.
    pub fn missing(&self) -> impl Iterator<Item = &ShardState> {
        self.shards.iter().filter(|shard| !shard.is_complete())
    }

    /// Returns `true` if all results exist.
    pub fn is_complete(&self) -> bool {
        self.there == self.results
    }
}
