//! Execution: jobs in, results out.
//!
//! Statistics are extracted once per scoring, jobs run in batches on all threads, and every finished
//! batch lands on disk before the next begins, so that an interrupted run resumes there. Many
//! machines may each run some of the jobs into one folder. A job is a pure function; what it returns
//! depends on its keys alone.
//!
//! This module knows nothing of tables, reports, terminals or signals: it emits [`Event`]s, and looks
//! at a flag that says that it should stop.

mod adjusted;
mod error;
mod event;
mod job;
mod judged;
mod lengths;
mod parts;
mod reduced;
mod replicates;
mod rows;
mod statistics;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use error::ExecuteError;
pub use event::Event;
pub use parts::{PartStore, Unkept, holds_parts};
use rayon::prelude::*;
pub use statistics::{CorpusRows, corpus_rows, score_corpus};

use crate::plan::{Cost, Job, Plan, SeedJob};

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
    run_jobs(plan.all_jobs(), store, RunOptions { stop, keep_every: Duration::ZERO }, emit)
}

/// How jobs are run.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions<'a> {
    /// Once set, no further job begins.
    pub stop: &'a AtomicBool,
    /// Finished results wait this long for others to share a part with; zero keeps every batch.
    pub keep_every: Duration,
}

/// [`run`] for `jobs`, which may be some of the plan's, in its order.
///
/// Seeds run one after the other: the texts of a further seed are in memory while its jobs run, and
/// while those of the seed before it do.
///
/// # Errors
///
/// See [`ExecuteError`]; what was finished before stays in the store.
pub fn run_jobs<'a>(
    jobs: impl IntoIterator<Item = SeedJob<'a>>,
    store: &mut PartStore,
    options: RunOptions<'_>,
    emit: &(dyn Fn(Event) + Sync),
) -> Result<(), ExecuteError> {
    let (pending, reused) = pending(jobs, store);
    let seconds: f64 =
        pending.iter().map(|seed| Cost::of_jobs(seed.plan, &seed.jobs).seconds).sum();
    let count = pending.iter().map(|seed| seed.jobs.len()).sum();
    emit(Event::Started { jobs: count, reused_results: reused, seconds });
    let batch_seconds = BATCH_SECONDS.max(seconds / MOST_BATCHES);
    let (unkept, kept) = (store.unkept(), Instant::now());
    let mut batches = Batches { store, options, emit, batch_seconds, unkept, kept };
    let mut texts = pending.first().map(|seed| seed.plan.with_texts());
    for (index, PendingSeed { jobs, .. }) in pending.iter().enumerate() {
        let plan = texts.take().expect("those of each seed are made before it runs");
        let (made, outcome) = rayon::join(
            || {
                let next = pending.get(index + 1).filter(|_| !options.is_stopped());
                next.map(|seed| seed.plan.with_texts())
            },
            || batches.run(&plan, jobs),
        );
        texts = made;
        if let Err(error) = outcome {
            batches.keep()?;
            return Err(error);
        }
        if texts.is_none() && index + 1 < pending.len() {
            batches.keep()?;
            return Err(ExecuteError::Interrupted);
        }
    }
    batches.keep()
}

impl RunOptions<'_> {
    fn is_stopped(&self) -> bool {
        // No thread reads what another wrote before it set the flag.
        self.stop.load(Ordering::Relaxed)
    }
}

/// Jobs on their way through batches to the disk.
struct Batches<'a> {
    store: &'a mut PartStore,
    options: RunOptions<'a>,
    emit: &'a (dyn Fn(Event) + Sync),
    /// Estimated work of a batch, seconds on one core.
    batch_seconds: f64,
    /// Results that are not on disk yet.
    unkept: Arc<Unkept>,
    /// When results last went to disk.
    kept: Instant,
}

