//! Small inputs with right values, in the folder `cases` beside real corpora.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::needs::{self, Need};
use crate::support::paired::Noise;
use crate::support::workspace::{Workspace, text, unwrapped};

/// Arguments of `compare`, the systems and the metric of a row, and its difference, interval and p-value. Pairs stand on their
/// own, so that nothing is adjusted. By scipy, with `x` and `y` the scores of the items that both systems have:
///
/// ```text
/// r = ttest_rel(y, x); np.mean(y) - np.mean(x), *r.confidence_interval(.95), r.pvalue
/// # by clusters: d = y - x, g = labels, k = number of labels
/// t = [d[g != c].mean() for c in set(g)]; e = ((k - 1) / k * np.sum((t - np.mean(t)) ** 2)) ** .5
/// d.mean() + np.array([-1, 1]) * stats.t.ppf(.975, k - 1) * e, 2 * stats.t.sf(abs(d.mean()) / e, k - 1)
/// binomtest(20, 20).pvalue  # one difference everywhere
/// ```
///
/// In `inspect-object-scores` values have one key, so that there is one score, and one sample of `b` has none.
const PAIRS: &str = "\
questions-shuffled.csv --systems gpt-x,llama-y | llama-y gpt-x accuracy | -0.066666667 -0.180970620 0.047637287 0.237119738
questions-shuffled.csv --systems gpt-x,llama-y --cluster none | llama-y gpt-x accuracy | -0.066666667 -0.170763667 0.037430334 0.207233352
models-as-columns.csv --systems gpt-x,llama-y --cluster none | llama-y gpt-x score | -0.066666667 -0.170763667 0.037430334 0.207233352
true-false.jsonl --systems gpt-x,llama-y | llama-y gpt-x correct | -0.066666667 -0.170763667 0.037430334 0.207233352
runs.csv --systems gpt-x,llama-y | llama-y gpt-x score | -0.013888889 -0.085221630 0.057443852 0.700528160
limit6 | b a exact_match | 0.5 -0.074799573 1.074799573 0.075586818
inspect-object-scores | b a match.m | 0.033284551 -0.165245674 0.231814776 0.728756290
inspect-constant-difference | org/b org/a match | -1 nan nan 1.9073486328125e-6
language-pairs.csv | B A score | -0.1 -3.345442404 3.145442404 0.950184123
x.txt y.txt -r ref.txt --scores comet=x.comet,y.comet --primary comet | y x comet | -0.02509 -0.091311054 0.041131054 0.437563071
u8.parquet | B A score | 9.55 5.899762448 13.200237552 0.000223908
i16.parquet | B A score | 9.55 5.899762448 13.200237552 0.000223908
dec.parquet | B A score | 9.55 5.899762448 13.200237552 0.000223908
bool.parquet | B A score | 0.366666667 0.150446537 0.582886797 0.003989836";

/// A folder with the cases, and a reference for the two outputs of COMET's lines.
fn cases() -> Option<Workspace> {
    let folder = needs::data()?.join("../cases");
    let folder = Need::Data.met(folder.is_dir().then_some(folder))?;
    let workspace = Workspace::empty();
    copy(&folder, &workspace.path(""));
    copy(&folder.join("comet-stdout"), &workspace.path(""));
    copy(&folder.join("comet-stdout/y.txt"), &workspace.path("ref.txt"));
    Some(workspace)
}

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::write(to, fs::read(from).unwrap()).unwrap();
    }
}

#[test]
fn pairs_have_the_right_numbers() {
    let Some(workspace) = cases() else { return };
    for case in PAIRS.lines() {
        let parts: Vec<Vec<&str>> =
            case.split(" | ").map(|part| part.split(' ').collect()).collect();
        let answer = workspace.json(&[&["compare"], &parts[0][..]].concat());
        let rows = answer["findings"][0]["rows"].as_array();
        let mut rows = rows.unwrap_or_else(|| panic!("{case}: {answer}")).iter();
        let is =
            |row: &&Value| ["system_a", "system_b", "metric"].map(|key| &row[key]) == parts[1][..];
        let row = rows.find(is).unwrap_or_else(|| panic!("{case}: {answer}"));
        for (key, right) in ["delta", "ci_lower", "ci_upper", "p_value"].iter().zip(&parts[2]) {
            let (number, right) = (row[key].as_f64(), right.parse::<f64>().unwrap());
            assert_eq!(number.is_none(), right.is_nan(), "{case}, {key}: {row}");
            assert!(number.is_none_or(|n| (n - right).abs() < 1e-8), "{case}, {key}: {row}");
        }
    }
}

