//! `runner submit`: writes scripts for the missing shards and submits them to Slurm. The same command again
//! resumes, because the files in the folder alone decide which shards are missing.

mod arguments;
mod quote;
mod script;
mod slurm;
mod wait;

pub(super) use quote::shell;
use std::fs;
use std::path::Path;
use std::time::Duration;

pub(super) use arguments::SubmitArguments;

use arguments::Engine;

use super::experiment::inputs;
use super::paths::absolute;
use super::run_folder::{RunFolder, record, refuse};
use super::{Exit, Failure, out_folder, plan, print_lines, stop, tell};
use crate::cluster::{self, Mismatch, PlanRecord, Sharding};
use crate::file_error::FileError;

/// Default work of a shard, seconds on each of its threads.
const SHARD_SECONDS: f64 = 600.0;

/// Longest time to wait for another submission to the same folder.
const PATIENCE: Duration = Duration::from_mins(2);

const SEE_STATUS: &str = "`runner status RUN` shows the progress and how to cancel the jobs";

pub(super) fn submit(arguments: &SubmitArguments) -> Result<(), Failure> {
    check(arguments)?;
    let (run, lock) = open(arguments)?;
    let store = run.store()?;
    for path in store.damaged() {
        let path = path.display();
        tell(&format!("warning: `{path}` is damaged; what it held is computed again\n"));
    }
    let progress = run.progress(&store);
    if progress.is_complete() && run.is_merged() {
        return print_lines(&format!("complete: tables in {}\n", run.path.display()));
    }
    let missing: Vec<usize> = progress.missing().map(|shard| shard.shard).collect();
    match arguments.engine {
        Engine::Slurm => {
            stop::at_end_tell("interrupted; what was submitted continues".to_owned(), SEE_STATUS);
            slurm::submit(&run, &missing, arguments)?;
            // Waiting may take days and does not disturb another submission.
            drop(lock);
            if arguments.wait { wait::wait(&run, arguments) } else { Ok(()) }
        }
        Engine::Script => script::write(&run, &missing, arguments),
    }
}

/// Refuses options that exclude each other or would break a script.
fn check(arguments: &SubmitArguments) -> Result<(), Failure> {
    let mut lines = arguments.sbatch_options().chain(arguments.setup.iter().cloned());
    let is_cut = |line: &String| line.contains('#') || line.trim_end().ends_with(['&', '\\']);
    let is_name = |line: &String| line.starts_with("--job-name") || line.starts_with("-J");
    let is_script = arguments.engine == Engine::Script;
    let refusals = [
        (
            lines.any(|line| line.chars().any(char::is_control)),
            "options that go into scripts must not contain control characters",
        ),
        (
            is_script && arguments.setup.iter().any(is_cut),
            "with --engine script, --setup must not contain `#` or end in `&` or `\\`",
        ),
        (
            arguments.engine_args.iter().any(is_name),
            "runner finds its jobs by their names: leave --job-name out",
        ),
        (
            is_script && arguments.wait,
            "--wait needs --engine slurm: --engine script submits nothing",
        ),
    ];
    let refusal = refusals.into_iter().find(|(is_refused, _)| *is_refused);
    refusal.map_or(Ok(()), |(_, message)| Err(Failure::plain(Exit::Request, message)))
}

/// Opens the folder with its plan and locks it. Makes the plan of a spec if there is none.
fn open(arguments: &SubmitArguments) -> Result<(RunFolder, fs::File), Failure> {
    let options = &arguments.options;
    let wish = match (arguments.shards, arguments.shard_time) {
        (Some(count), _) => Some(Sharding::Count(count as usize)),
        (None, time) => time.map(|time| Sharding::Seconds(time.as_secs_f64())),
    };
    let (run, lock) = if arguments.target.is_dir() {
        let is_of_spec = options.out.is_some() || options.data.is_some();
        if is_of_spec || !options.studies.is_empty() || options.seeds.is_some() {
            let message = "--out, --data, --study and --seeds go with a spec, not with a folder";
            return Err(Failure::plain(Exit::Request, message));
        }
        let run = RunFolder::open(&arguments.target)?;
        out_folder::claim(&run.path, None, &[])?;
        let lock = lock(&run.path)?;
        (run, lock)
    } else {
        let experiment = options.read(&arguments.target)?;
        let (plan, source) = (experiment.plan()?, experiment.source);
        let path = absolute(&out_folder::path(options.out.as_deref(), &plan.spec))?;
        out_folder::claim(&path, Some(&plan.spec.name), &inputs(&source, &plan)?)?;
        let lock = lock(&path)?;
        let Some(recorded) = PlanRecord::read(&path)? else {
            let default = SHARD_SECONDS * f64::from(arguments.cpus_per_task);
            let wish = wish.unwrap_or(Sharding::Seconds(default));
            let run = record(path, source, plan, wish)?;
            tell(&plan::describe(&run, wish));
            return Ok((run, lock));
        };
        (RunFolder::with(path, recorded, plan)?, lock)
    };
    if wish.is_some_and(|wish| cluster::shards(&run.plan, wish).len() != run.record.shards.len()) {
        return Err(refuse(&run.path, &Mismatch::Shards));
    }
    Ok((run, lock))
}

/// Lets only one process at a time look for missing shards and submit them. Where locks do not work, shards may be
/// submitted twice, which only costs time.
fn lock(run: &Path) -> Result<fs::File, Failure> {
    let folder = cluster::folder(run);
    fs::create_dir_all(&folder).map_err(FileError::on("create", &folder))?;
    out_folder::lock(&folder.join(".lock"), PATIENCE, &|holder| {
        format!("another submission for this folder is under way: {holder}; try again later")
    })
}
