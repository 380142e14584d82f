//! Each mistake gets its own message and exit code, and leaves earlier results as they were.

use std::fs;

use crate::support::workspace::{Workspace, results};

/// Runs the small experiment, makes a mistake, runs again.
fn mistake(code: i32, make: impl Fn(&Workspace)) -> String {
    let workspace = Workspace::small();
    workspace.succeed(&["run", "small.toml", "-q"]);
    let before = results(&workspace.path("results/small"));
    make(&workspace);
    let message = workspace.fail(&["run", "small.toml"], code);
    assert_eq!(results(&workspace.path("results/small")), before, "{message}");
    message
}

fn in_spec(from: &str, to: &str) -> String {
    mistake(2, |workspace| workspace.edit("small.toml", from, to))
}

#[test]
fn several_mistakes_at_once() {
    insta::assert_snapshot!(mistake(2, |workspace| {
        workspace.edit("small.toml", "seed = 7", "sede = 7");
        workspace.edit("small.toml", "[\"tiny\"]", "[\"tinny\"]");
        workspace.edit("small.toml", "B = 100", "B = 0");
    }));
}

#[test]
fn unknown_system() {
    insta::assert_snapshot!(in_spec("B = 100", "systems = [\"one\", \"tow\"]\nB = 100"));
}

#[test]
fn too_many_references() {
    insta::assert_snapshot!(in_spec("B = 100", "reference-counts = [2, 3]\nB = 100"));
}

#[test]
fn too_many_documents() {
    insta::assert_snapshot!(in_spec("B = 100", "test-sizes = { documents = [1, 3] }\nB = 100"));
}

#[test]
fn ordering_without_a_document() {
    insta::assert_snapshot!(in_spec("B = 100", "orderings = { explicit = [[\"d2\"]] }\nB = 100"));
}

#[test]
fn unknown_criterion() {
    insta::assert_snapshot!(in_spec("[\"bleu\"]", "[\"bleu\", \"adequacy\"]"));
}

#[test]
fn spec_that_is_not_there() {
    let workspace = Workspace::empty();
    insta::assert_snapshot!(workspace.fail(&["run", "none.toml"], 2));
}

#[test]
fn missing_corpus_says_how_to_get_it() {
    insta::assert_snapshot!(mistake(3, |workspace| {
        fs::remove_file(workspace.path("ref.b.txt")).unwrap();
    }));
}

#[test]
fn reference_with_one_line_too_many() {
    insta::assert_snapshot!(mistake(3, |workspace| {
        workspace.edit("ref.b.txt", "\n", "\nanother line\n");
    }));
}

#[test]
fn folder_that_cannot_be_written() {
    let workspace = Workspace::small();
    workspace.write("file", "");
    insta::assert_snapshot!(workspace.fail(&["run", "small.toml", "--out", "file/out"], 4));
}

#[test]
fn argument_that_does_not_exist() {
    let workspace = Workspace::small();
    let message = workspace.fail(&["run", "small.toml", "--thread", "2"], 2);
    let expected = "error: unexpected argument '--thread' found\n\n  tip: a similar argument exists: '--threads'\n";
    assert!(message.starts_with(expected), "{message}");
}

/// A ratio needs a true zero: negative judgments have none.
#[test]
fn relative_deviation_of_negative_judgments() {
    let workspace = Workspace::small();
    let set = |name: &str, text: &str| workspace.write(&format!("set/{name}"), text);
    set("sources/en-de.txt", "a b\nc d\n");
    set("system-outputs/en-de/one.txt", "e f\ng h\n");
    set("human-scores/en-de.mqm.seg.score", "one\t-1.5\none\t0\n");
    let spec = "[experiment]\nname = \"mqm\"\nseed = 1\n\
                [corpora.set.evalset]\npath = \"set\"\nlanguage-pair = \"en-de\"\n\
                [metrics.mqm.human]\ncriterion = \"mqm\"\n\
                [studies.s]\ncorpora = [\"set\"]\nmetrics = [\"mqm\"]\n\
                [studies.s.minimal-size]\ndeviation = \"relative\"\n";
    workspace.write("mqm.toml", spec);
    insta::assert_snapshot!(workspace.fail(&["run", "mqm.toml"], 2));
    workspace.edit("mqm.toml", "\"relative\"", "\"absolute\"");
    workspace.succeed(&["run", "mqm.toml"]);
}

#[test]
fn what_is_far_too_large_for_a_spec_is_not_read() {
    let workspace = Workspace::empty();
    workspace.write("large.toml", " ".repeat((1 << 20) + 1));
    let message = workspace.fail(&["check", "large.toml"], 2);
    assert!(
        message.contains("the spec `large.toml` has more than the 1048576 bytes that are read"),
        "{message}"
    );
}

/// Refused before memory is taken for them: the test would not end otherwise.
#[test]
fn absurd_sizes() {
    let workspace = Workspace::small();
    let mut messages = String::new();
    for (change, arguments) in [
        (
            "orderings = { random = 1000000 }\nrepeats = 1000000\nB = 100",
            &["run", "small.toml"][..],
        ),
        ("B = 10000000", &["run", "small.toml", "--memory", "0.1"][..]),
    ] {
        workspace.write("small.toml", crate::support::workspace::SMALL.replace("B = 100", change));
        messages += &workspace.fail(arguments, 2);
        messages.push('\n');
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn too_many_random_orderings() {
    insta::assert_snapshot!(mistake(2, |workspace| {
        let spec = "[experiment]\nname = \"small\"\nseed = 1\n\
                    [corpora.made.synthetic]\npreset = \"tides-2002\"\n\
                    [studies.s]\ncorpora = [\"made\"]\nmetrics = [\"adequacy\"]\n\
                    orderings = { random = 1000000 }\n";
        workspace.write("small.toml", spec);
    }));
}
