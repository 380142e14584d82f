//! A Slurm that is played by scripts.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use crate::support::study::generated;
use crate::support::workspace::{Workspace, text};

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

/// Takes scripts into the file `queue`, one line a task, as `squeue` shows them.
const SBATCH: &str = r#"
for argument; do
    case $argument in --job-name=*) name=${argument#--job-name=};; esac
done
script=$argument
[ -n "$name" ] || name=$(sed -n 's/^#SBATCH --job-name=//p' "$script")
last=$(sed -n 's/^#SBATCH --array=0-\([0-9]*\).*/\1/p' "$script")
id=$(($(cat last 2>/dev/null || echo 16) + 1))
echo "$id" >last
if [ -n "$last" ]; then
    for index in $(seq 0 "$last"); do
        echo "${id}_$index|PENDING|$name||Priority|$script" >>queue
    done
else
    echo "$id|PENDING|$name||Dependency|$script" >>queue
fi
"#;

/// Shows what bears one of the names that are asked for.
const SQUEUE: &str = r#"
for argument; do
    case $argument in --name=*) names=${argument#--name=};; esac
done
[ ! -e queue ] || awk -F'|' -v names=",$names," 'index(names, "," $3 ",")' queue
"#;

/// Forgets jobs.
const SCANCEL: &str = r#"
echo "$@" >>asked
for id; do sed -i "/^$id[_|]/d" queue; done
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
        played.program("scancel", "echo \"$@\" >>asked");
        played
    }

    /// As [`Self::new`], but one that keeps a queue, whose first job is 17.
    pub(crate) fn with_queue() -> Self {
        let played = Self::new();
        played.accept("echo $id");
        played.program("squeue", SQUEUE);
        played.program("scancel", SCANCEL);
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
        queue.lines().map(|line| line.split('|').next().unwrap().to_owned()).collect()
    }

    /// Ids of tasks that `status` counts as those of a folder, by shard.
    pub(crate) fn tasks(&self, out: &str) -> Vec<String> {
        let status = self.run(&["status", out, "--json"]);
        let status: serde_json::Value = serde_json::from_str(&text(&status.stdout)).unwrap();
        let shards = status["shards"].as_array().unwrap().iter();
        let ids = shards.filter_map(|shard| shard["task"]["id"].as_str());
        ids.map(ToOwned::to_owned).collect()
    }
}
