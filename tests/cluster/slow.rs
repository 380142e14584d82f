//! What takes minutes: nightly.

use std::thread::sleep;
use std::time::Duration;

use super::harness::{Cluster, expect_success, fail, spawn, succeed, text, wait_for};
use crate::support::needs::Need;

/// A node that is cut off goes on writing while its tasks run again elsewhere.
#[test]
#[ignore = "cluster of minutes: nightly"]
fn two_copies_of_a_task_do_not_disturb_each_other() {
    let Some(cluster) = Cluster::start(&[]) else { return };
    let run = cluster.run(40.0, 4);
    run.submitted(&[]);
    let (task, node) = run.a_running_task();
    cluster.control(&["split-node", &node]);
    cluster.slurm("scontrol", &["update", &format!("NodeName={node}"), "State=DOWN", "Reason=cut"]);
    run.finish(&[]);
    let copies = || {
        let log = run.log_of(&task);
        (log.matches("test sets) on ").count(), log.matches("is complete after").count())
    };
    wait_for("the end of both copies", || (copies() == (2, 2)).then_some(()));
    run.assert_finished();
    assert!(run.submitted(&[]).starts_with("complete: "));
}

/// Tasks that come near their limit save, queue themselves again, and only themselves.
#[test]
#[ignore = "cluster of minutes: nightly"]
fn a_time_limit_is_passed_in_several_goes() {
    let Some(cluster) = Cluster::start(&[]) else { return };
    let run = cluster.run(400.0, 2);
    let limit = ["--time", "1", "--notice", "20s"];
    // Without requeues the time is over before the work is.
    let message = fail(run.submit(&["--wait", "--max-requeues", "0"]).args(limit), 5);
    assert!(message.contains("of 2 shards are missing"), "{message}");
    let kept = run.parts();
    assert!(kept > 0, "nothing was saved");
    run.finish(&[&["--max-requeues", "50"], &limit[..]].concat());
    let logs: String = run.logs().into_values().collect();
    assert!(logs.contains("is near, and it was queued 0 times"), "{logs}");
    assert!(logs.contains(" is near: queueing it again"), "{logs}");
}

/// A more urgent job takes all nodes for a while.
#[test]
#[ignore = "cluster of minutes: nightly"]
fn preempted_tasks_save_and_come_again() {
    let Some(cluster) = Cluster::start(&[]) else { return };
    // So much that no task ends before the urgent job comes.
    let run = cluster.run(120.0, 6);
    run.submitted(&["--partition", "main"]);
    run.a_running_task();
    sleep(Duration::from_secs(5));
    let wrap = ["-p", "urgent", "-N", "3", "--exclusive", "-o", "/dev/null", "--wrap", "sleep 10"];
    cluster.slurm("sbatch", &wrap);
    run.finish(&["--partition", "main"]);
    let logs: String = run.logs().into_values().collect();
    assert!(logs.contains("interrupted; what was finished is kept"), "{logs}");
}

/// The controller is away for longer than its clients wait.
#[test]
#[ignore = "cluster of minutes: nightly"]
fn waiting_survives_an_outage_of_the_controller() {
    let Some(cluster) = Cluster::start(&[]) else { return };
    let run = cluster.run(30.0, 4);
    let waiting = spawn(&mut run.submit(&["--wait", "--nodes", "2"]));
    run.a_running_task();
    cluster.control(&["stop-ctl"]);
    let message = fail(&mut run.submit(&[]), 6);
    assert!(message.contains("`squeue` refused"), "{message}");
    sleep(Duration::from_secs(12));
    cluster.control(&["start-ctl"]);
    let output = expect_success(waiting);
    assert!(text(&output.stderr).contains("Slurm does not answer"), "{}", text(&output.stderr));
    run.assert_finished();
}

