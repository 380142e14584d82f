//! `runner diff` and `runner run --locked`.

use std::fs;

use runner::table::Manifest;
use serde_json::Value;

use crate::support::workspace::{Workspace, text};

/// Two runs of the small spec, in `a` and, after `change`, in `b`.
fn two_runs(change: impl FnOnce(&Workspace)) -> Workspace {
    let workspace = Workspace::small();
    workspace.succeed(&["run", "small.toml", "--out", "a", "-q"]);
    change(&workspace);
    workspace.succeed(&["run", "small.toml", "--out", "b", "-q"]);
    workspace
}

/// What `diff` prints, which must end with 1.
fn differences(workspace: &Workspace, arguments: &[&str]) -> String {
    let output = workspace.run(&[&["diff"], arguments].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    text(&output.stdout)
}

fn json(workspace: &Workspace, arguments: &[&str]) -> Value {
    let printed = differences(workspace, &[arguments, &["--format", "json"]].concat());
    serde_json::from_str(&printed).unwrap()
}

fn table<'a>(found: &'a Value, name: &str) -> &'a Value {
    let tables = found["tables"].as_array().unwrap();
    tables.iter().find(|table| table["table"] == name).unwrap()
}

#[test]
fn equal_runs_have_no_differences() {
    let workspace = two_runs(|_| {});
    insta::assert_snapshot!(workspace.succeed(&["diff", "a", "b"]));
}

