//! Runs in shards without a cluster: by hand, with lists of commands, and with a Slurm that is played.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::played::{Played, code, output_of, study};
use crate::support::needs::Need;
use crate::support::workspace::{Workspace, results, text};

/// A folder whose name no careless script survives.
const OUT: &str = "it's a \"run\", 50% #1";

/// The study run at once, and its results.
fn with_reference() -> (Workspace, std::collections::BTreeMap<String, Vec<u8>>) {
    let workspace = study();
    workspace.succeed(&["run", "study.toml", "--out", "whole", "-q"]);
    let reference = results(&workspace.path("whole"));
    (workspace, reference)
}

#[test]
fn shards_run_one_by_one_make_the_tables_of_a_whole_run() {
    let (workspace, reference) = with_reference();
    workspace.succeed(&["plan", "study.toml", "--out", OUT, "--shards", "3"]);
    let message = workspace.fail(&["run-shard", OUT, "--shard", "3"], 2);
    assert!(message.contains("there is no shard 3: the plan has 3, from 0"), "{message}");
    let message = workspace.fail(&["merge", OUT], 5);
    assert!(message.contains("results of 3 of 3 shards are missing"), "{message}");
    for (shard, threads) in [("2", "1"), ("0", "2"), ("0", "1")] {
        workspace.succeed(&["run-shard", OUT, "--shard", shard, "--threads", threads]);
    }
    let status = workspace.run(&["status", OUT]);
    assert_eq!(code(&status), Some(5));
    let status = text(&status.stdout);
    assert!(status.starts_with("study: 2 of 3 shards complete, "), "{status}");
    assert!(status.contains("missing: 1\n") && status.contains("tables: not made yet"), "{status}");
    let message = workspace.fail(&["merge", OUT], 5);
    assert!(message.contains("shard 1: 0 of "), "{message}");
    workspace.succeed(&["run-shard", OUT, "--shard", "1"]);
    workspace.succeed(&["merge", OUT]);
    assert_eq!(results(&workspace.path(OUT)), reference);
    let status = workspace.succeed(&["status", OUT, "--format", "json"]);
    let status: serde_json::Value = serde_json::from_str(&status).unwrap();
    assert_eq!(status["complete"], true);
    assert_eq!(status["there"], status["results"]);
    assert_eq!(status["shards"].as_array().unwrap().len(), 3);
    // Another cut finds everything there.
    workspace.succeed(&["plan", "study.toml", "--out", OUT, "--shards", "2"]);
    let said = workspace.succeed(&["submit", OUT, "--engine", "script"]);
    assert!(said.starts_with("complete: tables in "), "{said}");
}

#[test]
fn two_machines_may_run_the_same_shard_at_once() {
    let (workspace, reference) = with_reference();
    workspace.succeed(&["plan", "study.toml", "--out", OUT, "--shards", "1"]);
    let shard = ["run-shard", OUT, "--shard", "0", "-q"];
    let copies = [(); 3].map(|()| workspace.command(&shard).spawn().unwrap());
    for mut copy in copies {
        assert!(copy.wait().unwrap().success());
    }
    workspace.succeed(&["merge", OUT, "-q"]);
    assert_eq!(results(&workspace.path(OUT)), reference);
    let left = fs::read_dir(workspace.path(OUT).join("parts")).unwrap();
    assert!(left.flatten().all(|file| file.path().extension().is_some_and(|e| e == "part")));
}

#[test]
fn commands_run_under_gnu_parallel_or_by_hand() {
    let (workspace, reference) = with_reference();
    let submit = ["submit", "study.toml", "--out", OUT, "--engine", "script", "--shards", "3"];
    let run = |said: &str| {
        let has_parallel = Command::new("parallel").arg("--version").output();
        let has_parallel = has_parallel.is_ok_and(|out| text(&out.stdout).contains("GNU parallel"));
        let line = |what: &str| said.lines().find(|line| line.contains(what)).unwrap().to_owned();
        let commands = if has_parallel {
            line("parallel < ").replace("parallel ", "parallel --will-cite --jobs 2 ")
        } else {
            Need::Parallel.skip("the line for GNU parallel");
            line("sed -n ").replace("INDEX", "1,3")
        };
        for line in [commands, line(" merge ")] {
            let mut shell = Command::new("sh");
            let output = output_of(shell.args(["-ec", &line]).env("HOME", workspace.path("")));
            assert!(output.status.success(), "{line}: {}", text(&output.stderr));
        }
        assert_eq!(results(&workspace.path(OUT)), reference);
    };
    run(&workspace.succeed(&submit));
    assert!(workspace.succeed(&submit).starts_with("complete: tables in "));
    // A damaged part is computed again by the shards that it belongs to.
    let mut parts = fs::read_dir(workspace.path(OUT).join("parts")).unwrap();
    let part = parts.next().unwrap().unwrap().path();
    let good = fs::read(&part).unwrap();
    fs::write(&part, &good[..good.len() / 2]).unwrap();
    fs::remove_file(workspace.path(OUT).join("manifest.json")).unwrap();
    let output = workspace.run(&submit);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("is damaged; what it held is computed again"));
    run(&text(&output.stdout));
    assert_eq!(fs::read(&part).unwrap(), good);
}

