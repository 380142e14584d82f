//! Execution: jobs in, results out.
//!
//! Statistics are extracted once per scoring, jobs run in batches on all threads, and every finished
//! batch lands on disk before the next begins, so that a killed run goes on where it was. A job is a
//! pure function; what it returns depends on its keys alone.
//!
//! This module knows nothing of tables, reports or terminals: it emits [`Event`]s.

mod event;
mod job;
mod parts;
mod replicates;
mod statistics;

use std::path::Path;

pub use event::Event;
pub use parts::{PartError, PartStore};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::plan::{Job, Plan};

/// What is computed of one scoring's replicates, in the metric's unit. A value is absent where it is
/// undefined.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TaskResult {
    /// Score of the test set itself.
    pub score: Option<f64>,
    /// Segments that count.
    pub judged_segments: u64,
    /// Resampling units with a segment that counts.
    pub judged_units: u64,
    /// Mean of the replicates.
    pub mean: Option<f64>,
    /// Median of the replicates.
    pub median: Option<f64>,
    /// Standard deviation of the replicates.
    pub stdev: Option<f64>,
    /// Monte-Carlo error of `stdev`.
    pub stdev_error: Option<f64>,
    /// Lower end of the percentile interval.
    pub ci_lower: Option<f64>,
    /// Upper end of the percentile interval.
    pub ci_upper: Option<f64>,
    /// Replicates without a value.
    pub undefined_replicates: u32,
    /// Design effect of documents.
    pub design_effect: Option<f64>,
    /// Intra-class correlation of segments in documents.
    pub icc: Option<f64>,
}

/// Why a plan could not be carried out.
#[derive(Debug, thiserror::Error)]
pub enum ExecuteError {
    /// The corpus holds something that a metric cannot read.
    #[error("corpus `{corpus}`, metric `{metric}`, system `{system}`: {message}")]
    Data {
        /// Corpus.
        corpus: String,
        /// Metric.
        metric: String,
        /// System.
        system: String,
        /// What is wrong.
        message: String,
    },
    /// Results could not be kept.
    #[error(transparent)]
    Parts(#[from] PartError),
}

/// Estimated work of a batch, seconds on one core: what a kill loses at most, on short runs.
const BATCH_SECONDS: f64 = 0.1;

/// Most batches of a long run, so that its parts stay few.
const MOST_BATCHES: f64 = 400.0;

/// Runs what `store` does not hold yet. Afterwards the store has a result for every task of `plan`.
///
/// # Errors
///
/// See [`ExecuteError`]; what was finished before stays in the store.
pub fn run(
    plan: &Plan,
    store: &mut PartStore,
    emit: &(dyn Fn(Event) + Sync),
) -> Result<(), ExecuteError> {
    let pending = pending(plan, store);
    let reused = plan.jobs.iter().map(|job| job.tasks.len()).sum::<usize>()
        - pending.iter().map(|job| job.tasks.len()).sum::<usize>();
    let seconds = plan.cost_of(&pending).seconds;
    emit(Event::Started { jobs: pending.len(), reused_results: reused, seconds });
    if pending.is_empty() {
        return Ok(());
    }
    let statistics = statistics::extract(plan, &pending, emit)?;
    let batch_seconds = BATCH_SECONDS.max(seconds / MOST_BATCHES);
    let mut rest = pending.as_slice();
    while !rest.is_empty() {
        let (batch, later) = rest.split_at(batch_size(plan, rest, batch_seconds));
        rest = later;
        let finished: Vec<Vec<_>> = batch
            .par_iter()
            .map(|job| {
                let results = job::run(plan, job, &statistics[job.corpus])?;
                emit(Event::JobFinished { seconds: plan.cost_of([job]).seconds });
                Ok(results)
            })
            .collect::<Result<_, ExecuteError>>()?;
        store.add(finished.into_iter().flatten().collect())?;
    }
    Ok(())
}

/// Jobs with the tasks that have no result yet.
fn pending(plan: &Plan, store: &PartStore) -> Vec<Job> {
    let jobs = plan.jobs.iter().map(|job| {
        let tasks = job.tasks.iter().filter(|task| !store.has(&plan.key(job, task)));
        Job { tasks: tasks.copied().collect(), ..job.clone() }
    });
    jobs.filter(|job| !job.tasks.is_empty()).collect()
}

/// Number of jobs, at least one, whose estimated work makes a batch.
fn batch_size(plan: &Plan, jobs: &[Job], batch_seconds: f64) -> usize {
    let mut seconds = 0.0;
    let full = jobs.iter().position(|job| {
        seconds += plan.cost_of([job]).seconds;
        seconds >= batch_seconds
    });
    full.map_or(jobs.len(), |last| last + 1)
}

/// How many of the tasks of `plan` the store holds already.
pub fn reusable(plan: &Plan, store: &PartStore) -> usize {
    let keys = plan.jobs.iter().flat_map(|job| job.tasks.iter().map(|task| plan.key(job, task)));
    keys.filter(|key| store.has(key)).count()
}

/// The folder in which an output folder keeps its parts.
pub fn parts_folder(out: &Path) -> std::path::PathBuf {
    out.join("parts")
}
