//! `compare --against` and `compare --meaning`.

use serde_json::Value;

use crate::support::workspace::{Workspace, text, unwrapped, versionless};

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

fn refused(workspace: &Workspace, arguments: &[&str], code: i32) -> String {
    let output = workspace.run(arguments);
    assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
    text(&output.stderr)
}

fn number(row: &Value, key: &str) -> f64 {
    row[key].as_f64().unwrap_or_else(|| panic!("`{key}` of {row}"))
}

#[test]
fn another_test_set_is_refused() {
    let workspace = golden();
    workspace
        .succeed(&[&["compare", "mixed.txt", "base.txt"][..], &SCORED, &["--out", "v1"]].concat());
    workspace.write("other.txt", format!("another {REFERENCE}"));
    let said =
        refused(&workspace, &["compare", "new.txt", "-r", "other.txt", "--against", "v1"], 3);
    assert!(said.contains("`v1` is of another test set: it has another reference 1"), "{said}");
    let short: String = NEW.lines().take(49).collect::<Vec<_>>().join("\n");
    workspace.write("short.txt", short);
    let short: String = REFERENCE.lines().take(49).collect::<Vec<_>>().join("\n");
    workspace.write("short-ref.txt", short);
    let arguments = ["compare", "short.txt", "-r", "short-ref.txt", "--against", "v1"];
    let said = refused(&workspace, &arguments, 3);
    assert!(said.contains("it has 50 segments, and this one has 49"), "{said}");
}

#[test]
fn an_earlier_release_takes_the_place_of_a_baseline() {
    let workspace = golden();
    let two = [&["compare", "base.txt", "new.txt"][..], &SCORED].concat();
    let expected = workspace.json(&two);
    // Of results that have an earlier baseline, the system that was compared with it.
    let earlier = [&["compare", "mixed.txt", "base.txt"][..], &SCORED, &["--out", "v1"]].concat();
    workspace.succeed(&earlier);
    let against = [&["compare", "new.txt", "--against", "v1"][..], &SCORED].concat();
    let answer = workspace.json(&against);
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
    assert_eq!(workspace.json(&named)["baseline"], "mixed");
    // The same name in both: that of the earlier one says where it is from.
    let again = [&["compare", "base.txt", "--against", "v1"][..], &SCORED].concat();
    assert_eq!(workspace.json(&again)["baseline"], "base@v1");
}

/// Look k is tested at `6/(pi^2 k^2)` of the level.
#[test]
fn earlier_looks_count() {
    let workspace = golden();
    let last = [&["compare", "base.txt", "mixed.txt"][..], &SCORED, &["--out", "last"]].concat();
    workspace.succeed(&last);
    let against = [&["compare", "new.txt", "--against", "last"][..], &SCORED].concat();
    let after = |looks| [&against[..], &["--earlier-looks", looks]].concat();
    let (second, later) = (workspace.json(&after("1")), workspace.json(&after("13")));
    assert_eq!((&second["against"]["look"], &later["against"]["look"]), (&2.into(), &14.into()));
    let share = 6.0 / (std::f64::consts::PI * std::f64::consts::PI * 4.0);
    let (plain, corrected) = (&second["findings"][0]["rows"][0], &second["against"]["verdicts"][0]);
    let expected = (number(plain, "p_adjusted") / share).min(1.0);
    assert!((number(corrected, "p_adjusted") - expected).abs() < 1e-12);
    assert_eq!(corrected["verdict"] == "<", expected <= 0.05, "{corrected}");
    assert!((number(&second["against"], "spent") - 1.25 * 4.0 * share).abs() < 1e-12);
    // Look 14 in place of look 2 makes p 49 times as large.
    let expected = (expected * 49.0).min(1.0);
    let p = number(&later["against"]["verdicts"][0], "p_adjusted");
    assert!((p - expected).abs() < 1e-9 * expected, "{later}");
    let shown = workspace.succeed(&after("13"));
    let flat = unwrapped(&shown);
    assert!(flat.contains("With this look and the 13 looks before it counted:"), "{shown}");
    let alone = [&["compare", "base.txt", "new.txt", "--earlier-looks", "3"][..], &SCORED].concat();
    assert!(refused(&workspace, &alone, 2).contains("--against"));
}

