//! How far a run is: what the parts hold, with what an engine says as advice.

use serde::Serialize;

use super::failures::FailedShard;
use super::shards::Shard;
use super::slurm::Queued;
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
    /// Why it cannot be computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<FailedShard>,
    /// What the engine says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<TaskState>,
}

/// What an engine says of a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TaskState {
    /// Id, state, node and reason.
    #[serde(flatten)]
    pub queued: Queued,
    /// Whether it runs or may still run.
    pub alive: bool,
}

impl ShardState {
    /// Whether all its results are there.
    pub fn is_complete(&self) -> bool {
        self.there == self.results
    }
}

impl Progress {
    /// Counts the results of `shards` of `plan` in `store`; a failure counts where results are missing.
    pub fn new(plan: &Plan, shards: &[Shard], store: &PartStore, failed: &[FailedShard]) -> Self {
        let all: Vec<SeedJob<'_>> = plan.all_jobs().collect();
        let shards = shards.iter().enumerate().map(|(index, shard)| {
            let (mut results, mut there) = (0, 0);
            for SeedJob { plan, job, .. } in shard.jobs.iter().map(|job| all[*job]) {
                results += job.tasks.len();
                there += job.tasks.iter().filter(|task| store.has(&plan.key(task))).count();
            }
            let failed = failed.iter().find(|failed| failed.key == shard.key && there < results);
            ShardState {
                shard: index,
                key: shard.key.clone(),
                seconds: shard.seconds,
                results,
                there,
                failed: failed.cloned(),
                task: None,
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
