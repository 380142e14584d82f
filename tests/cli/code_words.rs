//! Words of comments and names of code: what `words.rs` is for texts, this is for those who read the source.
//!
//! A phrase is not used at all. A kind of name is counted per package, and its count only falls: a name says
//! what a thing is (`rows_for_study`, `nearest_size`), not how one came by it (`found`, `own`, `known`). A
//! closure with a name is read before what it is for; where it is used once, it stands better there.

use std::collections::BTreeMap;
use std::fs;

use crate::support::root;
use crate::words::{Flat, files, words};

/// Phrases that comments do not use, with what to write instead; besides those of texts for users.
const PHRASES: &[(&str, &str)] = &[
    ("ever so many", "infinitely many, any number of"),
    ("are such", "what they are like"),
    ("is such", "what it is like"),
    ("if it does", "when there is none: `None` if ..."),
    ("if they do", "the condition itself"),
    ("is told", "is reported, appears"),
    ("are told", "are reported, appear"),
    ("is no number", "is not a number"),
    ("that is seen", "measurable"),
    ("somebody", "a user, another process"),
    ("not what was meant", "a warning"),
];

/// Phrases that are guarded in texts for users alone: the first two are what keys of studies do, and what
/// random numbers are.
const IN_TEXTS_ALONE: &[&str] = &["asked for", "drawn", "going on", "STDEV"];

/// Sources that still use some of the phrases in comments. The list only becomes shorter.
const NOT_YET: &[&str] = &[
    "crates/analyses/src/analyses/coverage/findings.rs",
    "crates/analyses/src/analyses/intervals/findings.rs",
    "crates/analyses/src/analyses/stability/findings.rs",
    "src/cli/failure.rs",
    "src/cli/out_folder.rs",
    "src/cli/queue_text.rs",
    "src/cli/status.rs",
    "src/cli/stop.rs",
    "src/cli/submit/arguments.rs",
    "src/report/mod.rs",
    "src/report/scores.rs",
];

/// Folders whose sources are packages.
const PACKAGES: [&str; 10] = [
    "src",
    "crates/base",
    "crates/numbers",
    "crates/table",
    "crates/corpus",
    "crates/formats",
    "crates/config",
    "crates/engine",
    "crates/presentation",
    "crates/analyses",
];

/// A kind of name, and how many each package has at most, in the order of [`PACKAGES`].
struct Habit {
    name: &'static str,
    instead: &'static str,
    is_in: fn(&str) -> bool,
    most: [usize; 10],
}

const HABITS: [Habit; 6] = [
    Habit {
        name: "let found",
        instead: "name what was looked for: `row`, `missing_files`",
        is_in: |line| declares(line, |name| name == "found"),
        most: [3, 0, 0, 7, 0, 1, 0, 0, 0, 105],
    },
    Habit {
        name: "let own, |own|",
        instead: "name the thing: `column`, `study`",
        is_in: |line| declares(line, |name| name == "own") || line.contains("|own|"),
        most: [12, 0, 6, 4, 0, 0, 0, 0, 7, 37],
    },
    Habit {
        name: "let known",
        instead: "name what is known: `names`, `entry`",
        is_in: |line| declares(line, |name| name == "known"),
        most: [1, 1, 4, 0, 3, 1, 0, 0, 0, 35],
    },
    Habit {
        name: "let of_x",
        instead: "begin with the thing: `document_scores` for `of_documents`",
        is_in: |line| declares(line, |name| name.starts_with("of_")),
        most: [12, 0, 7, 3, 0, 1, 1, 0, 1, 85],
    },
    Habit {
        name: "fn of(",
        instead: "`new`, `from_rows`, `count`: what it makes or does",
        is_in: |line| line.contains("fn of(") || line.contains("fn of<"),
        most: [1, 1, 8, 2, 0, 0, 0, 0, 0, 14],
    },
    Habit {
        name: "let name = |...|",
        instead: "write a closure where it is used, or make it a function",
        is_in: declares_closure,
        most: [53, 8, 95, 10, 46, 48, 12, 19, 6, 117],
    },
];

/// How far a limit may lie above the count before it has to follow: so that changes need not all touch it.
const SLACK: usize = 10;

/// The name that `line` declares with `let`, and what follows it.
fn declared(line: &str) -> Option<(&str, &str)> {
    let rest = &line[line.find("let ")? + 4..];
    let rest = rest.strip_prefix("mut ").unwrap_or(rest);
    Some(rest.split_at(rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())))
}

fn declares(line: &str, is_meant: impl Fn(&str) -> bool) -> bool {
    declared(line).is_some_and(|(name, _)| is_meant(name))
}

/// Whether `line` begins a closure with a name.
fn declares_closure(line: &str) -> bool {
    let Some((_, rest)) = declared(line) else { return false };
    // A type may stand between.
    rest.split_once('=').is_some_and(|(_, value)| {
        let value = value.trim_start();
        value.strip_prefix("move ").unwrap_or(value).starts_with('|')
    })
}

/// Comments of a source, each block of lines as one text; and its lines of code.
fn parts(source: &str) -> (Vec<Flat>, Vec<(usize, &str)>) {
    let (mut comments, mut code) = (Vec::new(), Vec::new());
    let mut block = Flat::default();
    for (index, line) in source.lines().enumerate() {
        let trimmed = line.trim();
        if let Some(comment) = trimmed.strip_prefix("//") {
            let comment = comment.strip_prefix(['/', '!']).unwrap_or(comment);
            block.push(&format!("{comment} "), index + 1);
        } else {
            comments.push(std::mem::take(&mut block));
            if !trimmed.is_empty() {
                code.push((index + 1, trimmed));
            }
        }
    }
    comments.push(block);
    (comments, code)
}

