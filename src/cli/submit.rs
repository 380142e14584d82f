//! `runner submit`: what is missing goes to an engine. Given again it resumes, since what is missing is
//! found in the files of the folder alone.

mod arguments;
mod local;
mod quote;
mod script;
mod scripts;
mod slurm;
mod wait;

pub(super) use quote::shell;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

pub(super) use arguments::SubmitArguments;

use arguments::Engine;

use super::exit_code::Exit;
use super::experiment::inputs;
use super::failure::Failure;
use super::output::{print_lines, tell};
use super::paths::absolute;
use super::run_folder::{self, RunFolder, no_plan, record, refuse};
use super::{out_folder, plan, stop};
use crate::cluster::{self, Mismatch, PlanRecord, ShardState, Sharding, clear_failures};
use crate::file_error::FileError;
use crate::plan::Plan;

/// Default work of a shard, seconds on each of its threads.
const SHARD_SECONDS: f64 = 600.0;

/// How long a submission waits for another one for the same folder.
const PATIENCE: Duration = Duration::from_mins(2);

const SEE_STATUS: &str = "`runner status RUN` shows it";

pub(super) fn submit(arguments: &SubmitArguments) -> Result<(), Failure> {
    check(arguments)?;
    let target = Target::read(arguments)?;
    out_folder::claim(target.path(), target.experiment(), &target.inputs()?)?;
    let folder = cluster::folder(target.path());
    fs::create_dir_all(&folder).map_err(FileError::on("create", &folder))?;
    // Only one at a time looks for what is missing and hands it out. Where locks do not work, shards
    // may be handed out twice, which costs time and nothing else.
    let lock = out_folder::lock(&folder.join(".lock"), PATIENCE, &|holder| {
        format!("another submission for this folder is under way: {holder}; try again later")
    })?;
    let run = target.open(arguments)?;
    if arguments.retry_failed {
        clear_failures(&run.path)?;
    }
    let store = run.store()?;
    let progress = run.progress(&store)?;
    for path in store.damaged() {
        let path = path.display();
        tell(&format!("warning: `{path}` is damaged; what it held is computed again\n"));
    }
    let (failed, missing): (Vec<&ShardState>, Vec<&ShardState>) =
        progress.missing().partition(|shard| shard.failed.is_some());
    if missing.is_empty() {
        if let Some(failed) = failed.iter().find_map(|shard| shard.failed.as_ref()) {
            return Err(run_folder::failed(failed));
        }
        if run.is_merged() {
            return print_lines(&format!("complete: tables in {}\n", run.path.display()));
        }
    }
    for shard in failed {
        let why = shard.failed.as_ref().map_or("", |failed| &failed.message);
        tell(&format!("warning: shard {} failed in itself and is left out: {why}\n", shard.shard));
    }
    let keys: Vec<String> = missing.iter().map(|shard| shard.key.clone()).collect();
    match arguments.engine {
        Engine::Slurm => {
            stop::at_end_tell("interrupted; what was submitted continues".to_owned(), SEE_STATUS);
            slurm::submit(&run, &keys, arguments)?;
            // Waiting may take days, and changes nothing that another submission looks at.
            drop(lock);
            if arguments.wait { wait::wait(&run, arguments) } else { Ok(()) }
        }
        Engine::Local => local::run(&run, &keys, arguments),
        Engine::Script => script::write(&run, &keys, arguments),
    }
}

/// Refuses what makes no sense together, and what would break a script.
fn check(arguments: &SubmitArguments) -> Result<(), Failure> {
    let has_control = arguments.lines().any(|line| line.chars().any(char::is_control));
    if has_control {
        let message = "options that go into scripts must not hold control characters";
        return Err(Failure::plain(Exit::Request, message));
    }
    if arguments.names_jobs() {
        let message = "jobs are found by names of their own: leave --job-name out";
        return Err(Failure::plain(Exit::Request, message));
    }
    let message = match arguments.engine {
        Engine::Slurm if arguments.wait && arguments.dry_run => {
            "--dry-run submits nothing that --wait could wait for"
        }
        Engine::Local if arguments.dry_run => {
            "--dry-run goes with --engine slurm; --engine script only writes scripts"
        }
        Engine::Script if arguments.wait => {
            "--engine script submits nothing that --wait could wait for"
        }
        _ => return Ok(()),
    };
    Err(Failure::plain(Exit::Request, message))
}

/// What is to be submitted.
enum Target {
    /// A folder with a plan.
    Folder(PathBuf),
    /// A plan and the folder that it belongs into.
    Spec(PathBuf, cluster::Source, Box<Plan>),
}

impl Target {
    fn read(arguments: &SubmitArguments) -> Result<Self, Failure> {
        let options = &arguments.options;
        if arguments.target.is_dir() {
            let is_of_spec = options.out.is_some() || options.data.is_some();
            if is_of_spec || !options.studies.is_empty() || options.seeds.is_some() {
                let message =
                    "--out, --data, --study and --seeds go with a spec, not with a folder";
                return Err(Failure::plain(Exit::Request, message));
            }
            let path = absolute(&arguments.target)?;
            return match PlanRecord::read(&path) {
                Ok(_) => Ok(Self::Folder(path)),
                Err(error) if error.is_missing() => Err(no_plan(&path)),
                Err(error) => Err(error.into()),
            };
        }
        let experiment = options.read(&arguments.target)?;
        let plan = experiment.plan()?;
        let path = absolute(&out_folder::path(options.out.as_deref(), &plan.spec))?;
        Ok(Self::Spec(path, experiment.source, Box::new(plan)))
    }

    fn path(&self) -> &PathBuf {
        let (Self::Folder(path) | Self::Spec(path, ..)) = self;
        path
    }

    /// The experiment of a new plan.
    fn experiment(&self) -> Option<&str> {
        match self {
            Self::Folder(_) => None,
            Self::Spec(_, _, plan) => Some(&plan.spec.name),
        }
    }

    /// The files that a new plan is made from.
    fn inputs(&self) -> Result<Vec<PathBuf>, Failure> {
        match self {
            // Its plan is there.
            Self::Folder(_) => Ok(Vec::new()),
            Self::Spec(_, source, plan) => inputs(source, plan),
        }
    }

    /// The folder with its plan, which is made where there is none.
    fn open(self, arguments: &SubmitArguments) -> Result<RunFolder, Failure> {
        let wanted = match (arguments.shards, arguments.shard_time) {
            (Some(count), _) => Some(Sharding::Count(count as usize)),
            (None, Some(time)) => Some(Sharding::Seconds(time.as_secs_f64())),
            (None, None) => None,
        };
        let run = match self {
            Self::Folder(path) => RunFolder::open(&path)?,
            Self::Spec(path, source, plan) => match PlanRecord::read(&path) {
                Ok(record) => RunFolder::with(path, record, *plan)?,
                Err(error) if error.is_missing() => {
                    let usual = SHARD_SECONDS * f64::from(arguments.cpus_per_task);
                    let wish = wanted.unwrap_or(Sharding::Seconds(usual));
                    let run = record(path, source, *plan, wish)?;
                    tell(&plan::describe(&run, wish));
                    return Ok(run);
                }
                Err(error) => return Err(error.into()),
            },
        };
        if let Some(wish) = wanted
            && cluster::shards(&run.plan, wish).len() != run.shards.len()
        {
            return Err(refuse(&run.path, &Mismatch::Shards));
        }
        Ok(run)
    }
}
