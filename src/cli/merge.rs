//! `runner merge`.

use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};

use super::experiment::inputs;
use super::finished_run::FinishedRun;
use super::options::Telling;
use super::out_folder::OutFolder;
use super::run_folder::RunFolder;
use super::run_log::RunLog;
use super::{Exit, Failure, duration, refusal, tell, threads};
use crate::cluster::{Progress, ShardState};
use crate::execute::{PartStore, reusable};
use crate::words::ranges;

/// Interval of polling for parts.
const POLL: Duration = Duration::from_secs(2);

/// Largest number of missing shards that get a line each.
const MAX_LINES: usize = 10;

#[derive(Debug, Args)]
pub(super) struct MergeArguments {
    /// Output folder of a run in shards, such as `results/mine`
    #[arg(value_hint = ValueHint::DirPath)]
    run: PathBuf,
    /// Wait this long for files of other machines to appear
    #[arg(long, value_name = "TIME", default_value = "0s", value_parser = duration::parse)]
    visibility_wait: Duration,
    /// Number of threads [default: `RAYON_NUM_THREADS`, or one per core]
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<u16>,
    /// Print nothing but warnings and errors: the exit code says what was found
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn merge(arguments: &MergeArguments) -> Result<(), Failure> {
    let start = Instant::now();
    threads::start(arguments.threads)?;
    let run = RunFolder::open(&arguments.run)?;
    let mut store = run.store()?;
    let progress = wait_for_parts(&run, &mut store, arguments.visibility_wait)?;
    let damaged: Vec<String> =
        store.damaged().iter().map(|path| path.display().to_string()).collect();
    for path in &damaged {
        tell(&format!("warning: `{path}` is damaged; its results count as missing\n"));
    }
    if !progress.is_complete() {
        return Err(incomplete(&run, &progress));
    }
    let inputs = inputs(&run.record.source, &run.plan)?;
    let mut out = OutFolder::open(run.path.clone(), Some(&run.plan.spec.name), &inputs)?;
    store.prepare()?;
    let finished = FinishedRun::new(&run.plan, &store, Some(&out.path))?;
    let log = RunLog::new(&run.plan, start, reusable(&run.plan, &store), damaged);
    // The report needs memory, but not the store.
    drop(store);
    finished.write(&mut out, &log, Telling { quiet: arguments.quiet, ..Telling::default() })?;
    refusal::check(&run.plan.warnings)
}

/// Waits until all parts exist, at most for `patience`. On network file systems, files of other machines may
/// appear late.
fn wait_for_parts(
    run: &RunFolder,
    store: &mut PartStore,
    patience: Duration,
) -> Result<Progress, Failure> {
    let start = Instant::now();
    loop {
        let progress = run.progress(store);
        let left = patience.saturating_sub(start.elapsed());
        if progress.is_complete() || left.is_zero() {
            return Ok(progress);
        }
        thread::sleep(POLL.min(left));
        store.refresh(&run.plan)?;
    }
}

/// Lists the missing shards.
pub(super) fn incomplete(run: &RunFolder, progress: &Progress) -> Failure {
    let missing: Vec<&ShardState> = progress.missing().collect();
    for ShardState { shard, there, results, .. } in missing.iter().take(MAX_LINES) {
        tell(&format!("shard {shard}: {there} of {results} results\n"));
    }
    if missing.len() > MAX_LINES {
        let rest = ranges(missing[MAX_LINES..].iter().map(|shard| shard.shard));
        tell(&format!("also missing: shards {rest}\n"));
    }
    let (count, of, logs) = (missing.len(), progress.shards.len(), run.scripts());
    let message = format!("incomplete: results of {count} of {of} shards are missing");
    let mut help = "`runner submit` again runs what is missing".to_owned();
    if logs.exists() {
        help = format!("{help}; logs of Slurm's tasks are in `{}`", logs.display());
    }
    Failure::with_help(Exit::Incomplete, message, help)
}
