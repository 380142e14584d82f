//! `runner history` and `compare --against`: runs that are kept, what is said of them, and what is refused.

use std::fs;

use serde_json::Value;

use crate::support::workspace::{Workspace, text, versionless};

const BASE: &str = include_str!("../golden/sacrebleu/sysA.txt");
const NEW: &str = include_str!("../golden/sacrebleu/sysB.txt");
const REFERENCE: &str = include_str!("../golden/sacrebleu/ref.txt");

/// Fifty segments in ten documents, two systems, and one that is between them.
fn golden() -> Workspace {
    let workspace = Workspace::empty();
    workspace.write("ref.txt", REFERENCE);
    workspace.write("base.txt", BASE);
    workspace.write("new.txt", NEW);
    let mixed = BASE.lines().zip(NEW.lines()).enumerate();
    let mixed: Vec<String> = mixed
        .map(|(line, (base, new))| format!("{}\n", if line % 3 == 0 { new } else { base }))
        .collect();
    workspace.write("mixed.txt", mixed.concat());
    let documents: Vec<String> = (0..50).map(|line| format!("document-{}\n", line / 5)).collect();
    workspace.write("docs.txt", documents.concat());
    for (name, steps) in [("base", 7), ("new", 5)] {
        let scores: Vec<String> =
            (0..50).map(|line| format!("{}\n", 0.8 + 0.01 * f64::from(line % steps))).collect();
        workspace.write(&format!("{name}.comet"), scores.concat());
    }
    workspace
}

const SCORED: [&str; 4] = ["-r", "ref.txt", "--documents", "docs.txt"];

fn keep(workspace: &Workspace, system: &str, label: &str) -> String {
    let arguments = ["history", "runs", system, "--label", label];
    workspace.succeed(&[&arguments[..], &SCORED].concat())
}

fn json(workspace: &Workspace, arguments: &[&str]) -> Value {
    let shown = workspace.succeed(&[arguments, &["--format", "json"]].concat());
    serde_json::from_str(&shown).unwrap()
}

fn refused(workspace: &Workspace, arguments: &[&str], code: i32) -> String {
    let output = workspace.run(arguments);
    assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
    text(&output.stderr)
}

fn number(row: &Value, key: &str) -> f64 {
    row[key].as_f64().unwrap_or_else(|| panic!("`{key}` of {row}"))
}

/// The row of a run by a metric.
fn row<'a>(answer: &'a Value, metric: &str, run: u64, compared_with: &str) -> &'a Value {
    let rows = answer["findings"][0]["rows"].as_array().unwrap();
    let mut rows = rows.iter().filter(|row| {
        row["metric"] == metric && row["run"] == run && row["compared_with"] == compared_with
    });
    rows.next().unwrap_or_else(|| panic!("no row of run {run} by {metric}: {answer}"))
}

