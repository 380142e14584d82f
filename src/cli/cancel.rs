//! `runner cancel`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::failure::Failure;
use super::output::{print, tell};
use super::paths::absolute;
use super::queue_text::elsewhere;
use super::run_folder::no_plan;
use crate::cluster::slurm::Slurm;
use crate::cluster::{PlanRecord, Queue};

#[derive(Debug, Args)]
pub(super) struct CancelArguments {
    /// Output folder of a submitted run, such as `results/mine`
    #[arg(value_hint = ValueHint::DirPath)]
    run: PathBuf,
}

/// Cancels what Slurm still has of the folder's submissions; finished results stay.
pub(super) fn cancel(arguments: &CancelArguments) -> Result<(), Failure> {
    let run = absolute(&arguments.run)?;
    let record = PlanRecord::read(&run)
        .map_err(|error| if error.is_missing() { no_plan(&run) } else { error.into() })?;
    let queue = Queue::look(Slurm::default(), &run, &record.id())?;
    for line in elsewhere(&queue) {
        tell(&format!("{line}\n"));
    }
    let jobs = queue.jobs();
    if jobs.is_empty() {
        return print("nothing is queued or running\n");
    }
    Slurm::default().cancel(&jobs)?;
    print(&format!("cancelled jobs {} of Slurm; finished results are kept\n", jobs.join(", ")))
}