/// The controller dies just after it started tasks, and forgets that. It may start them a second time,
/// or hold them and drain their nodes; then somebody has to release them.
#[test]
#[ignore = "cluster of minutes: nightly"]
fn a_controller_that_forgets_loses_nothing() {
    let Some(cluster) = Cluster::start(&[]) else { return };
    let run = cluster.run(30.0, 6);
    let submit = run.submit(&[]).output().unwrap();
    assert!(submit.status.success());
    wait_for("a start", || (!run.tasks("RUNNING").is_empty()).then_some(()));
    cluster.control(&["kill-ctl"]);
    sleep(Duration::from_secs(2));
    cluster.control(&["start-ctl"]);
    for _ in 0..10 {
        let output = run.submit(&["--wait"]).output().unwrap();
        match output.status.code() {
            Some(0) => break,
            Some(6) => {
                let message = text(&output.stderr);
                assert!(
                    message.contains("held") && message.contains("scontrol release"),
                    "{message}"
                );
                for (task, _) in run.tasks("PENDING") {
                    cluster.slurm("scontrol", &["release", &task]);
                }
                for node in ["n1", "n2", "n3"] {
                    let node = format!("NodeName={node}");
                    let _ = cluster
                        .command("scontrol")
                        .args(["update", &node, "State=RESUME"])
                        .output();
                }
            }
            Some(5) => {}
            other => panic!("{other:?}: {}", text(&output.stderr)),
        }
        sleep(Duration::from_secs(2));
    }
    run.assert_finished();
}

/// Held tasks: nothing continues without help, and `--wait` says what to do.
#[test]
#[ignore = "cluster of minutes: nightly"]
fn held_tasks_are_told() {
    let Some(cluster) = Cluster::start(&[]) else { return };
    let run = cluster.run(6.0, 3);
    // A hold at submission, so that none is quicker.
    let message = fail(&mut run.submit(&["--wait", "--engine-arg=--hold"]), 6);
    assert!(message.contains("is held (JobHeldUser): `scontrol release "), "{message}");
    let message = fail(&mut run.submit(&[]), 6);
    assert!(message.contains("all remaining jobs are queued but cannot start"), "{message}");
    assert_eq!(run.status().1, Some(5));
    let jobs = cluster.slurm("squeue", &["-h", "-o", "%A"]);
    for job in jobs.lines() {
        cluster.slurm("scontrol", &["release", job.trim()]);
    }
    run.finish(&[]);
}

/// Slurm forgets jobs seconds after their end: files decide.
#[test]
#[ignore = "cluster of minutes: nightly"]
fn jobs_that_slurm_forgot_are_still_done() {
    let Some(cluster) = Cluster::start(&[("MINJOBAGE", "5")]) else { return };
    let run = cluster.run(8.0, 4);
    run.submitted(&[]);
    let waiting = run.tasks("PENDING,RUNNING").first().cloned();
    if let Some((task, _)) = waiting {
        cluster.slurm("scancel", &[&task]);
    }
    wait_for("oblivion", || cluster.slurm("squeue", &["-h", "-t", "all"]).is_empty().then_some(()));
    let status = run.runner(&["status", "out"]).output().unwrap();
    assert_eq!(status.status.code(), Some(5));
    assert!(text(&status.stdout).contains("3 of 4 shards complete"), "{}", text(&status.stdout));
    assert!(run.submitted(&[]).starts_with("submitted 1 shard as job "));
    wait_for("oblivion", || cluster.slurm("squeue", &["-h", "-t", "all"]).is_empty().then_some(()));
    assert!(succeed(&mut run.runner(&["status", "out"])).contains("tables: made"));
    run.assert_finished();
}

/// A controller that takes no more jobs makes `sbatch` wait; we do not.
#[test]
#[ignore = "cluster of minutes: nightly"]
fn a_full_controller_is_told() {
    let Some(cluster) = Cluster::start(&[("MAXJOBS", "5"), ("MAXARRAY", "4")]) else { return };
    let run = cluster.run(8.0, 6);
    let message = fail(&mut run.submit(&[]), 6);
    assert!(message.contains("did not end within 60 s"), "{message}");
    assert!(message.contains("are left: submit again later"), "{message}");
}

/// Jobs of an ordinary user on a cluster that root started.
#[test]
#[ignore = "cluster of minutes: nightly"]
fn another_user_may_run() {
    let Some(cluster) = Cluster::start(&[]) else { return };
    let run = cluster.run(6.0, 3);
    let mut chown = cluster.command("chown");
    if !chown.args(["-R", "nobody"]).arg(&run.folder).output().unwrap().status.success() {
        Need::Root.skip("");
        return;
    }
    let submit = run.submit(&["--wait"]);
    let mut other = cluster.command("runuser");
    other.args(["-u", "nobody", "--"]).arg(submit.get_program()).args(submit.get_args());
    other.current_dir(&run.folder).env("HOME", &run.folder);
    succeed(&mut other);
    run.assert_finished();
    let owner = std::os::unix::fs::MetadataExt::uid(
        &std::fs::metadata(run.out().join("manifest.json")).unwrap(),
    );
    assert_ne!(owner, 0, "the merge ran as root");
}