#[test]
fn runs_are_kept_and_compared() {
    let workspace = golden();
    assert_eq!(
        keep(&workspace, "base.txt", "v1"),
        "`v1` is the first run in `runs`: the next one is compared with it.\n"
    );
    keep(&workspace, "new.txt", "v2");
    let shown = keep(&workspace, "mixed.txt", "v3");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    insta::assert_snapshot!(versionless(&shown));
    let markdown = workspace.succeed(&["history", "runs", "--format", "markdown"]);
    assert!(markdown.contains("| BLEU | v3 |"), "{markdown}");
    // Once kept, nothing but the folder is needed, and the answer is the same.
    assert_eq!(workspace.succeed(&["history", "runs"]), shown);
    let names: Vec<String> = fs::read_dir(workspace.path("runs"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names.len(), 3, "{names:?}");
}

/// The step of a run is what `compare` says of the two outputs; its look has Holm over the tests and 6/(pi^2 k^2) of the level.
#[test]
fn steps_are_comparisons_and_looks_share_the_level() {
    let workspace = golden();
    for (system, label) in [("base.txt", "v1"), ("new.txt", "v2"), ("mixed.txt", "v3")] {
        keep(&workspace, system, label);
    }
    let answer = json(&workspace, &["history", "runs"]);
    let compared =
        json(&workspace, &[&["compare", "base.txt", "mixed.txt", "new.txt"][..], &SCORED].concat());
    let of_pair = |system: &str| {
        let rows = compared["findings"][0]["rows"].as_array().unwrap();
        rows.iter()
            .find(|row| row["metric"] == "bleu" && row["system_a"] == system)
            .unwrap()
            .clone()
    };
    for (run, compared_with, system) in [(2, "previous", "new"), (3, "first", "mixed")] {
        let (step, pair) = (row(&answer, "bleu", run, compared_with), of_pair(system));
        for key in ["delta", "p_value"] {
            assert!((number(step, key) - number(&pair, key)).abs() < 1e-12, "{key}: {step}");
        }
        let verdict = if number(step, "p_value") <= 0.05 { "<" } else { "~" };
        assert_eq!((&step["earlier"], &step["plain_verdict"]), (&"v1".into(), &verdict.into()));
    }
    // Look 2: BLEU and chrF, with the run before and with the first.
    let keys = [("bleu", "previous"), ("bleu", "first"), ("chrf", "previous"), ("chrf", "first")];
    let rows: Vec<&Value> =
        keys.iter().map(|(metric, with)| row(&answer, metric, 3, with)).collect();
    let mut p_values: Vec<f64> = rows.iter().map(|row| number(row, "p_value")).collect();
    p_values.sort_by(f64::total_cmp);
    let share = 6.0 / (std::f64::consts::PI * std::f64::consts::PI * 4.0);
    for row in rows {
        assert_eq!((number(row, "look"), number(row, "run")), (2.0, 3.0));
        assert!((number(row, "look_alpha") - 0.05 * share / 4.0).abs() < 1e-12);
        assert!((number(row, "spent") - 1.25 * 4.0 * share).abs() < 1e-12);
        let rank = p_values.iter().position(|p| *p >= number(row, "p_value")).unwrap();
        let mut holm = 0.0_f64;
        for (place, p) in p_values.iter().enumerate().take(rank + 1) {
            holm = holm.max((4 - place) as f64 * p).min(1.0);
        }
        assert!((number(row, "p_adjusted") - (holm / share).min(1.0)).abs() < 1e-12, "{row}");
    }
    // Looks elsewhere cost as well.
    let later = json(&workspace, &["history", "runs", "--earlier-looks", "10"]);
    assert_eq!(row(&later, "bleu", 3, "first")["look"], 12);
    assert!(
        number(row(&later, "bleu", 3, "first"), "p_adjusted")
            >= number(row(&answer, "bleu", 3, "first"), "p_adjusted")
    );
}

#[test]
fn the_same_run_has_the_same_bytes() {
    let (one, other) = (golden(), golden());
    keep(&one, "base.txt", "v1");
    keep(&other, "base.txt", "v1");
    let bytes = |workspace: &Workspace| fs::read(workspace.path("runs/0001-v1.parquet")).unwrap();
    assert_eq!(bytes(&one), bytes(&other));
    // A job that is run again keeps nothing twice.
    keep(&one, "base.txt", "v1");
    assert!(!one.path("runs/0002-v1.parquet").exists());
    let arguments = ["history", "runs", "new.txt", "--label", "v1", "-r", "ref.txt"];
    let said = refused(&one, &arguments, 2);
    assert!(said.contains("`runs/0001-v1.parquet` is another run called `v1`"), "{said}");
    assert_eq!(bytes(&one), bytes(&other));
    // Any command reads a run.
    let score = one.succeed(&["score", "runs/0001-v1.parquet", "-m", "bleu", "--bare"]);
    assert_eq!(score, one.succeed(&["score", "base.txt", "-r", "ref.txt", "-m", "bleu", "--bare"]));
}

#[test]
fn another_test_set_is_refused() {
    let workspace = golden();
    keep(&workspace, "base.txt", "v1");
    workspace.write("other.txt", format!("another {REFERENCE}"));
    let arguments = ["history", "runs", "new.txt", "--label", "v2", "-r", "other.txt"];
    let said = refused(&workspace, &arguments, 3);
    assert!(
        said.contains("is of another test set: it has another reference 1, from segment"),
        "{said}"
    );
    let said =
        refused(&workspace, &["compare", "new.txt", "-r", "other.txt", "--against", "runs"], 3);
    assert!(said.contains("`runs` is of another test set: it has another reference 1"), "{said}");
    let short: String = NEW.lines().take(49).collect::<Vec<_>>().join("\n");
    workspace.write("short.txt", short);
    let short: String = REFERENCE.lines().take(49).collect::<Vec<_>>().join("\n");
    workspace.write("short-ref.txt", short);
    let arguments = ["compare", "short.txt", "-r", "short-ref.txt", "--against", "runs"];
    let said = refused(&workspace, &arguments, 3);
    assert!(said.contains("it has 50 segments, and this one has 49"), "{said}");
    for label in ["a/b", "", "a b"] {
        let arguments = ["history", "runs", "new.txt", "--label", label, "-r", "ref.txt"];
        assert!(refused(&workspace, &arguments, 2).contains("a run cannot be called so"));
    }
    assert!(refused(&workspace, &["history", "nowhere"], 5).contains("has no runs"));
}

#[test]
fn an_earlier_release_takes_the_place_of_a_baseline() {
    let workspace = golden();
    let two = [&["compare", "base.txt", "new.txt"][..], &SCORED].concat();
    let expected = json(&workspace, &two);
    // Of results that have an earlier baseline, the system that was compared with it.
    let earlier = [&["compare", "mixed.txt", "base.txt"][..], &SCORED, &["--out", "v1"]].concat();
    workspace.succeed(&earlier);
    let against = [&["compare", "new.txt", "--against", "v1"][..], &SCORED].concat();
    let answer = json(&workspace, &against);
    assert_eq!(answer["findings"], expected["findings"]);
    assert_eq!(
        (&answer["baseline"], &answer["against"]["changes"]),
        (&"base".into(), &Value::Array(Vec::new()))
    );
    assert_eq!(answer["against"]["look"], Value::Null);
    let shown = workspace.succeed(&against);
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    insta::assert_snapshot!(versionless(&shown));
    let named = [&against[..], &["--baseline", "mixed"]].concat();
    assert_eq!(json(&workspace, &named)["baseline"], "mixed");
    // The same name in both: that of the earlier one says where it is from.
    let again = [&["compare", "base.txt", "--against", "v1"][..], &SCORED].concat();
    assert_eq!(json(&workspace, &again)["baseline"], "base@v1");
}

#[test]
fn against_runs_looks_are_counted() {
    let workspace = golden();
    keep(&workspace, "base.txt", "v1");
    keep(&workspace, "mixed.txt", "v2");
    let against = [&["compare", "new.txt", "--against", "runs"][..], &SCORED].concat();
    let answer = json(&workspace, &against);
    let earlier = &answer["against"];
    assert_eq!((&answer["baseline"], number(earlier, "look")), (&"v2".into(), 2.0));
    let share = 6.0 / (std::f64::consts::PI * std::f64::consts::PI * 4.0);
    let plain = &answer["findings"][0]["rows"][0];
    let corrected = &earlier["verdicts"][0];
    let expected = (number(plain, "p_adjusted") / share).min(1.0);
    assert!((number(corrected, "p_adjusted") - expected).abs() < 1e-12);
    assert_eq!(corrected["verdict"] == "<", expected <= 0.05, "{corrected}");
    let markdown = workspace.succeed(&[&against[..], &["--format", "markdown"]].concat());
    assert!(markdown.contains("With this look and the 1 kept look counted: "), "{markdown}");
}

/// Twelve pull requests looked before: this look is number 14, and its p-values count as much.
#[test]
fn looks_of_pull_requests_count() {
    let workspace = golden();
    keep(&workspace, "base.txt", "v1");
    keep(&workspace, "mixed.txt", "v2");
    let against = [&["compare", "new.txt", "--against", "runs"][..], &SCORED].concat();
    let plain = json(&workspace, &against);
    let later = json(&workspace, &[&against[..], &["--earlier-looks", "12"]].concat());
    assert_eq!((&plain["against"]["look"], &later["against"]["look"]), (&2.into(), &14.into()));
    let p = |answer: &Value| number(&answer["against"]["verdicts"][0], "p_adjusted");
    // 6/(pi^2 k^2) of the level: 14 in place of 2 looks make p 49 times as large.
    let expected = (p(&plain) * 49.0).min(1.0);
    assert!((p(&later) - expected).abs() < 1e-9 * expected, "{later}");
    let shown = workspace.succeed(&[&against[..], &["--earlier-looks", "12"]].concat());
    let flat = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("With this look and the 13 looks before it counted:"), "{shown}");
    // Of a release that is no folder of runs this is the look after those.
    workspace
        .succeed(&[&["compare", "base.txt", "mixed.txt", "--out", "last"][..], &SCORED].concat());
    let last = [&["compare", "new.txt", "--against", "last", "--earlier-looks", "3"][..], &SCORED];
    assert_eq!(json(&workspace, &last.concat())["against"]["look"], 4);
    let alone = [&["compare", "base.txt", "new.txt", "--earlier-looks", "3"][..], &SCORED].concat();
    assert!(refused(&workspace, &alone, 2).contains("--against"));
}

