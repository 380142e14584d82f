//! Names and texts that a terminal would obey: none of them reaches it, whatever prints them.

use std::fmt::Write;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Output;

use serde_json::Value;

use crate::support::workspace::{SMALL, Workspace, text, tree};

/// A colour, the bell, a return, a step back, a deletion, a C1 sequence, and a turn of direction.
const EVIL: &str = "e\u{1b}[31mv\u{7}i\rl\u{8}\u{7f}\u{9b}31m\u{202e}x";
/// How it is shown.
const SHOWN: &str = "e\\u{1b}[31mv\\u{7}i\\rl\\u{8}\\u{7f}\\u{9b}31m\\u{202e}x";

/// What a terminal obeys, but for line ends; the program has a list of its own.
fn obeyed(c: char) -> bool {
    let bidirectional = "\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";
    (c < ' ' && c != '\n') || ('\u{7f}'..='\u{9f}').contains(&c) || bidirectional.contains(c)
}

/// Both streams of a command that ended with `code`, after a look at every character of them.
fn shown(what: &str, output: &Output, code: i32) -> String {
    let mut all = String::new();
    for stream in [&output.stdout, &output.stderr] {
        let stream = text(stream);
        assert!(!stream.contains(obeyed), "{what}: {stream:?}");
        all += &stream;
    }
    assert_eq!(output.status.code(), Some(code), "{what}: {all}");
    all
}

fn run(workspace: &Workspace, arguments: &[&str], code: i32) -> String {
    shown(&format!("{arguments:?}"), &workspace.run(arguments), code)
}

/// Runs a command that must show the name.
fn names(workspace: &Workspace, arguments: &[&str], code: i32) -> String {
    let all = run(workspace, arguments, code);
    assert!(all.contains(SHOWN), "{arguments:?}: {all}");
    all
}

/// The name in a string of TOML.
fn quoted() -> String {
    let escape = |c: char| if obeyed(c) { format!("\\u{:04x}", u32::from(c)) } else { c.into() };
    EVIL.chars().map(escape).collect()
}

/// A corpus whose system and references have the name, and its spec.
fn workspace() -> Workspace {
    let workspace = Workspace::small();
    let lines = |name: &str| -> Vec<String> {
        let text = fs::read_to_string(workspace.path(name)).unwrap();
        text.lines().map(str::to_owned).collect()
    };
    let (one, two) = (lines("one.txt"), lines("two.txt"));
    let (first, second) = (lines("ref.a.txt"), lines("ref.b.txt"));
    let mut rows = String::new();
    for i in 0..8 {
        let row = serde_json::json!({
            "document": format!("{EVIL}{}", i / 2),
            "domain": EVIL,
            EVIL: one[i],
            "two": two[i],
            format!("{EVIL}1"): first[i],
            format!("{EVIL}2"): second[i],
        });
        writeln!(rows, "{row}").unwrap();
    }
    workspace.write("rows.jsonl", rows);
    let name = quoted();
    workspace.write(
        "evil.toml",
        format!(
            r#"
[experiment]
name = "evil"
title = "{name}"
seed = 7
[corpora.tiny]
homepage = "{name}"
licence = "{name}"
[corpora.tiny.table]
path = "rows.jsonl"
cluster = "document"
domain = "domain"
references = ["{name}1", "{name}2"]
systems = ["{name}", "two"]
[studies.growth]
corpora = ["tiny"]
metrics = ["bleu"]
reference-counts = [1]
reference-choice = "every-subset"
B = 100
[studies.growth.minimal-size]
"#
        ),
    );
    workspace
}

#[test]
fn specs_and_corpora() {
    let workspace = workspace();
    names(&workspace, &["check", "evil.toml"], 0);
    names(&workspace, &["plan", "evil.toml"], 0);
    names(&workspace, &["corpus", "describe", "evil.toml"], 0);
    names(
        &workspace,
        &["corpus", "convert", "evil.toml", "new", "--to", "evalset", "--language-pair", "en-de"],
        3,
    );
    names(&workspace, &["corpus", "describe", "evil.toml", "--corpus", EVIL], 2);
    names(&workspace, &["run", "evil.toml", "--study", EVIL], 2);
    // The corpus is gone.
    workspace.edit("evil.toml", "rows", &quoted());
    names(&workspace, &["check", "evil.toml"], 0);
    names(&workspace, &["run", "evil.toml"], 3);
}

