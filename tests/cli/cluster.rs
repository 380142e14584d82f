//! Runs in shards without a cluster: processes of this machine, scripts, and a Slurm that is played.

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
    let said = workspace.succeed(&["submit", OUT, "--engine", "local"]);
    assert!(said.starts_with("complete: tables in "), "{said}");
}

#[test]
fn processes_of_this_machine_make_the_tables_of_a_whole_run() {
    let (workspace, reference) = with_reference();
    let submit = ["submit", "study.toml", "--out", OUT, "--engine", "local"];
    workspace.succeed(&[&submit[..], &["--shards", "3", "--nodes", "2"]].concat());
    assert_eq!(results(&workspace.path(OUT)), reference);
    assert!(workspace.succeed(&submit).starts_with("complete: tables in "));
    // A part that is damaged is mended by the shards that it belongs to.
    let mut parts = fs::read_dir(workspace.path(OUT).join("parts")).unwrap();
    let part = parts.next().unwrap().unwrap().path();
    let good = fs::read(&part).unwrap();
    fs::write(&part, &good[..good.len() / 2]).unwrap();
    fs::remove_file(workspace.path(OUT).join("manifest.json")).unwrap();
    let output = workspace.run(&submit);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("is damaged; what it held is computed again"));
    assert_eq!(fs::read(&part).unwrap(), good);
    assert_eq!(results(&workspace.path(OUT)), reference);
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
fn scripts_run_under_gnu_parallel_or_by_hand() {
    let (workspace, reference) = with_reference();
    let submit = ["submit", "study.toml", "--out", OUT, "--engine", "script", "--shards", "3"];
    let said = workspace.succeed(&submit);
    let has_parallel = Command::new("parallel").arg("--version").output();
    let has_parallel = has_parallel.is_ok_and(|out| text(&out.stdout).contains("GNU parallel"));
    let line = if has_parallel {
        let line = said.lines().find(|line| line.contains("| parallel ")).unwrap();
        line.replace("| parallel ", "| parallel --will-cite --jobs 2 ")
    } else {
        Need::Parallel.skip("the line for GNU parallel");
        let task = said.lines().find(|line| line.contains("task.sh") && line.ends_with("INDEX"));
        format!("for i in 0 1 2; do {} || exit; done", task.unwrap().replace("INDEX", "$i"))
    };
    let merge = said.lines().find(|line| line.contains("merge.sh")).unwrap();
    for line in [&line, merge] {
        let mut shell = Command::new("sh");
        let output = output_of(shell.args(["-ec", line]).env("HOME", workspace.path("")));
        assert!(output.status.success(), "{line}: {}", text(&output.stderr));
    }
    assert_eq!(results(&workspace.path(OUT)), reference);
}