/// Each column of a table for programs has another name.
#[test]
fn columns_are_distinguished() {
    let workspace = golden();
    keep(&workspace, "base.txt", "v1");
    keep(&workspace, "new.txt", "v2");
    for (format, comma) in [("tsv", '\t'), ("csv", ',')] {
        let table = workspace.succeed(&["history", "runs", "--format", format]);
        let header: Vec<&str> = table.lines().next().unwrap().split(comma).collect();
        let once: std::collections::BTreeSet<&&str> = header.iter().collect();
        assert_eq!(once.len(), header.len(), "{header:?}");
        assert_eq!(header[header.len() - 1], "all looks since first");
    }
}

/// A run without documents has those of the run before it, so that the unit stays.
#[test]
fn documents_stay() {
    let workspace = golden();
    keep(&workspace, "base.txt", "v1");
    let without = ["history", "runs", "new.txt", "--label", "v2", "-r", "ref.txt"];
    let shown = workspace.succeed(&without);
    let flat = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    let warning = "No documents are named, and those of `v1` count for `v2`, too. Name them with `--documents`";
    assert!(flat.contains(warning), "{shown}");
    assert!(shown.contains("unit:documents|n:10"), "{shown}");
    // The same bytes as with them.
    let again = golden();
    keep(&again, "base.txt", "v1");
    keep(&again, "new.txt", "v2");
    let read = |workspace: &Workspace| fs::read(workspace.path("runs/0002-v2.parquet")).unwrap();
    assert_eq!(read(&workspace), read(&again));
    let said = refused(&workspace, &["history", "base.txt"], 2);
    assert!(said.contains("`base.txt` is a file, and runs are kept in a folder"), "{said}");
    assert!(said.contains("`runner history RUNS base.txt --label LABEL -r REFERENCE`"), "{said}");
}

