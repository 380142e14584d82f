//! Slurm, through its own programs.
//!
//! All jobs of a plan in a run folder have the same name, which follows from the plan and the path of the folder. The
//! script of a job says which shards the job is for.

use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::program;

/// Name of the script of the job that merges.
pub const MERGE_SCRIPT: &str = "merge.sh";

/// Time limit of each call. `sbatch` waits forever if the controller is full.
const LIMIT: Duration = Duration::from_mins(1);

/// The failure of a program of Slurm.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct EngineError(String);

/// A job, or a task of a job array, that runs or waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queued {
    /// `JOB_INDEX` for a task of an array, otherwise `JOB`.
    pub id: String,
    /// State, as Slurm names it.
    pub state: String,
    /// Reason why it waits.
    pub reason: String,
    /// Path of its script.
    pub script: String,
}

impl Queued {
    /// Returns the id of the job, without the index of the task.
    pub fn job(&self) -> &str {
        self.id.split_once('_').map_or(&self.id, |(job, _)| job)
    }

    /// Returns the number of the shard that a task computes.
    pub fn shard(&self) -> Option<usize> {
        let name = Path::new(&self.script).file_stem()?.to_str()?;
        let first: usize = name.strip_prefix("array-")?.parse().ok()?;
        let index: usize = self.id.split_once('_')?.1.parse().ok()?;
        Some(first + index)
    }

    /// Returns `true` if the job merges.
    pub fn is_merge(&self) -> bool {
        Path::new(&self.script).ends_with(MERGE_SCRIPT)
    }

    /// Returns `true` if the job waits for a reason that does not go away by itself.
    pub fn cannot_start(&self) -> bool {
        const REASONS: &str = "BadConstraints DependencyNeverSatisfied InvalidAccount InvalidQOS \
                               PartitionNodeLimit PartitionTimeLimit";
        self.state == "PENDING" && REASONS.split(' ').any(|reason| reason == self.reason)
    }

    /// Returns `true` if the job waits until a user releases it.
    pub fn is_held(&self) -> bool {
        // `JobHeldUser`, `JobHeldAdmin`, `launch failed requeued held`.
        self.state.contains("HOLD") || self.reason.to_ascii_lowercase().contains("held")
    }
}

/// Returns the name of all jobs of a plan in the run folder at `run`, by whichever path it is reached.
pub fn job_name(run: &Path, plan: &str) -> String {
    let path = run.canonicalize().unwrap_or_else(|_| run.to_owned());
    let mut hasher = blake3::Hasher::new_derive_key("runner 2026 jobs of a run folder");
    hasher.update(plan.as_bytes());
    hasher.update(path.as_os_str().as_encoded_bytes());
    format!("runner-{}", &hasher.finalize().to_hex()[..16])
}

/// Returns the jobs that run or wait and have one of these names, which commas separate.
///
/// # Errors
///
/// If `squeue` fails.
pub fn queue(names: &str) -> Result<Vec<Queued>, EngineError> {
    // `-r` prints a line for each task of an array. The script is last, since a path may contain `|`.
    let answer = call("squeue", &["-h", "-r", &format!("--name={names}"), "-o", "%i|%T|%r|%o"])?;
    let parse = |line: &str| {
        let mut fields = line.splitn(4, '|').map(|field| field.trim().to_owned());
        let mut next = || fields.next();
        Some(Queued { id: next()?, state: next()?, reason: next()?, script: next()? })
    };
    let lines = answer.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| parse(line).ok_or_else(|| unclear("squeue", line))).collect()
}

/// Returns the largest number of tasks of a job array. Their indices start at 0.
///
/// # Errors
///
/// If `scontrol` fails or does not say.
pub fn max_array_size() -> Result<usize, EngineError> {
    let answer = call("scontrol", &["show", "config"])?;
    let line = answer.lines().find_map(|line| line.trim().strip_prefix("MaxArraySize"));
    let size = line.and_then(|line| line.trim().strip_prefix('=')?.trim().parse().ok());
    size.filter(|size| *size > 0).ok_or_else(|| unclear("scontrol", "no usable MaxArraySize"))
}

