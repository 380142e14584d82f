//! Execution: jobs in, results out.
//!
//! Statistics are extracted once per scoring, jobs run in batches on all threads, and every finished
//! batch lands on disk before the next begins, so that a killed run goes on where it was. Many
//! machines may each run some of the jobs into one folder. A job is a pure function; what it returns
//! depends on its keys alone.
//!
//! This module knows nothing of tables, reports, terminals or signals: it emits [`Event`]s, and looks
//! at a flag that says that it should stop.

mod error;
mod event;
mod job;
mod lengths;
mod parts;
mod replicates;
mod statistics;

use std::mem;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use error::ExecuteError;
pub use event::Event;
pub use parts::{PartStore, holds_parts};
use rayon::prelude::*;
pub use statistics::score_corpus;

use crate::plan::{Job, Plan};

/// Estimated work of a batch on short runs, seconds on one core. A kill loses two at most: one that is
/// under way, and one that goes to disk meanwhile.
const BATCH_SECONDS: f64 = 0.1;

/// Most batches of a long run, so that its parts stay few.
const MOST_BATCHES: f64 = 200.0;

/// Runs what `store` does not hold yet. Afterwards the store has a result for every task of `plan`.
///
/// Once `stop` is set, no further job begins: those under way are finished and kept, and the run
/// ends as [`ExecuteError::Interrupted`].
///
/// # Errors
///
/// See [`ExecuteError`]; what was finished before stays in the store.
pub fn run(
    plan: &Plan,
    store: &mut PartStore,
    stop: &AtomicBool,
    emit: &(dyn Fn(Event) + Sync),
) -> Result<(), ExecuteError> {
    run_jobs(plan, &plan.jobs, store, RunOptions { stop, keep_every: Duration::ZERO }, emit)
}

/// How jobs are carried out.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions<'a> {
    /// Once set, no further job begins.
    pub stop: &'a AtomicBool,
    /// Finished results wait this long for others to share a part with; zero keeps every batch.
    pub keep_every: Duration,
}

/// [`run`] for `jobs`, which may be some of the plan's.
///
/// # Errors
///
/// See [`ExecuteError`]; what was finished before stays in the store.
pub fn run_jobs<'a>(
    plan: &Plan,
    jobs: impl IntoIterator<Item = &'a Job>,
    store: &mut PartStore,
    options: RunOptions<'_>,
    emit: &(dyn Fn(Event) + Sync),
) -> Result<(), ExecuteError> {
    let stop_wanted = || options.stop.load(Ordering::Relaxed);
    let (pending, reused) = pending(plan, jobs, store);
    let seconds = plan.cost_of(&pending).seconds;
    emit(Event::Started { jobs: pending.len(), reused_results: reused, seconds });
    if pending.is_empty() {
        return Ok(());
    }
    let statistics = statistics::extract(plan, &pending, options.stop, emit)?;
    let batch_seconds = BATCH_SECONDS.max(seconds / MOST_BATCHES);
    let mut rest = pending.as_slice();
    let mut waiting = Vec::new();
    let mut kept = Instant::now();
    while !rest.is_empty() {
        let (batch, later) = rest.split_at(batch_size(plan, rest, batch_seconds));
        rest = later;
        let of_job = |job: &Job| {
            if stop_wanted() {
                return Ok(Vec::new());
            }
            let results = job::run(plan, job, &statistics[job.coordinates.corpus])?;
            emit(Event::JobFinished { seconds: plan.cost_of([job]).seconds });
            Ok(results)
        };
        let mut earlier = Vec::new();
        if kept.elapsed() >= options.keep_every {
            earlier = mem::take(&mut waiting);
            kept = Instant::now();
        }
        // What is finished goes to disk while the next batch is under way.
        let (on_disk, finished) = rayon::join(
            || store.add(earlier),
            || batch.par_iter().map(of_job).collect::<Vec<Result<_, ExecuteError>>>(),
        );
        on_disk?;
        let mut failure = None;
        let mut is_whole = true;
        for results in finished {
            match results {
                Ok(results) => {
                    is_whole &= !results.is_empty();
                    waiting.extend(results);
                }
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        // A stop during the last batch that left nothing out stops nothing.
        if stop_wanted() && !(is_whole && rest.is_empty()) {
            failure = failure.or(Some(ExecuteError::Interrupted));
        }
        if let Some(error) = failure {
            store.add(waiting)?;
            return Err(error);
        }
    }
    Ok(store.add(waiting)?)
}

/// Jobs with the tasks that have no result yet, near ones beside each other, and the number of tasks
/// that have one.
fn pending<'a>(
    plan: &Plan,
    jobs: impl IntoIterator<Item = &'a Job>,
    store: &PartStore,
) -> (Vec<Job>, usize) {
    let mut reused = 0;
    let mut pending = Vec::new();
    for job in jobs {
        let mut left = job.clone();
        // Keys are hashes, of which a first run needs none yet.
        if !store.is_empty() {
            left.tasks.retain(|task| !store.has(&plan.key(task)));
        }
        reused += job.tasks.len() - left.tasks.len();
        if !left.tasks.is_empty() {
            pending.push(left);
        }
    }
    pending.sort_by_cached_key(|job| plan.locality_key(job));
    (pending, reused)
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
    if store.is_empty() {
        return 0;
    }
    let keys = plan.jobs.iter().flat_map(|job| job.tasks.iter().map(|task| plan.key(task)));
    keys.filter(|key| store.has(key)).count()
}

/// The folder in which an output folder keeps its parts.
pub fn parts_folder(out: &Path) -> std::path::PathBuf {
    out.join("parts")
}
