//! Jobs: the resamples of a test set and all that is computed from them.

use std::array;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{AnyQuestion, CorpusPlan, Grid, Group, JobCoordinates, add_part};
use crate::config::model::DegreesOfFreedom;

/// One stream of resamples of one test set.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Test set, resampling unit and repeat.
    pub coordinates: JobCoordinates,
    /// What is computed from the resamples, without duplicates.
    pub tasks: Vec<Task>,
}

/// A question to a group of scorings.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Its place among all tasks of the plan.
    pub index: u32,
    /// Indices of scorings in the corpus plan, without obstacles.
    pub scorings: Arc<[usize]>,
    /// Number of replicates; 0 where only scores are asked for.
    pub replicates: u32,
    /// What is asked.
    pub question: AnyQuestion,
}

/// Identity of a task's result: a hash of everything that its numbers depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TaskKey([u8; 16]);

/// Version of the types of results as they are kept: raised with any of them, so that nothing else is read as one.
const RESULTS_VERSION: u32 = 2;

impl TaskKey {
    /// Some of its bits, which are as good as any.
    pub(crate) fn hash(&self) -> u64 {
        u64::from_le_bytes(array::from_fn(|byte| self.0[byte]))
    }
}

impl fmt::Display for TaskKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Task {
    /// What its question is asked of.
    pub fn group(&self) -> Group<'_> {
        Group { scorings: &self.scorings, replicates: self.replicates }
    }

    /// The key of its result in a job of these coordinates.
    pub(super) fn key(
        &self,
        (seed, df): (u64, DegreesOfFreedom),
        plan: &CorpusPlan,
        coordinates: &JobCoordinates,
    ) -> TaskKey {
        let mut hasher = blake3::Hasher::new_derive_key("runner 2026 task");
        // Options and results are encoded without the names of their fields, so that no other version of
        // the program may read them.
        hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
        hasher.update(&crate::NUMBERS_VERSION.to_le_bytes());
        hasher.update(&RESULTS_VERSION.to_le_bytes());
        hasher.update(&seed.to_le_bytes());
        add_part(&mut hasher, plan.corpus.name.as_bytes());
        hasher.update(plan.test_sets[coordinates.test_set].id.as_bytes());
        hasher.update(coordinates.unit.name().as_bytes());
        hasher.update(&coordinates.repeat.to_le_bytes());
        hasher.update(&self.replicates.to_le_bytes());
        hasher.update(&(self.scorings.len() as u64).to_le_bytes());
        for scoring in &*self.scorings {
            hasher.update(&plan.scorings[*scoring].inputs);
        }
        hasher.update(self.question.identity());
        // Keys without strata are those of before.
        if let Some(division) = &coordinates.strata {
            hasher.update(b"strata");
            hasher.update(division.as_bytes());
        }
        if df != DegreesOfFreedom::default() {
            hasher.update(df.name().as_bytes());
        }
        let mut key = [0; 16];
        hasher.finalize_xof().fill(&mut key);
        TaskKey(key)
    }
}

/// One result that a request asks for.
struct Wanted {
    coordinates: JobCoordinates,
    group: u32,
    replicates: u32,
    question: u32,
    /// Of the request, and the place of the result among its own.
    grid: u32,
    request: u32,
    place: u32,
}

/// The jobs that fill `grids`, sorted, each task once. Requests learn where their tasks are.
pub(super) fn jobs(grids: &mut [Grid]) -> Vec<Job> {
    let (mut questions, mut groups) = (Interner::new(), Interner::new());
    let mut wanted: Vec<Wanted> = Vec::new();
    for (grid_index, grid) in grids.iter().enumerate() {
        for (request_index, request) in grid.requests.iter().enumerate() {
            let question = questions.index(request.question.identity(), &request.question);
            let group_indices: Vec<u32> =
                request.groups.iter().map(|group| groups.index(group, group)).collect();
            for (place, (test_set, repeat, group, replicates)) in request.results().enumerate() {
                let corpus = grid.corpus;
                let strata = grid.strata.as_ref().map(|strata| strata.division());
                wanted.push(Wanted {
                    coordinates: JobCoordinates {
                        corpus,
                        test_set,
                        unit: grid.unit,
                        strata,
                        repeat,
                    },
                    group: group_indices[group],
                    replicates,
                    question,
                    grid: small(grid_index),
                    request: small(request_index),
                    place: small(place),
                });
            }
        }
    }
    let (questions, groups) = (questions.values, groups.values);
    // With grid, request and place no two are equal, so that an unstable sort has one result.
    let order = |w: &Wanted| (w.coordinates, w.group, w.replicates, w.question);
    wanted
        .sort_unstable_by_key(|wanted| (order(wanted), wanted.grid, wanted.request, wanted.place));
    let mut jobs: Vec<Job> = Vec::new();
    let mut index = 0;
    for of_job in wanted.chunk_by(|one, other| one.coordinates == other.coordinates) {
        let mut tasks = Vec::new();
        for same in of_job.chunk_by(|one, other| order(one) == order(other)) {
            let Wanted { group, replicates, question, .. } = same[0];
            tasks.push(Task {
                index,
                scorings: groups[group as usize].clone(),
                replicates,
                question: questions[question as usize].clone(),
            });
            for Wanted { grid, request, place, .. } in same {
                let request = &mut grids[*grid as usize].requests[*request as usize];
                request.set_task(*place as usize, index);
            }
            index = index.checked_add(1).expect("plans are limited to fewer");
        }
        // There may be a job for each of thousands of test sets.
        tasks.shrink_to_fit();
        jobs.push(Job { coordinates: of_job[0].coordinates, tasks });
    }
    jobs
}

/// Values by the order in which they first come.
struct Interner<'a, K: ?Sized, T> {
    indices: BTreeMap<&'a K, u32>,
    values: Vec<T>,
}

impl<'a, K: Ord + ?Sized, T: Clone> Interner<'a, K, T> {
    fn new() -> Self {
        Self { indices: BTreeMap::new(), values: Vec::new() }
    }

    fn index(&mut self, key: &'a K, value: &T) -> u32 {
        *self.indices.entry(key).or_insert_with(|| {
            self.values.push(value.clone());
            small(self.values.len() - 1)
        })
    }
}

fn small(number: usize) -> u32 {
    u32::try_from(number).expect("plans are limited to fewer")
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
