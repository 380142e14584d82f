//! Systems that lack items, from tables and logs to every answer: a pair is compared on what both have, and everything counts
//! that.

use std::fmt::Write as _;

use serde_json::Value;

use crate::support::paired::{Noise, close, differences, paired_t};
use crate::support::workspace::Workspace;

type Scores = Vec<Option<f64>>;

/// Of two systems, `b` lacks a share of the items.
fn systems(seed: u64, items: usize, share: f64) -> [Scores; 2] {
    let mut noise = Noise(seed);
    let mut systems = [Vec::new(), Vec::new()];
    for _ in 0..items {
        let scores = [0.0, 0.4].map(|more| Some((4.0 * noise.next() + more).round()));
        systems[0].push(scores[0]);
        systems[1].push(scores[1].filter(|_| noise.next() >= share));
    }
    systems
}

/// Items in an order of their own, with a third system that has all of them.
fn table(systems: &[Scores; 2], noise: &mut Noise) -> String {
    let mut rows = Vec::new();
    for (name, scores) in ["a", "b", "full"].iter().zip([&systems[0], &systems[1], &systems[0]]) {
        for (item, score) in scores.iter().enumerate() {
            let Some(score) = score else { continue };
            let more = if *name == "full" { (item % 3) as f64 } else { 0.0 };
            rows.push((noise.next(), format!("q{item:03},{name},{}\n", score + more)));
        }
    }
    rows.sort_by(|one, other| one.0.total_cmp(&other.0));
    let rows: String = rows.into_iter().map(|(_, row)| row).collect();
    format!("id,system,score\n{rows}")
}

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

fn json(workspace: &Workspace, arguments: &[&str]) -> Value {
    let output = workspace.run(&[arguments, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error} {output:?}"))
}

/// The row of `b` and `a`.
fn row(answer: &Value) -> &Value {
    let mut rows = answer["findings"][0]["rows"].as_array().unwrap().iter();
    rows.find(|row| row["system_a"] == "b" && row["system_b"] == "a").unwrap()
}

fn row_of<'a>(answer: &'a Value, metric: &str) -> &'a Value {
    let mut rows = answer["findings"][0]["rows"].as_array().unwrap().iter();
    rows.find(|row| row["metric"] == metric).unwrap()
}

/// The numbers of the test below by scipy 1.17.1, where `Noise(seed).next()` is `n()` and `k` is 40 + 7 `seed`:
///
/// ```text
/// rows = [(floor(4 * n() + .5), floor(4 * n() + .9), n() >= .1 * seed) for _ in range(k)]
/// x, y = zip(*[row[:2] for row in rows if row[2]])
/// r = ttest_rel(y, x); np.mean(y) - np.mean(x), r.df, r.pvalue, *r.confidence_interval(.95)
/// ```
const SCIPY: [[f64; 5]; 10] = [
    [0.525_000_000_000, 39.0, 0.091_875_245_851, -0.089_484_269_054, 1.139_484_269_054],
    [0.304_347_826_087, 45.0, 0.233_960_514_282, -0.203_757_776_566, 0.812_453_428_740],
    [0.534_883_720_930, 42.0, 0.038_104_205_848, 0.030_759_749_455, 1.039_007_692_405],
    [0.659_090_909_091, 43.0, 0.005_439_910_830, 0.205_089_211_443, 1.113_092_606_739],
    [0.277_777_777_778, 35.0, 0.298_306_900_954, -0.256_352_784_380, 0.811_908_339_936],
    [0.400_000_000_000, 29.0, 0.160_788_208_426, -0.168_417_039_939, 0.968_417_039_939],
    [0.000_000_000_000, 32.0, 1.000_000_000_000, -0.639_236_445_526, 0.639_236_445_526],
    [0.961_538_461_538, 25.0, 0.002_082_468_660, 0.384_858_962_106, 1.538_217_960_971],
    [0.153_846_153_846, 12.0, 0.699_938_605_812, -0.695_258_667_381, 1.002_950_975_073],
    [0.714_285_714_286, 6.0, 0.094_132_766_566, -0.165_418_064_469, 1.593_989_493_040],
];

