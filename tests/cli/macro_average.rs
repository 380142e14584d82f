//! Macro-averages from the command line: what is printed and written, and the same bytes however they are computed.

use std::fs;

use crate::support::workspace::{Workspace, parts, results};

/// A study over two corpora, of texts and of judgments, beside one that has its own corpus between them.
const SPEC: &str = r#"
[experiment]
name = "pairs"
seed = 4

[defaults]
B = 400

[corpora.first.synthetic]
preset = "cesta-enfr-1"

[corpora.second.synthetic]
preset = "cesta-enfr-1"

[studies.pairs]
corpora = ["first", "second"]
metrics = ["bleu", "adequacy"]
test-sizes = { fractions = [1.0] }

[studies.pairs.macro-average]
weights = { second = 2 }

[studies.alone]
corpora = ["second"]
metrics = ["bleu"]
test-sizes = { fractions = [1.0] }
"#;

fn workspace() -> Workspace {
    let workspace = Workspace::empty();
    workspace.write("pairs.toml", SPEC);
    workspace
}

#[test]
fn the_answer_stands_after_the_last_corpus_of_the_study() {
    let workspace = workspace();
    let printed = workspace.succeed(&["run", "pairs.toml", "--out", "out", "--details"]);
    assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
    let place = |text: &str| printed.find(text).unwrap_or_else(|| panic!("{text} in {printed}"));
    assert!(place("Study pairs, corpus second") < place("Study pairs, over its corpora."));
    assert!(place("Study pairs, over its corpora.") < place("Study alone, corpus second"));
    let start = place("Study pairs, over its corpora.");
    insta::assert_snapshot!(printed[start..place("Study alone")].trim_end());
    let page = fs::read_to_string(workspace.path("out/report/index.html")).unwrap();
    for wanted in [
        "<h3>Study pairs, over its corpora</h3>",
        "id=\"macro-scores-pairs-bleu\"",
        "id=\"macro-ranks-pairs-adequacy\"",
    ] {
        assert!(page.contains(wanted), "no {wanted}");
    }
    let json = workspace.succeed(&["report", "out", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let findings = json["findings"].as_array().unwrap();
    let found: Vec<_> = findings.iter().filter(|own| own["analysis"] == "macro-average").collect();
    assert_eq!(found.len(), 1);
    assert_eq!(
        (&found[0]["study"], &found[0]["corpus"]),
        (&"pairs".into(), &serde_json::Value::Null)
    );
    assert_eq!(found[0]["synthetic"], true);
    let rows = found[0]["rows"].as_array().unwrap();
    let is_of_system = |row: &&serde_json::Value| {
        row["quantity"] == "score" && row["corpus"].is_null() && row["system"].is_string()
    };
    let systems: Vec<_> = rows.iter().filter(is_of_system).collect();
    assert!(!systems.is_empty());
    assert!(systems.iter().all(|row| row["best_probability"].is_number()), "{rows:?}");
    // Two runs that conclude the same.
    let same = workspace.succeed(&["diff", "out", "out"]);
    assert!(same.contains("verdicts: equal"), "{same}");
}

#[test]
fn threads_merges_and_lost_parts_change_no_byte() {
    let workspace = workspace();
    for threads in ["1", "3"] {
        workspace.succeed(&["run", "pairs.toml", "--threads", threads, "--out", threads, "-q"]);
    }
    let one = results(&workspace.path("1"));
    // The manifest has digests of all tables.
    let manifest = String::from_utf8_lossy(&one["manifest.json"]);
    assert!(manifest.contains("\"macro_averages\"") && manifest.contains("\"macro_differences\""));
    assert_eq!(one, results(&workspace.path("3")));
    // Too little work to be cut; that shards change nothing is tested with more of it.
    workspace.succeed(&["plan", "pairs.toml", "--out", "cut", "--shards", "1"]);
    workspace.succeed(&["run-shard", "cut", "--shard", "0"]);
    workspace.succeed(&["merge", "cut"]);
    assert_eq!(one, results(&workspace.path("cut")));
    let lost = parts(&workspace, "cut");
    fs::remove_file(&lost[0]).unwrap();
    workspace.succeed(&["run", "pairs.toml", "--out", "cut", "-q"]);
    assert_eq!(one, results(&workspace.path("cut")));
}

#[test]
fn corpora_without_common_systems_are_refused() {
    let workspace = workspace();
    workspace.edit("pairs.toml", "corpora = [\"first\", \"second\"]", "corpora = [\"first\"]");
    let message = workspace.fail(&["check", "pairs.toml"], 2);
    assert!(message.contains("the study has one corpus, `first`"), "{message}");
    let others = self::workspace();
    others.edit(
        "pairs.toml",
        "[corpora.second.synthetic]\npreset = \"cesta-enfr-1\"",
        "[corpora.second.synthetic]\npreset = \"cesta-arfr-1\"",
    );
    let message = others.fail(&["run", "pairs.toml"], 2);
    let wanted = "no system has a score by `bleu` on all corpora of the study: `first` has S1, S2, S3, S4, S5; `second` has \
                  S6, S7";
    assert!(message.contains(wanted), "{message}");
    let workspace = self::workspace();
    workspace.edit("pairs.toml", "weights = { second = 2 }", "weights = { third = 2 }");
    let message = workspace.fail(&["check", "pairs.toml"], 2);
    assert!(message.contains("\"third\" is no corpus of this study"), "{message}");
}
