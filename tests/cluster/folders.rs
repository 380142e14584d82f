//! Several folders with jobs on one Slurm.

use std::fs;

use super::harness::{Cluster, Run, fail, spawn, succeed, text, wait_for};

/// Ids of jobs that are not over, without the indices of tasks.
fn queued(cluster: &Cluster) -> Vec<String> {
    let jobs = cluster.slurm("squeue", &["-h", "-o", "%F"]);
    let mut jobs: Vec<String> = jobs.lines().map(|job| job.trim().to_owned()).collect();
    jobs.sort();
    jobs.dedup();
    jobs
}

fn sorted(mut jobs: Vec<String>) -> Vec<String> {
    jobs.sort();
    jobs
}

fn release(cluster: &Cluster, run: &Run<'_>) {
    for job in run.jobs() {
        cluster.slurm("scontrol", &["release", &job]);
    }
}

/// Two folders of one spec, a refusal and a copy: each folder knows only its own jobs.
#[test]
fn folders_of_one_spec_keep_apart() {
    let Some(cluster) = Cluster::start(&[]) else { return };
    let run = cluster.study(3000, 3);
    let (second, refused, copy) = (run.beside("second"), run.beside("refused"), run.beside("copy"));
    // Held, so that nothing ends before it is looked at.
    for run in [&run, &second] {
        assert!(run.submitted(&["--engine-arg=--hold"]).starts_with("submitted 3 shards as job "));
    }
    let jobs = run.jobs();
    let both = sorted([&jobs[..], &second.jobs()].concat());
    assert_eq!((jobs.len(), both.len()), (2, 4));
    assert_eq!(queued(&cluster), both);

    let message = fail(&mut refused.submit(&["--partition", "nowhere"]), 6);
    assert!(message.contains("\n0 shards were submitted; 3 are left"), "{message}");
    assert!(message.contains("invalid partition specified: nowhere"), "{message}");

    let mut cp = std::process::Command::new("cp");
    assert!(cp.arg("-a").args([run.out(), copy.out()]).status().unwrap().success());
    assert!(copy.submitted(&["--engine-arg=--hold"]).starts_with("submitted 3 shards as job "));
    copy.cancel();
    assert_eq!(queued(&cluster), both);

    second.cancel();
    assert_eq!(queued(&cluster), sorted(jobs));
    release(&cluster, &run);
    run.a_running_task();
}

/// Two folders at work at the same time, one of which is cancelled, and taken up again.
#[test]
#[ignore = "cluster of minutes: nightly"]
fn a_cancelled_folder_does_not_stop_another() {
    let Some(cluster) = Cluster::start(&[("MAXARRAY", "3")]) else { return };
    let run = cluster.run(20.0, 6);
    let second = run.beside("second");
    let waiting = spawn(&mut run.submit(&["--wait", "--nodes", "2"]));
    let parts = |run: &Run<'_>| (run.parts() > 0).then_some(());
    wait_for("results of the first", || parts(&run));
    second.submitted(&["--nodes", "2"]);
    wait_for("results of the second", || parts(&second));
    second.cancel();
    let output = waiting.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    run.assert_finished();
    assert_eq!(run.status().1, Some(0));
    let (status, code) = second.status();
    assert_eq!(code, Some(5));
    assert!(status["there"].as_u64().unwrap() < status["results"].as_u64().unwrap(), "{status}");
    second.finish(&[]);
}

/// A folder has one plan at a time.
#[test]
#[ignore = "cluster of minutes: nightly"]
fn a_second_spec_for_a_folder_is_refused_until_it_is_planned() {
    let Some(cluster) = Cluster::start(&[]) else { return };
    let run = cluster.run(8.0, 4);
    let spec = fs::read_to_string(run.folder.join("study.toml")).unwrap();
    let other = spec.replace("random = 8", "random = 7");
    assert_ne!(spec, other);
    fs::write(run.folder.join("other.toml"), other).unwrap();
    run.submitted(&["--nodes", "1"]);
    run.a_running_task();
    let submit = ["submit", "other.toml", "--out", "out", "--engine", "slurm"];
    let message = fail(&mut run.runner(&submit), 2);
    assert!(message.contains("the spec is another one"), "{message}");
    run.cancel();
    succeed(&mut run.runner(&["plan", "other.toml", "--out", "out", "--shards", "2"]));
    let wait = ["--wait", "--poll", "1s", "--visibility-wait", "3s"];
    succeed(&mut run.runner(&[&submit[..], &wait].concat()));
    // The same on one machine.
    succeed(&mut run.runner(&["run", "other.toml", "--out", "whole", "-q"]));
    let names = ["manifest.json", "scores.parquet", "growth.parquet"];
    for name in names {
        let [one, other] =
            ["out", "whole"].map(|out| fs::read(run.folder.join(out).join(name)).unwrap());
        assert!(one == other, "{name} is not that of a run on one machine");
    }
}

/// A controller full of one folder's jobs: another folder submits nothing.
#[test]
#[ignore = "cluster of minutes: nightly"]
fn a_controller_full_of_other_jobs_is_told() {
    let Some(cluster) = Cluster::start(&[("MAXJOBS", "6")]) else { return };
    let run = cluster.run(6.0, 4);
    let second = run.beside("second");
    run.submitted(&["--engine-arg=--hold"]);
    let jobs = run.jobs();
    let message = fail(&mut second.submit(&[]), 6);
    assert!(message.contains("did not end within 60 s"), "{message}");
    assert!(message.contains("\n0 shards were submitted; 4 are left"), "{message}");
    assert_eq!(queued(&cluster), jobs);
    release(&cluster, &run);
    wait_for("the end of the first", || queued(&cluster).is_empty().then_some(()));
    run.assert_finished();
}