/// The sources of a package by name.
fn sources(package: &str) -> BTreeMap<String, String> {
    let mut paths = Vec::new();
    files(&root().join(package), &mut paths);
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "rs"));
    let name = |path: &std::path::Path| {
        path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/")
    };
    paths.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn comments_use_plain_words() {
    let phrases = words().iter().filter(|(phrase, _)| !IN_TEXTS_ALONE.contains(phrase));
    let phrases: Vec<_> = phrases.chain(PHRASES).collect();
    let mut problems = Vec::new();
    for package in PACKAGES {
        for (name, source) in sources(package) {
            if NOT_YET.contains(&&*name) {
                continue;
            }
            let (comments, _) = parts(&source);
            for (phrase, instead) in &phrases {
                for line in comments.iter().flat_map(|comment| comment.lines_with(phrase)) {
                    problems.push(format!("{name}:{line}: \"{phrase}\"; write: {instead}"));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn names_of_bad_habit_only_become_fewer() {
    let mut problems = Vec::new();
    for (place, package) in PACKAGES.into_iter().enumerate() {
        let sources = sources(package);
        assert!(sources.len() > 10, "{package}: {} files", sources.len());
        for Habit { name, instead, is_in, most } in &HABITS {
            let counts = sources.iter().map(|(file, source)| {
                (file, parts(source).1.into_iter().filter(|(_, line)| is_in(line)).count())
            });
            let counts: Vec<_> = counts.filter(|(_, count)| *count > 0).collect();
            let count: usize = counts.iter().map(|(_, count)| count).sum();
            let most = most[place];
            if count > most {
                let files = counts.iter().map(|(file, count)| format!("\n    {count} in {file}"));
                let files: String = files.collect();
                problems.push(format!(
                    "{package}: `{name}` {count} times, at most {most}. Better: {instead}.{files}"
                ));
            } else if count + SLACK < most {
                problems.push(format!(
                    "{package}: `{name}` {count} times only: lower its limit from {most} to {count}"
                ));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Whether a test of a file, by its name, may have a reason.
type InPlace = fn(&str, &str) -> bool;

/// Why a test is ignored says who runs it: `.ci/nightly`, or a developer who measures.
#[test]
fn ignored_tests_say_who_runs_them() {
    const REASONS: [(&str, InPlace); 3] = [
        ("simulation of minutes: nightly", |file, _| !file.starts_with("tests/cluster/")),
        ("cluster of minutes: nightly", |file, _| file.starts_with("tests/cluster/")),
        ("measures time: by hand", |_, name| name.starts_with("speed_of_")),
    ];
    let mut problems = Vec::new();
    for (file, source) in PACKAGES.into_iter().chain(["tests"]).flat_map(sources) {
        let (_, code) = parts(&source);
        for (place, (line, text)) in code.iter().enumerate() {
            let Some(reason) = text.strip_prefix("#[ignore") else { continue };
            let reason = reason.trim_start_matches(" = \"").trim_end_matches("\"]");
            let mut next = code[place..].iter().filter_map(|(_, text)| text.strip_prefix("fn "));
            let name = next.next().unwrap_or_default();
            let is_allowed =
                |(allowed, is_right): &(&str, InPlace)| *allowed == reason && is_right(&file, name);
            if !REASONS.iter().any(is_allowed) {
                let reasons: Vec<&str> = REASONS.iter().map(|(reason, _)| *reason).collect();
                problems.push(format!(
                    "{file}:{line}: `{reason}` is none of {reasons:?}, or not of its place or name"
                ));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn habits_are_recognised() {
    let habit = |line: &str| -> Vec<&str> {
        HABITS.iter().filter(|habit| (habit.is_in)(line)).map(|habit| habit.name).collect()
    };
    assert_eq!(habit("let mut found = Vec::new();"), ["let found"]);
    assert_eq!(habit("let Some(found) = first else { return };"), Vec::<&str>::new());
    assert_eq!(habit("if let own = rows.iter().map(|own| own.name) {"), ["let own, |own|"]);
    assert_eq!(habit("let of_rows: Vec<u32> = rows;"), ["let of_x"]);
    assert_eq!(habit("let offset = known;"), Vec::<&str>::new());
    assert_eq!(habit("pub(super) fn of<T>(rows: &[T]) -> Self {"), ["fn of("]);
    assert_eq!(habit("let of_row = |row| row.name;"), ["let of_x", "let name = |...|"]);
    assert_eq!(habit("let known: fn(u32) -> u32 = move |n| n;"), ["let known", "let name = |...|"]);
    assert_eq!(habit("let either = one | other;"), Vec::<&str>::new());

    let source = "//! So\n//! many files.\n\nlet a = 1; // so many\n    // anew\nlet b = 2;\n";
    let (comments, code) = parts(source);
    let lines = |phrase: &str| -> Vec<usize> {
        comments.iter().flat_map(|comment| comment.lines_with(phrase)).collect()
    };
    assert_eq!((lines("so many"), lines("anew")), (vec![1], vec![5]));
    assert_eq!(code, [(4, "let a = 1; // so many"), (6, "let b = 2;")]);
}
