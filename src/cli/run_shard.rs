//! `runner run-shard`.

use std::env;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};

use super::run_folder::RunFolder;
use super::{Exit, Failure, stop, tell, threads};
use crate::cluster::slurm;
use crate::execute::{self, ExecuteError, RunOptions};
use crate::report::progress::Progress;

/// Longest time between two saves: the work that is lost if a machine dies.
const KEEP_EVERY: Duration = Duration::from_secs(30);

/// Longest time that a requeued task waits until Slurm ends it.
const END_OF_TASK: Duration = Duration::from_mins(5);

const INTERRUPTED: &str = "interrupted; what was finished is kept";
const RESUME: &str = "run it again to resume; `runner submit` does so";

#[derive(Debug, Args)]
pub(super) struct RunShardArguments {
    /// Output folder of a run in shards, such as `results/mine`
    #[arg(value_hint = ValueHint::DirPath)]
    run: PathBuf,
    /// Number of the shard, from 0
    #[arg(long, value_name = "I")]
    shard: usize,
    /// Id of the plan that the shard belongs to; with another plan in the folder, nothing is computed
    #[arg(long, value_name = "ID", hide = true)]
    plan: Option<String>,
    /// Number of threads [default: `RAYON_NUM_THREADS`, or one per core]
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<u16>,
    /// How often a shard near its time limit is requeued
    #[arg(long, value_name = "R", default_value_t = 0)]
    max_requeues: u32,
    /// Print nothing but warnings and errors: the exit code says what was found
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run_shard(arguments: &RunShardArguments) -> Result<(), Failure> {
    let start = Instant::now();
    // First, because SIGUSR1 ends a process that does not listen for it.
    stop::listen_for_notice()?;
    threads::start(arguments.threads)?;
    let run = RunFolder::open(&arguments.run)?;
    if let Some(plan) = arguments.plan.as_ref().filter(|plan| **plan != run.record.id()) {
        let message = format!("this shard belongs to plan {plan}, but the folder has another plan");
        return Err(Failure::refusal(message, "`runner submit` runs the shards of the new plan"));
    }
    let (number, of) = (arguments.shard, run.record.shards.len());
    let shard = run.record.shards.get(number).ok_or_else(|| {
        let message = format!("there is no shard {number}: the plan has {of}, from 0");
        Failure::plain(Exit::Request, message)
    })?;
    let say = |text: String| {
        if !arguments.quiet {
            tell(&text);
        }
    };
    let host = gethostname::gethostname();
    let (host, count) = (host.to_string_lossy(), rayon::current_num_threads());
    let jobs = shard.positions.len();
    say(format!("shard {number} of {of} ({jobs} test sets) on {host}, {count} threads\n"));
    let mut store = run.store()?;
    store.join()?;
    let unkept = store.unkept();
    stop::at_end(stop::WHILE, move || match unkept.keep() {
        Ok(_) => Failure::with_help(Exit::Interrupted, INTERRUPTED, RESUME),
        Err(error) => error.into(),
    });
    let progress = Progress::of_task(arguments.quiet);
    let options = RunOptions { stop: stop::flag(), keep_every: KEEP_EVERY };
    let all: Vec<_> = run.plan.all_jobs().collect();
    let jobs = shard.positions.iter().map(|job| all[*job]);
    let outcome = execute::run_jobs(jobs, &mut store, options, &|event| progress.show(event));
    progress.finish();
    match outcome {
        Err(ExecuteError::Interrupted) => return Err(interrupted(arguments.max_requeues)),
        outcome => outcome?,
    }
    say(format!("shard {number} is complete after {} s\n", start.elapsed().as_secs()));
    Ok(())
}

/// Requeues a task that is near its time limit. Returns the failure of a task that was asked to stop and has
/// saved its work.
fn interrupted(max_requeues: u32) -> Failure {
    let mut message = INTERRUPTED.to_owned();
    match task_of_slurm().filter(|_| stop::is_near_limit()) {
        Some((_, restarts)) if restarts >= max_requeues => {
            message = format!("{message}; its limit is near, and it was queued {restarts} times");
        }
        Some((task, _)) => {
            tell(&format!("the limit of task {task} is near: queueing it again\n"));
            if let Err(error) = slurm::requeue(&task) {
                tell(&format!("warning: cannot queue it again: {error}\n"));
            } else {
                // Slurm ends this process. If the process ended by itself, the task would look complete.
                let start = Instant::now();
                while !stop::is_asked() && start.elapsed() < END_OF_TASK {
                    thread::sleep(Duration::from_millis(100));
                }
            }
        }
        None => {}
    }
    Failure::with_help(Exit::Interrupted, message, RESUME)
}

/// Returns the id of this array task of Slurm, and the number of its restarts. The id has the index of the
/// task, because the id of the last task without its index is the id of the whole array.
fn task_of_slurm() -> Option<(String, u32)> {
    let job = env::var("SLURM_ARRAY_JOB_ID").ok()?;
    let task = env::var("SLURM_ARRAY_TASK_ID").ok()?;
    let restarts = env::var("SLURM_RESTART_COUNT").ok();
    let restarts = restarts.and_then(|count| count.parse().ok()).unwrap_or(0);
    Some((format!("{job}_{task}"), restarts))
}
