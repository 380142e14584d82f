//! Whose the jobs of Slurm are: those of one folder are never taken for those of another.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use super::played::{Played, code};
use crate::support::workspace::text;

/// The record of the first submission for a folder.
fn record(played: &Played, out: &str) -> serde_json::Value {
    let path = played.workspace.path(&format!("{out}/cluster/0001/submission.json"));
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

fn copy(played: &Played, from: &str, to: &str) {
    let mut copy = Command::new("cp");
    let paths = [from, to].map(|name| played.workspace.path(name));
    assert!(copy.arg("-a").args(paths).status().unwrap().success());
}

const NOTHING: &str = "nothing is queued or running\n";

#[test]
fn two_folders_of_one_spec_do_not_share_jobs() {
    let played = Played::with_queue();
    for (out, jobs) in [("one", "jobs 17, 18"), ("two", "jobs 20, 21")] {
        let output = played.submit_to(out, &[]);
        assert_eq!(code(&output), Some(0), "{}", text(&output.stderr));
        let said = text(&output.stdout);
        assert!(said.starts_with(&format!("submitted 3 shards as {jobs} of Slurm, ")), "{said}");
    }
    assert_eq!(played.tasks("one"), ["17_0", "17_1", "18_0"]);
    assert_eq!(played.tasks("two"), ["20_0", "20_1", "21_0"]);
    let output = played.run(&["cancel", "two"]);
    let said = text(&output.stdout);
    assert_eq!(said, "cancelled jobs 20, 21, 22 of Slurm; finished results are kept\n");
    assert_eq!(played.queued(), ["17_0", "17_1", "18_0", "19"]);
    assert_eq!(text(&played.run(&["cancel", "two"]).stdout), NOTHING);
    assert_eq!(played.tasks("one"), ["17_0", "17_1", "18_0"]);
}

#[test]
fn a_refusal_reports_no_jobs_of_another_folder() {
    let played = Played::with_queue();
    assert_eq!(code(&played.submit_to("one", &[])), Some(0));
    played.program("sbatch", "echo 'sbatch: error: invalid partition specified: x' >&2; exit 1");
    let output = played.submit_to("two", &["--partition", "x"]);
    assert_eq!(code(&output), Some(6));
    assert_eq!(text(&output.stdout), "");
    let message = text(&output.stderr);
    assert!(message.contains("\n0 shards were submitted; 3 are left"), "{message}");
    assert!(message.contains("`sbatch` refused: sbatch: error: invalid partition"), "{message}");
    let record = record(&played, "two");
    let jobs = record["chunks"].as_array().unwrap().iter().map(|chunk| &chunk["job"]);
    assert!(jobs.chain([&record["merge"]]).all(serde_json::Value::is_null), "{record}");
    assert!(played.tasks("two").is_empty());
    assert_eq!(text(&played.run(&["cancel", "two"]).stdout), NOTHING);
    assert_eq!(played.queued(), ["17_0", "17_1", "18_0", "19"]);
}

/// Where the answer of `sbatch` is lost or makes no sense, only what it took is found.
#[test]
fn a_lost_answer_finds_no_job_of_another_folder() {
    let played = Played::with_queue();
    assert_eq!(code(&played.submit_to("one", &[])), Some(0));
    let lost = ["echo 'Socket timed out' >&2; exit 1", "echo Welcome"];
    for (out, answer, jobs) in [("two", lost[0], "20, 21"), ("three", lost[1], "23, 24")] {
        played.accept(answer);
        let output = played.submit_to(out, &[]);
        assert_eq!(code(&output), Some(0), "{}", text(&output.stderr));
        let said = text(&output.stdout);
        assert!(said.starts_with(&format!("submitted 3 shards as jobs {jobs} of ")), "{said}");
        let (first, second) = jobs.split_once(", ").unwrap();
        let record = record(&played, out);
        let known = [0, 1].map(|chunk| record["chunks"][chunk]["job"].clone());
        assert_eq!(known, [first, second]);
    }
}

#[test]
fn a_copied_folder_does_not_act_on_jobs_of_the_first() {
    let played = Played::with_queue();
    assert_eq!(code(&played.submit_to("one", &[])), Some(0));
    copy(&played, "one", "copy");
    let first = ["17_0", "17_1", "18_0", "19"];
    let output = played.run(&["cancel", "copy"]);
    assert_eq!((code(&output), text(&output.stdout)), (Some(0), NOTHING.to_owned()));
    let told = format!(
        "slurm: jobs 17, 18, 19 are of `{}`, from where this folder was copied or moved, and are \
         left alone; `scancel 17 18 19` ends them\n",
        played.workspace.path("one").display()
    );
    assert_eq!(text(&output.stderr), told);
    assert_eq!(played.queued(), first);
    assert!(played.tasks("copy").is_empty());
    let status = text(&played.run(&["status", "copy"]).stdout);
    let joined = status.replace("\n    ", " ");
    assert!(joined.contains(&told) && !status.contains("waiting"), "{status}");
    // It has jobs of its own.
    let output = played.submit_to("copy", &[]);
    assert!(text(&output.stdout).starts_with("submitted 3 shards as jobs 20, 21 of Slurm, "));
    assert!(text(&output.stderr).contains(&told), "{}", text(&output.stderr));
    let said = text(&played.run(&["cancel", "copy"]).stdout);
    assert!(said.starts_with("cancelled jobs 20, 21, 22 of Slurm"), "{said}");
    assert_eq!(played.queued(), first);
    // A folder is itself by any path, and another one once it is moved.
    symlink(played.workspace.path("one"), played.workspace.path("link")).unwrap();
    assert_eq!(played.tasks("link"), ["17_0", "17_1", "18_0"]);
    fs::rename(played.workspace.path("one"), played.workspace.path("moved")).unwrap();
    assert_eq!(text(&played.run(&["cancel", "moved"]).stdout), NOTHING);
    assert_eq!(played.queued(), first);
}

/// Names of jobs were not unique once: what was submitted under them is known by its id and script.
#[test]
fn jobs_of_earlier_programs_are_known_by_their_ids() {
    let played = Played::with_queue();
    for out in ["one", "two"] {
        assert_eq!(code(&played.submit_to(out, &[])), Some(0));
        let path = played.workspace.path(&format!("{out}/cluster/0001/submission.json"));
        let mut record = record(&played, out);
        let id = record["identity"]["id"].as_str().unwrap().to_owned();
        let plan = record["plan"].as_str().unwrap().to_owned();
        record.as_object_mut().unwrap().remove("identity").unwrap();
        let rename = |text: &str| {
            let text = text.replace(&format!("runner-{id}"), &format!("runner-{plan}-0001"));
            assert!(!text.contains(&id) && text.contains(&plan), "{text}");
            text
        };
        fs::write(path, rename(&record.to_string())).unwrap();
        let queue = played.workspace.path("queue");
        let text = fs::read_to_string(&queue).unwrap();
        fs::write(queue, rename(&text)).unwrap();
    }
    copy(&played, "one", "copy");
    assert_eq!(played.tasks("one"), ["17_0", "17_1", "18_0"]);
    assert_eq!(played.tasks("two"), ["20_0", "20_1", "21_0"]);
    for out in ["copy", "two", "two"] {
        played.run(&["cancel", out]);
    }
    assert_eq!(played.asked().lines().last(), Some("20 21 22"));
    assert_eq!(played.queued(), ["17_0", "17_1", "18_0", "19"]);
    // An answer that was lost leaves no id: the job is not taken for ours, though it may be.
    let mut record = record(&played, "one");
    record["chunks"][1]["job"] = serde_json::Value::Null;
    let path = played.workspace.path("one/cluster/0001/submission.json");
    fs::write(path, record.to_string()).unwrap();
    let said = text(&played.run(&["cancel", "one"]).stdout);
    assert_eq!(said, "cancelled jobs 17, 19 of Slurm; finished results are kept\n");
    assert_eq!(played.queued(), ["18_0"]);
}

#[test]
fn jobs_keep_the_names_by_which_they_are_found() {
    let played = Played::with_queue();
    let output = played.submit_to("out", &["--engine-arg=--job-name=mine"]);
    assert_eq!(code(&output), Some(2));
    let message = text(&output.stderr);
    assert!(message.contains("leave --job-name out"), "{message}");
    assert!(played.queued().is_empty());
    // A variable of the environment would outweigh the script.
    let script = r"for argument; do case $argument in --job-name=runner-*) echo 17;; esac; done";
    played.program("sbatch", script);
    assert_eq!(code(&played.submit_to("out", &[])), Some(0));
}
