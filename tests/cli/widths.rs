//! What people read fits a terminal of 80 columns: no line is wider, whatever the names.

use std::path::Path;

use unicode_width::UnicodeWidthStr;

use crate::support::workspace::{Workspace, text};

const WIDTH: usize = 80;

/// Checks every line of an output of `arguments`, whatever the exit code. Paths, and commands to
/// copy, stay whole.
fn check(workspace: &Workspace, arguments: &[&str]) -> String {
    let output = workspace.run(arguments);
    let printed = text(&output.stdout);
    for line in printed.lines() {
        let is_path = line.split(' ').any(|word| word.contains('/') && word.width() > 60);
        let is_command = line.trim_start().starts_with("runner ");
        assert!(
            line.width() <= WIDTH || is_path || is_command,
            "{arguments:?}, {} columns: {line}",
            line.width()
        );
    }
    printed
}

#[test]
fn help_fits() {
    let workspace = Workspace::empty();
    let help = check(&workspace, &["--help"]);
    let list = help.split_once("Commands:").unwrap().1.split_once("Options:").unwrap().0;
    let is_command = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let commands: Vec<&str> =
        list.lines().filter(is_command).filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 12, "{commands:?}");
    for command in commands.into_iter().filter(|command| *command != "help") {
        check(&workspace, &[command, "--help"]);
        check(&workspace, &[command, "-h"]);
    }
    for command in ["describe", "convert", "generate", "presets"] {
        check(&workspace, &["corpus", command, "--help"]);
    }
    check(&workspace, &["corpus", "presets"]);
}

/// Corpora that take a minute to generate without optimisation.
const LONG: [&str; 3] = ["cesta-all-orders", "europarl-2004", "tides-2002"];

/// Those whose corpora are generated or beside them are planned; of others the corpora are named.
#[test]
fn shipped_experiments_are_planned_and_checked_in_80_columns() {
    let workspace = Workspace::empty();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    let (mut planned, mut checked) = (0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_spec = path.extension().is_some_and(|ending| ending == "toml");
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if is_spec && !LONG.contains(&&*name) {
            let spec = path.to_str().unwrap();
            planned += usize::from(!check(&workspace, &["plan", spec]).is_empty());
            checked += usize::from(!check(&workspace, &["check", spec]).is_empty());
        }
    }
    assert!(planned >= 3 && checked >= 10, "{planned} and {checked}");
}

/// Fifteen systems with names of thirty letters on eight metrics.
fn wide() -> Workspace {
    let workspace = Workspace::empty();
    let line = |seed: usize| -> String {
        let word = |place: usize| {
            ["a", "cat", "dog", "sat", "here", "now"][(seed * 7 + place * place) % 6]
        };
        (0..9).map(word).collect::<Vec<_>>().join(" ") + "\n"
    };
    let texts =
        |system: usize| (0..24).map(|segment| line(system / 3 + segment)).collect::<String>();
    workspace.write("ref.txt", texts(0));
    for system in 0..15 {
        workspace.write(&format!("{}.txt", name(system)), texts(system));
    }
    let documents: Vec<String> = (0..24).map(|segment| format!("d{}\n", segment / 3)).collect();
    let documents = documents.concat();
    workspace.write("documents.txt", &documents);
    workspace
}

fn name(system: usize) -> String {
    format!("a-system-of-a-longer-name-n-{system:02}")
}

const METRICS: &str = "bleu,chrf,ter,nist,gtm,mwer,mper,wnm";

#[test]
fn many_systems_and_metrics_are_scored_in_80_columns() {
    let workspace = wide();
    let systems: Vec<String> = (0..15).map(|system| format!("{}.txt", name(system))).collect();
    let mut arguments = vec!["score"];
    arguments.extend(systems.iter().map(String::as_str));
    arguments.extend(["--references", "ref.txt", "-m", METRICS, "--documents", "documents.txt"]);
    let plain = check(&workspace, &arguments);
    let intervals = check(&workspace, &[&arguments[..], &["--interval"]].concat());
    for (printed, least) in [(&plain, 1), (&intervals, 2)] {
        // Every system in every block, by its whole name, and every metric in one.
        let blocks = printed.matches(" system ").count();
        assert!(blocks >= least, "{printed}");
        for system in 0..15 {
            assert_eq!(printed.matches(&name(system)).count(), blocks, "{printed}");
        }
        let is_heading = |line: &&str| line.starts_with(" system ");
        let headings: Vec<&str> =
            printed.lines().filter(is_heading).flat_map(str::split_whitespace).collect();
        assert!(METRICS.split(',').all(|metric| headings.contains(&metric)), "{printed}");
    }
}

#[test]
fn runs_and_their_differences_fit() {
    let workspace = wide();
    let list: Vec<String> = (0..6).map(|system| format!("\"{}.txt\"", name(system))).collect();
    let spec = format!(
        "[experiment]\nname = \"wide\"\nseed = 1\n[corpora.made.plain]\nreferences = [\"ref.txt\"]\n\
         systems = [{}]\ndocuments = \"documents.txt\"\n\
         [studies.a-study-of-a-rather-long-name]\ncorpora = [\"made\"]\nmetrics = [\"bleu\", \"ter\"]\n\
         test-sizes = {{ fractions = [0.5, 1.0] }}\nB = 200\n\
         [studies.a-study-of-a-rather-long-name.comparison]\n\
         [studies.a-study-of-a-rather-long-name.ranking]\n\
         [studies.a-study-of-a-rather-long-name.margin]\nwanted = 3\n\
         [studies.a-study-of-a-rather-long-name.power]\n",
        list.join(", ")
    );
    workspace.write("wide.toml", &spec);
    check(&workspace, &["plan", "wide.toml"]);
    check(&workspace, &["check", "wide.toml"]);
    check(&workspace, &["corpus", "describe", "wide.toml"]);
    assert!(!check(&workspace, &["run", "wide.toml", "--out", "a", "--force"]).is_empty());
    workspace.edit("wide.toml", "seed = 1", "seed = 2");
    check(&workspace, &["run", "wide.toml", "--out", "b", "--force"]);
    for further in [&[][..], &["--tables-only"], &["--examples", "3"]] {
        let printed = check(&workspace, &[&["diff", "a", "b"], further].concat());
        assert!(printed.starts_with("verdicts: "), "{printed}");
    }
    check(&workspace, &["plan", "wide.toml", "--out", "c", "--shards", "3", "--force"]);
    assert!(!check(&workspace, &["status", "c"]).is_empty());
}
