//! A list of commands, for engines other than Slurm.

use super::arguments::SubmitArguments;
use super::quote::shell;
use crate::cli::paths::program;
use crate::cli::run_folder::RunFolder;
use crate::cli::{Failure, print_lines};

/// Writes one command for each shard of `missing`, and prints how to run these commands.
pub(super) fn write(
    run: &RunFolder,
    missing: &[usize],
    arguments: &SubmitArguments,
) -> Result<(), Failure> {
    let (program, folder) = (shell(&program()?), shell(&run.path.to_string_lossy()));
    let setup: String = arguments.setup.iter().flat_map(|line| [line.as_str(), "; "]).collect();
    let wait = arguments.visibility_wait.as_secs();
    let merge = format!("{setup}{program} merge {folder} --visibility-wait {wait}s");
    if missing.is_empty() {
        return print_lines(&format!("all results are there; this makes the tables:\n  {merge}\n"));
    }
    let (plan, threads, count) = (run.record.id(), arguments.cpus_per_task, missing.len());
    let command = format!("{setup}{program} run-shard {folder} --plan {plan} --threads {threads}");
    let line = |shard: &usize| format!("{command} --shard {shard}\n");
    let commands: String = missing.iter().map(line).collect();
    let path = run.write_script("commands.sh", &commands)?;
    let list = shell(&path.to_string_lossy());
    let at_once = arguments.nodes.map_or_else(String::new, |nodes| format!(" --jobs {nodes}"));
    print_lines(&format!(
        "{count} shards, one command a line:
  {list}
with GNU parallel:
  parallel{at_once} < {list}
with an array of any other engine, for INDEX from 1 to {count}:
  sed -n INDEXp {list} | sh
and when all are over:
  {merge}
"
    ))
}