/// Submits a script as a job called `name`, after the ends of the jobs `after`. Returns the id of the job.
///
/// # Errors
///
/// If `sbatch` fails.
pub fn submit(script: &Path, name: &str, after: &[String]) -> Result<String, EngineError> {
    // An environment variable would overrule the name in the script.
    let (name, script) = (format!("--job-name={name}"), script.to_string_lossy());
    let dependency = format!("--dependency=afterany:{}", after.join(":"));
    let mut arguments = vec!["--parsable", &name];
    if !after.is_empty() {
        arguments.push(&dependency);
    }
    arguments.push(&script);
    let answer = call("sbatch", &arguments)?;
    // `ID` or `ID;CLUSTER`.
    let id = answer.trim().split(';').next().unwrap_or_default();
    let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    is_id.then(|| id.to_owned()).ok_or_else(|| unclear("sbatch", answer.trim()))
}

/// Requeues a running task, which ends it. The id must be `JOB_INDEX`, because the id of the last task of an
/// array without its index is the id of the whole array.
///
/// # Errors
///
/// If `scontrol` fails.
pub fn requeue(task: &str) -> Result<(), EngineError> {
    call("scontrol", &["requeue", task]).map(|_| ())
}

fn unclear(program: &str, answer: &str) -> EngineError {
    EngineError(format!("`{program}` gave an answer that runner does not understand: {answer}"))
}

/// Runs a program and returns its standard output. Kills it after the time limit.
fn call(name: &str, arguments: &[&str]) -> Result<String, EngineError> {
    let mut command = Command::new(name);
    command.args(arguments);
    // Variables such as `SQUEUE_STATES` would hide jobs.
    let names = std::env::vars_os().map(|(name, _)| name);
    for name in names.filter(|name| name.to_string_lossy().starts_with("SQUEUE_")) {
        command.env_remove(name);
    }
    let ended = program::call(command, LIMIT, |_| ()).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            EngineError(format!("there is no `{name}` here: it is not in PATH"))
        }
        _ => EngineError(format!("cannot start `{name}`: {error}")),
    })?;
    let lines = ended.errors.lines().map(str::trim).filter(|line| !line.is_empty());
    let errors: String = lines.flat_map(|line| [": ", line]).collect();
    let outcome = match ended.status {
        Some(status) if status.success() => return Ok(ended.output),
        Some(_) => "refused".to_owned(),
        None => format!("did not end within {} s and was stopped", LIMIT.as_secs()),
    };
    Err(EngineError(format!("`{name}` {outcome}{errors}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_of_tasks_follow_from_the_script() {
        let task = |id: &str, reason: &str, script: &str| Queued {
            id: id.to_owned(),
            state: "PENDING".to_owned(),
            reason: reason.to_owned(),
            script: script.to_owned(),
        };
        let array = task("12_4", "launch failed requeued held", "/a b|c/0123/array-0300.sh");
        assert_eq!((array.job(), array.shard(), array.is_merge()), ("12", Some(304), false));
        assert!(array.is_held() && !array.cannot_start());
        assert!(task("12_4", "PartitionTimeLimit", "").cannot_start());
        let merge = task("13", "Dependency", "/a b|c/0123/merge.sh");
        assert_eq!((merge.job(), merge.shard(), merge.is_merge()), ("13", None, true));
        assert!(!merge.is_held());
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_has_one_name_and_its_copy_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir(path("run")).unwrap();
        std::fs::create_dir(path("copy")).unwrap();
        std::os::unix::fs::symlink(path("run"), path("link")).unwrap();
        let name = |folder: &str| job_name(&path(folder), "a");
        assert_eq!(name("link"), name("run"));
        assert_ne!(name("copy"), name("run"));
        assert_ne!(job_name(&path("run"), "b"), name("run"));
    }
}