#[test]
fn a_list_is_read_from_any_index_variable() {
    let workspace = study();
    workspace.succeed(&[
        "submit",
        "study.toml",
        "--out",
        "out",
        "--engine",
        "script",
        "--shards",
        "3",
    ]);
    let list = "out/cluster/0001/array-0000.json";
    let run = |variable: (&str, &str), more: &[&str]| {
        let fixed = ["run-shard", "out", "--list", list, "--index-env", "MY_INDEX"];
        let mut command = workspace.command(&[&fixed[..], more].concat());
        output_of(command.env(variable.0, variable.1))
    };
    let output = run(("MY_INDEX", "3"), &["--first-index", "1"]);
    assert!(text(&output.stderr).contains("shard 2 of 3"), "{}", text(&output.stderr));
    assert_eq!(code(&output), Some(0));
    for (variable, more, expected) in [
        (("MY_INDEX", "3"), &[][..], "has 3 shards, from 0: there is no 3"),
        (("MY_INDEX", "0"), &["--first-index", "1"][..], "has 3 shards, from 1: there is no 0"),
        (("MY_INDEX", "x"), &[][..], "the environment variable MY_INDEX is not an index: x"),
        (("OTHER", "1"), &[][..], "MY_INDEX that holds the index is not set"),
    ] {
        let output = run(variable, more);
        assert_eq!(code(&output), Some(2));
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
    let message = workspace.fail(&["run-shard", "out", "--shard", "3"], 2);
    assert!(message.contains("there is no shard 3: the plan has 3, from 0"), "{message}");
    // A list outlives its plan.
    workspace.succeed(&["plan", "study.toml", "--out", "out", "--shards", "2"]);
    let output = run(("MY_INDEX", "0"), &[]);
    assert!(
        text(&output.stderr).contains("belongs to an earlier plan of the folder; submit again")
    );
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
    let submit = ["submit", "small.toml", "--out", "out", "--engine", "local"];
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
    for arguments in
        [&shard[..], &["merge", "out"], &["status", "out"], &["submit", "out", "--engine", "local"]]
    {
        fs::write(&record, &text[..text.len() / 2]).unwrap();
        let message = workspace.fail(arguments, 3);
        assert!(message.contains("cluster/plan.json` is not what it should be"), "{message}");
    }
    let message = workspace.fail(&["merge", "elsewhere"], 2);
    assert!(message.contains("has no plan that is cut into shards"), "{message}");
}

/// A shard that fails in itself is told, and not run again and again.
#[test]
fn a_shard_that_fails_in_itself_is_not_run_again() {
    let workspace = Workspace::empty();
    workspace.write("set/sources/en-de.txt", "a b\nc d\n");
    workspace.write("set/system-outputs/en-de/one.txt", "e f\ng h\n");
    workspace.write("set/human-scores/en-de.mqm.seg.score", "one\t-1e300\none\t0\n");
    workspace.write(
        "mqm.toml",
        "[experiment]\nname = \"mqm\"\nseed = 1\n\
         [corpora.set.evalset]\npath = \"set\"\nlanguage-pair = \"en-de\"\n\
         [metrics.mqm.human]\ncriterion = \"mqm\"\n\
         [studies.s]\ncorpora = [\"set\"]\nmetrics = [\"mqm\"]\n",
    );
    let plan = ["plan", "mqm.toml", "--out", "out", "--shards", "1"];
    workspace.succeed(&plan);
    let message = workspace.fail(&["run-shard", "out", "--shard", "0", "-q"], 3);
    assert!(message.contains("judgments are too large or too small"), "{message}");
    let submit = ["submit", "out", "--engine", "local"];
    for arguments in [&submit[..], &["merge", "out"]] {
        let message = workspace.fail(arguments, 3);
        assert!(
            message.contains("a shard failed in itself: corpus `set`, metric `mqm`"),
            "{message}"
        );
    }
    assert!(!workspace.path("out/cluster/0001").exists(), "it was run again");
    let status = workspace.run(&["status", "out"]);
    assert!(text(&status.stdout).contains("shard 0 failed: corpus `set`, metric `mqm`"));
    workspace.fail(&[&submit[..], &["--retry-failed"]].concat(), 3);
    assert!(workspace.path("out/cluster/0001").exists(), "it was not run again");
    // Another corpus makes other shards.
    workspace.edit("set/human-scores/en-de.mqm.seg.score", "1e300", "3");
    workspace.succeed(&plan);
    workspace.succeed(&submit);
    workspace.succeed(&["status", "out"]);
}

/// Tables are there only as long as they are what the manifest lists.
#[test]
fn damaged_tables_are_not_complete() {
    let (workspace, reference) = with_reference();
    let submit = ["submit", "study.toml", "--out", OUT, "--engine", "local", "--shards", "1"];
    workspace.succeed(&submit);
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
        // Both make them anew.
        match index {
            0 => drop(workspace.succeed(&["merge", OUT, "-q"])),
            1 => assert!(!workspace.succeed(&submit).starts_with("complete: ")),
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
    assert!(message.contains("there is no `scontrol` here: it is not in PATH"), "{message}");
    assert!(message.contains("`--engine local` and `--engine script` do without it"), "{message}");
    // Scripts to look at need no Slurm.
    let dry =
        ["submit", "study.toml", "--engine", "slurm", "--dry-run", "--setup", "module load x"];
    let output = output_of(workspace.command(&dry).env("PATH", workspace.path("nothing")));
    assert_eq!(code(&output), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("\nmodule load x\nexec "), "{}", text(&output.stdout));
}

#[test]
fn what_slurm_took_stays_where_the_rest_is_refused() {
    let played = Played::new();
    played.program(
        "sbatch",
        "if [ -e first ]; then echo 'sbatch: error: AssocMaxSubmitJobLimit' >&2; exit 1; fi\n\
         touch first; echo 17",
    );
    let output = played.submit(&[]);
    assert_eq!(code(&output), Some(6));
    let message = text(&output.stderr);
    assert!(message.contains("2 shards were submitted as 17; 1 are left"), "{message}");
    assert!(
        message.contains("`sbatch` refused: sbatch: error: AssocMaxSubmitJobLimit"),
        "{message}"
    );
    let record = played.workspace.path("out/cluster/0001/submission.json");
    let record: serde_json::Value = serde_json::from_slice(&fs::read(record).unwrap()).unwrap();
    assert_eq!(record["chunks"][0]["job"], "17");
    assert_eq!(record["chunks"][1]["job"], serde_json::Value::Null);
    // The next time only the rest is handed out, and the merge comes after all of it.
    let name = record["chunks"][0]["name"].as_str().unwrap();
    played.program(
        "squeue",
        &format!("echo '17_0|RUNNING|{name}|n1|None|x'; echo '17_1|PENDING|{name}||Resources|x'"),
    );
    played.program("sbatch", "echo \"$@\" >>asked; echo 18");
    let output = played.submit(&[]);
    assert_eq!(code(&output), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "submitted 1 shard as job 18 of Slurm, the merge as job 18\n");
    assert!(played.asked().contains("--dependency=afterany:18:17 "), "{}", played.asked());
}

#[test]
fn a_job_that_arrived_though_sbatch_failed_is_found_by_its_name() {
    let played = Played::new();
    played.program("sbatch", "touch arrived; echo 'Socket timed out' >&2; exit 1");
    played.program(
        "squeue",
        "if [ -e arrived ]; then for a; do case $a in --name=*,*) ;; --name=*) \
         echo \"21_0|PENDING|${a#--name=}||Priority|x\";; esac; done; fi",
    );
    let output = played.submit(&[]);
    assert_eq!(code(&output), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("submitted 3 shards as jobs 21, 21 of Slurm"));
}

#[test]
fn programs_of_slurm_that_hang_are_not_waited_for() {
    let played = Played::new();
    played.program("sbatch", "echo 'Slurm temporarily unable to accept job' >&2; sleep 60");
    let start = Instant::now();
    let output = played.submit(&["--engine-timeout", "1s"]);
    assert!(start.elapsed() < Duration::from_secs(30));
    assert_eq!(code(&output), Some(6));
    let message = text(&output.stderr);
    assert!(
        message.contains("`sbatch` did not end within 1 s and was stopped: Slurm temporarily"),
        "{message}"
    );
    played.program("squeue", "sleep 60");
    let output = played.submit(&["--engine-timeout", "1s"]);
    assert_eq!(code(&output), Some(6));
    assert!(text(&output.stderr).contains("`squeue` did not end within 1 s"));
}

#[test]
fn tasks_of_an_earlier_plan_are_cancelled_first() {
    let played = Played::new();
    played.program("sbatch", "echo 17");
    assert_eq!(code(&played.submit(&[])), Some(0));
    let record = played.workspace.path("out/cluster/0001/submission.json");
    let record: serde_json::Value = serde_json::from_slice(&fs::read(record).unwrap()).unwrap();
    let name = record["chunks"][1]["name"].as_str().unwrap();
    played.program("squeue", &format!("echo '17_0|PENDING|{name}||Priority|x'"));
    played.workspace.succeed(&["plan", "study.toml", "--out", "out", "--shards", "2"]);
    let fixed = ["submit", "out", "--engine", "slurm"];
    let output = output_of(&mut played.command(&fixed));
    assert_eq!(code(&output), Some(2));
    let message = text(&output.stderr);
    assert!(message.contains("of an earlier plan of") && message.contains(": 17_0"), "{message}");
    let output = output_of(&mut played.command(&["cancel", "out"]));
    assert_eq!(text(&output.stdout), "cancelled jobs 17 of Slurm; finished results are kept\n");
    assert!(played.asked().ends_with("17\n"), "{}", played.asked());
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
