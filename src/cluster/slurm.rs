//! Slurm, through its own programs.
//!
//! What Slurm says is advice: a job that it does not know may have finished long ago, and one that it
//! lost may still be writing. Jobs are found by their names ([`super::Identity`]).

use std::path::Path;
use std::thread;
use std::time::Duration;

use serde::Serialize;

use super::command::{EngineError, call};

/// How often a submission is tried where the controller does not answer.
const ATTEMPTS: u64 = 3;

/// Slurm's programs, each with a limit on its time.
#[derive(Clone, Copy, Debug)]
pub struct Slurm {
    /// How long a program may take.
    pub limit: Duration,
}

impl Default for Slurm {
    fn default() -> Self {
        Self { limit: Duration::from_mins(1) }
    }
}

/// A task or job that Slurm knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Queued {
    /// Name of the job.
    #[serde(skip)]
    pub name: String,
    /// `JOB_INDEX` for a task of an array, otherwise `JOB`.
    pub id: String,
    /// State, as Slurm names it.
    pub state: String,
    /// Where it runs.
    pub node: String,
    /// Why it waits.
    pub reason: String,
    /// The script that was submitted.
    #[serde(skip)]
    pub script: String,
}

impl Queued {
    /// Whether it runs or may still run.
    pub fn is_alive(&self) -> bool {
        const OVER: [&str; 10] = [
            "BOOT_FAIL",
            "CANCELLED",
            "COMPLETED",
            "DEADLINE",
            "FAILED",
            "NODE_FAIL",
            "OUT_OF_MEMORY",
            "PREEMPTED",
            "REVOKED",
            "TIMEOUT",
        ];
        // A state that is not known counts as alive: results may still come.
        !OVER.contains(&self.state.as_str())
    }

    /// Whether it waits for a user to release it.
    pub fn is_held(&self) -> bool {
        // `JobHeldUser`, `JobHeldAdmin`, `launch failed requeued held`.
        let held = self.reason.to_ascii_lowercase().contains("held");
        ["REQUEUE_HOLD", "SPECIAL_EXIT"].contains(&self.state.as_str())
            || self.state == "PENDING" && held
    }

    /// Whether it waits for what will not come by itself.
    pub fn is_stuck(&self) -> bool {
        const HOPELESS: [&str; 6] = [
            "BadConstraints",
            "DependencyNeverSatisfied",
            "InvalidAccount",
            "InvalidQOS",
            "PartitionNodeLimit",
            "PartitionTimeLimit",
        ];
        self.is_held() || self.state == "PENDING" && HOPELESS.contains(&self.reason.as_str())
    }

    /// The job, without the index of a task.
    pub fn job(&self) -> &str {
        self.id.split_once('_').map_or(&self.id, |(job, _)| job)
    }

    /// The index of a task of an array.
    pub fn index(&self) -> Option<usize> {
        self.id.split_once('_')?.1.parse().ok()
    }
}

impl Slurm {
    /// The number of tasks that an array can have; their indices begin at 0.
    ///
    /// # Errors
    ///
    /// If `scontrol` fails or does not say.
    pub fn max_array_size(&self) -> Result<usize, EngineError> {
        let answer = call("scontrol", &["show", "config"], self.limit)?;
        parse_max_array_size(&answer).ok_or_else(|| EngineError::Answer {
            program: "scontrol show config".to_owned(),
            answer: "no usable MaxArraySize".to_owned(),
        })
    }

    /// Submits a script as a job called `name`, and returns the id of the job. No other job may bear
    /// this name: where it is unclear whether Slurm took the script, a look for it tells, and only what
    /// did not arrive is sent again.
    ///
    /// # Errors
    ///
    /// If `sbatch` fails.
    pub fn submit(
        &self,
        script: &Path,
        arguments: &[String],
        name: &str,
    ) -> Result<String, EngineError> {
        let script = script.to_string_lossy();
        // Said again here, since a variable of the environment would outweigh what the script says.
        let job_name = format!("--job-name={name}");
        let mut all = vec!["--parsable", &job_name];
        all.extend(arguments.iter().map(String::as_str));
        all.push(&script);
        let mut attempt = 1;
        loop {
            let answer = call("sbatch", &all, self.limit);
            let error = match answer.and_then(|answer| parse_job(&answer)) {
                Ok(job) => return Ok(job),
                Err(error @ (EngineError::Missing { .. } | EngineError::Start { .. })) => {
                    return Err(error);
                }
                Err(error) => error,
            };
            if let Ok(queue) = self.queue(&[name.to_owned()])
                && let Some(queued) = queue.first()
            {
                return Ok(queued.job().to_owned());
            }
            let again = match &error {
                EngineError::Refused { stderr, .. } => is_passing(stderr),
                // It may still arrive: sent again, it might run twice.
                _ => false,
            };
            if !again || attempt == ATTEMPTS {
                return Err(error);
            }
            thread::sleep(Duration::from_secs(2 * attempt));
            attempt += 1;
        }
    }