/// Ratings of whole documents are left out: means of the rows with `False`, each of 30 segments.
#[test]
fn scores_of_whole_documents_are_left_out() {
    let Some(workspace) = cases() else { return };
    for name in ["appraise-document-rows.csv", "appraise-11-fields.csv", "appraise-export.jsonl"] {
        let answer = workspace.json(&["score", name]);
        for (at, (system, right)) in
            [("A", 2029.0 / 30.0), ("B", 2188.0 / 30.0)].into_iter().enumerate()
        {
            let row = &answer["scores"][at];
            assert_eq!((&row["system"], &row["segments"]), (&system.into(), &30.into()), "{name}");
            assert!((row["score"].as_f64().unwrap() - right).abs() < 1e-9, "{name}: {row}");
        }
    }
}

/// COMET answers first, equal outputs are a tie without a plan, and a table without a column of systems is one system.
#[test]
fn answers_name_what_was_read() {
    let Some(workspace) = cases() else { return };
    let row = |metric: &[&str]| {
        let answer =
            workspace.json(&[&["compare", "comet-identical-outputs.json"], metric].concat());
        answer["findings"][0]["rows"][0].clone()
    };
    for row in [row(&[]), row(&["-m", "comet"])] {
        assert_eq!((&row["metric"], &row["verdict"]), (&"comet".into(), &"identical".into()));
        assert!(row["p_value"].is_null(), "{row}");
    }
    let said = workspace.succeed(&["compare", "comet-identical-outputs.json"]);
    assert!(said.contains("outputs") && !said.contains("0.0000000000"), "{said}");
    let said = workspace.succeed(&["corpus", "describe", "direct-assessments-without-system.csv"]);
    assert!(said.contains("1 system:") && said.contains("80 segments of 1 system"), "{said}");
    let output = workspace.run(&["rank", "models-as-columns.csv"]);
    let decision = unwrapped(&text(&output.stderr));
    assert!(
        decision.contains("topic = cluster (20), question_id = item (120), gpt-x = system (0/1)"),
        "{decision}"
    );
    assert!(decision.ends_with("ignored: column 1"), "{decision}");
}

/// A column that groups the items is reported in one sentence, until an option says what it is.
#[test]
fn undeclared_clusters_are_reported_until_they_are_declared() {
    let workspace = Workspace::empty();
    let mut noise = Noise(11);
    let blocks: Vec<[f64; 2]> = (0..40).map(|_| [noise.next(), noise.next()]).collect();
    let mut rows = "id,block,system,score\n".to_owned();
    for item in 0..200 {
        for (name, shift) in ["a", "b"].iter().zip(blocks[item % 40]) {
            let score = shift + noise.next();
            writeln!(rows, "q{item},p{},{name},{score:.3}", item % 40).unwrap();
        }
    }
    workspace.write("t.csv", rows);
    for command in ["compare", "rank"] {
        let report = |options: &[&str]| {
            let output = workspace.run(&[&[command, "t.csv"], options].concat());
            assert!(output.status.success(), "{output:?}");
            unwrapped(&text(&[output.stdout, output.stderr].concat()))
        };
        let said = report(&[]);
        let (before, after) = (
            "`block` groups the 200 items into 40 clusters; with it intervals are ",
            " times as wide. Use `--cluster block` (or `--cluster none`)",
        );
        let ratio = said
            .split_once(before)
            .and_then(|(_, rest)| Some(rest.split_once(after)?.0.to_owned()));
        let ratio: f64 = ratio.unwrap_or_else(|| panic!("{said}")).parse().unwrap();
        assert!(ratio > 1.15, "{ratio}");
        for cluster in ["block", "none"] {
            let said = report(&["--cluster", cluster]);
            assert!(!said.contains("groups the"), "{said}");
        }
    }
}
