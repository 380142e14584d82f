//! Whose the jobs of Slurm are: a folder counts only its own, and submits no shard twice.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use super::played::{Played, code, output_of};
use crate::support::workspace::text;

/// Returns a text without its line breaks.
fn flat(bytes: &[u8]) -> String {
    text(bytes).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn shards_that_are_queued_are_not_submitted_again() {
    let played = Played::with_queue();
    let output = played.submit(&[]);
    assert_eq!(code(&output), Some(0), "{}", text(&output.stderr));
    let said = "submitted 3 shards as jobs 17, 18 of Slurm, the merge as job 19\n";
    assert_eq!(text(&output.stdout), said);
    assert!(flat(&output.stderr).contains("`scancel --name=runner-"), "{}", text(&output.stderr));
    assert_eq!(played.queued(), ["17_0", "17_1", "18_0", "19"]);
    let again = || {
        let output = played.submit(&[]);
        assert!(flat(&output.stderr).contains("`scancel --name=runner-"));
        text(&output.stdout)
    };
    assert_eq!(again(), "nothing to submit: 3 shards are queued or running already\n");
    // The second shard is lost: it alone is submitted, and the merge comes after all shards.
    let queue = played.workspace.path("queue");
    let lines = fs::read_to_string(&queue).unwrap();
    let left = lines.lines().filter(|line| !line.contains("17_1")).map(|line| format!("{line}\n"));
    fs::write(&queue, left.collect::<String>()).unwrap();
    assert_eq!(again(), "submitted 1 shard as job 20 of Slurm, the merge as job 21\n");
    let asked = played.asked();
    assert!(
        asked.lines().last().unwrap().contains("--dependency=afterany:20:17:18:19 "),
        "{asked}"
    );
}

#[test]
fn folders_of_one_spec_and_copies_do_not_share_jobs() {
    let played = Played::with_queue();
    let submit = |out: &str| text(&played.submit_to(out, &[]).stdout);
    assert!(submit("one").starts_with("submitted 3 shards as jobs 17, 18 of Slurm, "));
    assert!(submit("two").starts_with("submitted 3 shards as jobs 20, 21 of Slurm, "));
    let [one, copy, link] = ["one", "copy", "link"].map(|name| played.workspace.path(name));
    assert!(Command::new("cp").arg("-a").args([&one, &copy]).status().unwrap().success());
    assert!(submit("copy").starts_with("submitted 3 shards as jobs 23, 24 of Slurm, "));
    // A folder has the same jobs by any path.
    symlink(one, link).unwrap();
    assert!(submit("link").starts_with("nothing to submit: 3 shards "));
}

#[test]
fn what_slurm_took_stays_where_the_rest_is_refused() {
    let played = Played::with_queue();
    played.program("sbatch", "echo 'sbatch: error: invalid partition specified: x' >&2; exit 1");
    let output = played.submit(&["--partition", "x"]);
    assert_eq!((code(&output), text(&output.stdout)), (Some(6), String::new()));
    let message = text(&output.stderr);
    assert!(message.contains("\n0 shards were submitted; 3 are left"), "{message}");
    assert!(message.contains("`sbatch` refused: sbatch: error: invalid partition"), "{message}");
    played.accept("[ $id != 18 ] || { echo 'AssocMaxSubmitJobLimit' >&2; exit 1; }; echo $id");
    let message = text(&played.submit(&[]).stderr);
    assert!(message.contains("2 shards were submitted as 17; 1 are left"), "{message}");
}

/// The answer of `sbatch` is lost or makes no sense. The next submission finds the job.
#[test]
fn a_lost_answer_submits_nothing_twice() {
    for answer in ["echo 'Socket timed out' >&2; exit 1", "echo Welcome"] {
        let played = Played::with_queue();
        played.accept(answer);
        assert_eq!(code(&played.submit(&[])), Some(6));
        assert_eq!(played.queued(), ["17_0", "17_1"]);
        played.accept("echo $id");
        let said = text(&played.submit(&[]).stdout);
        assert_eq!(said, "submitted 1 shard as job 18 of Slurm, the merge as job 19\n");
        assert!(played.asked().contains("--dependency=afterany:18:17 "), "{}", played.asked());
    }
}

/// A task of an earlier plan must not compute a shard of the new one.
#[test]
fn jobs_of_an_earlier_plan_stop_a_submission() {
    let played = Played::with_queue();
    played.submit(&[]);
    let status = flat(&played.run(&["status", "out"]).stdout);
    let (_, name) = status.split_once("`scancel ").unwrap();
    let (name, _) = name.split_once('`').unwrap();
    played.workspace.succeed(&["plan", "study.toml", "--out", "out", "--shards", "2"]);
    let submit = ["submit", "out", "--engine", "slurm"];
    let output = output_of(played.command(&submit).env("SQUEUE_STATES", "RUNNING"));
    assert_eq!((code(&output), played.queued().len()), (Some(6), 4));
    let message = flat(&output.stderr);
    assert!(message.contains(&format!("`scancel {name}` cancels them; then submit")), "{message}");
    let task = ["run-shard", "out", "--plan", "0123456789ab", "--shard", "0"];
    let message = played.workspace.fail(&task, 2);
    assert!(message.contains("this shard belongs to plan 0123456789ab"), "{message}");
    fs::remove_file(played.workspace.path("queue")).unwrap();
    let said = text(&played.run(&submit).stdout);
    assert!(said.starts_with("submitted 2 shards as job "), "{said}");
}

/// A comment would swallow the command on the same line.
#[test]
fn setup_lines_that_break_a_list_of_commands_are_refused() {
    let played = Played::new();
    for line in ["true # comment", "sleep 9 & "] {
        let submit = ["submit", "study.toml", "--engine", "script", "--setup", line];
        let message = played.workspace.fail(&submit, 2);
        assert!(message.contains("must not contain `#` or end in `&`"), "{message}");
    }
}

#[test]
fn jobs_keep_the_names_by_which_they_are_found() {
    let played = Played::with_queue();
    let output = played.submit(&["--engine-arg=--job-name=mine"]);
    assert_eq!(code(&output), Some(2));
    let message = text(&output.stderr);
    assert!(message.contains("leave --job-name out"), "{message}");
    assert!(played.queued().is_empty());
}