#[test]
fn runs_and_reports() {
    let workspace = workspace();
    let answer = names(&workspace, &["run", "evil.toml", "--out", EVIL, "--details"], 0);
    assert!(answer.contains(&format!("BLEU ({SHOWN}1)")), "{answer}");
    // Names are escaped before they are laid out.
    assert!(answer.lines().all(|line| line.chars().count() <= 80), "{answer}");
    // Nor does a browser turn a text around.
    let drawn = tree(&workspace.path(EVIL).join("report"));
    assert!(drawn.len() > 2);
    for (path, bytes) in drawn {
        assert!(!text(&bytes).contains(obeyed), "{}", path.display());
    }
    names(&workspace, &["report", EVIL], 0);
    names(&workspace, &["run", "evil.toml", "--out", "b"], 0);
    workspace.edit("evil.toml", "seed = 7", "seed = 8");
    workspace.edit("evil.toml", "\"two\"]", "]");
    run(&workspace, &["run", "evil.toml", "--out", "b", "--locked"], 1);
    run(&workspace, &["run", "evil.toml", "--out", "b"], 0);
    names(&workspace, &["diff", EVIL, "b"], 1);
    names(&workspace, &["status", EVIL], 2);
    names(&workspace, &["merge", EVIL], 2);
    let part = fs::read_dir(workspace.path(EVIL).join("parts")).unwrap().next().unwrap().unwrap();
    fs::write(part.path(), "damaged").unwrap();
    workspace.edit("evil.toml", "seed = 8", "seed = 7");
    names(&workspace, &["run", "evil.toml", "--out", EVIL], 0);
    fs::write(workspace.path(EVIL).join("scores.parquet"), "damaged").unwrap();
    names(&workspace, &["report", EVIL], 3);
}

