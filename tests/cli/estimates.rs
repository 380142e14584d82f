//! Estimates of memory, held against runs in processes of their own, and the refusals that rest on them.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// How far an estimate may be from what a run takes, either way.
const FACTOR: f64 = 1.5;

/// Scores of `systems` on `documents` of four segments, and a study on them.
fn workspace(systems: usize, documents: usize, study: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut table = "system\tsegment\tdocument\tscore\n".to_owned();
    for system in 0..systems {
        let mut noise = system as u64 + 1;
        for segment in 0..4 * documents {
            noise = noise
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let score = system % 17 + (noise >> 33) as usize % 100;
            writeln!(table, "s{system}\t{segment}\td{}\t{score}", segment / 4).unwrap();
        }
    }
    fs::write(folder.path().join("scores.tsv"), table).unwrap();
    let spec = format!(
        "[experiment]\nname = \"e\"\nseed = 1\n\
         [corpora.c.table]\npath = \"scores.tsv\"\nsystem = \"system\"\nitem = \"segment\"\n\
         cluster = \"document\"\nscores = [\"score\"]\n\
         [metrics.score.external]\nscore = \"score\"\n\
         [studies.s]\ncorpora = [\"c\"]\nmetrics = [\"score\"]\n{study}"
    );
    fs::write(folder.path().join("e.toml"), spec).unwrap();
    folder
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_runner"));
    command.current_dir(folder).args(arguments);
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

/// What `plan` estimates, in bytes.
fn planned(folder: &Path) -> f64 {
    let output = run(folder, &["plan", "e.toml", "--format", "json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let plan: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    plan["cost"]["memory"].as_f64().unwrap()
}

/// The largest resident memory of a run on one thread, in bytes, as the kernel counts it: read again and
/// again while it runs, since it is gone with the process.
fn taken(folder: &Path) -> f64 {
    let mut child = command(folder, &["run", "e.toml", "--threads", "1", "--quiet"])
        .stdout(Stdio::null())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut largest: f64 = 0.0;
    let ended = loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        largest = largest.max(kilobytes.unwrap_or(0.0) * 1024.0);
        if let Some(ended) = child.try_wait().unwrap() {
            break ended;
        }
        thread::sleep(Duration::from_millis(1));
    };
    assert!(ended.success());
    largest
}

/// Estimates are of optimised programs, whose code takes less memory than that of others.
fn of_code() -> f64 {
    let folder = workspace(2, 2, "B = 2\n");
    (taken(folder.path()) - planned(folder.path())).max(0.0)
}

fn assert_near(study: &str, (planned, taken): (f64, f64)) {
    let taken = if cfg!(debug_assertions) { taken - of_code() } else { taken };
    let ratio = planned / taken;
    let (planned, taken) = (planned / 1e6, taken / 1e6);
    assert!(
        (1.0 / FACTOR..=FACTOR).contains(&ratio),
        "{study}: planned {planned:.0} MB, taken {taken:.0} MB"
    );
}

const RANKING: &str = "B = 100\n[studies.s.ranking]\n";

/// Nothing of a plan beyond the limit is computed: 400 systems on 100 test sets have 16 million ranks.
#[test]
fn a_ranking_of_many_systems_is_refused() {
    let folder = workspace(400, 100, RANKING);
    let output = run(folder.path(), &["run", "e.toml", "--memory", "0.1"]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("of memory on"), "{message}");
    assert!(!folder.path().join("results").exists());
}

#[test]
#[cfg(target_os = "linux")]
fn memory_of_ranks_is_estimated() {
    for (systems, documents) in [(5, 10), (60, 40)] {
        let folder = workspace(systems, documents, RANKING);
        let name = format!("ranks of {systems} systems");
        assert_near(&name, (planned(folder.path()), taken(folder.path())));
    }
}

/// All pairs of many systems: of these the tables are nearly all of the memory.
#[test]
#[cfg(target_os = "linux")]
fn memory_of_pairs_is_estimated() {
    // Rows of power take long to make.
    for (analysis, systems) in [("comparison", 160), ("separation", 160), ("power", 60)] {
        let study =
            format!("B = 20\ntest-sizes = {{ fractions = [1.0] }}\n[studies.s.{analysis}]\n");
        let folder = workspace(systems, 5, &study);
        assert_near(analysis, (planned(folder.path()), taken(folder.path())));
    }
}

#[test]
fn a_comparison_beyond_the_limit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a", "b", "r"] {
        fs::write(folder.path().join(name), format!("a cat {name}\n").repeat(20)).unwrap();
    }
    let output = run(folder.path(), &["compare", "a", "b", "-r", "r", "--memory", "0.01"]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("the limit is 0.0 GB"), "{message}");
    assert!(message.contains("fewer systems, metrics or permutations"), "{message}");
}

#[test]
#[cfg(target_os = "linux")]
fn memory_of_samples_is_estimated() {
    for count in [200, 5_000] {
        let study = format!(
            "B = 50\nsamples = {{ sampling = \"random\", segments = 20, count = {count} }}\n\
             [studies.s.coverage]\n"
        );
        let folder = workspace(4, 250, &study);
        let name = format!("{count} samples");
        assert_near(&name, (planned(folder.path()), taken(folder.path())));
    }
}
