//! `runner explain`: terms, and what is not one.

use serde_json::Value;

use crate::support::workspace::{Workspace, unwrapped};

#[test]
fn a_term_has_a_paragraph() {
    let workspace = Workspace::empty();
    let shown = workspace.succeed(&["explain", "margin", "of", "error"]);
    assert!(shown.starts_with("margin of error (margin"), "{shown}");
    assert!(shown.contains("Formula: ") && shown.contains("Source: "), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    // By any of its names, in any case.
    for name in ["Margin-Of-Error", "MARGIN", "half width"] {
        assert_eq!(workspace.succeed(&["explain", name]), shown, "{name}");
    }
    assert!(workspace.succeed(&["explain", "chrF2"]).starts_with("chrF "));
}

#[test]
fn the_list_is_short_and_complete() {
    let workspace = Workspace::empty();
    let list = workspace.succeed(&["explain"]);
    assert!(list.lines().count() < 30, "{list}");
    let all: Value =
        serde_json::from_str(&workspace.succeed(&["explain", "--format", "json"])).unwrap();
    let terms = all["terms"].as_array().unwrap();
    assert!(terms.len() > 60, "{}", terms.len());
    let list = unwrapped(&list);
    for term in terms {
        assert!(list.contains(term["name"].as_str().unwrap()), "{term}");
        assert_ne!(term["what"], "");
    }
}

#[test]
fn near_misses_have_a_suggestion() {
    let workspace = Workspace::empty();
    let message = workspace.fail(&["explain", "hohlm"], 2);
    assert!(message.contains("did you mean `runner explain Holm`?"), "{message}");
    let message = workspace.fail(&["explain", "weather", "report"], 2);
    assert!(message.contains("`runner explain` lists the terms"), "{message}");
}

#[test]
fn removed_names_say_what_to_use() {
    let workspace = Workspace::empty();
    for (name, instead) in [
        ("favoured", "in the table `ranks`"),
        ("seen_differences", "with `comparison`"),
        ("history", "`runner compare NEW -r REFERENCE --against LAST`"),
        ("minimal-size.target-half-width", "in [studies.NAME.margin]"),
    ] {
        let message = workspace.fail(&["explain", name], 2);
        assert!(message.contains(&format!("`{name}` was removed")), "{message}");
        assert!(message.contains(instead), "{message}");
    }
    // Another table has a key of this name.
    let message = workspace.fail(&["explain", "exchange"], 2);
    assert!(!message.contains("was removed"), "{message}");
    let message = workspace.fail(&["history", "runs"], 2);
    assert!(message.contains("`history` is no longer a command"), "{message}");
    assert!(message.contains("--against LAST"), "{message}");
}
