//! Logs of all harnesses: the same answers give the same corpus, whichever program wrote them and in whichever order.

use std::path::Path;

use runner::formats::source::{CorpusFormat, SamplesSource};
use runner::formats::{Loaded, read, recognise};
use serde_json::{Value, json};

const ITEMS: usize = 20;
/// A sample of `b` that is unscored, and one that failed; the log says so, except that of lm-evaluation-harness.
const UNSCORED: usize = 3;
const FAILED: usize = 7;

/// What a model has of an item: 0 or 1, or nothing.
fn score(model: &str, item: usize) -> Option<f64> {
    let is_missing = model == "b" && [UNSCORED, FAILED].contains(&item);
    (!is_missing)
        .then(|| f64::from(u8::from(!(item + usize::from(model == "b")).is_multiple_of(3))))
}

/// The harnesses, each with the field of clusters, that of items, and whether a log can mark samples as failed.
const PROGRAMS: [(&str, &str, &str, bool); 6] = [
    ("lm-eval", "doc.passage", "doc.q", false),
    ("inspect", "metadata.passage", "metadata.q", true),
    ("promptfoo", "testCase.metadata.passage", "vars.q", true),
    ("promptfoo lines", "vars.passage", "vars.q", true),
    ("deepeval", "metadata.passage", "metadata.q", true),
    ("every eval ever", "metadata.passage", "metadata.q", true),
];

/// A sample in the words of a program, with `value` as its score.
fn sample(program: &str, model: &str, item: usize, value: &Value) -> Value {
    let is_failed = model == "b" && item == FAILED;
    let (passage, q) = (format!("p{}", item % 5), format!("q{item}"));
    let described = json!({"passage": passage, "q": q});
    match program {
        "lm-eval" => json!({
            "doc_id": item, "doc": described, "target": "T", "filtered_resps": ["x"], "filter": "none",
            "metrics": ["s"], "doc_hash": format!("h{item}"), "s": value,
        }),
        "inspect" => json!({
            "id": item, "epoch": 1, "input": q, "target": "T", "metadata": described, "output": {"completion": "x"},
            "scores": if is_failed { json!({}) } else { json!({"s": {"value": value}}) },
            "error": if is_failed { json!({"message": "timeout", "traceback": ""}) } else { Value::Null },
        }),
        "deepeval" => json!({
            "name": format!("test_case_{item}"), "input": q, "success": is_failed || value == 1.0, "metadata": described,
            "metricsData": [{"name": "s", "threshold": 0.5, "success": value == 1.0, "score": value,
                "error": is_failed.then_some("timeout")}],
        }),
        "every eval ever" => json!({
            "model_id": model, "evaluation_name": "t", "sample_id": item.to_string(), "evaluation_result_id": "s",
            "evaluation": {"score": value}, "error": is_failed.then_some("timeout"), "metadata": described,
        }),
        _ => json!({
            "testIdx": item, "promptIdx": 0, "promptId": "p", "provider": {"label": model}, "prompt": {"label": "{{q}}"},
            "testCase": {"vars": described, "metadata": {"passage": passage}}, "success": value == 1.0, "score": 0.5,
            "namedScores": {"s": value}, "failureReason": if is_failed { 2 } else { 0 },
        }),
    }
}

/// Writes the logs of two models, with their samples in the order of `order`.
fn write(folder: &Path, program: &str, order: &[usize], value: impl Fn(&str, usize) -> Value) {
    for model in ["a", "b"] {
        let samples = order.iter().map(|item| sample(program, model, *item, &value(model, *item)));
        let samples: Vec<Value> = samples.collect();
        let lines = || samples.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
        let (name, text) = match program {
            "lm-eval" => (format!("{model}/samples_t_2026-01-01.jsonl"), lines()),
            "inspect" => (
                format!("{model}.json"),
                json!({"eval": {"task": "t", "model": model}, "status": "success", "samples": samples}).to_string(),
            ),
            "promptfoo" => (
                format!("{model}.json"),
                json!({"evalId": "e", "results": {"version": 3, "results": samples, "prompts": [{"promptIdx": 0}]}})
                    .to_string(),
            ),
            "deepeval" => (
                format!("test_run_{model}.json"),
                json!({"testCases": samples, "conversationalTestCases": [], "metricsScores": [],
                    "hyperparameters": {"model": model}})
                .to_string(),
            ),
            _ => (format!("{model}.jsonl"), lines()),
        };
        crate::support::write_file(folder, &name, text);
    }
}

/// Reads the logs in a folder with the fields of items and clusters.
fn load(
    folder: &Path,
    item: Option<&str>,
    cluster: Option<&str>,
    errors_as: Option<u32>,
) -> Result<Loaded, String> {
    let found = recognise(folder).map_err(|error| error.to_string())?.remove(0);
    let CorpusFormat::Samples(source) = found.format else { panic!("no logs") };
    let [item, cluster] = [item, cluster].map(|name| name.map(str::to_owned));
    let format = CorpusFormat::Samples(SamplesSource { item, cluster, errors_as, ..source });
    read("c", &format, folder).map_err(|error| error.to_string())
}

