//! Logs of harnesses with what everyday logs have: failed and unscored samples, scores that are objects, clusters, and texts in
//! place of scores. The golden numbers are those of scipy 1.17.1 (`ttest_rel`) and sacreBLEU 2.6.0.

use serde_json::{Value, json};

use crate::support::workspace::Workspace;

/// A log of inspect with the scores that `score` has of each of its samples; without one, the sample failed.
fn log(model: &str, samples: usize, score: impl Fn(usize) -> Option<Value>) -> String {
    let sample = |id: usize| {
        let mut sample = json!({
            "id": id, "epoch": 1, "input": format!("q{id}"), "target": "x", "metadata": {"topic": id % 8},
            "output": {"completion": "y"},
        });
        match score(id) {
            Some(value) => sample["scores"] = json!({"match": {"value": value}}),
            None => sample["error"] = json!({"message": "timeout"}),
        }
        sample
    };
    let samples: Vec<Value> = (0..samples).map(sample).collect();
    json!({"status": "success", "eval": {"task": "t", "model": model}, "samples": samples})
        .to_string()
}

/// The first comparison of an answer: difference, ends of its interval and p-value.
fn compared(workspace: &Workspace, arguments: &[&str]) -> [f64; 4] {
    let answer = workspace.json(&[&["compare"], arguments].concat());
    let pair = &answer["findings"][0]["rows"][0];
    ["delta", "ci_lower", "ci_upper", "p_value"].map(|key| pair[key].as_f64().unwrap())
}

#[track_caller]
fn assert_near(numbers: [f64; 4], expected: [f64; 4]) {
    let is_near =
        numbers.iter().zip(expected).all(|(number, expected)| (number - expected).abs() < 1e-6);
    assert!(is_near, "{numbers:?}, not {expected:?}");
}

/// a = [7 i % 11 < 7 for i in range(40)]; b = [5 i % 13 < 6], of which the first three failed. Differences of b and a by
/// `ttest_rel(b[3:], a[3:])`, with three zeros in b, and of means over the topics i % 8.
#[test]
fn failed_samples_and_clusters_give_the_numbers_of_scipy() {
    let workspace = Workspace::empty();
    let right = |is: bool| Some(json!(if is { "C" } else { "I" }));
    workspace.write("logs/a.json", log("a", 40, |i| right(7 * i % 11 < 7)));
    workspace.write("logs/b.json", log("b", 40, |i| right(5 * i % 13 < 6).filter(|_| i > 2)));
    let logs = ["logs/a.json", "logs/b.json"];
    let missing = [-0.162_162_162, -0.377_575_456, 0.053_251_132, 0.135_564_645];
    assert_near(compared(&workspace, &logs), missing);
    let zeros = [-0.2, -0.407_390_639, 0.007_390_639, 0.058_315_900];
    assert_near(compared(&workspace, &[&logs[..], &["--errors-as", "0"]].concat()), zeros);
    let spec = workspace.succeed(&["init", "logs", "--errors-as", "0"]);
    let clustered = spec.replace("errors-as = 0", "errors-as = 0\ncluster = \"metadata.topic\"");
    workspace.write("spec.toml", clustered);
    let by_topic = [-0.2, -0.289_374_396, -0.110_625_604, 0.001_133_783];
    assert_near(compared(&workspace, &["spec.toml", "--systems", "a,b"]), by_topic);
    // Each command says how many samples of each model failed.
    for command in [
        "rank logs",
        "score logs",
        "compare logs/a.json logs/b.json",
        "corpus describe logs",
        "init logs",
    ] {
        for (option, line) in [
            ("", "failed samples have no score: 3 of `b`"),
            (" --errors-as 0", "failed samples count as 0: 3 of `b`"),
        ] {
            let words = format!("{command}{option}");
            let output = workspace.run(&words.split(' ').collect::<Vec<_>>());
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8(said).unwrap().replace(['\n'], " ");
            assert!(output.status.success() && said.contains(line), "{words}: {said}");
        }
    }
    workspace.write("x.txt", "a\n");
    let refused = workspace.fail(&["score", "x.txt", "-r", "x.txt", "--errors-as", "0"], 2);
    assert!(refused.contains("--errors-as"), "{refused}");
    let refused = workspace.fail(&["rank", "spec.toml", "--errors-as", "0"], 2);
    assert!(refused.contains("in a spec, write `errors-as`"), "{refused}");
}

/// Words by a formula, every `wrong`-th of them another one.
fn translation(i: usize, wrong: usize) -> String {
    let words = "the cat sat on a mat while rain fell over old roofs";
    let words: Vec<&str> = words.split(' ').collect();
    let word = |j: usize| {
        let is_wrong = wrong > 0 && (i + j).is_multiple_of(wrong);
        words[(3 * i + j * j + usize::from(is_wrong)) % 12]
    };
    (0..12).map(word).collect::<Vec<_>>().join(" ")
}

/// Metrics of a translation have pairs of texts, `[target, answer]`, as values.
#[test]
fn logs_of_translations_are_scored_as_texts() {
    let workspace = Workspace::empty();
    for (model, wrong) in [("a", 7), ("b", 5)] {
        let line = |i: usize| {
            let (target, answer) = (format!(" {}", translation(i, 0)), translation(i, wrong));
            let pair = json!([target, answer]);
            json!({
                "doc_id": i, "doc": {"doc": i / 4}, "target": target, "resps": [[answer]], "filtered_resps": [answer],
                "filter": "none", "metrics": ["bleu", "ter", "chrf"], "bleu": pair, "ter": pair, "chrf": pair,
            })
            .to_string()
                + "\n"
        };
        // In another order in each log.
        let lines: String = (0..40).map(|i| line(i * (wrong + 4) % 40)).collect();
        workspace.write(
            &format!("logs/{model}/samples_wmt16-de-en_2026-01-02T03-04-05.678901.jsonl"),
            lines,
        );
    }
    let scores = workspace.succeed(&["score", "logs"]);
    let rows: Vec<Vec<&str>> =
        scores.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[2..4], [["a", "62.90", "76.61"], ["b", "44.72", "67.84"]], "{scores}");
    let answer = workspace.succeed(&["compare", "logs/a", "logs/b"]);
    assert!(answer.contains("BLEU") && answer.contains("chrF"), "{answer}");
    workspace.succeed(&["rank", "logs"]);
    let spec = workspace.succeed(&["init", "logs"]);
    assert_eq!(spec.matches("texts = true").count(), 1, "{spec}");
    workspace.write("spec.toml", spec);
    workspace.succeed(&["run", "spec.toml", "-q"]);
}
