//! Scripts for engines that we do not talk to.

use std::path::Path;

use super::arguments::SubmitArguments;
use super::quote::shell;
use super::scripts::Scripts;
use crate::cli::failure::Failure;
use crate::cli::output::print_lines;
use crate::cli::run_folder::RunFolder;
use crate::cluster::{MERGE_SCRIPT, Submission};

/// Writes a list of the missing shards `keys` and the scripts that run them, and says how to call them.
pub(super) fn write(
    run: &RunFolder,
    keys: &[String],
    arguments: &SubmitArguments,
) -> Result<(), Failure> {
    let scripts = Scripts::new(run, arguments)?;
    let lists = if keys.is_empty() { Vec::new() } else { vec![keys.to_vec()] };
    let submission = Submission::create(&run.path, &run.record.id(), "script", lists)?;
    let quote = |path: &Path| shell(&path.to_string_lossy());
    let merge = quote(&submission.write_script(MERGE_SCRIPT, &scripts.plain_merge())?);
    let Some(chunk) = submission.record.chunks.first() else {
        return print_lines(&format!(
            "all results are there; what makes the tables:\n  sh {merge}\n"
        ));
    };
    let task = quote(&submission.write_script("task.sh", &scripts.task(&submission, chunk))?);
    let list = quote(&submission.list_path(chunk));
    let log = quote(&submission.folder.join("joblog"));
    let (count, last) = (chunk.shards, chunk.shards - 1);
    let Scripts { program, run, .. } = scripts;
    let at_once = arguments.nodes.map_or_else(String::new, |nodes| format!(" --jobs {nodes}"));
    print_lines(&format!(
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
