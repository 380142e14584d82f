//! Numbers in arguments and in the environment that are beyond what can be: refused at once, with a
//! sentence.

use std::fs;
use std::process::Command;

use crate::support::workspace::{SMALL, Workspace, text};

#[test]
fn numbers_that_cannot_be_are_refused() {
    let workspace = Workspace::small();
    let run = ["run", "small.toml"];
    let score = ["score", "one.txt", "-r", "ref.a.txt"];
    let shard = ["run-shard", "out", "--shard", "0"];
    let submit = ["submit", "small.toml", "--engine", "slurm"];
    let diff = ["diff", "a", "b"];
    for (command, option, values, expected) in [
        (&run[..], "--threads", &["0", "20000", "65535"][..], "number from 1 to"),
        (&run, "--threads", &["1e3", "nan", "-1", "99999999999999999999"], "--threads"),
        (&shard, "--threads", &["0", "20000"], "number from 1 to"),
        (&["merge", "out"], "--threads", &["0", "20000"], "number from 1 to"),
        (&submit, "--cpus-per-task", &["0", "20000"], "1..=1024"),
        (&submit, "--nodes", &["0", "4000000001", "99999999999"], "1..=4000000"),
        (&submit, "--shards", &["0", "99999999999"], "--shards"),
        (&submit, "--shard-time", &["1e300", "-1s", "10001h", "99999999999999999999s"], "h"),
        (&submit, "--poll", &["1e300", "nan"], "90s, 10m or 2h"),
        (&submit, "--visibility-wait", &["1e300"], "90s, 10m or 2h"),
        (&submit, "--notice", &["1e300"], "90s, 10m or 2h"),
        (&submit, "--max-requeues", &["-1", "99999999999"], "--max-requeues"),
        (&run, "--memory", &["nan", "inf", "-1", "-inf", "0", "1e999"], "finite number above 0"),
        (&diff, "--tolerance", &["nan", "inf", "-1"], "finite number from 0 on"),
        (&diff, "--relative-tolerance", &["nan", "inf", "-1"], "finite number from 0 on"),
        (&diff, "--rows", &["-1", "99999999999999999999"], "--rows"),
        (&score, "--bootstrap", &["0", "10000001", "-1"], "1..=10000000"),
        (&score, "--level", &["0", "1", "nan", "-0.5", "inf"], "not between 0 and 1"),
        (&score, "--seed", &["-1", "9223372036854775808"], "--seed"),
    ] {
        for value in values {
            let argument = format!("{option}={value}");
            let message = workspace.fail(&[command, &[&argument]].concat(), 2);
            assert!(
                message.contains(option) && message.contains(expected),
                "{argument}: {message}"
            );
        }
    }
    assert!(!workspace.path("results").exists());
}

/// What is large and can be, is.
#[test]
fn large_numbers_that_can_be_are_taken() {
    let workspace = Workspace::small();
    let said = workspace.succeed(&["plan", "small.toml", "--shards", "4000000000"]);
    assert!(said.contains("not enough for more shards"), "{said}");
    workspace.succeed(&["run", "small.toml", "--threads", "64", "--memory", "1e300", "-q"]);
    workspace.succeed(&[
        "diff",
        "results/small",
        "results/small",
        "--examples",
        "18446744073709551615",
    ]);
    workspace.fail(&["run-shard", "results/small", "--shard", "18446744073709551615"], 2);
}

/// Every command that computes.
#[test]
fn threads_of_the_environment_are_limited_too() {
    let workspace = Workspace::small();
    workspace.succeed(&["run", "small.toml", "--out", "out", "-q"]);
    for variable in ["RAYON_NUM_THREADS", "POLARS_MAX_THREADS"] {
        for value in ["0", "100000", "99999999999999999999", "-1", "many"] {
            for arguments in [
                &["run", "small.toml", "--out", "out"][..],
                &["report", "out"],
                &["check", "small.toml"],
                &["score", "one.txt", "-r", "ref.a.txt", "--interval"],
                &["corpus", "generate", "cesta-enfr-1", "made"],
            ] {
                let output = workspace.command(arguments).env(variable, value).output().unwrap();
                let message = text(&output.stderr);
                assert_eq!(output.status.code(), Some(2), "{variable}={value}: {message}");
                let expected =
                    format!("{variable} is `{value}`: this machine takes a whole number");
                assert!(message.contains(&expected), "{message}");
                assert!(message.contains("such a number, or unset it"), "{message}");
            }
        }
    }
    for value in ["", "3"] {
        let mut command = workspace.command(&["run", "small.toml", "--out", "three", "-q"]);
        let output = command.env("RAYON_NUM_THREADS", value).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let log = fs::read_to_string(workspace.path("three/run-log.json")).unwrap();
    assert!(log.contains("\"threads\": 3"), "{log}");
    // The argument goes before the environment.
    let mut command =
        workspace.command(&["run", "small.toml", "--out", "out", "--threads", "2", "-q"]);
    let output = command.env("RAYON_NUM_THREADS", "many").output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// Where the system has no room for threads, that is said and is no panic.
#[test]
#[cfg(target_os = "linux")]
fn threads_that_cannot_be_started_are_an_error() {
    let workspace = Workspace::small();
    let program = env!("CARGO_BIN_EXE_runner");
    // Address space for the program, and not for the stacks of so many threads. One heap for all threads: heaps
    // of their own would take space until nothing is left for small allocations either. Stacks are large, so that
    // what is left when one more does not fit is enough for what the others take when they begin.
    let line = format!(
        "ulimit -v 400000; export MALLOC_ARENA_MAX=1 RUST_MIN_STACK=67108864; \
         exec '{program}' run small.toml --threads 256"
    );
    let output =
        Command::new("sh").args(["-c", &line]).current_dir(workspace.path("")).output().unwrap();
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{message}");
    assert!(message.contains("cannot start 256 threads"), "{message}");
    assert!(message.contains("ask for fewer with --threads"), "{message}");
}

/// Names of a hundred letters, and of a corpus as long as files have, make a report.
#[test]
fn long_names_make_a_report() {
    let workspace = Workspace::small();
    let long = "x".repeat(100);
    let system = "y".repeat(240);
    fs::rename(workspace.path("one.txt"), workspace.path(&format!("{system}.txt"))).unwrap();
    let spec = SMALL
        .replace("small", &long)
        .replace("tiny", &long)
        .replace("growth", &long)
        .replace("one.txt", &format!("{system}.txt"))
        .replace("\"bleu\"", &format!("\"{}\"", "z".repeat(100)))
        + &format!("[studies.{long}.replicates]\n[metrics.{}.bleu]\n", "z".repeat(100));
    let spec = spec.replace("https://example.org/", "");
    workspace.write("long.toml", &spec);
    workspace.succeed(&["check", "long.toml"]);
    workspace.succeed(&["run", "long.toml", "--out", "out", "-q"]);
    workspace.succeed(&["report", "out", "--export", "csv,markdown,latex"]);
    for part in ["report/figures", "report/tables"] {
        let mut names = Vec::new();
        for entry in fs::read_dir(workspace.path("out").join(part)).unwrap() {
            names.push(entry.unwrap().file_name().into_string().unwrap());
        }
        assert!(!names.is_empty(), "{part}");
        assert!(names.iter().all(|name| name.len() <= 150), "{names:?}");
    }
    workspace.write("long.toml", spec.replace(&long, &"x".repeat(101)));
    let message = workspace.fail(&["check", "long.toml"], 2);
    assert!(message.contains("has 101 letters") && message.contains("at most 100"), "{message}");
}
