//! Scripts for engines that we do not talk to.

use super::arguments::SubmitArguments;
use crate::cli::failure::Failure;
use crate::cli::output::print;
use crate::cli::paths::program;
use crate::cli::run_folder::RunFolder;
use crate::cluster::{
    MERGE_SCRIPT, Places, Submission, plain_merge_script, shell_quote, task_script,
};

/// Writes a list of the missing shards `keys` and the scripts that run them, and says how to call them.
pub(super) fn write(
    run: &RunFolder,
    keys: &[String],
    arguments: &SubmitArguments,
) -> Result<(), Failure> {
    let program = program()?;
    let path = run.path.to_string_lossy();
    let places = Places { program: &program, run: &path };
    let lists = if keys.is_empty() { Vec::new() } else { vec![keys.to_vec()] };
    let submission = Submission::create(&run.path, &run.record.id(), "script", lists)?;
    let quote = |path: &std::path::Path| shell_quote(&path.to_string_lossy());
    let merge = plain_merge_script(places, arguments.visibility_wait.as_secs(), &arguments.setup);
    let merge = quote(&submission.write_script(MERGE_SCRIPT, &merge)?);
    let Some(chunk) = submission.record.chunks.first() else {
        return print(&format!("all results are there; what makes the tables:\n  sh {merge}\n"));
    };
    let threads = arguments.cpus_per_task;
    let task = task_script(places, &submission, chunk, threads, &arguments.setup);
    let task = quote(&submission.write_script("task.sh", &task)?);
    let list = quote(&submission.list_path(chunk));
    let log = quote(&submission.folder.join("joblog"));
    let (count, last) = (chunk.shards, chunk.shards - 1);
    let (program, run) = (shell_quote(&program), shell_quote(&path));
    let at_once = arguments.nodes.map_or_else(String::new, |nodes| format!(" --jobs {nodes}"));
    print(&format!(
        "{count} shards; for every INDEX from 0 to {last}:
  sh {task} INDEX
and when all are over:
  sh {merge}

GNU parallel:
  seq 0 {last} | parallel{at_once} --joblog {log} --resume-failed -q sh {task} {{}}
HyperQueue:
  hq submit --array 0-{last} --wait -- {program} run-shard {run} --list {list} --index-env HQ_TASK_ID
"
    ))
}
