//! Whose the jobs of Slurm are: a folder counts only its own, and submits no shard twice.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use super::played::{Played, code};
use crate::support::workspace::text;

#[test]
fn shards_that_are_queued_are_not_submitted_again() {
    let played = Played::with_queue();
    let output = played.submit(&[]);
    assert_eq!(code(&output), Some(0), "{}", text(&output.stderr));
    let said = "submitted 3 shards as jobs 17, 18 of Slurm, the merge as job 19\n";
    assert_eq!(text(&output.stdout), said);
    assert!(text(&output.stderr).contains("`scancel --name=runner-"), "{}", text(&output.stderr));
    assert_eq!(played.queued(), ["17_0", "17_1", "18_0", "19"]);
    let again = || text(&played.submit(&[]).stdout);
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

#[test]
fn jobs_keep_the_names_by_which_they_are_found() {
    let played = Played::with_queue();
    let output = played.submit(&["--engine-arg=--job-name=mine"]);
    assert_eq!(code(&output), Some(2));
    let message = text(&output.stderr);
    assert!(message.contains("leave --job-name out"), "{message}");
    assert!(played.queued().is_empty());
}
