//! Scripts: what an engine is given to run.

use std::fmt::Write;

use super::quote::{log_folder, sbatch, shell};
use super::submission::{Chunk, Submission};

/// What tasks of Slurm ask for. Texts go to Slurm as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlurmOptions {
    /// Threads of a task.
    pub cpus_per_task: u16,
    /// Limit on the time of a task.
    pub time: Option<String>,
    /// Memory for each of its threads.
    pub mem_per_cpu: Option<String>,
    /// Partition.
    pub partition: Option<String>,
    /// Account.
    pub account: Option<String>,
    /// Other options, verbatim.
    pub engine_args: Vec<String>,
    /// Lines of shell to run first.
    pub setup: Vec<String>,
    /// How often a task that comes near its limit queues itself again.
    pub max_requeues: u32,
    /// How many seconds before its limit a task is told to save.
    pub notice: u32,
    /// How many seconds the merge waits for files of other machines to appear.
    pub visibility_wait: u64,
}

/// Paths that all scripts name: the program and the run folder.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a> {
    /// Absolute path of this program.
    pub program: &'a str,
    /// Absolute path of the run folder.
    pub run: &'a str,
}

/// The job array that runs the shards of a list, at most `at_once` at a time.
pub fn array_script(
    places: Places<'_>,
    submission: &Submission,
    chunk: &Chunk,
    at_once: Option<usize>,
    options: &SlurmOptions,
) -> String {
    let throttle = at_once.map_or_else(String::new, |n| format!("%{n}"));
    let array = format!("--array=0-{}{throttle}", chunk.shards - 1);
    let log = format!("{}-%A_%a.log", chunk.stem);
    let list = submission.list_path(chunk);
    let command = format!(
        "exec {} run-shard {} --list {} --index-env SLURM_ARRAY_TASK_ID --max-requeues {} \
         --threads \"${{SLURM_CPUS_PER_TASK:-{}}}\"",
        shell(places.program),
        shell(places.run),
        shell(&list.to_string_lossy()),
        options.max_requeues,
        options.cpus_per_task,
    );
    let signal = format!("--signal=B:USR1@{}", options.notice);
    slurm_script(submission, &chunk.name, &log, &[array, signal], options, &command)
}

/// The job that merges, whatever became of the shards before it.
pub fn merge_script(places: Places<'_>, submission: &Submission, options: &SlurmOptions) -> String {
    let command = format!(
        "exec {} merge {} --visibility-wait {}s --threads \"${{SLURM_CPUS_PER_TASK:-{}}}\"",
        shell(places.program),
        shell(places.run),
        options.visibility_wait,
        options.cpus_per_task,
    );
    slurm_script(submission, &submission.merge_name(), "merge-%j.log", &[], options, &command)
}

fn slurm_script(
    submission: &Submission,
    name: &str,
    log: &str,
    own: &[String],
    options: &SlurmOptions,
    command: &str,
) -> String {
    let mut arguments = vec![format!("--job-name={name}")];
    arguments.extend_from_slice(own);
    arguments
        .extend(["--ntasks=1".to_owned(), format!("--cpus-per-task={}", options.cpus_per_task)]);
    for (key, value) in [
        ("time", &options.time),
        ("mem-per-cpu", &options.mem_per_cpu),
        ("partition", &options.partition),
        ("account", &options.account),
    ] {
        arguments.extend(value.iter().map(|value| format!("--{key}={value}")));
    }
    arguments.extend(["--requeue".to_owned(), "--open-mode=append".to_owned()]);
    let folder = log_folder(&submission.folder.to_string_lossy());
    arguments.push(format!("--output={folder}/{log}"));
    arguments.extend(options.engine_args.iter().cloned());
    let mut script = "#!/bin/sh\n".to_owned();
    for argument in arguments {
        writeln!(script, "#SBATCH {}", sbatch(&argument)).expect("writing to a string cannot fail");
    }
    for line in &options.setup {
        script.push_str(line);
        script.push('\n');
    }
    script + command + "\n"
}

/// A script that runs the shard whose index it is given, for engines that we do not know.
pub fn task_script(
    places: Places<'_>,
    submission: &Submission,
    chunk: &Chunk,
    threads: u16,
    setup: &[String],
) -> String {
    let list = submission.list_path(chunk);
    let setup: String = setup.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    format!(
        "#!/bin/sh\n# Runs one shard: sh task.sh INDEX, with an index from 0 to {}.\n{setup}\
         exec {} run-shard {} --list {} --index \"$1\" --threads {threads}\n",
        chunk.shards - 1,
        shell(places.program),
        shell(places.run),
        shell(&list.to_string_lossy()),
    )
}

/// The script that ends a run on engines that we do not know.
pub fn plain_merge_script(places: Places<'_>, visibility_wait: u64, setup: &[String]) -> String {
    let setup: String = setup.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    format!(
        "#!/bin/sh\n# Makes the tables once all shards are there.\n{setup}exec {} merge {} \
         --visibility-wait {visibility_wait}s\n",
        shell(places.program),
        shell(places.run),
    )
}
