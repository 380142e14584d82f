//! Systems that lack items, from tables and logs to every answer: a pair is compared on what both have, and everything counts
//! that.

use std::fmt::Write as _;

use serde_json::Value;

use crate::support::workspace::{Workspace, unwrapped};

type Scores = Vec<Option<f64>>;

/// A log of lm-evaluation-harness.
fn log(scores: &[Option<f64>]) -> String {
    let mut lines = String::new();
    for (item, score) in scores.iter().enumerate() {
        let Some(score) = score else { continue };
        writeln!(
            lines,
            r#"{{"doc_id": {item}, "doc": {{"q": "{item}?"}}, "target": "t", "resps": [["x"]], "filtered_resps": ["x"], "metrics": ["points"], "doc_hash": "h{item}", "points": {score:?}, "filter": "none"}}"#
        )
        .unwrap();
    }
    lines
}

fn with_logs(systems: &[Scores; 2]) -> Workspace {
    let workspace = Workspace::empty();
    for (name, scores) in ["a", "b"].iter().zip(systems) {
        workspace.write(
            &format!("logs/{name}/samples_task_2026-01-02T03-04-05.678901.jsonl"),
            log(scores),
        );
    }
    workspace
}

/// The row of `b` and `a`.
fn row(answer: &Value) -> &Value {
    let mut rows = answer["findings"][0]["rows"].as_array().unwrap().iter();
    rows.find(|row| row["system_a"] == "b" && row["system_b"] == "a").unwrap()
}

/// 20 of 60, as 1 and 0. Every number by `scipy.stats.ttest_rel` on the 20:
///
/// ```text
/// a, b = [[int(c) for c in s] for s in ("01101011010010110101", "11101111011010010101")]
/// r = ttest_rel(b, a); r.df, r.pvalue, r.confidence_interval(.95)
/// t.sf(((b - a).mean() + .2) / ((b - a).std(ddof=1) / 20 ** .5), 19)  # the margin
/// ```
#[test]
fn every_answer_counts_the_common_items() {
    let few = |digits: &str| digits.bytes().map(|digit| Some(f64::from(digit - b'0'))).collect();
    let mut systems: [Scores; 2] = [few("01101011010010110101"), few("11101111011010010101")];
    systems[0].extend((0..40).map(|item| Some(f64::from(item % 3 == 0))));
    systems[1].extend([None; 40]);
    let workspace = with_logs(&systems);
    let text = workspace.succeed(&["compare", "logs"]);
    assert!(text.contains("+0.10 [-0.11, +0.31], p ="), "{text}");
    assert!(text.contains("20 of 60 segments in 20 of 60 documents"), "{text}");
    assert!(text.contains("points  0.65  0.55  +0.10"), "{text}");
    assert!(text.contains("The 20 segments find a true difference"), "{text}");
    assert!(text.contains("segments (you have 20)"), "{text}");
    assert!(text.contains("unit:segments|n:20|"), "{text}");
    let answer = workspace.json(&["compare", "logs", "--margin", "points=0.2"]);
    assert!(answer["warnings"].to_string().contains("(`b` lacks 40)"), "{}", answer["warnings"]);
    let row = row(&answer);
    assert_eq!((&row["degrees_of_freedom"], &row["judged_segments"]), (&19.0.into(), &20.into()));
    let number = |key: &str| row[key].as_f64().unwrap();
    for (key, scipy) in [
        ("p_value", 0.329_876_800_921_124_9),
        ("ci_lower", -0.109_302_405_440_830_86),
        ("ci_upper", 0.309_302_405_440_830_9),
        ("margin_p_value", 0.003_680_862_091_934_306_5),
    ] {
        assert!((number(key) - scipy).abs() < 1e-12, "{key}: {}", number(key));
    }
    // Scores are of what each system has.
    let scores = workspace.json(&["score", "logs"]);
    let counts = ["score", "segments", "documents"].map(|key| scores["scores"][0][key].clone());
    assert_eq!(counts, [Value::from(25.0 / 60.0), 60.into(), 60.into()]);
    assert_eq!(scores["scores"][1]["segments"], 20);
    assert!(workspace.succeed(&["score", "logs"]).contains("\n20 to 60 of 60 segments"));
}

/// Four common items are too few for a verdict, whatever they say, and every command says why.
#[test]
fn four_common_items_have_no_verdict() {
    let complete: Scores = (0..30).map(|item| Some(f64::from(item % 4))).collect();
    let few = (0..30).map(|item| (item < 4).then(|| 5.0 + f64::from(item * item))).collect();
    let workspace = with_logs(&[complete, few]);
    let why = "both systems have scores of only 4 segments, and a verdict requires at least 5";
    let text = unwrapped(&workspace.succeed(&["compare", "logs"]));
    assert!(text.contains(&format!("No verdict on b and a (points): {why}.")), "{text}");
    assert!(!text.contains("find a true difference"), "{text}");
    let text = unwrapped(&workspace.succeed(&["rank", "logs"]));
    assert!(text.contains(why), "{text}");
    workspace.succeed(&["init", "logs", "-o", "spec.toml"]);
    workspace.succeed(&["run", "spec.toml", "--out", "out", "-q"]);
    let text = unwrapped(&workspace.succeed(&["report", "out"]));
    let of_run = "No pair of systems has a verdict: the two systems have fewer than 5 scored segments in common.";
    assert!(text.contains(of_run) && !text.contains("Which system is best? b"), "{text}");
    let answer = workspace.json(&["compare", "logs", "--margin", "points=1"]);
    assert_eq!(
        (&answer["conclusion"], &row(&answer)["margin_status"]),
        (&"inconclusive".into(), &"too-few-items".into())
    );
}
