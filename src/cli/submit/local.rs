//! Shards as processes on this machine: the whole way without a cluster.

use std::fs::File;
use std::io;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::arguments::SubmitArguments;
use super::scripts::Scripts;
use crate::cli::exit_code::Exit;
use crate::cli::failure::Failure;
use crate::cli::merge::merge_run;
use crate::cli::output::tell;
use crate::cli::run_folder::RunFolder;
use crate::cli::stop;
use crate::cluster::Submission;

/// How long shards may take to end after a signal: somewhat longer than they do.
const PATIENCE: Duration = Duration::from_millis(1800);

/// Runs the missing shards `keys`, as many at once as `--nodes` says, and merges.
pub(super) fn run(
    run: &RunFolder,
    keys: &[String],
    arguments: &SubmitArguments,
) -> Result<(), Failure> {
    let start = Instant::now();
    stop::at_end(PATIENCE, interrupted);
    if !keys.is_empty() {
        let lists = vec![keys.to_vec()];
        let submission = Submission::create(&run.path, &run.record.id(), "local", lists)?;
        run_all(run, &submission, arguments)?;
    }
    if stop::is_wanted() {
        return Err(interrupted());
    }
    merge_run(run, Duration::ZERO, false, start)
}

fn interrupted() -> Failure {
    let message = "interrupted; what was finished is kept";
    Failure::with_help(Exit::Interrupted, message, "run the same command again to resume")
}

fn run_all(
    run: &RunFolder,
    submission: &Submission,
    arguments: &SubmitArguments,
) -> Result<(), Failure> {
    let fail =
        |error: io::Error| Failure::file(format!("cannot run a shard: {error}"), error.kind());
    let chunk = &submission.record.chunks[0];
    let script = Scripts::new(run, arguments)?.task(submission, chunk);
    let script = submission.write_script("task.sh", &script)?;
    let at_once = arguments.nodes.unwrap_or(1) as usize;
    let mut running: Vec<(usize, Child)> = Vec::new();
    let mut waiting = 0..chunk.shards;
    let mut has_asked = false;
    loop {
        while running.len() < at_once
            && !stop::is_wanted()
            && let Some(index) = waiting.next()
        {
            let log = submission.folder.join(format!("{}-local_{index}.log", chunk.stem));
            let log = File::create(log).map_err(fail)?;
            let mut command = Command::new("sh");
            // Several of them run at once, and the terminal is not theirs.
            command.arg(&script).arg(index.to_string()).stdin(Stdio::null());
            command.stdout(log.try_clone().map_err(fail)?).stderr(log);
            running.push((index, command.spawn().map_err(fail)?));
        }
        if running.is_empty() {
            return Ok(());
        }
        if stop::is_wanted() && !has_asked {
            has_asked = true;
            for (_, child) in &running {
                ask_to_end(child);
            }
        }
        let mut still = Vec::with_capacity(running.len());
        for (index, mut child) in running {
            match child.try_wait().map_err(fail)? {
                None => still.push((index, child)),
                Some(status) if status.success() || stop::is_wanted() => {}
                Some(status) => tell(&format!("warning: task {index} failed: {status}\n")),
            }
        }
        running = still;
        // The standard library cannot wait for the first of several processes.
        thread::sleep(Duration::from_millis(20));
    }
}

/// Tells a process to save and end; where there are no signals, it is killed, and loses half a minute.
fn ask_to_end(child: &Child) {
    // A process that has just ended cannot be told, and need not.
    // The standard library can only kill.
    let _ = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .stderr(Stdio::null())
        .status();
}
