//! How far a run is: what the parts hold.

use serde::Serialize;

use super::shards::Shard;
use crate::execute::PartStore;
use crate::plan::{Plan, SeedJob};

/// How far a run is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Progress {
    /// Shards in the order of the plan.
    pub shards: Vec<ShardState>,
}

/// How far a shard is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ShardState {
    /// Its number, from 0.
    pub shard: usize,
    /// Its key.
    pub key: String,
    /// Estimated work, seconds on one core.
    pub seconds: f64,
    /// Number of its results.
    pub results: usize,
    /// How many of them are there.
    pub there: usize,
}

impl ShardState {
    /// Whether all its results are there.
    pub fn is_complete(&self) -> bool {
        self.there == self.results
    }
}

impl Progress {
    /// Counts the results of `shards` of `plan` in `store`.
    pub fn new(plan: &Plan, shards: &[Shard], store: &PartStore) -> Self {
        let all: Vec<SeedJob<'_>> = plan.all_jobs().collect();
        let shards = shards.iter().enumerate().map(|(index, shard)| {
            let (mut results, mut there) = (0, 0);
            for SeedJob { plan, job, .. } in shard.jobs.iter().map(|job| all[*job]) {
                results += job.tasks.len();
                there += job.tasks.iter().filter(|task| store.has(&plan.key(task))).count();
            }
            ShardState {
                shard: index,
                key: shard.key.clone(),
                seconds: shard.seconds,
                results,
                there,
            }
        });
        Self { shards: shards.collect() }
    }

    /// Shards with missing results.
    pub fn missing(&self) -> impl Iterator<Item = &ShardState> {
        self.shards.iter().filter(|shard| !shard.is_complete())
    }

    /// Whether all results are there.
    pub fn is_complete(&self) -> bool {
        self.missing().next().is_none()
    }

    /// Number of results, and how many are there.
    pub fn results(&self) -> (usize, usize) {
        let sum = |of: fn(&ShardState) -> usize| self.shards.iter().map(of).sum();
        (sum(|shard| shard.results), sum(|shard| shard.there))
    }
}