#[test]
fn another_seed_changes_every_replicate() {
    let workspace = two_runs(|workspace| workspace.edit("small.toml", "seed = 7", "seed = 8"));
    let found = json(&workspace, &["a", "b"]);
    assert_eq!(found["equal"], false);
    let changes: Vec<&str> =
        found["manifest"].as_array().unwrap().iter().map(|c| c["what"].as_str().unwrap()).collect();
    assert_eq!(changes, ["spec seed"]);
    let scores = table(&found, "scores");
    let counts = ["added", "removed", "changed"].map(|key| scores[key].as_u64().unwrap());
    // Two systems on two sizes; scores of the test sets themselves stay.
    assert_eq!(counts, [0, 0, 4]);
    let columns: Vec<&str> = scores["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| column["column"].as_str().unwrap())
        .collect();
    assert!(columns.contains(&"mean") && !columns.contains(&"score"), "{columns:?}");
    assert_eq!(table(&found, "test_sets")["equal"], true);
}

/// The differences that are reported are those of the tables, recomputed here from the rows.
#[test]
fn differences_are_measured() {
    use runner::analyses::ScoreRow;
    use runner::table::read;

    let workspace = two_runs(|workspace| workspace.edit("small.toml", "seed = 7", "seed = 8"));
    let rows = |folder: &str| -> Vec<ScoreRow> {
        read(&workspace.path(folder).join("scores.parquet")).unwrap()
    };
    let pairs: Vec<(f64, f64)> = rows("a")
        .iter()
        .zip(&rows("b"))
        .map(|(a, b)| (a.stdev.unwrap(), b.stdev.unwrap()))
        .collect();
    let absolute = pairs.iter().map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    let relative = pairs.iter().map(|(a, b)| (a - b).abs() / a.max(*b)).fold(0.0, f64::max);
    let stdev_of = |found: &Value| {
        let columns = table(found, "scores")["columns"].as_array().unwrap().clone();
        columns.into_iter().find(|column| column["column"] == "stdev").unwrap()
    };
    let found = stdev_of(&json(&workspace, &["a", "b"]));
    assert_eq!(found["largest-absolute"], absolute);
    assert_eq!(found["largest-relative"], relative);
    assert_eq!(found["changed"], 4);

    // A tolerance that lets all but the largest pass, and one that lets all pass.
    let mut sorted: Vec<f64> = pairs.iter().map(|(a, b)| (a - b).abs()).collect();
    sorted.sort_by(f64::total_cmp);
    let found = stdev_of(&json(&workspace, &["a", "b", "--tolerance", &sorted[2].to_string()]));
    assert_eq!((&found["changed"], &found["within-tolerance"]), (&1.into(), &3.into()));
    let relative = relative.to_string();
    let found = stdev_of(&json(&workspace, &["a", "b", "--relative-tolerance", &relative]));
    assert_eq!((&found["changed"], &found["within-tolerance"]), (&0.into(), &4.into()));
    // Numbers are within any tolerance; the manifests still differ.
    let loose = differences(&workspace, &["a", "b", "--tolerance", "1000"]);
    assert!(loose.contains("scores: equal within the tolerance, 4 rows"), "{loose}");
    assert!(loose.contains("spec seed: 7 -> 8"), "{loose}");
}

#[test]
fn cells_are_added_and_removed() {
    let workspace = two_runs(|workspace| {
        workspace.edit("small.toml", "B = 100", "systems = [\"two\"]\nB = [100, 200]");
    });
    let found = json(&workspace, &["a", "b"]);
    let scores = table(&found, "scores");
    let counts = ["added", "removed", "changed"].map(|key| scores[key].as_u64().unwrap());
    assert_eq!(counts, [2, 2, 0]);
    let kinds: Vec<&Value> =
        scores["examples"].as_array().unwrap().iter().map(|example| &example["kind"]).collect();
    assert_eq!(kinds, ["removed", "removed", "added", "added"]);
}

/// A null is no number, whatever the tolerance.
#[test]
fn a_null_differs_from_a_value() {
    let workspace = two_runs(|workspace| {
        let percentile = "B = 100\nlevel = 0.999\ninterval-method = \"percentile\"";
        workspace.edit("small.toml", "B = 100", percentile);
    });
    let found = json(&workspace, &["a", "b", "--tolerance", "1e9"]);
    let columns = table(&found, "scores")["columns"].as_array().unwrap();
    let lower = columns.iter().find(|column| column["column"] == "ci_lower").unwrap();
    // 100 replicates are too few for an interval of 99.9 percent.
    assert_eq!((&lower["changed"], &lower["largest-absolute"]), (&4.into(), &Value::Null));
}

#[test]
fn changed_inputs_are_named() {
    let workspace = two_runs(|workspace| workspace.edit("one.txt", "cat", "dog"));
    let found = differences(&workspace, &["a", "b", "--examples", "0"]);
    assert!(found.contains("\n  input tiny, system one: "), "{found}");
    assert!(found.contains("\nmanifest: 1 difference\n"), "{found}");
}

/// Two systems of which one is better, and after a change of its text no longer; what changed of that
/// comes first, then the largest changes, and then how many more.
#[test]
fn verdicts_come_first() {
    let judged = "B = 100\n[studies.growth.comparison]\n[studies.growth.ranking]\n[studies.growth.margin]\nwanted = 50\n";
    let workspace = Workspace::small();
    workspace.edit("small.toml", "B = 100", judged);
    workspace.succeed(&["run", "small.toml", "--out", "a", "-q"]);
    let (one, two) = (
        fs::read_to_string(workspace.path("one.txt")).unwrap(),
        fs::read_to_string(workspace.path("two.txt")).unwrap(),
    );
    workspace.write("one.txt", &two);
    workspace.write("two.txt", &one);
    workspace.succeed(&["run", "small.toml", "--out", "b", "-q"]);
    let found = json(&workspace, &["a", "b"]);
    let changes = found["verdicts"]["changes"].as_array().unwrap();
    let best: Vec<&Value> =
        changes.iter().filter(|change| change["about"] == "BLEU, best system").collect();
    assert_eq!((&best[0]["a"], &best[0]["b"]), (&"one".into(), &"two".into()));
    let rank = changes.iter().find(|change| change["about"] == "BLEU, two").unwrap();
    assert!(rank["b"].as_str().unwrap().starts_with("rank 1, "), "{rank}");
    // The largest share of a column comes first; no column comes twice.
    let largest = found["largest"].as_array().unwrap();
    let shares: Vec<f64> =
        largest.iter().map(|change| change["of-column"].as_f64().unwrap()).collect();
    assert!(shares.is_sorted_by(|one, other| one >= other) && largest.len() == 10, "{shares:?}");
    let text = differences(&workspace, &["a", "b"]);
    let places = [
        "verdicts: ",
        "BLEU, best system: one -> two",
        "largest changes",
        " more values",
        "manifest: ",
    ];
    let places = places.map(|part| text.find(part).unwrap_or_else(|| panic!("{part}: {text}")));
    assert!(places.is_sorted(), "{text}");
}

/// What the results are from does not count where they are equal.
#[test]
fn tables_alone_are_compared() {
    // Another digest of the text, and the same words.
    let workspace = two_runs(|workspace| workspace.edit("one.txt", " ", "  "));
    let found = differences(&workspace, &["a", "b"]);
    assert!(found.contains("\nmanifest: 1 difference"), "{found}");
    let found = workspace.succeed(&["diff", "a", "b", "--tables-only"]);
    assert!(found.contains("\nmanifest: not compared"), "{found}");
    // Numbers that differ still count.
    workspace.edit("small.toml", "seed = 7", "seed = 8");
    workspace.succeed(&["run", "small.toml", "--out", "c", "-q"]);
    assert!(differences(&workspace, &["b", "c", "--tables-only"]).contains("largest changes"));
}

#[test]
fn a_table_that_is_not_kept_is_compared_by_digest() {
    let workspace = two_runs(|_| {});
    fs::remove_file(workspace.path("a/scores.parquet")).unwrap();
    let equal = workspace.succeed(&["diff", "a", "b"]);
    assert!(equal.contains("scores: equal, 4 rows (compared by digest"), "{equal}");
}

#[test]
fn folders_that_are_no_results_are_refused() {
    let workspace = two_runs(|_| {});
    fs::create_dir(workspace.path("empty")).unwrap();
    let messages = [
        workspace.fail(&["diff", "a", "none"], 2),
        workspace.fail(&["diff", "a", "empty"], 5),
        workspace.fail(&["diff", "a", "b", "--tolerance=-1"], 2),
    ];
    let table = workspace.path("b/growth.parquet");
    let mut bytes = fs::read(&table).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&table, bytes).unwrap();
    let damaged = workspace.fail(&["diff", "a", "b"], 3);
    workspace.write("b/manifest.json", "{");
    let broken = workspace.fail(&["diff", "a", "b"], 3);
    insta::assert_snapshot!(messages.join("\n") + "\n" + &damaged + "\n" + &broken);
}

