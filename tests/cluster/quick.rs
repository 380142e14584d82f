//! What every change is checked against.

use super::harness::{Cluster, expect_success, fail, spawn, succeed, text, wait_for};

/// Arrays of at most four tasks, two submissions at once, a node that is lost with what runs on it.
#[test]
fn a_lost_node_changes_no_byte() {
    let Some(cluster) = Cluster::start(&[("MAXARRAY", "4")]) else { return };
    let run = cluster.run(20.0, 9);
    let shown = run.submitted(&["--dry-run", "--nodes", "5"]);
    for line in ["#SBATCH --array=0-2%2", "#SBATCH --array=0-2%1", "#SBATCH --requeue"] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    assert_eq!(run.tasks("all"), []);

    let two = [run.submit(&[]), run.submit(&[])].map(|mut submit| spawn(&mut submit));
    let said = two.map(|child| text(&expect_success(child).stdout)).concat();
    assert!(said.contains("submitted 9 shards as jobs "), "{said}");
    assert!(said.contains("nothing to submit: 9 shards are queued or running already"), "{said}");
    assert_eq!(run.tasks("all").len(), 9);

    let (task, node) = run.lose_a_node();
    fail(&mut run.runner(&["status", "out"]), 5);
    run.finish(&[]);
    // Oftener than twice where an earlier node was lost with a task that had just come to its end.
    let runs = run.log_of(&task).matches("test sets) on ").count();
    assert!(runs >= 2, "the lost task did not run again: {}", run.log_of(&task));
    cluster.control(&["start-node", &node]);
    assert!(succeed(&mut run.runner(&["status", "out"])).contains("9 of 9 shards complete"));
    assert!(run.submitted(&[]).starts_with("complete: tables in "));
    assert_eq!(run.tasks("PENDING,RUNNING"), []);
}

/// What was cancelled is told, and only that is run again.
#[test]
fn cancelled_tasks_are_told_and_run_again() {
    let Some(cluster) = Cluster::start(&[]) else { return };
    let run = cluster.run(10.0, 5);
    let waiting = spawn(&mut run.submit(&["--wait", "--nodes", "1"]));
    run.a_running_task();
    let queued = run.tasks("PENDING");
    let [.., one, two] = queued.as_slice() else { panic!("{queued:?}") };
    cluster.slurm("scancel", &[&one.0, &two.0]);
    let output = waiting.wait_with_output().unwrap();
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{message}");
    // Tasks that were cancelled before they began leave no trace in Slurm: files alone tell.
    assert!(message.contains("shard 3: 0 of ") && message.contains("shard 4: 0 of "), "{message}");
    assert!(message.contains("results of 2 of 5 shards are missing"), "{message}");
    let merge = run.logs().into_iter().find(|(name, _)| name.starts_with("merge-")).unwrap().1;
    assert!(merge.contains("results of 2 of 5 shards are missing"), "{merge}");
    assert!(run.submitted(&["--nodes", "1"]).starts_with("submitted 2 shards as job "));
    run.a_running_task();
    assert!(!run.tasks("PENDING").is_empty(), "one waits for the other");
    run.cancel();
    wait_for("an empty queue", || cluster.slurm("squeue", &["-h"]).is_empty().then_some(()));
    run.finish(&["--cpus-per-task", "2", "--engine-arg=--comment=it's \"fine\" #1"]);
}