    /// What Slurm knows of the jobs of these names, finished ones too, for as long as it remembers them.
    ///
    /// # Errors
    ///
    /// If `squeue` fails.
    pub fn queue(&self, names: &[String]) -> Result<Vec<Queued>, EngineError> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let names = format!("--name={}", names.join(","));
        // `-r` gives a line to each task of an array, and `-t all` has those that are over.
        let arguments = ["-h", "-r", "-t", "all", &names, "-o", "%i|%T|%j|%N|%r|%o"];
        parse_queue(&call("squeue", &arguments, self.limit)?)
    }

    /// Cancels jobs.
    ///
    /// # Errors
    ///
    /// If `scancel` fails.
    pub fn cancel(&self, jobs: &[String]) -> Result<(), EngineError> {
        let jobs: Vec<&str> = jobs.iter().map(String::as_str).collect();
        call("scancel", &jobs, self.limit).map(|_| ())
    }

    /// Queues a running task again, which ends it. `task` must have its index: the number of the last
    /// task of an array alone is that of the whole array.
    ///
    /// # Errors
    ///
    /// If `scontrol` fails.
    pub fn requeue(&self, task: &str) -> Result<(), EngineError> {
        call("scontrol", &["requeue", task], self.limit).map(|_| ())
    }
}

/// Whether a refusal may be over in a moment.
fn is_passing(stderr: &str) -> bool {
    ["Unable to contact slurm controller", "Socket timed out", "temporarily unable", "try again"]
        .iter()
        .any(|message| stderr.contains(message))
}

fn parse_max_array_size(answer: &str) -> Option<usize> {
    let line = answer.lines().find_map(|line| line.trim().strip_prefix("MaxArraySize"))?;
    line.trim().strip_prefix('=')?.trim().parse().ok().filter(|size| *size > 0)
}

/// The id out of `ID` or `ID;CLUSTER`.
fn parse_job(answer: &str) -> Result<String, EngineError> {
    let id = answer.trim().split(';').next().unwrap_or_default();
    if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_digit()) {
        let answer = answer.trim().to_owned();
        return Err(EngineError::Answer { program: "sbatch".to_owned(), answer });
    }
    Ok(id.to_owned())
}

fn parse_queue(answer: &str) -> Result<Vec<Queued>, EngineError> {
    let parse = |line: &str| {
        // The script stands last, since a path may have a `|` in it.
        let mut fields = line.splitn(6, '|').map(|field| field.trim().to_owned());
        let mut next = || fields.next();
        let (id, state, name) = (next()?, next()?, next()?);
        let (node, reason, script) = (next()?, next()?, next()?);
        Some(Queued { name, id, state, node, reason, script })
    };
    let lines = answer.lines().filter(|line| !line.trim().is_empty());
    let queued = lines.map(|line| {
        parse(line).ok_or_else(|| EngineError::Answer {
            program: "squeue".to_owned(),
            answer: line.to_owned(),
        })
    });
    queued.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_slurm_22_05_are_read() {
        let config = "MaxArraySize            = 1001\nMaxBatchRequeue         = 5\n";
        assert_eq!(parse_max_array_size(config), Some(1001));
        assert_eq!(parse_max_array_size("MaxArraySize = 0"), None);
        assert_eq!(parse_max_array_size("nothing"), None);
        assert_eq!(parse_job("17\n").unwrap(), "17");
        assert_eq!(parse_job("17;cluster\n").unwrap(), "17");
        assert!(parse_job("Submitted batch job 17").is_err());
        let queue = "12_3|RUNNING|runner-a-0000|n2|None|/a b|c/s.sh\n\
                     12_4|PENDING|runner-a-0000||launch failed requeued held|/a b|c/s.sh\n\
                     13|PENDING|runner-a-merge||Dependency|(null)\n\
                     12_0|FAILED|runner-a-0000|n1|NonZeroExitCode|/a b|c/s.sh\n";
        let queue = parse_queue(queue).unwrap();
        let indices: Vec<Option<usize>> = queue.iter().map(Queued::index).collect();
        assert_eq!(indices, [Some(3), Some(4), None, Some(0)]);
        assert!(queue.iter().all(|task| ["12", "13"].contains(&task.job())));
        assert_eq!(queue[0].script, "/a b|c/s.sh");
        let flags = |of: fn(&Queued) -> bool| queue.iter().map(of).collect::<Vec<_>>();
        assert_eq!(flags(Queued::is_alive), [true, true, true, false]);
        assert_eq!(flags(Queued::is_held), [false, true, false, false]);
        assert!(parse_queue("12_3 RUNNING").is_err());
    }

    #[test]
    fn only_what_passes_is_tried_again() {
        assert!(is_passing("sbatch: error: Unable to contact slurm controller (connect failure)"));
        assert!(!is_passing("sbatch: error: AssocMaxSubmitJobLimit"));
    }
}