/// Tables in any order of rows, with and without a third system, and logs: 0 to 90 % of the rows of one system are missing.
#[test]
fn subsets_have_the_paired_t_test() {
    for seed in 0..10_u64 {
        let items = 40 + 7 * usize::try_from(seed).unwrap();
        let systems = systems(seed + 5, items, 0.1 * seed as f64);
        let common = differences(&systems[1], &systems[0]);
        let workspace = with_logs(&systems);
        workspace.write("table.csv", table(&systems, &mut Noise(seed)));
        let three: &[&str] = &["compare", "table.csv", "--baseline", "a"];
        let two: &[&str] = &["compare", "table.csv", "--systems", "a,b"];
        for arguments in [three, two, &["compare", "logs"]] {
            let answer = json(&workspace, arguments);
            let row = row(&answer);
            let number = |key: &str| row[key].as_f64().unwrap();
            let found =
                ["delta", "degrees_of_freedom", "p_value", "ci_lower", "ci_upper"].map(number);
            let what = format!("{arguments:?}, {} of {items}", common.len());
            close(found, paired_t(&common, number("interval_level")), &what);
            // One pair has the level 0.95, and three systems the same numbers but for the interval.
            let scipy = SCIPY[usize::try_from(seed).unwrap()];
            let same = if arguments == three { 3 } else { 5 };
            for (one, other) in found.iter().zip(scipy).take(same) {
                assert!((one - other).abs() < 1e-9, "{what}: {found:?} {scipy:?}");
            }
            assert_eq!(row["judged_segments"], common.len(), "{what}");
            assert!(
                (number("score_a") - number("score_b") - number("delta")).abs() < 1e-12,
                "{what}"
            );
            let lacks = items - common.len();
            let lacks = format!("(`b` lacks {lacks})");
            let warned = answer["warnings"].to_string().contains(&lacks);
            assert_eq!(warned, common.len() < items, "{what}: {}", answer["warnings"]);
        }
    }
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
    let answer = json(&workspace, &["compare", "logs", "--margin", "points=0.2"]);
    let row = row(&answer);
    assert_eq!(row["degrees_of_freedom"], 19.0);
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
    let scores = json(&workspace, &["score", "logs"]);
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
    let unwrapped = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = unwrapped(workspace.succeed(&["compare", "logs"]));
    assert!(text.contains(&format!("No verdict on b and a (points): {why}.")), "{text}");
    assert!(!text.contains("find a true difference"), "{text}");
    let text = unwrapped(workspace.succeed(&["rank", "logs"]));
    assert!(text.contains(why), "{text}");
    workspace.succeed(&["init", "logs", "-o", "spec.toml"]);
    workspace.succeed(&["run", "spec.toml", "--out", "out", "-q"]);
    let text = unwrapped(workspace.succeed(&["report", "out"]));
    let of_run = "No pair of systems has a verdict: the two systems have fewer than 5 scored segments in common.";
    assert!(text.contains(of_run) && !text.contains("Which system is best? b"), "{text}");
    let answer = json(&workspace, &["compare", "logs", "--margin", "points=1"]);
    assert_eq!(
        (&answer["conclusion"], &row(&answer)["margin_status"]),
        (&"inconclusive".into(), &"too-few-items".into())
    );
}

/// Right 20 of 20 against wrong 20 of 20 (`scipy.stats.binomtest(20, 20).pvalue` = 1.9073486328125e-06), and equal outputs.
#[test]
fn clear_cases_are_answered() {
    let workspace = with_logs(&[vec![Some(0.0); 20], vec![Some(1.0); 20]]);
    let text = workspace.succeed(&["compare", "logs"]);
    assert!(text.contains("b is better than a (points): +1.000, p < 0.001."), "{text}");
    assert!(text.contains("p is from the exact sign test"), "{text}");
    assert!(text.contains("test:exact-sign|"), "{text}");
    assert!(!text.contains("you have"), "no plan: {text}");
    let answer = json(&workspace, &["compare", "logs"]);
    assert_eq!(row(&answer)["p_value"], 1.907_348_632_812_5e-6);
    let lines = |more: &str| {
        (0..20)
            .map(|line| format!("ein Satz {line} von zwanzig Sätzen{more}\n"))
            .collect::<Vec<_>>()
            .concat()
    };
    let scores = |more: f64| {
        (0..20)
            .map(|line| format!("{:.5}\n", 0.5 + 0.02 * f64::from(line % 7) + more))
            .collect::<Vec<_>>()
            .concat()
    };
    for (name, text) in [("ref", lines(" da")), ("a", lines("")), ("b", lines(""))] {
        workspace.write(name, text);
    }
    workspace.write("a.c", scores(0.0));
    workspace.write("b.c", scores(6e-5));
    let compare = ["compare", "a", "b", "-r", "ref", "--scores", "c=a.c,b.c"];
    let answer = json(&workspace, &compare);
    let rows = answer["findings"][0]["rows"].as_array().unwrap();
    assert!(
        rows.iter().all(|row| row["verdict"] == "identical" && row["p_value"].is_null()),
        "{rows:?}"
    );
    let notes = answer["findings"][0]["notes"].to_string();
    assert!(notes.contains("All outputs of systems that are tied are identical"), "{notes}");
    workspace.write("b.c", scores(0.06));
    assert_eq!(row_of(&json(&workspace, &compare), "c")["verdict"], ">", "no noise");
    workspace.write("b.c", scores(6e-5));
    workspace.write("b", lines("").replace("Satz 1 ", "Text 1 "));
    let text = workspace.succeed(&compare);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("in most segments: `a` and `b` on 19 of 20 segments"), "{text}");
}
