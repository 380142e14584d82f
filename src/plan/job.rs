//! Jobs: the draws of a test set and all that is computed from them.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::grid::Grid;
use super::{CorpusPlan, Plan};
use crate::spec::model::{ResamplingUnit, Spec};
use crate::stats::random::{Purpose, StreamKey};

/// One stream of draws on one test set.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Index of the corpus plan.
    pub corpus: usize,
    /// Index of the test set in the corpus plan.
    pub test_set: usize,
    /// Unit of resampling.
    pub unit: ResamplingUnit,
    /// Repetition, from 1.
    pub repeat: u32,
    /// What is computed from the draws, without duplicates.
    pub tasks: Vec<Task>,
}

/// A summary of one scoring's replicates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Task {
    /// Index of the scoring in the corpus plan.
    pub scoring: usize,
    /// Number of replicates.
    pub replicates: u32,
    /// Confidence level.
    pub level: f64,
}

/// Identity of a task's result: a hash of everything that its numbers depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TaskKey([u8; 16]);

impl fmt::Display for TaskKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Plan {
    /// The stream of draws of `job`.
    pub fn stream(&self, job: &Job) -> StreamKey {
        let plan = &self.corpora[job.corpus];
        let mut key = StreamKey::new(self.spec.seed, Purpose::Bootstrap).text(&plan.corpus.name);
        for half in plan.test_sets[job.test_set].id.as_bytes().chunks_exact(8) {
            key = key.number(u64::from_le_bytes(half.try_into().expect("8 bytes")));
        }
        key.text(job.unit.name()).number(u64::from(job.repeat))
    }

    /// The key of `task` of `job`.
    pub fn key(&self, job: &Job, task: &Task) -> TaskKey {
        let plan = &self.corpora[job.corpus];
        let mut hasher = blake3::Hasher::new_derive_key("runner 2026 task");
        hasher.update(&crate::NUMBERS_VERSION.to_le_bytes());
        hasher.update(&self.spec.seed.to_le_bytes());
        hasher.update(&(plan.corpus.name.len() as u64).to_le_bytes());
        hasher.update(plan.corpus.name.as_bytes());
        hasher.update(plan.test_sets[job.test_set].id.as_bytes());
        hasher.update(job.unit.name().as_bytes());
        hasher.update(&job.repeat.to_le_bytes());
        hasher.update(&plan.scorings[task.scoring].inputs);
        hasher.update(&task.replicates.to_le_bytes());
        hasher.update(&task.level.to_bits().to_le_bytes());
        let mut key = [0; 16];
        hasher.finalize_xof().fill(&mut key);
        TaskKey(key)
    }
}

/// The jobs that fill `grids`, sorted, each task once.
pub(super) fn jobs(spec: &Spec, corpora: &[CorpusPlan], grids: &[Grid]) -> Vec<Job> {
    let mut all: BTreeMap<(usize, usize, ResamplingUnit, u32), Vec<Task>> = BTreeMap::new();
    for grid in grids {
        let study = &spec.studies[grid.study];
        let scorings = &corpora[grid.corpus].scorings;
        let mut test_sets: Vec<usize> =
            grid.placements.iter().map(|placement| placement.test_set).collect();
        test_sets.sort_unstable();
        test_sets.dedup();
        for test_set in test_sets {
            for repeat in 1..=study.repeats {
                let place = (grid.corpus, test_set, study.resample, repeat);
                let tasks = all.entry(place).or_default();
                for scoring in &grid.scorings {
                    if scorings[*scoring].obstacle.is_some() {
                        continue;
                    }
                    tasks.extend(study.replicates.iter().map(|replicates| Task {
                        scoring: *scoring,
                        replicates: *replicates,
                        level: study.level,
                    }));
                }
            }
        }
    }
    let jobs = all.into_iter().map(|((corpus, test_set, unit, repeat), mut tasks)| {
        let order = |task: &Task| (task.scoring, task.replicates, task.level.to_bits());
        tasks.sort_unstable_by_key(order);
        tasks.dedup_by_key(|task| order(task));
        Job { corpus, test_set, unit, repeat, tasks }
    });
    jobs.filter(|job| !job.tasks.is_empty()).collect()
}