impl Batches<'_> {
    /// Runs jobs of a plan that has its texts. Its last results may still wait afterwards.
    fn run(&mut self, plan: &Plan, jobs: &[Job]) -> Result<(), ExecuteError> {
        let Self { options, emit, .. } = *self;
        let statistics = statistics::extract(plan, jobs, options.stop, emit)?;
        plan.make_keys();
        let mut rest = jobs;
        while !rest.is_empty() {
            let (batch, later) = rest.split_at(batch_size(plan, rest, self.batch_seconds));
            rest = later;
            let unkept = &*self.unkept;
            // Whether it was run.
            let run = |job: &Job| {
                if options.is_stopped() {
                    return Ok(false);
                }
                unkept.add(job::run(plan, job, &statistics[job.coordinates.corpus])?);
                emit(Event::JobFinished { seconds: Cost::of_jobs(plan, [job]).seconds });
                Ok(true)
            };
            if self.kept.elapsed() >= options.keep_every {
                unkept.send_off();
                self.kept = Instant::now();
            }
            // What is finished goes to disk while the next batch is under way.
            let store = &mut *self.store;
            let (on_disk, finished) = rayon::join(
                || store.receive(),
                || batch.par_iter().map(run).collect::<Vec<Result<bool, ExecuteError>>>(),
            );
            on_disk?;
            let mut failure = None;
            let mut is_whole = true;
            for outcome in finished {
                match outcome {
                    Ok(was_run) => is_whole &= was_run,
                    // The first in the order of jobs, whichever thread failed first.
                    Err(error) => failure = failure.or(Some(error)),
                }
            }
            // A stop during the last batch that left nothing out stops nothing.
            if options.is_stopped() && !(is_whole && rest.is_empty()) {
                failure = failure.or(Some(ExecuteError::Interrupted));
            }
            if let Some(error) = failure {
                return Err(error);
            }
        }
        Ok(())
    }

    /// Brings to disk what waits.
    fn keep(&mut self) -> Result<(), ExecuteError> {
        self.unkept.send_off();
        Ok(self.store.receive()?)
    }
}

/// What is left to do with a seed.
struct PendingSeed<'a> {
    plan: &'a Plan,
    /// Jobs with the tasks that have no result yet, near ones beside each other.
    jobs: Vec<Job>,
}

/// What is left to do, and the number of tasks that have a result.
fn pending<'a>(
    jobs: impl IntoIterator<Item = SeedJob<'a>>,
    store: &PartStore,
) -> (Vec<PendingSeed<'a>>, usize) {
    let mut reused = 0;
    let mut seeds: BTreeMap<usize, PendingSeed<'a>> = BTreeMap::new();
    for SeedJob { seed, plan, job } in jobs {
        let mut left = job.clone();
        // Keys are hashes, of which a first run needs none yet.
        if !store.is_empty() {
            left.tasks.retain(|task| !store.has(&plan.key(task)));
        }
        reused += job.tasks.len() - left.tasks.len();
        if !left.tasks.is_empty() {
            let seed = seeds.entry(seed).or_insert_with(|| PendingSeed { plan, jobs: Vec::new() });
            seed.jobs.push(left);
        }
    }
    let mut seeds: Vec<PendingSeed<'a>> = seeds.into_values().collect();
    for PendingSeed { plan, jobs } in &mut seeds {
        jobs.sort_by_cached_key(|job| plan.locality_key(job));
    }
    (seeds, reused)
}

/// Number of jobs, at least one, whose estimated work makes a batch.
fn batch_size(plan: &Plan, jobs: &[Job], batch_seconds: f64) -> usize {
    let mut seconds = 0.0;
    let full = jobs.iter().position(|job| {
        seconds += Cost::of_jobs(plan, [job]).seconds;
        seconds >= batch_seconds
    });
    full.map_or(jobs.len(), |last| last + 1)
}

/// How many of the tasks of `plan` the store holds already.
pub fn reusable(plan: &Plan, store: &PartStore) -> usize {
    if store.is_empty() {
        return 0;
    }
    let tasks_there = plan.all_jobs().map(|SeedJob { plan, job, .. }| {
        job.tasks.iter().filter(|task| store.has(&plan.key(task))).count()
    });
    tasks_there.sum()
}

/// The folder in which an output folder keeps its parts.
pub fn parts_folder(out: &Path) -> std::path::PathBuf {
    out.join("parts")
}
