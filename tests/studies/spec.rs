//! Specs that are right, specs that are wrong, and the exact text of what is said about them.
//!
//! `RUNNER_UPDATE_SNAPSHOTS=1 cargo test --test studies spec::` writes the `.stderr` and `.json` files anew;
//! read the difference before committing it.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::sample::Index;
use runner::analyses::parse;
use runner::diagnostic::Style;

use crate::support::seed;

fn specs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/spec").join(folder);
    let entries = fs::read_dir(folder).expect("the folder is part of the repository");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|kind| kind == "toml")).collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths
}

/// Name and text of a spec.
fn read(path: &Path) -> (String, String) {
    let name = path.file_name().expect("a file").to_string_lossy().into_owned();
    (name, fs::read_to_string(path).expect("readable"))
}

/// Compares with the file beside the spec, or writes it on request. Gives what differs.
fn compare(path: &Path, kind: &str, actual: &str) -> Option<String> {
    let path = path.with_extension(kind);
    if std::env::var_os("RUNNER_UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, actual).expect("writable");
        return None;
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    (expected != actual)
        .then(|| format!("--- {}\n{expected}\n+++ this program\n{actual}", path.display()))
}

#[test]
fn valid_specs_parse() {
    let mut differences = Vec::new();
    for path in specs("valid") {
        let (name, text) = read(&path);
        match parse(&name, &text) {
            Ok(parsed) => differences.extend(compare(&path, "json", &parsed.spec.canonical())),
            Err(problems) => differences.push(problems.render(Style::Plain)),
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn invalid_specs_are_refused_in_these_words() {
    let mut differences = Vec::new();
    for path in specs("invalid") {
        let (name, text) = read(&path);
        match parse(&name, &text) {
            Ok(_) => differences.push(format!("{name} is valid")),
            Err(problems) => {
                let rendered = problems.render(Style::Plain);
                differences.extend(compare(&path, "stderr", &rendered));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn gives_up_after_a_hundred_errors() {
    let keys: Vec<String> = (0..5_000).map(|number| format!("key-{number} = 1")).collect();
    let text = keys.join("\n");
    let problems = parse("spec.toml", &text).expect_err("nothing of this is known");
    assert_eq!(problems.iter().len(), 101);
    let last = problems.iter().last().expect("101 problems");
    assert_eq!(last.message, "there may be more errors than are shown here");
}

proptest! {
    #![proptest_config(seed::properties(256))]

    /// Whatever is done to the text of a spec, there is an answer, and every place is in the text.
    #[test]
    fn damaged_text_is_no_trouble(
        changes in prop::collection::vec((any::<Index>(), 0usize..40, ".{0,3}|[\"\\[\\]{}=,.\n]"), 1..5),
    ) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/spec/valid/everything.toml");
        let (name, mut text) = read(&path);
        for (place, length, insert) in changes {
            let start = text.floor_char_boundary(place.index(text.len() + 1));
            let end = text.ceil_char_boundary((start + length).min(text.len()));
            text.replace_range(start..end, &insert);
        }
        if let Err(problems) = parse(&name, &text) {
            for problem in problems.iter() {
                for label in &problem.labels {
                    prop_assert!(text.get(label.span.clone()).is_some(), "{:?}", label);
                }
            }
            prop_assert!(!problems.render(Style::Plain).is_empty());
        }
    }
}