#[test]
fn a_file_of_scores_of_the_last_release() {
    let workspace = golden();
    let scores = ["--documents", "docs.txt", "--scores"];
    let two = [&["compare", "base.txt", "new.txt"][..], &scores, &["comet=base.comet,new.comet"]];
    let expected = workspace.json(&two.concat());
    let one =
        [&["compare", "new.txt"][..], &scores, &["comet=new.comet", "--against", "base.comet"]];
    let answer = workspace.json(&one.concat());
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

/// Returns a spec that relates differences of BLEU to judgments on one of `corpora`.
fn judged(corpora: &str, corpus: &str, references: u32) -> String {
    format!(
        "\
[experiment]
name = \"judged\"
seed = 1
{corpora}
[studies.m]
corpora = [\"{corpus}\"]
metrics = [\"bleu\", \"adequacy\"]
reference-counts = [{references}]
test-sizes = {{ fractions = [1.0] }}
B = 20
[studies.m.meaning]
against = [\"adequacy\"]
"
    )
}

/// How often people agree with a difference, by the curve of a judged corpus.
#[test]
fn what_a_difference_means_to_people() {
    let workspace = golden();
    let corpus = "[corpora.made.synthetic]\npreset = \"cesta-enfr-2\"";
    workspace.write("judged.toml", judged(corpus, "made", 1));
    let run = workspace.json(&["run", "judged.toml"]);
    let mut findings = run["findings"].as_array().unwrap().iter();
    let curve = &findings.find(|finding| finding["analysis"] == "meaning").unwrap()["rows"][0];
    let two = [&["compare", "base.txt", "new.txt"][..], &SCORED, &["-m", "bleu"]].concat();
    let meaning = ["--meaning", "results/judged"];
    let answer = workspace.json(&[&two[..], &meaning].concat());
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
    let shown = unwrapped(&shown);
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
[corpora.french.evalset]
path = \"a\"
language-pair = \"en-fr\"
[corpora.hebrew.evalset]
path = \"b\"
language-pair = \"he-en\"
";

/// A curve of one language pair says nothing of another one, and a curve of two does with its name.
#[test]
fn a_curve_of_one_pair_is_not_for_another() {
    let workspace = Workspace::empty();
    let generate = ["corpus", "generate", "cesta-enfr-2"];
    workspace.succeed(&[&generate[..], &["a", "--language-pair", "en-fr"]].concat());
    let other = ["b", "--language-pair", "he-en", "--seed", "2"];
    workspace.succeed(&[&generate[..], &other].concat());
    let pairs = judged(PAIRS, "french", 4);
    let (head, _) = pairs.split_once("[studies").unwrap();
    let study =
        "[studies.s]\ncorpora = [\"hebrew\"]\nmetrics = [\"bleu\"]\nreference-counts = [4]\n";
    workspace.write("hebrew.toml", format!("{head}{study}"));
    let study = study.replace("hebrew", "french");
    workspace.write("french.toml", format!("{head}{study}"));
    workspace.write("one.toml", &pairs);
    workspace.succeed(&["run", "one.toml", "--out", "one"]);
    let both = pairs.replace("[\"french\"]", "[\"french\", \"hebrew\"]");
    workspace.write("two.toml", both);
    let over = workspace.json(&["run", "two.toml", "--out", "two"]);
    let mut curves = over["findings"].as_array().unwrap().iter();
    let curve = curves.rfind(|finding| finding["analysis"] == "meaning").unwrap();
    assert!(curve["notes"][1].as_str().unwrap().contains("an average over 2 corpora"), "{curve}");
    let meant = |spec: &str, curves: &str| {
        let compare = ["compare", spec, "--systems", "S10,S12", "-m", "bleu", "--meaning", curves];
        let shown = workspace.succeed(&compare);
        assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
        let rows = workspace.json(&compare)["meaning"]["rows"].as_array().unwrap().clone();
        assert_eq!(rows.len(), 1, "{rows:?}");
        (rows[0].clone(), unwrapped(&shown))
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
