//! Jobs: the draws of a test set and all that is computed from them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Plan;
use super::grid::Grid;
use super::question::Question;
use crate::spec::model::{ResamplingUnit, Spec};
use crate::stats::ordering::gray_rank;
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

/// A question to a group of scorings.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Indices of scorings in the corpus plan, without obstacles.
    pub scorings: Arc<[usize]>,
    /// Number of replicates; 0 where only scores are asked for.
    pub replicates: u32,
    /// What is asked.
    pub question: Question,
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
        self.stream_of_draws(job, Purpose::Bootstrap)
    }

    /// The stream of exchanges of `job`, which all pairs of systems and all metrics share.
    pub fn exchanges(&self, job: &Job) -> StreamKey {
        self.stream_of_draws(job, Purpose::Randomization)
    }

    /// The stream of documents drawn anew from the test set of `job`, one block for each draw: the
    /// same whatever is drawn within documents, so that units are compared on the same documents.
    pub fn outer_stream(&self, job: &Job) -> StreamKey {
        self.stream_of_test_set(job, Purpose::Outer)
    }

    fn stream_of_draws(&self, job: &Job, purpose: Purpose) -> StreamKey {
        let key = self.stream_of_test_set(job, purpose);
        key.text(job.unit.name()).number(u64::from(job.repeat))
    }

    fn stream_of_test_set(&self, job: &Job, purpose: Purpose) -> StreamKey {
        let plan = &self.corpora[job.corpus];
        let mut key = StreamKey::new(self.spec.seed, purpose).text(&plan.corpus.name);
        for half in plan.test_sets[job.test_set].id.as_bytes().chunks_exact(8) {
            key = key.number(u64::from_le_bytes(half.try_into().expect("8 bytes")));
        }
        key
    }

    /// A key that brings jobs beside each other whose test sets differ by few documents: statistics
    /// that depend on the test set follow them by adding and taking away.
    pub fn nearness(&self, job: &Job) -> (usize, Vec<i64>, ResamplingUnit, u32) {
        let documents = &self.corpora[job.corpus].test_sets[job.test_set].documents;
        (job.corpus, gray_rank(documents), job.unit, job.repeat)
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
        hasher.update(&task.replicates.to_le_bytes());
        hasher.update(&(task.scorings.len() as u64).to_le_bytes());
        for scoring in &*task.scorings {
            hasher.update(&plan.scorings[*scoring].inputs);
        }
        hasher.update(&postcard::to_stdvec(&task.question).expect("options are plain data"));
        let mut key = [0; 16];
        hasher.finalize_xof().fill(&mut key);
        TaskKey(key)
    }
}

/// The jobs that fill `grids`, sorted, each task once.
pub(super) fn jobs(spec: &Spec, grids: &[Grid]) -> Vec<Job> {
    let mut all: BTreeMap<(usize, usize, ResamplingUnit, u32), Vec<Task>> = BTreeMap::new();
    for grid in grids {
        let study = &spec.studies[grid.study];
        let mut placed: Vec<usize> =
            grid.placements.iter().map(|placement| placement.test_set).collect();
        placed.sort_unstable();
        placed.dedup();
        for asked in &grid.asked {
            for test_set in asked.test_sets.as_ref().unwrap_or(&placed) {
                for repeat in 1..=asked.repeats {
                    let place = (grid.corpus, *test_set, study.resample, repeat);
                    let tasks = all.entry(place).or_default();
                    tasks.extend(asked.groups.iter().flat_map(|group| {
                        asked.replicates.iter().map(|replicates| Task {
                            scorings: group.clone(),
                            replicates: *replicates,
                            question: asked.question.clone(),
                        })
                    }));
                }
            }
        }
    }
    let jobs = all.into_iter().map(|((corpus, test_set, unit, repeat), mut tasks)| {
        without_duplicates(&mut tasks);
        Job { corpus, test_set, unit, repeat, tasks }
    });
    jobs.filter(|job| !job.tasks.is_empty()).collect()
}

/// Sorts by scorings and replicates, and leaves the first of equal tasks.
fn without_duplicates(tasks: &mut Vec<Task>) {
    tasks.sort_by(|one, other| {
        (&one.scorings, one.replicates).cmp(&(&other.scorings, other.replicates))
    });
    let mut kept: Vec<Task> = Vec::with_capacity(tasks.len());
    for task in tasks.drain(..) {
        let place = (task.scorings.clone(), task.replicates);
        let same_place = kept
            .iter()
            .rev()
            .take_while(|known| known.scorings == place.0 && known.replicates == place.1);
        if !same_place.into_iter().any(|known| known.question == task.question) {
            kept.push(task);
        }
    }
    *tasks = kept;
}

impl Job {
    /// The scorings that its tasks read, ascending, each once.
    pub fn scorings(&self) -> Vec<usize> {
        let mut all: Vec<usize> =
            self.tasks.iter().flat_map(|task| task.scorings.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The largest number of replicates that is asked of it.
    pub fn replicates(&self) -> u32 {
        self.tasks.iter().map(|task| task.replicates).max().unwrap_or(0)
    }
}