#[test]
fn locked_runs_what_the_folder_holds() {
    let workspace = Workspace::small();
    let missing = workspace.fail(&["run", "small.toml", "--locked"], 1);
    assert!(!workspace.path("results").exists());
    workspace.succeed(&["run", "small.toml", "-q"]);
    workspace.succeed(&["run", "small.toml", "--locked", "-q"]);
    workspace.edit("small.toml", "B = 100", "B = 200");
    workspace.edit("two.txt", "dog", "cat");
    let before = crate::support::workspace::results(&workspace.path("results/small"));
    let changed = workspace.fail(&["run", "small.toml", "--locked"], 1);
    assert_eq!(crate::support::workspace::results(&workspace.path("results/small")), before);
    let digests = changed.split_whitespace().filter(|word| word.len() == 64);
    let changed = digests.fold(changed.clone(), |text, digest| text.replace(digest, "DIGEST"));
    insta::assert_snapshot!(missing + "\n" + &changed);
}

/// Numbers that come out otherwise though nothing says that they should: a defect, or a bit that
/// flipped. Here the manifest was forged, digest and all.
#[test]
fn locked_does_not_replace_tables() {
    let workspace = Workspace::small();
    workspace.succeed(&["run", "small.toml", "-q"]);
    let manifest = fs::read(workspace.path("results/small/manifest.json")).unwrap();
    let (mut manifest, _) = Manifest::parse(&manifest).unwrap();
    manifest.tables.get_mut("growth").unwrap().digest = "0".repeat(64);
    let forged = manifest.to_text();
    workspace.write("results/small/manifest.json", &forged);
    let message = workspace.fail(&["run", "small.toml", "--locked", "-q"], 1);
    assert!(message.contains("the tables growth did not come out as in"), "{message}");
    let after = fs::read_to_string(workspace.path("results/small/manifest.json")).unwrap();
    assert_eq!(after, forged);
}

/// Whoever reads a manifest notices that it was changed, and says what to do.
#[test]
fn a_changed_manifest_is_an_error() {
    let workspace = two_runs(|_| {});
    workspace.succeed(&["plan", "small.toml", "--shards", "1", "--out", "a"]);
    workspace.succeed(&["status", "a"]);
    let good = fs::read(workspace.path("a/manifest.json")).unwrap();
    workspace.edit("a/manifest.json", "\"seed\": 7,\n  \"spec\"", "\"seed\": 8,\n  \"spec\"");
    for command in [
        &["report", "a"][..],
        &["diff", "a", "b"],
        &["diff", "b", "a"],
        &["run", "small.toml", "--locked", "--out", "a"],
    ] {
        assert_eq!(
            workspace.fail(command, 3),
            format!(
                "error: `{}` is damaged: it was changed after it was written: its digest is \
                 another\n = help: run the experiment again: results that are there are kept\n",
                "a/manifest.json"
            ),
            "{command:?}"
        );
    }
    let status = workspace.run(&["status", "a"]);
    let told = text(&status.stdout);
    assert_eq!(status.status.code(), Some(5), "{told}");
    assert!(told.contains("tables: damaged") && told.contains("its digest is another"), "{told}");
    workspace.succeed(&["run", "small.toml", "--out", "a", "-q"]);
    assert_eq!(fs::read(workspace.path("a/manifest.json")).unwrap(), good);
}