/// JSON keeps the names as they are, and is shown without them.
#[test]
fn documents_for_scripts() {
    let workspace = workspace();
    let read = |arguments: &[&str], code: i32| -> Value {
        let output = workspace.run(arguments);
        shown(&format!("{arguments:?}"), &output, code);
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let described = read(&["corpus", "describe", "evil.toml", "--format", "json"], 0);
    assert_eq!(described["corpora"][0]["systems"][0]["name"], EVIL);
    let plan = read(&["plan", "evil.toml", "--format", "json"], 0);
    assert_eq!(plan["corpora"][0]["systems"][0], EVIL);
    let answer = read(&["run", "evil.toml", "--out", "a", "--format", "json"], 0);
    assert_eq!(answer["title"], EVIL);
    assert_eq!(read(&["report", "a", "--format", "json"], 0), answer);
    workspace.edit("evil.toml", "seed = 7", "seed = 8");
    run(&workspace, &["run", "evil.toml", "--out", "b"], 0);
    let diff = read(&["diff", "a", "b", "--format", "json"], 1);
    assert!(diff.to_string().contains("v\\u0007i\\rl\\b"), "{diff}");
    workspace.write(&format!("{EVIL}.hyp"), "the cat sat on the mat\n");
    workspace.write("ref", "the cat lay on the mat\n");
    let file = format!("{EVIL}.hyp");
    let score = read(&["score", &file, "-r", "ref", "--format", "json"], 0);
    assert_eq!(score["scores"][0]["system"], EVIL);
}

#[test]
fn files() {
    let workspace = Workspace::empty();
    let evil = |name: &str| format!("{EVIL}\n.{name}");
    workspace.write(&evil("hyp"), "the cat sat on the mat\n");
    workspace.write(&evil("ref"), "the cat lay on the mat\n");
    workspace.write("short", "");
    let score = names(&workspace, &["score", &evil("hyp"), "-r", &evil("ref")], 0);
    // A line end in a name begins no line.
    assert!(score.contains(&format!("\n {SHOWN}\\n ")), "{score}");
    names(&workspace, &["score", &evil("hyp"), "-r", "short"], 3);
    names(&workspace, &["score", &evil("none"), "-r", "short"], 3);
    names(&workspace, &["score", &evil("hyp"), "-r", &evil("hyp")], 2);
    names(&workspace, &["score", &evil("hyp"), "-r", "short", "-m", EVIL], 2);
    for command in ["run", "check", "plan"] {
        names(&workspace, &[command, &evil("toml")], 2);
    }
    names(&workspace, &["init", &evil("folder")], 3);
    names(&workspace, &["corpus", "describe", &evil("folder")], 3);
    names(&workspace, &["corpus", "convert", &evil("folder"), "x", "--to", "parquet"], 3);
    names(&workspace, &["report", &evil("folder")], 3);
    names(&workspace, &["diff", &evil("folder"), "x"], 2);
    names(&workspace, &["corpus", "generate", EVIL, "x"], 2);
    names(&workspace, &["corpus", "generate", "cesta-enfr-1", &evil("set")], 0);
    run(&workspace, &["corpus", "describe", &evil("set")], 0);
    let spec = workspace.run(&["init", &evil("set")]);
    shown("init", &spec, 0);
    workspace.write("spec.toml", text(&spec.stdout));
    run(&workspace, &["check", "spec.toml"], 0);
    names(&workspace, &["init", &evil("set"), "-o", &evil("toml")], 0);
}

/// The text of a spec stands in messages, under its own name.
#[test]
fn texts_of_specs() {
    let workspace = Workspace::small();
    let spec = format!("{EVIL}.toml");
    for (from, to) in [
        ("seed = 7", format!("seed = 7\n{EVIL} = 1")),
        ("seed = 7", format!("seed = 7\n'{}' = 1", EVIL.replace('\r', ""))),
        ("seed = 7", format!("seed = 7\n\"{}\" = 1", quoted())),
        ("seed = 7", format!("seed = \"{}\"", quoted())),
        ("\"bleu\"", format!("\"{}\"", quoted())),
        ("studies.growth]", format!("studies.\"{}\"]", quoted())),
        ("\"small\"", "\"\u{9b}31m\u{202e}\u{2028}\"".to_owned()),
        ("seed = 7", "seed = 7 # \u{9b}31m\u{202e}\nseed = 8".to_owned()),
    ] {
        workspace.write(&spec, SMALL.replacen(from, &to, 1));
        names(&workspace, &["check", &spec], 2);
    }
    workspace.write(&spec, b"\xff\x1b[31m");
    names(&workspace, &["check", &spec], 2);
}

/// The parser of arguments repeats what it does not know.
#[test]
fn arguments() {
    let workspace = Workspace::empty();
    let option = format!("--{EVIL}");
    for arguments in [
        &[EVIL][..],
        &["run", &option],
        &["run", "a", EVIL],
        &["run", "a", "--threads", EVIL],
        &["run", "a", "--memory", EVIL],
        &["diff", "a", "b", "--tolerance", EVIL],
        &["score", "a", "--resample", EVIL],
        &["plan", "a", "--shard-time", EVIL],
    ] {
        names(&workspace, arguments, 2);
    }
}

/// What Slurm answers, and the names of its programs' messages.
#[test]
fn answers_of_slurm() {
    let workspace = Workspace::small();
    let program = |name: &str, script: String| {
        let path = format!("programs/{name}");
        workspace.write(&path, format!("#!/bin/sh\n{script}\n"));
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(workspace.path(&path), executable).unwrap();
    };
    program("scontrol", "echo MaxArraySize = 1001".to_owned());
    program("squeue", String::new());
    program("sbatch", "echo 17".to_owned());
    let path =
        format!("{}:{}", workspace.path("programs").display(), std::env::var("PATH").unwrap());
    let with_slurm = |arguments: &[&str], code: i32| {
        let output = workspace.command(arguments).env("PATH", &path).output().unwrap();
        let all = shown(&format!("{arguments:?}"), &output, code);
        assert!(all.contains(SHOWN), "{arguments:?}: {all}");
    };
    let submit = ["submit", "small.toml", "--out", "out", "--engine", "slurm"];
    let output = workspace.command(&submit).env("PATH", &path).output().unwrap();
    shown("submit", &output, 0);
    let held = format!("'17_0|PENDING|JobHeld{EVIL}|/array-0000.sh' '18|PENDING|x|/merge.sh'");
    program("squeue", format!("printf '%s\\n' {held}"));
    with_slurm(&submit, 6);
    program("squeue", String::new());
    program("sbatch", format!("printf '%s\\n' '{EVIL}' >&2; exit 1"));
    with_slurm(&submit, 6);
    program("squeue", format!("printf '%s\\n' '{EVIL}' >&2; exit 1"));
    with_slurm(&submit, 6);
}