#[test]
fn another_plan_is_refused_by_name() {
    let workspace = Workspace::small();
    workspace.succeed(&["plan", "small.toml", "--out", "out", "--shards", "1"]);
    let shard = ["run-shard", "out", "--shard", "0"];
    // The spec of the plan lies in the folder, so that editing the file does not matter ...
    workspace.edit("small.toml", "B = 100", "B = 200");
    workspace.succeed(&shard);
    // ... but to submit what is not planned does.
    let submit = ["submit", "small.toml", "--out", "out", "--engine", "script"];
    let message = workspace.fail(&submit, 2);
    assert!(message.contains("the spec is another one"), "{message}");
    workspace.edit("small.toml", "B = 200", "B = 100");
    workspace.edit("one.txt", "rug", "mug");
    for arguments in [&shard[..], &["merge", "out"], &["status", "out"], &submit] {
        let message = workspace.fail(arguments, 3);
        assert!(
            message.contains("corpus `tiny`: system one is not what it was when it was planned"),
            "{message}"
        );
    }
    workspace.edit("one.txt", "mug", "rug");
    let record = workspace.path("out/cluster/plan.json");
    let text = fs::read_to_string(&record).unwrap();
    let here = format!("\"runner\": \"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(text.contains(&here));
    fs::write(&record, text.replace(&here, "\"runner\": \"0.0.9\"")).unwrap();
    let message = workspace.fail(&["merge", "out"], 2);
    assert!(message.contains("it was planned by runner 0.0.9 (numbers "), "{message}");
    // A record of an earlier build of this version does not list the jobs of its shards.
    fs::write(&record, text.replace("\"positions\"", "\"jobs-of-old\"")).unwrap();
    let message = workspace.fail(&["merge", "out"], 2);
    assert!(message.contains("it is cut into other shards"), "{message}");
    for arguments in [
        &shard[..],
        &["merge", "out"],
        &["status", "out"],
        &["submit", "out", "--engine", "script"],
    ] {
        fs::write(&record, &text[..text.len() / 2]).unwrap();
        let message = workspace.fail(arguments, 3);
        assert!(message.contains("cluster/plan.json` is not what it should be"), "{message}");
    }
    let message = workspace.fail(&["merge", "elsewhere"], 2);
    assert!(message.contains("has no plan that is cut into shards"), "{message}");
}

/// Tables are there only as long as they are what the manifest lists.
#[test]
fn damaged_tables_are_not_complete() {
    let (workspace, reference) = with_reference();
    workspace.succeed(&["plan", "study.toml", "--out", OUT, "--shards", "1"]);
    workspace.succeed(&["run-shard", OUT, "--shard", "0"]);
    workspace.succeed(&["merge", OUT, "-q"]);
    let name = |file: &str| format!("{OUT}/{file}");
    let scores = &reference["scores.parquet"];
    let mut changed = scores.clone();
    changed[scores.len() / 2] ^= 1;
    let cut = &scores[..scores.len() - 1];
    let cases = [
        ("scores.parquet", Some(&b""[..]), "is not the file that the manifest lists"),
        ("scores.parquet", Some(cut), "is not the file that the manifest lists"),
        ("scores.parquet", Some(&changed), "is not the file that the manifest lists"),
        ("growth.parquet", None, "cannot read `"),
        ("manifest.json", Some(&b"{}"[..]), "is damaged: "),
    ];
    for (index, (file, content, why)) in cases.into_iter().enumerate() {
        assert!(workspace.succeed(&["status", OUT]).ends_with("tables: made\n"));
        match content {
            Some(content) => workspace.write(&name(file), content),
            None => fs::remove_file(workspace.path(&name(file))).unwrap(),
        }
        let status = workspace.run(&["status", OUT]);
        assert_eq!(code(&status), Some(5), "{file}");
        let said = text(&status.stdout);
        let (_, damaged) =
            said.split_once("tables: damaged; `runner merge` rebuilds them\n").unwrap();
        let damaged = damaged.replace("\n      ", " ");
        assert!(damaged.contains(why) && damaged.contains(file), "{said}");
        assert_eq!(damaged.lines().count(), 1, "{said}");
        let status = workspace.run(&["status", OUT, "--json"]);
        assert_eq!(code(&status), Some(5), "{file}");
        let status: serde_json::Value = serde_json::from_slice(&status.stdout).unwrap();
        assert_eq!((&status["complete"], &status["merged"]), (&false.into(), &false.into()));
        assert_eq!(status["damaged-tables"].as_array().unwrap().len(), 1, "{status}");
        match index {
            0 | 1 => drop(workspace.succeed(&["merge", OUT, "-q"])),
            _ => workspace.write(&name(file), &reference[file]),
        }
        assert_eq!(results(&workspace.path(OUT)), reference);
    }
}

#[test]
fn without_slurm_a_plain_sentence_says_so() {
    let workspace = study();
    let mut submit = workspace.command(&["submit", "study.toml", "--engine", "slurm"]);
    let output = output_of(submit.env("PATH", workspace.path("nothing")));
    assert_eq!(code(&output), Some(6));
    let message = text(&output.stderr);
    assert!(message.contains("there is no `squeue` here: it is not in PATH"), "{message}");
    assert!(message.contains("`--engine script` needs no Slurm"), "{message}");
    // Scripts to look at need no Slurm.
    let dry = ["submit", "study.toml", "--engine", "slurm", "--dry-run", "--out", OUT];
    let mut dry = workspace.command(&[&dry[..], &["--setup", "module load x"]].concat());
    let output = output_of(dry.env("PATH", workspace.path("nothing")));
    assert_eq!(code(&output), Some(0), "{}", text(&output.stderr));
    let script = text(&output.stdout);
    assert!(script.contains("\nmodule load x\nexec "), "{script}");
    // In the name of a log, Slurm reads one percent sign as the start of a field.
    assert!(script.contains("/it's a \\\"run\\\", 50%% #1/cluster/"), "{script}");
}

/// Near its limit a task saves and queues itself, and only itself, again.
#[test]
fn a_task_near_its_limit_queues_itself_again() {
    let played = Played::new();
    played.workspace.edit("study.toml", "B = 12000", "B = 60000");
    played.workspace.succeed(&["plan", "study.toml", "--out", "out", "--shards", "1"]);
    for (restarts, code, again) in [("2", 75, true), ("3", 75, false)] {
        let shard = ["run-shard", "out", "--shard", "0", "--max-requeues", "3"];
        let mut command = played.command(&shard);
        command.env("SLURM_ARRAY_JOB_ID", "40").env("SLURM_ARRAY_TASK_ID", "7");
        command.env("SLURM_JOB_ID", "40").env("SLURM_RESTART_COUNT", restarts);
        let log = fs::File::create(played.workspace.path("log")).unwrap();
        let mut task = command.stdout(Stdio::null()).stderr(log).spawn().unwrap();
        let said = |what: &str| {
            let start = Instant::now();
            loop {
                let log = fs::read_to_string(played.workspace.path("log")).unwrap();
                if log.contains(what) {
                    return log;
                }
                assert!(start.elapsed() < Duration::from_mins(5), "{what}: {log}");
                sleep(Duration::from_millis(20));
            }
        };
        said("test sets to resample");
        let signal = |name: &str, id: u32| {
            let mut kill = Command::new("kill");
            assert!(kill.args([name, &id.to_string()]).status().unwrap().success());
        };
        signal("-USR1", task.id());
        if again {
            said("the limit of task 40_7 is near: queueing it again");
            // It lives on until Slurm ends it.
            sleep(Duration::from_millis(500));
            assert!(task.try_wait().unwrap().is_none());
            signal("-TERM", task.id());
        }
        assert_eq!(task.wait().unwrap().code(), Some(code));
        said("interrupted; what was finished is kept");
    }
    assert_eq!(played.asked(), "requeue 40_7\n");
}
