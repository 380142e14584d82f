//! Run folders: output folders with a plan that is cut into shards.

use std::fs;
use std::mem;
use std::path::{Path, PathBuf};

use super::paths::absolute;
use super::{Exit, Experiment, Failure};
use crate::analyses;
use crate::cluster::{self, Mismatch, PlanRecord, Progress, Sharding, Source};
use crate::durable;
use crate::execute::{PartStore, parts_folder};
use crate::file_error::FileError;
use crate::plan::Plan;
use crate::program;
use crate::table::ResultFolder;

/// Help if another user made the plan and its spec has commands.
const OF_ANOTHER_USER: &str = "the plan is of another user, whose commands are not run: have this user run it, or make a plan of your own";

/// A run folder with its plan, which was made again from the record and checked.
pub(super) struct RunFolder {
    /// Absolute.
    pub(super) path: PathBuf,
    pub(super) record: PlanRecord,
    pub(super) plan: Plan,
}

impl RunFolder {
    /// Reads the record in the folder at `path` and makes its plan again.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let path = absolute(path)?;
        let record = PlanRecord::read(&path)?.ok_or_else(|| no_plan(&path))?;
        let mut source = record.source.clone();
        // In a shared folder, the commands may have been allowed by another user.
        let is_allowed =
            source.allow_commands && program::is_of_this_user(&PlanRecord::path(&path));
        let was_allowed = mem::replace(&mut source.allow_commands, is_allowed);
        let plan = Experiment::from_source(source)?.plan().map_err(|failure| {
            if was_allowed == is_allowed { failure } else { failure.refused(OF_ANOTHER_USER) }
        })?;
        Self::with(path, record, plan)
    }

    /// Returns the folder at the absolute `path` if `record` is the record of `plan`.
    pub(super) fn with(path: PathBuf, record: PlanRecord, plan: Plan) -> Result<Self, Failure> {
        let check = record.check(&plan, &analyses::manifest(&plan));
        check.map_err(|mismatch| refuse(&path, &mismatch))?;
        Ok(Self { path, record, plan })
    }

    /// Opens the results that exist.
    pub(super) fn store(&self) -> Result<PartStore, Failure> {
        Ok(PartStore::open(&parts_folder(&self.path), &self.plan)?)
    }

    /// Counts the results in `store`.
    pub(super) fn progress(&self, store: &PartStore) -> Progress {
        Progress::new(&self.plan, &self.record.shards, store)
    }

    /// Returns the name of all jobs of this plan.
    pub(super) fn job_name(&self) -> String {
        cluster::slurm::job_name(&self.path, &self.record.id())
    }

    /// Says how to list and cancel the jobs of this plan.
    pub(super) fn about_jobs(&self) -> String {
        let name = self.job_name();
        format!("`squeue --name={name}` lists the Slurm jobs, `scancel --name={name}` cancels them")
    }

    /// Returns the names of the jobs of all other plans whose scripts are in the folder.
    pub(super) fn earlier_job_names(&self) -> Result<Vec<String>, Failure> {
        let folder = cluster::folder(&self.path);
        let entries = fs::read_dir(&folder).map_err(FileError::on("read", &folder))?.flatten();
        let folders = entries.filter(|entry| entry.path().is_dir());
        let plans = folders.filter_map(|entry| entry.file_name().into_string().ok());
        let earlier = plans.filter(|plan| *plan != self.record.id());
        Ok(earlier.map(|plan| cluster::slurm::job_name(&self.path, &plan)).collect())
    }

    /// Returns the folder for the scripts and logs of this plan.
    pub(super) fn scripts(&self) -> PathBuf {
        cluster::folder(&self.path).join(self.record.id())
    }

    /// Writes a file into the folder for scripts.
    pub(super) fn write_script(&self, name: &str, text: &str) -> Result<PathBuf, Failure> {
        let folder = self.scripts();
        fs::create_dir_all(&folder).map_err(FileError::on("create", &folder))?;
        let path = folder.join(name);
        durable::write(&path, text.as_bytes()).map_err(FileError::on("write", &path))?;
        Ok(path)
    }

    /// Returns `true` if the tables of this plan exist as they were written.
    pub(super) fn is_merged(&self) -> bool {
        self.damaged_tables().is_some_and(|damaged| damaged.is_empty())
    }

    /// Reads all tables of this plan. Returns a message for each that was changed or deleted, or `None` if
    /// the tables were not made yet.
    pub(super) fn damaged_tables(&self) -> Option<Vec<String>> {
        // Listing makes a network file system look again.
        let _ = fs::read_dir(&self.path).map(Iterator::count);
        let damaged = match ResultFolder::open(&self.path).transpose()? {
            Ok(results) if results.manifest.run_identity != self.record.manifest.run_identity => {
                return None;
            }
            Ok(results) => results.damaged_tables(),
            Err(error) => vec![error],
        };
        Some(damaged.iter().map(ToString::to_string).collect())
    }
}

/// Returns the failure of a command on a folder without a plan.
pub(super) fn no_plan(path: &Path) -> Failure {
    let message = format!("`{}` has no plan that is cut into shards", path.display());
    let help = "`runner plan SPEC --shards N --out DIR` makes one, and so does `runner submit`";
    Failure::refusal(message, help)
}

/// Cuts `plan`, which was made from `source`, and records it in the folder at the absolute `path`. Existing
/// results stay.
pub(super) fn record(
    path: PathBuf,
    source: Source,
    plan: Plan,
    wish: Sharding,
) -> Result<RunFolder, Failure> {
    let source = Source { data: absolute(&source.data)?, ..source };
    let (manifest, shards) = (analyses::manifest(&plan), cluster::shards(&plan, wish));
    let record = PlanRecord { manifest, source, shards };
    record.write(&path)?;
    Ok(RunFolder { path, record, plan })
}

/// Returns the failure if a plan is not the one that is recorded in the folder.
pub(super) fn refuse(run: &Path, mismatch: &Mismatch) -> Failure {
    let exit = match mismatch {
        Mismatch::Input(_) => Exit::Input,
        Mismatch::Version { .. } | Mismatch::Spec | Mismatch::Shards => Exit::Request,
    };
    let message = format!("this is not the plan of `{}`: {mismatch}", run.display());
    let help = match mismatch {
        Mismatch::Version { .. } => {
            "use the same program on all machines, or plan again with `runner plan SPEC --shards N`"
        }
        _ => {
            "name another folder with --out, or plan again with `runner plan SPEC --shards N`: \
             results that still hold are kept"
        }
    };
    Failure::with_help(exit, message, help)
}
