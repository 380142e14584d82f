//! Waiting for a run on Slurm. Files decide which results exist; the queue only decides how long to wait.

use std::thread;
use std::time::{Duration, Instant};

use super::arguments::SubmitArguments;
use super::slurm::held;
use crate::cli::merge::incomplete;
use crate::cli::run_folder::RunFolder;
use crate::cli::status::headline;
use crate::cli::{Exit, Failure, print_lines, tell};
use crate::cluster::slurm;

/// Waits until the tables exist, or nothing can continue. Files of other machines may appear a while after
/// the end of the last job.
pub(super) fn wait(run: &RunFolder, arguments: &SubmitArguments) -> Result<(), Failure> {
    let mut store = run.store()?;
    let (mut last, mut end) = (String::new(), None);
    let name = run.job_name();
    loop {
        // The queue comes first: if the last job ends in between, its files count.
        let queue = slurm::queue(&name);
        store.refresh(&run.plan)?;
        let progress = run.progress(&store);
        if progress.is_complete() && run.is_merged() {
            return print_lines(&format!("complete: tables in {}\n", run.path.display()));
        }
        let now = match queue {
            Ok(queue) => {
                if let Some(held) = held(&queue) {
                    let message = format!("nothing can continue without help: {held}");
                    return Err(Failure::plain(Exit::Engine, message));
                }
                end = queue.is_empty().then(|| end.unwrap_or_else(Instant::now));
                headline(&run.plan.spec.name, &progress) + "\n"
            }
            Err(error) => format!("Slurm does not answer ({error}); waiting for it\n"),
        };
        if end.is_some_and(|end| end.elapsed() >= arguments.visibility_wait) {
            if !progress.is_complete() {
                return Err(incomplete(run, &progress));
            }
            let message = "all results exist, but the merge wrote no tables";
            let help = "`runner merge RUN` writes them";
            return Err(Failure::with_help(Exit::Incomplete, message, help));
        }
        if now != last {
            tell(&now);
            last = now;
        }
        // `--poll 0s` must not call Slurm without a pause: its controller serves all users.
        thread::sleep(arguments.poll.max(Duration::from_millis(200)));
    }
}
