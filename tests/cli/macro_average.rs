//! Means over corpora from the command line.

use crate::support::workspace::Workspace;

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
    // Two runs that conclude the same.
    let same = workspace.succeed(&["diff", "out", "out"]);
    assert!(same.contains("verdicts: equal"), "{same}");
}
