//! Scripts: what an engine is given to run.

use std::fmt::Write;

use super::arguments::SubmitArguments;
use super::quote::{log_folder, sbatch, shell};
use crate::cli::failure::Failure;
use crate::cli::paths::program;
use crate::cli::run_folder::RunFolder;
use crate::cluster::{Chunk, Submission};

/// What writes scripts as the arguments ask. Texts of the arguments go to Slurm as they are.
pub(super) struct Scripts<'a> {
    /// Absolute path of this program, as a word of a shell.
    pub(super) program: String,
    /// Absolute path of the run folder, likewise.
    pub(super) run: String,
    arguments: &'a SubmitArguments,
}

impl<'a> Scripts<'a> {
    /// For a run folder.
    pub(super) fn new(run: &RunFolder, arguments: &'a SubmitArguments) -> Result<Self, Failure> {
        let (program, run) = (shell(&program()?), shell(&run.path.to_string_lossy()));
        Ok(Self { program, run, arguments })
    }

    /// The job array that runs the shards of a list, at most `at_once` at a time.
    pub(super) fn array(
        &self,
        submission: &Submission,
        chunk: &Chunk,
        at_once: Option<usize>,
    ) -> String {
        let Self { program, run, arguments } = self;
        let throttle = at_once.map_or_else(String::new, |n| format!("%{n}"));
        let array = format!("--array=0-{}{throttle}", chunk.shards - 1);
        // With `B:` the shell of the script alone has the signal; `exec` makes this program of it.
        let signal = format!("--signal=B:USR1@{}", arguments.notice.as_secs());
        let log = format!("{}-%A_%a.log", chunk.stem);
        let command = format!(
            "exec {program} run-shard {run} --list {} --index-env SLURM_ARRAY_TASK_ID --max-requeues {}",
            shell(&submission.list_path(chunk).to_string_lossy()),
            arguments.max_requeues,
        );
        self.of_slurm(submission, &chunk.name, &log, &[array, signal], &command)
    }

    /// The job of Slurm that merges, whatever became of the shards before it.
    pub(super) fn merge(&self, submission: &Submission) -> String {
        let Self { program, run, arguments } = self;
        let wait = arguments.visibility_wait.as_secs();
        let command = format!("exec {program} merge {run} --visibility-wait {wait}s");
        self.of_slurm(submission, &submission.merge_name(), "merge-%j.log", &[], &command)
    }

    fn of_slurm(
        &self,
        submission: &Submission,
        name: &str,
        log: &str,
        own: &[String],
        command: &str,
    ) -> String {
        let options = self.arguments;
        let threads = options.cpus_per_task;
        let mut arguments = vec![format!("--job-name={name}")];
        arguments.extend_from_slice(own);
        arguments.extend(["--ntasks=1".to_owned(), format!("--cpus-per-task={threads}")]);
        for (key, value) in [
            ("time", &options.time),
            ("mem-per-cpu", &options.mem_per_cpu),
            ("partition", &options.partition),
            ("account", &options.account),
        ] {
            arguments.extend(value.iter().map(|value| format!("--{key}={value}")));
        }
        // Without `append`, a task that is queued again would empty the log of its first start.
        arguments.extend(["--requeue".to_owned(), "--open-mode=append".to_owned()]);
        let folder = log_folder(&submission.folder.to_string_lossy());
        arguments.push(format!("--output={folder}/{log}"));
        // Last: of an option that is there twice, `sbatch` takes the later one.
        arguments.extend(options.engine_args.iter().cloned());
        let mut script = "#!/bin/sh\n".to_owned();
        for argument in arguments {
            writeln!(script, "#SBATCH {}", sbatch(&argument)).expect("a string takes any text");
        }
        let setup = self.setup();
        // Not the number alone: `--engine-arg` can change it.
        format!("{script}{setup}{command} --threads \"${{SLURM_CPUS_PER_TASK:-{threads}}}\"\n")
    }

    /// A script that runs the shard whose index it is given, for engines that we do not know.
    pub(super) fn task(&self, submission: &Submission, chunk: &Chunk) -> String {
        let Self { program, run, arguments } = self;
        let list = submission.list_path(chunk);
        format!(
            "#!/bin/sh\n# Runs one shard: sh task.sh INDEX, with an index from 0 to {}.\n{}\
             exec {program} run-shard {run} --list {} --index \"$1\" --threads {}\n",
            chunk.shards - 1,
            self.setup(),
            shell(&list.to_string_lossy()),
            arguments.cpus_per_task,
        )
    }

    /// The script that ends a run on engines that we do not know.
    pub(super) fn plain_merge(&self) -> String {
        let Self { program, run, arguments } = self;
        format!(
            "#!/bin/sh\n# Makes the tables once all shards are there.\n{}exec {program} merge {run} \
             --visibility-wait {}s\n",
            self.setup(),
            arguments.visibility_wait.as_secs(),
        )
    }

    /// Lines of shell to run first.
    fn setup(&self) -> String {
        self.arguments.setup.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
    }
}
