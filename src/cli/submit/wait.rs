//! Waiting for a run on Slurm. Files say what is done; Slurm says only whether waiting has a point.

use std::thread;
use std::time::{Duration, Instant};

use super::arguments::SubmitArguments;
use super::slurm::held;
use crate::cli::exit_code::Exit;
use crate::cli::failure::Failure;
use crate::cli::merge::incomplete;
use crate::cli::output::{print_lines, tell};
use crate::cli::run_folder::RunFolder;
use crate::cli::status::headline;
use crate::cluster::slurm;

/// Waits until the tables exist, or nothing can continue.
pub(super) fn wait(run: &RunFolder, arguments: &SubmitArguments) -> Result<(), Failure> {
    let mut store = run.store()?;
    let mut last = String::new();
    let name = run.job_name();
    loop {
        store.refresh(&run.plan)?;
        let progress = run.progress(&store);
        if progress.is_complete() && run.is_merged() {
            return complete(run);
        }
        let now = match slurm::queue(&name) {
            Ok(queue) if queue.is_empty() => return end(run, arguments.visibility_wait),
            Ok(queue) => {
                if let Some(held) = held(&queue) {
                    let message = format!("nothing can continue without help: {held}");
                    return Err(Failure::plain(Exit::Engine, message));
                }
                headline(&run.plan.spec.name, &progress) + "\n"
            }
            Err(error) => format!("Slurm does not answer ({error}); waiting for it\n"),
        };
        if now != last {
            tell(&now);
            last = now;
        }
        // `--poll 0s` must not call Slurm without a pause: its controller serves all users.
        thread::sleep(arguments.poll.max(Duration::from_millis(200)));
    }
}

/// Ends after the last job. Files of other machines may still appear for `patience`.
fn end(run: &RunFolder, patience: Duration) -> Result<(), Failure> {
    let start = Instant::now();
    while !run.is_merged() {
        if start.elapsed() >= patience {
            let progress = run.progress(&run.store()?);
            if !progress.is_complete() {
                return Err(incomplete(run, &progress));
            }
            let message = "all results exist, but the merge wrote no tables";
            let help = "`runner merge RUN` writes them";
            return Err(Failure::with_help(Exit::Incomplete, message, help));
        }
        thread::sleep(Duration::from_secs(1));
    }
    complete(run)
}

fn complete(run: &RunFolder) -> Result<(), Failure> {
    print_lines(&format!("complete: tables in {}\n", run.path.display()))
}
