//! Scores of commands: which calls are made, what is kept, and what a program that fails does to the others.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::workspace::{Workspace, text};

/// A scorer: of each line of the output the share of its words that the line of the reference has. It notes its calls.
const SCORER: &str = r#"#!/bin/sh
echo "$1" >> calls.log
paste "$1" "$2" | awk -F '\t' '{
    n = split($1, words, " "); split($2, all, " "); split("", there)
    for (i in all) there[all[i]] = 1
    hits = 0
    for (i = 1; i <= n; i++) hits += words[i] in there
    print hits / n
}'
"#;

/// Two outputs of four segments, with sources and references.
fn workspace() -> Workspace {
    let workspace = Workspace::empty();
    workspace.write("src.txt", "eins\nzwei\ndrei\nvier\n");
    workspace.write("ref.txt", "one cat sits\ntwo dogs run\nthree birds sing\nfour fish swim\n");
    workspace.write("old.txt", "a cat sits\ntwo dogs ran\nthe birds sing\nfour fish\n");
    workspace.write("new.txt", "one cat sits\ntwo dogs run\nthe birds sing\nfour fish swam\n");
    workspace.write("scorer.sh", SCORER);
    workspace
}

const WORDS: &str = "words=sh scorer.sh {output} {reference}";

/// Scores the outputs by a command.
fn score<'a>(command: &'a str, others: &[&'a str]) -> Vec<&'a str> {
    let arguments =
        ["score", "old.txt", "new.txt", "-r", "ref.txt", "-m", "bleu", "--score-cache", "kept"];
    [&arguments[..], &["--command", command], others].concat()
}

fn calls(workspace: &Workspace) -> usize {
    fs::read_to_string(workspace.path("calls.log")).map_or(0, |log| log.lines().count())
}

/// The scores by the command, of old and new.
fn scores(workspace: &Workspace, arguments: &[&str]) -> Vec<f64> {
    let answer = workspace.succeed(&[arguments, &["--format", "json"]].concat());
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let rows = answer["scores"].as_array().unwrap();
    let rows = rows.iter().filter(|row| row["metric"] != "bleu");
    rows.map(|row| row["score"].as_f64().unwrap()).collect()
}

#[test]
fn a_command_is_called_once_for_each_output_and_its_scores_are_kept() {
    let workspace = workspace();
    let expected = [
        (2.0 / 3.0 + 2.0 / 3.0 + 2.0 / 3.0 + 1.0) / 4.0,
        (1.0 + 1.0 + 2.0 / 3.0 + 2.0 / 3.0) / 4.0,
    ];
    let first = scores(&workspace, &score(WORDS, &[]));
    for (score, expected) in first.iter().zip(expected) {
        // As awk prints them.
        assert!((score - expected).abs() < 1e-6, "{first:?}");
    }
    assert_eq!(calls(&workspace), 2);
    assert_eq!(scores(&workspace, &score(WORDS, &[])), first);
    assert_eq!(calls(&workspace), 2, "kept scores are read");

    // Whatever the scores depend on has them computed again, and nothing else.
    workspace.edit("new.txt", "swam", "swim");
    assert!(scores(&workspace, &score(WORDS, &[]))[1] > first[1]);
    assert_eq!(calls(&workspace), 3, "one text has changed");
    workspace.edit("ref.txt", "swim", "swam");
    scores(&workspace, &score(WORDS, &[]));
    assert_eq!(calls(&workspace), 5, "the reference has changed");
    scores(&workspace, &score("words@2=sh scorer.sh {output} {reference}", &[]));
    assert_eq!(calls(&workspace), 7, "the version has changed");
    workspace.edit("scorer.sh", "print hits / n", "print hits / n * 2");
    scores(&workspace, &score(WORDS, &[]));
    assert_eq!(calls(&workspace), 9, "the script has changed");
    scores(&workspace, &score("x=sh scorer.sh {output} {reference}", &[]));
    assert_eq!(calls(&workspace), 9, "the name does not matter");
    let other = score("words=sh scorer.sh {output} {source}", &["--source", "src.txt"]);
    scores(&workspace, &other);
    assert_eq!(calls(&workspace), 11, "the command has changed");
}

#[test]
fn scores_of_a_command_are_those_of_a_file() {
    let workspace = workspace();
    let arguments = ["-r", "ref.txt", "--documents", "docs.txt", "--format", "json"];
    workspace.write("docs.txt", "a\na\nb\nb\n");
    let command = ["--command", WORDS, "--score-cache", "kept"];
    let called =
        workspace.run(&[&["compare", "old.txt", "new.txt"], &arguments[..], &command].concat());
    let kept: Vec<_> = fs::read_dir(workspace.path("kept")).unwrap().collect();
    let files: Vec<String> =
        kept.iter().map(|entry| entry.as_ref().unwrap().path().display().to_string()).collect();
    // The names of the files are digests: the order is that of the scores.
    let is_old = |file: &String| fs::read_to_string(file).unwrap().ends_with("\n1\n");
    let old = files.iter().find(|file| is_old(file)).unwrap();
    let new = files.iter().find(|file| !is_old(file)).unwrap();
    let given = format!("words={old},{new}");
    let read = workspace
        .run(&[&["compare", "old.txt", "new.txt"], &arguments[..], &["--scores", &given]].concat());
    assert_eq!(text(&called.stdout), text(&read.stdout));
    assert_eq!((called.status.code(), files.len()), (read.status.code(), 2));
}

#[test]
fn a_program_that_fails_loses_no_scores() {
    let workspace = workspace();
    let failing = SCORER.replace(
        "paste",
        "grep -q ran $1 || { echo loading >&2; echo no memory >&2; exit 3; }\npaste",
    );
    workspace.write("scorer.sh", &failing);
    let message = workspace.fail(&score(WORDS, &[]), 4);
    let expected = "error: `words`: `sh` on the output of `new` failed with exit code 3\n";
    assert!(message.starts_with(expected), "{message}");
    assert!(message.contains("loading\n") && message.contains("no memory\n"), "{message}");
    assert!(message.contains("scores of outputs that were finished are kept in"), "{message}");
    assert_eq!(calls(&workspace), 2);
    // The one that was scored is not scored again once it works, as long as the script is the same.
    workspace.edit("new.txt", "swam", "ran");
    assert_eq!(scores(&workspace, &score(WORDS, &[])).len(), 2);
    assert_eq!(calls(&workspace), 3);
}

#[test]
fn a_program_that_hangs_is_stopped_with_all_that_it_started() {
    let workspace = workspace();
    workspace
        .write("scorer.sh", "echo model loaded >&2\n(sleep 3; echo late > late.txt) &\nwait\n");
    let begun = Instant::now();
    let message = workspace.fail(&score(WORDS, &["--command-timeout", "1s"]), 4);
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    let expected =
        "error: `words`: `sh` on the output of `old` did not end within 1 s and was stopped\n";
    assert!(message.starts_with(expected) && message.contains("model loaded"), "{message}");
    std::thread::sleep(Duration::from_secs(3));
    assert!(!workspace.path("late.txt").exists(), "what it started is stopped, too");
}

#[test]
fn what_a_program_writes_is_checked() {
    let workspace = workspace();
    for (script, expected) in [
        ("echo 1; echo 2", "what `words` wrote for `old`: it has 2 scores for 4 segments; "),
        ("seq 5", "what `words` wrote for `old`: it has 5 scores for 4 segments; "),
        (
            "echo 1; echo inf; seq 2",
            "what `words` wrote for `old`:2: score `inf` is not a finite number; ",
        ),
        (
            "echo loading; seq 4",
            "what `words` wrote for `old`:1: score `loading` is not a number; ",
        ),
        ("", "what `words` wrote for `old`: it has 0 scores for 4 segments; "),
    ] {
        workspace.write("scorer.sh", script);
        let message = workspace.fail(&score(WORDS, &[]), 3);
        assert!(message.starts_with(&format!("error: {expected}")), "{message}");
    }
    let message = workspace.fail(&score("words=sh scorer.sh {output} {scores}", &[]), 3);
    assert!(
        message.contains("what `words` wrote for `old`") || message.contains("scores"),
        "{message}"
    );
    assert!(!workspace.path("kept").exists(), "nothing of this is kept");
}

/// What programs write that people have, for the same scores.
#[test]
fn forms_of_known_programs_are_read() {
    let workspace = workspace();
    let sources = ["-r", "ref.txt", "--source", "src.txt"];
    let comet = "comet=sh comet.sh -s {source} -t {output} -r {reference}";
    workspace.write(
        "comet.sh",
        r#"echo "Seed set" ; awk -v f="$4" '{ printf "%s\tSegment %d\tscore: 0.%d000\n", f, NR - 1, NR }' "$4"; printf "%s\tscore: 0.2500\n" "$4""#,
    );
    let metricx = "metricx=sh metricx.sh --input_file {jsonl} --output_file {scores}";
    workspace.write(
        "metricx.sh",
        r#"awk '{ sub(/}$/, ",\"prediction\":" NR * 2.5 "}"); print }' "$2" > "$4""#,
    );
    let bleurt = "bleurt=sh bleurt.sh -candidate_file={output} -reference_file={reference} -scores_file={scores}";
    workspace.write("bleurt.sh", r#"awk '{ print NR / 8 - 1 }' "${1#*=}" > "${3#*=}""#);
    let arguments = [
        &["score", "old.txt", "new.txt", "--score-cache", "kept", "-m", "bleu"][..],
        &["--command", comet, "--command", metricx, "--command", bleurt],
        &sources,
    ];
    let answer = workspace.succeed(&[&arguments.concat()[..], &["--format", "json"]].concat());
    let answer: Value = serde_json::from_str(&answer).unwrap();
    for (metric, expected) in [("comet", 0.25), ("metricx", 6.25), ("bleurt", -0.6875)] {
        let rows = answer["scores"].as_array().unwrap().iter();
        let of_metric: Vec<&Value> = rows.filter(|row| row["metric"] == metric).collect();
        assert_eq!(of_metric.len(), 2, "{metric}");
        for row in of_metric {
            assert_eq!(row["score"].as_f64(), Some(expected), "{metric}");
        }
        let better = if metric == "metricx" { "better:lower" } else { "better:higher" };
        assert!(answer.to_string().contains(&format!("external|score:{metric}|{better}")));
    }
}

#[test]
fn several_references_are_one_argument_each() {
    let workspace = workspace();
    workspace.write("ref2.txt", "a cat sits\ntwo dogs ran\nthe birds sing\nfour fish\n");
    workspace.write("count.sh", "shift\necho $# > count.txt\nawk '{ print NR }' \"$1\"\n");
    let two = ["-r", "ref2.txt"];
    workspace.succeed(&score("n=sh count.sh {output} {references}", &two));
    assert_eq!(fs::read_to_string(workspace.path("count.txt")).unwrap(), "2\n");
    workspace.succeed(&score("n=sh count.sh {output} {reference}", &two));
    assert_eq!(fs::read_to_string(workspace.path("count.txt")).unwrap(), "1\n");
    let compared = [
        "compare",
        "old.txt",
        "new.txt",
        "-r",
        "ref.txt",
        "-r",
        "ref2.txt",
        "--score-cache",
        "kept",
    ];
    let answer =
        workspace.succeed(&[&compared[..], &["--command", WORDS, "--format", "json"]].concat());
    let note = "`words` compares with reference `ref` alone, of 2";
    assert!(answer.contains(note), "{answer}");
}

#[test]
fn what_is_written_wrong_is_said_before_any_call() {
    let workspace = workspace();
    for (command, others, expected) in [
        ("sh scorer.sh {output}", &[][..], "does not say what the scores are called"),
        ("words=sh scorer.sh {hyp}", &[], "there is no placeholder `{hyp}`"),
        ("words=sh scorer.sh", &[], "the command is not given the output that it scores"),
        ("words='sh {output}", &[], "the quote ' is not closed"),
        ("bleu=sh scorer.sh {output}", &[], "there are two metrics called `bleu`"),
        ("words=sh scorer.sh {output} {source}", &[], "the command of `words` reads `{source}`"),
        ("words=sh scorer.sh {output}", &["--lower-is-better", "other"], "is about no scores"),
    ] {
        let message = workspace.fail(&score(command, others), 2);
        assert!(message.contains(expected), "{message}");
    }
    let message = workspace.fail(&score("words=runner-has-no-such-program {output}", &[]), 4);
    assert!(message.contains("cannot start `runner-has-no-such-program`"), "{message}");
    assert_eq!(calls(&workspace), 0);
}

const SPEC: &str = r#"
[experiment]
name = "by-command"
seed = 1
[corpora.tiny.plain]
references = ["ref.txt"]
systems = ["old.txt", "new.txt"]
[metrics.words.command]
run = ["sh", "scorer.sh", "{output}", "{reference}"]
version = "1"
[studies.scores]
corpora = ["tiny"]
metrics = ["words"]
B = 50
"#;

#[test]
fn commands_of_a_spec_run_where_they_are_allowed() {
    let workspace = workspace();
    workspace.write("spec.toml", SPEC);
    let kept = ["--score-cache", "kept"];
    for command in ["run", "plan", "check", "score", "compare", "rank"] {
        let message = workspace.fail(&[&[command, "spec.toml"], &kept[..]].concat(), 2);
        let expected =
            "error: `words` needs to run `sh`, and commands of a spec are not run by themselves\n";
        assert!(message.starts_with(expected), "{message}");
        assert!(message.contains("`--allow-commands`"), "{message}");
    }
    assert_eq!(calls(&workspace), 0);
    let allowed = [&["run", "spec.toml", "--allow-commands", "--out", "out"], &kept[..]].concat();
    workspace.succeed(&allowed);
    assert_eq!(calls(&workspace), 2);
    // What is kept needs no permission, and gives the same bytes.
    workspace.succeed(&[&["run", "spec.toml", "--out", "again"], &kept[..]].concat());
    assert_eq!(calls(&workspace), 2);
    for table in ["scores.parquet", "manifest.json"] {
        let bytes = |folder: &str| fs::read(workspace.path(folder).join(table)).unwrap();
        assert_eq!(bytes("out"), bytes("again"), "{table}");
    }
    let manifest = fs::read_to_string(workspace.path("out/manifest.json")).unwrap();
    assert!(manifest.contains("scorer.sh") && manifest.contains("{reference}"));
    // Those that read a spec as data do as those that run it.
    for command in ["score", "compare", "rank"] {
        workspace.succeed(&[&[command, "spec.toml"], &kept[..]].concat());
        assert_eq!(calls(&workspace), 2);
    }
    workspace.succeed(&["score", "spec.toml", "--allow-commands", "--score-cache", "another"]);
    assert_eq!(calls(&workspace), 4);
    let message = workspace.fail(&["score", "spec.toml", "--command", WORDS], 2);
    assert!(message.contains("is about files of texts"), "{message}");
    // Scripts are looked up where it lies, so that kept scores are found from anywhere.
    let folder = format!("{}/spec.toml", workspace.path("").display());
    let elsewhere = tempfile::tempdir().unwrap();
    let arguments = ["score", &folder, "--score-cache", &*workspace.path("kept").to_string_lossy()]
        .map(str::to_owned);
    let mut program = workspace.command(&[]);
    let output = program.args(arguments).current_dir(elsewhere.path()).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(calls(&workspace), 4);

    // Shards find the scores, too, wherever they run.
    let plan =
        [&["plan", "spec.toml", "--shards", "1", "--out", "shards", "--allow-commands"], &kept[..]]
            .concat();
    workspace.succeed(&plan);
    workspace.succeed(&["run-shard", "shards", "--shard", "0"]);
    assert_eq!(calls(&workspace), 4);
    // A plan of another user: only the administrator can make one here.
    #[cfg(unix)]
    if let Ok(plan) = fs::canonicalize(workspace.path("shards/cluster/plan.json"))
        && std::os::unix::fs::chown(plan, Some(12_345), None).is_ok()
    {
        workspace.succeed(&["merge", "shards"]);
        fs::remove_dir_all(workspace.path("kept")).unwrap();
        let message = workspace.fail(&["status", "shards"], 2);
        assert!(message.contains("the plan is of another user"), "{message}");
        assert_eq!(calls(&workspace), 4);
    }
}

#[test]
fn a_version_may_be_printed_by_a_command() {
    let workspace = workspace();
    workspace.write("version.txt", "1\n");
    let spec = SPEC.replace("version = \"1\"", "version-command = [\"cat\", \"version.txt\"]");
    workspace.write("spec.toml", spec);
    let run = ["run", "spec.toml", "--allow-commands", "--out", "out", "--score-cache", "kept"];
    for (version, expected) in [("1\n", 2), ("1\n", 2), ("2\n", 4)] {
        workspace.write("version.txt", version);
        workspace.succeed(&run);
        assert_eq!(calls(&workspace), expected);
    }
}
