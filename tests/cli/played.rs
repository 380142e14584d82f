//! A Slurm that is played by scripts.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use crate::support::study::generated;
use crate::support::workspace::Workspace;

pub(crate) fn study() -> Workspace {
    let workspace = Workspace::empty();
    // Enough work for some shards.
    workspace.write("study.toml", generated("study", 3, 12_000));
    workspace
}

pub(crate) fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

pub(crate) fn output_of(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).output().unwrap()
}

/// Takes scripts into the file `queue`, one line a task: the name, and what `squeue` prints.
const SBATCH: &str = r#"
for argument; do
    case $argument in --job-name=*) name=${argument#--job-name=};; esac
done
script=$argument
parts=$(sed -n 's/^#SBATCH --array=\([^%]*\).*/\1/p' "$script" | tr , ' ')
id=$(($(cat last 2>/dev/null || echo 16) + 1))
echo "$id" >last
echo "$@" >>asked
for part in $parts; do
    for index in $(seq "${part%-*}" "${part#*-}"); do
        echo "$name|${id}_$index|PENDING|Priority|$script" >>queue
    done
done
[ -n "$parts" ] || echo "$name|$id|PENDING|Dependency|$script" >>queue
"#;

/// Prints the jobs of the names, unless a variable hides them.
const SQUEUE: &str = r#"
for argument; do
    case $argument in --name=*) name=${argument#--name=};; esac
done
[ ! -e queue ] || [ -n "$SQUEUE_STATES" ] || grep -E "^($(echo "$name" | tr , "|"))[|]" queue | cut -d'|' -f2-
"#;

/// A folder with programs that play Slurm, before all others.
pub(crate) struct Played {
    pub(crate) workspace: Workspace,
    programs: PathBuf,
}

impl Played {
    /// A Slurm that has nothing queued and takes arrays of two tasks.
    pub(crate) fn new() -> Self {
        let workspace = study();
        let programs = workspace.path("programs");
        let played = Self { workspace, programs };
        played.program("scontrol", "echo \"$@\" >>asked; echo 'MaxArraySize = 2'");
        played.program("squeue", "");
        played
    }

    /// As [`Self::new`], but one that keeps a queue, whose first job is 17.
    pub(crate) fn with_queue() -> Self {
        let played = Self::new();
        played.accept("echo $id");
        played.program("squeue", SQUEUE);
        played
    }

    /// `sbatch` takes scripts, and then does this.
    pub(crate) fn accept(&self, answer: &str) {
        self.program("sbatch", &format!("{SBATCH}{answer}"));
    }

    pub(crate) fn program(&self, name: &str, script: &str) {
        let path = format!("programs/{name}");
        self.workspace.write(&path, format!("#!/bin/sh\n{script}\n"));
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(self.workspace.path(&path), executable).unwrap();
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.workspace.command(arguments);
        let path = std::env::var("PATH").unwrap();
        command.env("PATH", format!("{}:{path}", self.programs.display()));
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        output_of(&mut self.command(arguments))
    }

    pub(crate) fn submit(&self, more: &[&str]) -> Output {
        self.submit_to("out", more)
    }

    pub(crate) fn submit_to(&self, out: &str, more: &[&str]) -> Output {
        let fixed = ["submit", "study.toml", "--out", out, "--engine", "slurm", "--shards", "3"];
        self.run(&[&fixed[..], more].concat())
    }

    pub(crate) fn asked(&self) -> String {
        fs::read_to_string(self.workspace.path("asked")).unwrap_or_default()
    }

    /// Ids of what is queued, in order.
    pub(crate) fn queued(&self) -> Vec<String> {
        let queue = fs::read_to_string(self.workspace.path("queue")).unwrap_or_default();
        queue.lines().map(|line| line.split('|').nth(1).unwrap().to_owned()).collect()
    }
}
