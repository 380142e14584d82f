//! Waiting for a run on Slurm. Files say what is done; Slurm says only whether waiting has a point.

use std::thread;
use std::time::{Duration, Instant};

use super::arguments::SubmitArguments;
use crate::cli::exit_code::Exit;
use crate::cli::failure::Failure;
use crate::cli::merge::{incomplete, wait_for_parts};
use crate::cli::output::{print_lines, tell};
use crate::cli::queue_text::{engine, headline, remedy};
use crate::cli::run_folder::RunFolder;
use crate::cluster::slurm::Slurm;
use crate::cluster::{LookError, Queue};

/// How long Slurm may be silent before waiting ends.
const SILENCE: Duration = Duration::from_mins(30);

/// Waits until the tables exist, or nothing can continue.
pub(super) fn wait(run: &RunFolder, arguments: &SubmitArguments) -> Result<(), Failure> {
    let slurm = Slurm { limit: arguments.engine_timeout };
    let mut store = run.store()?;
    let mut last = String::new();
    let mut silent: Option<Instant> = None;
    loop {
        store.refresh(&run.plan)?;
        let progress = run.progress(&store)?;
        if progress.is_complete() && run.is_merged() {
            return print_lines(&format!("complete: tables in {}\n", run.path.display()));
        }
        match Queue::look(slurm, &run.path, &run.record.id()) {
            Ok(queue) => {
                silent = None;
                let mut lines = vec![headline(&run.plan.spec.name, &progress)];
                lines.extend(engine(&queue));
                let now = lines.join("; ") + "\n";
                if now != last {
                    tell(&now);
                    last = now;
                }
                if queue.alive().next().is_none() {
                    return end(run, arguments.visibility_wait);
                }
                if let Some(stuck) = queue.stuck() {
                    let remedies: Vec<String> = stuck.iter().map(|queued| remedy(queued)).collect();
                    let message =
                        format!("nothing can continue without help: {}", remedies.join("; "));
                    return Err(Failure::plain(Exit::Engine, message));
                }
            }
            Err(LookError::File(error)) => return Err(error.into()),
            Err(LookError::Engine(error)) => {
                let since = *silent.get_or_insert_with(|| {
                    tell(&format!("Slurm does not answer ({error}); waiting for it\n"));
                    Instant::now()
                });
                if since.elapsed() > SILENCE {
                    return Err(error.into());
                }
            }
        }
        // `--poll 0s` must not call Slurm without a pause: its controller serves all users.
        thread::sleep(arguments.poll.max(Duration::from_millis(200)));
    }
}

/// Nothing of the run is with Slurm any more: what it wrote may still appear for `patience`.
fn end(run: &RunFolder, patience: Duration) -> Result<(), Failure> {
    let start = Instant::now();
    let mut store = run.store()?;
    let progress = wait_for_parts(run, &mut store, patience)?;
    if !progress.is_complete() {
        return Err(incomplete(run, progress));
    }
    while !run.is_merged() {
        if start.elapsed() >= patience {
            let message = "all results are there, but the merge made no tables";
            let help =
                "`runner merge` makes them; the log of the merge lies in the folder `cluster`";
            return Err(Failure::with_help(Exit::Incomplete, message, help));
        }
        thread::sleep(Duration::from_secs(1));
    }
    print_lines(&format!("complete: tables in {}\n", run.path.display()))
}
