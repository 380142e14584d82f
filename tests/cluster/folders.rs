//! Several folders with jobs on one Slurm.

use std::fs;

use super::harness::{Cluster, Run, fail, spawn, succeed, text, wait_for};

const NOTHING: &str = "nothing is queued or running\n";

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
    for job in run.recorded(1) {
        cluster.slurm("scontrol", &["release", &job]);
    }
}

/// Two folders of one spec, a refusal and a copy: each folder knows and cancels only its own jobs.
#[test]
fn folders_of_one_spec_keep_apart() {
    let Some(cluster) = Cluster::start(&[]) else { return };
    let run = cluster.study(3000, 3);
    let (second, refused, copy) = (run.beside("second"), run.beside("refused"), run.beside("copy"));
    // Held, so that nothing ends before it is looked at.
    for run in [&run, &second] {
        assert!(run.submitted(&["--engine-arg=--hold"]).starts_with("submitted 3 shards as job "));
    }
    let jobs = run.recorded(1);
    let both = sorted([&jobs[..], &second.recorded(1)].concat());
    assert_eq!((jobs.len(), both.len()), (2, 4));
    assert_eq!(queued(&cluster), both);
    for run in [&run, &second] {
        let array = &run.recorded(1)[0];
        assert_eq!(run.own_tasks(), [0, 1, 2].map(|index| format!("{array}_{index}")));
    }

    let message = fail(&mut refused.submit(&["--partition", "nowhere"]), 6);
    assert!(message.contains("\n0 shards were submitted; 3 are left"), "{message}");
    assert!(message.contains("invalid partition specified: nowhere"), "{message}");
    assert_eq!(refused.recorded(1), [""; 0]);
    assert_eq!(refused.own_tasks(), [""; 0]);
    assert_eq!(refused.cancel().0, NOTHING);

    assert!(
        std::process::Command::new("cp")
            .arg("-a")
            .args([run.out(), copy.out()])
            .status()
            .unwrap()
            .success()
    );
    let (said, told) = copy.cancel();
    assert_eq!(said, NOTHING);
    assert!(told.contains(&format!("slurm: jobs {} are of `", jobs.join(", "))), "{told}");
    assert_eq!(copy.own_tasks(), [""; 0]);
    assert_eq!(queued(&cluster), both);

    let said = second.cancel().0;
    assert!(said.contains(&second.recorded(1).join(", ")), "{said}");
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
    let own: Vec<String> = second.recorded(1);
    assert!(
        second
            .own_tasks()
            .iter()
            .all(|task| own.contains(&task.split('_').next().unwrap().to_owned()))
    );
    let said = second.cancel().0;
    assert!(run.recorded(1).iter().all(|job| !said.contains(job)), "{said}");
    let output = waiting.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    run.assert_finished();
    assert_eq!(run.status().1, Some(0));
    let (status, code) = second.status();
    assert_eq!(code, Some(5));
    assert!(status["there"].as_u64().unwrap() < status["results"].as_u64().unwrap(), "{status}");
    second.finish(&[]);
}

/// What a folder holds is one plan at a time.
#[test]
#[ignore = "cluster of minutes: nightly"]
fn a_second_spec_for_a_folder_waits_until_the_first_is_cancelled() {
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
    succeed(&mut run.runner(&["plan", "other.toml", "--out", "out", "--shards", "2"]));
    let message = fail(&mut run.runner(&submit), 2);
    assert!(message.contains("tasks of an earlier plan of `"), "{message}");
    assert!(message.contains("`runner cancel` ends them"), "{message}");
    let jobs = run.recorded(1);
    let said = run.cancel().0;
    assert_eq!(
        said,
        format!("cancelled jobs {} of Slurm; finished results are kept\n", jobs.join(", "))
    );
    wait_for("an empty queue", || queued(&cluster).is_empty().then_some(()));
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

/// A controller full of one folder's jobs: what another folder could not submit is not found there.
#[test]
#[ignore = "cluster of minutes: nightly"]
fn a_controller_full_of_other_jobs_is_told() {
    let Some(cluster) = Cluster::start(&[("MAXJOBS", "6")]) else { return };
    let run = cluster.run(6.0, 4);
    let second = run.beside("second");
    run.submitted(&["--engine-arg=--hold"]);
    let jobs = run.recorded(1);
    let message = fail(&mut second.submit(&["--engine-timeout", "5s"]), 6);
    assert!(message.contains("did not end within 5 s"), "{message}");
    assert!(message.contains("\n0 shards were submitted; 4 are left"), "{message}");
    assert_eq!(second.recorded(1), [""; 0]);
    assert_eq!(second.cancel().0, NOTHING);
    assert_eq!(queued(&cluster), sorted(jobs));
    release(&cluster, &run);
    wait_for("the end of the first", || queued(&cluster).is_empty().then_some(()));
    run.assert_finished();
    assert_eq!(second.own_tasks(), [""; 0]);
}