#[test]
fn a_file_of_scores_of_the_last_release() {
    let workspace = golden();
    let scores = ["--documents", "docs.txt", "--scores"];
    let two = [&["compare", "base.txt", "new.txt"][..], &scores, &["comet=base.comet,new.comet"]];
    let expected = json(&workspace, &two.concat());
    let one =
        [&["compare", "new.txt"][..], &scores, &["comet=new.comet", "--against", "base.comet"]];
    let answer = json(&workspace, &one.concat());
    assert_eq!(answer["findings"], expected["findings"]);
    assert_eq!(answer["against"]["is_recorded"], false);
    let texts = [&one.concat()[..], &["-r", "ref.txt", "-m", "bleu"]].concat();
    assert!(refused(&workspace, &texts, 2).contains("`base.comet` has scores alone"));
    workspace.write("short.comet", "0.5\n0.6\n");
    let short =
        [&["compare", "new.txt"][..], &scores, &["comet=new.comet", "--against", "short.comet"]];
    assert!(refused(&workspace, &short.concat(), 3).contains("it has 2 segments"));
}

#[test]
fn what_has_no_outputs_is_refused() {
    let workspace = golden();
    let bare = [&["compare", "base.txt", "mixed.txt"][..], &SCORED, &["--out", "v1", "--no-texts"]];
    workspace.succeed(&bare.concat());
    let against = [&["compare", "new.txt", "--against", "v1"][..], &SCORED].concat();
    assert!(refused(&workspace, &against, 2).contains("`v1` has no outputs"));
    let against = [&["compare", "new.txt", "--against", "nowhere"][..], &SCORED].concat();
    assert!(refused(&workspace, &against, 2).contains("there is no `nowhere`"));
}