/// Every model has its own score of each item in the right cluster: clusters of the items i % 5, in any order of samples.
#[test]
fn logs_of_all_programs_say_the_same_in_any_order() {
    for (program, cluster, item, marks) in PROGRAMS {
        for errors_as in [None, Some(0)] {
            // 7 and 20 have no common divisor.
            let loaded =
                [|item| item, |item| (item * 7 + 3) % ITEMS].map(|order: fn(usize) -> usize| {
                    let folder = tempfile::tempdir().unwrap();
                    let order: Vec<usize> = (0..ITEMS).map(order).collect();
                    write(folder.path(), program, &order, |model, item| json!(score(model, item)));
                    let message = load(folder.path(), None, Some("doc.none"), None).unwrap_err();
                    assert!(
                        message.contains("no text or number in the field `doc.none`"),
                        "{message}"
                    );
                    load(folder.path(), Some(item), Some(cluster), errors_as).unwrap()
                });
            let [one, other] = &loaded;
            assert_eq!(one.corpus, other.corpus, "{program}: the order of samples matters");
            let documents = one.corpus.documents.iter();
            let documents: Vec<_> = documents.map(|d| (&*d.id, d.segments.len())).collect();
            assert_eq!(documents, ["p0", "p1", "p2", "p3", "p4"].map(|id| (id, 4)), "{program}");
            for (model, (number, document)) in ["a", "b"].into_iter().flat_map(|model| {
                one.corpus.documents.iter().enumerate().map(move |document| (model, document))
            }) {
                let mut items: Vec<(String, usize)> =
                    (number..ITEMS).step_by(5).map(|item| (format!("q{item}"), item)).collect();
                items.sort();
                let expected = items.iter().map(|(_, item)| match score(model, *item) {
                    None if *item == FAILED && marks => errors_as.map(f64::from),
                    score => score,
                });
                let scores = &one.corpus.external["s"][model][document.segments.clone()];
                assert_eq!(scores, expected.collect::<Vec<_>>(), "{program}");
            }
            let expected = match (errors_as, marks) {
                (None, false) => continue,
                (None, true) => "failed samples have no score: 1 of `b`",
                (Some(_), true) => "failed samples count as 0: 1 of `b`",
                (Some(_), false) => "failed samples count as 0: none",
            };
            let said: Vec<&str> = one.warnings.iter().map(|warning| &*warning.message).collect();
            assert!(said.contains(&expected), "{program}: {said:?}");
        }
    }
}

/// Objects are several scores, or are refused; an unscored sample at their root is no score. Where lower is better, 0 would be
/// the best score: failed samples have none.
#[test]
fn object_scores_are_several_metrics() {
    for (program, ..) in PROGRAMS {
        let folder = tempfile::tempdir().unwrap();
        let order: Vec<usize> = (0..ITEMS).collect();
        write(folder.path(), program, &order, |model, item| match score(model, item) {
            Some(score) => json!({"m_a": score, "m_b": {"x": 0.25}, "wer": item}),
            None => Value::Null,
        });
        let loaded = load(folder.path(), None, None, Some(0));
        if !["lm-eval", "inspect"].contains(&program) {
            let message = loaded.unwrap_err();
            let causes = ["is an object, not a number", "in no format"];
            assert!(causes.iter().any(|cause| message.contains(cause)), "{program}: {message}");
            continue;
        }
        let external = loaded.unwrap().corpus.external;
        assert_eq!(external.keys().collect::<Vec<_>>(), ["s.m_a", "s.m_b.x", "s.wer"], "{program}");
        let failed = (program == "inspect").then_some(0.0);
        let expected = |item| if item == FAILED { failed } else { score("b", item) };
        assert_eq!(external["s.m_a"]["b"], (0..ITEMS).map(expected).collect::<Vec<_>>());
        assert_eq!(external["s.wer"]["b"][FAILED], None);
    }
}

/// Models whose logs put an item into different clusters were run on different versions of the data.
#[test]
fn clusters_of_models_have_to_agree() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "inspect", &[3, 4, 5], |_, _| json!(1));
    let path = folder.path().join("b.json");
    let log =
        std::fs::read_to_string(&path).unwrap().replace("\"passage\":\"p3\"", "\"passage\":\"p4\"");
    std::fs::write(&path, log).unwrap();
    let message = load(folder.path(), None, Some("metadata.passage"), None).unwrap_err();
    assert!(
        message.contains("`3` of task `t`: its content is another one, by \"cluster\""),
        "{message}"
    );
}