#[test]
fn the_page_has_the_trend() {
    let workspace = golden();
    keep(&workspace, "base.txt", "v1");
    keep(&workspace, "new.txt", "v2");
    workspace.succeed(&["history", "runs", "--out", "trend"]);
    let page = fs::read_to_string(workspace.path("trend/report/index.html")).unwrap();
    assert!(page.contains("Is the last version better?"), "no question");
    assert!(workspace.path("trend/report/figures/history-history-history-bleu.svg").exists());
    assert!(workspace.path("trend/history.parquet").exists());
    // A signature that changes is told, and all runs are scored in the new way.
    let lower = ["history", "runs", "mixed.txt", "--label", "v3", "-m", "bleu:lowercase"];
    workspace.succeed(&[&lower[..], &SCORED].concat());
    let shown = workspace.succeed(&["history", "runs"]);
    assert!(shown.contains("v3: signature of bleu:"), "{shown}");
}

const JUDGED: &str = "\
[experiment]
name = \"judged\"
seed = 1
[corpora.made.synthetic]
preset = \"cesta-enfr-2\"
[studies.m]
corpora = [\"made\"]
metrics = [\"bleu\", \"adequacy\"]
reference-counts = [1]
test-sizes = { fractions = [1.0] }
B = 20
[studies.m.meaning]
against = [\"adequacy\"]
";

/// How often people agree with a difference, by the curve of a judged corpus.
#[test]
fn what_a_difference_means_to_people() {
    let workspace = golden();
    workspace.write("judged.toml", JUDGED);
    let run = json(&workspace, &["run", "judged.toml"]);
    let mut findings = run["findings"].as_array().unwrap().iter();
    let curve = &findings.find(|finding| finding["analysis"] == "meaning").unwrap()["rows"][0];
    let two = [&["compare", "base.txt", "new.txt"][..], &SCORED, &["-m", "bleu"]].concat();
    let meaning = ["--meaning", "results/judged"];
    let answer = json(&workspace, &[&two[..], &meaning].concat());
    let row = &answer["meaning"]["rows"][0];
    let difference = number(&answer["findings"][0]["rows"][0], "delta").abs();
    let expected = 1.0 / (1.0 + libm::exp(-number(curve, "slope") * difference));
    assert!((number(row, "probability") - expected).abs() < 1e-12, "{row} {curve}");
    assert!((number(row, "difference") - difference).abs() < 1e-12);
    let rows = &answer["findings"][0]["rows"][0];
    let sign = number(rows, "delta").signum();
    let lower = number(rows, if sign > 0.0 { "ci_lower" } else { "ci_upper" });
    let expected = 1.0 / (1.0 + libm::exp(-number(curve, "slope") * sign * lower));
    assert!((number(row, "lower_of_interval") - expected).abs() < 1e-12, "{row}");
    assert_eq!((&row["corpus"], &row["against"]), (&"made".into(), &"adequacy".into()));
    assert_eq!(answer["meaning"]["digest"].as_str().unwrap().len(), 64);
    let shown = workspace.succeed(&[&two[..], &meaning].concat());
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains(" BLEU: people (adequacy) agree in "), "{shown}");
    assert!(shown.contains("of 5 systems of made"), "{shown}");
    // The curve is of another form of the metric.
    let lower = [&["compare", "base.txt", "new.txt"][..], &SCORED, &["-m", "bleu:lowercase"]];
    let said = refused(&workspace, &[&lower.concat()[..], &meaning].concat(), 2);
    assert!(
        said.contains("--meaning: `bleu` here (") && said.contains("is not the `bleu` of"),
        "{said}"
    );
    let other = [&["compare", "base.txt", "new.txt"][..], &SCORED, &["-m", "ter"], &meaning];
    assert!(refused(&workspace, &other.concat(), 2).contains("has no curve of a metric"));
    let none = [&two[..], &["--meaning", "nowhere"]].concat();
    assert!(refused(&workspace, &none, 2).contains("there is no `nowhere`"));
}

const PAIRS: &str = "\
[experiment]
name = \"judged\"
seed = 1
[corpora.french.evalset]
path = \"a\"
language-pair = \"en-fr\"
[corpora.hebrew.evalset]
path = \"b\"
language-pair = \"he-en\"
[studies.m]
corpora = [\"french\"]
metrics = [\"bleu\", \"adequacy\"]
reference-counts = [4]
test-sizes = { fractions = [1.0] }
B = 20
[studies.m.meaning]
against = [\"adequacy\"]
";

/// A curve of one language pair says nothing of another one, and a curve of two does with its name.
#[test]
fn a_curve_of_one_pair_is_not_for_another() {
    let workspace = Workspace::empty();
    let generate = ["corpus", "generate", "cesta-enfr-2"];
    workspace.succeed(&[&generate[..], &["a", "--language-pair", "en-fr"]].concat());
    let other = ["b", "--language-pair", "he-en", "--seed", "2"];
    workspace.succeed(&[&generate[..], &other].concat());
    let (head, _) = PAIRS.split_once("[studies").unwrap();
    let study =
        "[studies.s]\ncorpora = [\"hebrew\"]\nmetrics = [\"bleu\"]\nreference-counts = [4]\n";
    workspace.write("hebrew.toml", format!("{head}{study}"));
    let study = study.replace("hebrew", "french");
    workspace.write("french.toml", format!("{head}{study}"));
    workspace.write("one.toml", PAIRS);
    workspace.succeed(&["run", "one.toml", "--out", "one"]);
    let both = PAIRS.replace("[\"french\"]", "[\"french\", \"hebrew\"]");
    workspace.write("two.toml", both);
    let over = json(&workspace, &["run", "two.toml", "--out", "two"]);
    let mut curves = over["findings"].as_array().unwrap().iter();
    let curve = curves.rfind(|finding| finding["analysis"] == "meaning").unwrap();
    assert!(curve["notes"][1].as_str().unwrap().contains("an average over 2 corpora"), "{curve}");
    let meant = |spec: &str, curves: &str| {
        let compare = ["compare", spec, "--systems", "S10,S12", "-m", "bleu", "--meaning", curves];
        let shown = workspace.succeed(&compare);
        assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
        let rows = json(&workspace, &compare)["meaning"]["rows"].as_array().unwrap().clone();
        assert_eq!(rows.len(), 1, "{rows:?}");
        (rows[0].clone(), shown.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let (row, said) = meant("hebrew.toml", "one");
    assert_eq!((&row["status"], &row["probability"]), (&"other-corpus".into(), &Value::Null));
    assert!(
        said.contains("the curve is of french (en-fr) and does not carry over to he-en"),
        "{said}"
    );
    let (row, said) = meant("hebrew.toml", "two");
    // The curve of the same corpus goes before that of both.
    assert_eq!((&row["status"], &row["corpus"]), (&"ok".into(), &"hebrew".into()));
    assert!(said.contains("of 5 systems of hebrew"), "{said}");
    let (row, _) = meant("french.toml", "one");
    assert_eq!((&row["status"], &row["corpora"]), (&"ok".into(), &1.into()));
    let renamed = head.replace("corpora.hebrew", "corpora.new");
    let study = study.replace("french", "new");
    workspace.write("new.toml", format!("{renamed}{study}"));
    let (row, said) = meant("new.toml", "two");
    assert_eq!((&row["status"], &row["corpora"]), (&"other-corpus".into(), &2.into()));
    let probability =
        1.0 / (1.0 + libm::exp(-number(&curve["rows"][0], "slope") * number(&row, "difference")));
    assert!((number(&row, "probability") - probability).abs() < 1e-12, "{row}");
    assert!(said.contains("of 10 systems of 2 corpora"), "{said}");
}
