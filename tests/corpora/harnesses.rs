//! Results of promptfoo, `DeepEval` and Every Eval Ever: what is read, what is refused. The files are as the programs write
//! them (promptfoo 0.121.20, `DeepEval` 4.3.1, converters of Every Eval Ever 0.3.0), with other contents and without what
//! is not read.

use std::path::Path;

use runner::formats::source::{CorpusFormat, SamplesSource};
use runner::formats::{Loaded, read, recognise};
use serde_json::{Value, json};

use crate::support::folder_of;

/// The only corpus that is recognised at a path in the folder, read with its texts.
fn load(folder: &Path, path: &str) -> Result<Loaded, String> {
    let mut found = recognise(&folder.join(path)).map_err(|error| error.to_string())?;
    assert_eq!(found.len(), 1, "{found:?}");
    let CorpusFormat::Samples(source) = found.remove(0).format else { panic!("not of samples") };
    let source = SamplesSource { texts: true, ..source };
    let shown = |text: String| text.replace(&format!("{}/", folder.display()), "");
    read("c", &CorpusFormat::Samples(source), folder).map_err(|error| shown(error.to_string()))
}

fn ids(loaded: &Loaded) -> Vec<&str> {
    loaded.corpus.documents.iter().map(|document| &*document.id).collect()
}

fn warnings(loaded: &Loaded) -> Vec<&str> {
    loaded.warnings.iter().map(|warning| warning.message.as_str()).collect()
}

/// A result of promptfoo: test, prompt, provider, variables and score.
fn result(test: u32, prompt: u32, label: &str, vars: &Value, score: f64) -> Value {
    json!({
        "cost": 0, "id": "f4544009", "latencyMs": 9, "namedScores": {"exact": score},
        "prompt": {"raw": "What is 1?", "label": "What is {{q}}?", "config": {}},
        "promptId": format!("p{prompt}"), "promptIdx": prompt, "provider": {"id": "file://p.js", "label": label},
        "response": {"output": format!("says {score}")}, "score": score / 2.0, "success": score > 0.5,
        "testCase": {"vars": vars, "assert": [{"type": "equals", "value": "{{sum}}"}], "options": {}},
        "testIdx": test, "vars": vars, "failureReason": u8::from(score < 0.5),
    })
}

fn promptfoo(results: &[Value]) -> String {
    json!({
        "evalId": "eval-N7z", "results": {"version": 3, "timestamp": "2026", "prompts": [], "results": results, "stats": {}},
        "config": {"description": "sums"}, "shareableUrl": null, "metadata": {"promptfooVersion": "0.121.20"},
    })
    .to_string()
}

#[test]
fn results_of_promptfoo_are_of_providers_and_tests() {
    let (one, two) = (
        json!({"q": "1"}),
        json!({"q": "a much longer question, which goes on beyond what a name has room for"}),
    );
    let rows = [
        result(1, 1, "weak", &two, 0.0),
        result(0, 0, "strong", &one, 1.0),
        result(0, 1, "weak", &one, 1.0),
        result(1, 0, "strong", &two, 1.0),
    ];
    let lines: Vec<String> = rows.iter().map(Value::to_string).collect();
    let folder = folder_of([
        ("out/out.json", promptfoo(&rows)),
        ("lines/out.jsonl", lines.join("\n") + "\n"),
    ]);
    let loaded = load(folder.path(), "out").unwrap();
    assert_eq!(ids(&loaded)[0], "1");
    assert!(ids(&loaded)[1].starts_with("a much longer question, which goes on beyond "));
    let corpus = &loaded.corpus;
    assert_eq!(corpus.external["exact"]["weak"], [Some(1.0), Some(0.0)]);
    assert_eq!(corpus.external["pass"]["strong"], [Some(1.0), Some(1.0)]);
    assert_eq!(corpus.external["score"]["weak"], [Some(0.5), Some(0.0)]);
    assert_eq!(corpus.system("weak").unwrap().get(1), Some("says 0"));
    // The same from a line per result, which has no name of its task.
    assert_eq!(load(folder.path(), "lines/out.jsonl").unwrap().corpus.external, corpus.external);
}

#[test]
fn a_test_of_promptfoo_that_comes_again_is_another_run() {
    let vars = json!({"a": 1, "b": "x"});
    let rows = [result(0, 0, "m", &vars, 1.0), result(1, 0, "m", &vars, 0.0)];
    let folder = folder_of([("out.json", promptfoo(&rows))]);
    let loaded = load(folder.path(), "out.json").unwrap();
    assert_eq!(ids(&loaded), ["a=1, b=x"]);
    assert_eq!(loaded.corpus.external["exact"]["m"], [Some(1.0), Some(0.0)]);
}

#[test]
fn prompts_of_promptfoo_are_systems_and_errors_have_no_score() {
    let vars = json!({"q": "1"});
    let mut rows = [result(0, 0, "m", &vars, 1.0), result(0, 1, "m", &vars, 0.0)];
    rows[1]["failureReason"] = json!(2);
    rows[1]["prompt"]["label"] = json!("short");
    let folder = folder_of([("out.json", promptfoo(&rows))]);
    let loaded = load(folder.path(), "out.json").unwrap();
    let scores = &loaded.corpus.external["pass"];
    assert_eq!(scores["m, prompt 1"], [Some(1.0)]);
    assert!(!scores.contains_key("m, short"), "its only answer failed");
    assert!(warnings(&loaded).contains(&"failed samples have no score: 1 of `m, short`"));
}

#[test]
fn old_results_of_promptfoo_are_refused() {
    let rows = [result(0, 0, "m", &json!({}), 1.0)];
    let old = promptfoo(&rows).replace("\"version\":3", "\"version\":2");
    let folder = folder_of([("out.json", old)]);
    assert_eq!(
        load(folder.path(), "out.json").unwrap_err(),
        "out.json: the results are of version 2, and 3 is read; write them again with a promptfoo of today: `promptfoo \
         export eval ID -o FILE.json`"
    );
}

/// A test run of `DeepEval`.
fn deepeval(model: Option<&str>, cases: &[(&str, f64, f64)]) -> String {
    let case = |(input, score, bias): &(&str, f64, f64)| {
        json!({
            "name": "test_case_0", "input": input, "actualOutput": "out", "expectedOutput": "right", "flaky": false,
            "success": *score >= 0.5, "metricsData": [
                {"name": "Exact Match", "threshold": 0.5, "success": *score >= 0.5, "score": score, "reason": "r"},
                {"name": "Bias", "threshold": 0.5, "success": *bias <= 0.5, "score": bias, "evaluationModel": "j"},
            ], "runDuration": 0.05, "order": 0,
        })
    };
    let hyperparameters = model.map(|model| json!({"model": model, "prompt template": "plain"}));
    json!({
        "testCases": cases.iter().map(case).collect::<Vec<_>>(), "conversationalTestCases": [], "metricsScores": [],
        "hyperparameters": hyperparameters, "prompts": [], "testPassed": 1, "testFailed": 1, "official": false,
    })
    .to_string()
}

#[test]
fn runs_of_deepeval_are_matched_by_input() {
    let strong = deepeval(Some("strong"), &[("first?", 1.0, 0.2), ("second?", 1.0, 0.0)]);
    let weak = deepeval(None, &[("second?", 0.25, 0.9), ("first?", 0.5, 0.0)]);
    let folder = folder_of([
        ("r/test_run_20261126_062953.json", strong),
        ("r/test_run_20261126_063006.json", weak),
    ]);
    let loaded = load(folder.path(), "r").unwrap();
    assert_eq!(ids(&loaded), ["first?", "second?"]);
    let corpus = &loaded.corpus;
    assert_eq!(corpus.external["Exact Match"]["strong"], [Some(1.0), Some(1.0)]);
    // Without a model, the file names the run.
    assert_eq!(corpus.external["Exact Match"]["test_run_20261126_063006"], [Some(0.5), Some(0.25)]);
    assert_eq!(corpus.external["pass"]["test_run_20261126_063006"], [Some(1.0), Some(0.0)]);
    assert_eq!(corpus.reference("target").unwrap().get(0), Some("right"));
    // Low scores pass.
    assert_eq!(corpus.lower_is_better.iter().collect::<Vec<_>>(), ["Bias"]);
    assert_eq!(crate::back::from_parquet(corpus), *corpus);
}

#[test]
fn runs_of_deepeval_of_one_model_are_systems_of_their_own() {
    let run = |score: f64| deepeval(Some("m"), &[("q", score, 0.0)]);
    let folder = folder_of([
        ("r/test_run_1.json", run(1.0)),
        ("r/test_run_2.json", run(0.0)),
        ("r/test_run_3.json", run(0.5)),
    ]);
    let loaded = load(folder.path(), "r").unwrap();
    assert_eq!(
        loaded.corpus.systems.iter().map(|system| &*system.name).collect::<Vec<_>>(),
        ["m, test_run_1", "m, test_run_2", "m, test_run_3"]
    );
    assert_eq!(loaded.corpus.external["Exact Match"]["m, test_run_2"], [Some(0.0)]);
}

/// A row in the schema of Every Eval Ever.
fn row(model: &str, task: &str, sample: &str, result: Option<&str>, score: f64) -> String {
    let mut row = json!({
        "schema_version": "0.3.0", "evaluation_id": "e", "model_id": model, "evaluation_name": task, "sample_id": sample,
        "sample_hash": "b4b3", "interaction_type": "single_turn",
        "input": {"raw": format!("Q{sample}"), "formatted": null, "reference": ["A"], "choices": null},
        "output": {"raw": [" D"], "reasoning_trace": []}, "messages": null, "answer_attribution": [],
        "evaluation": {"score": score, "is_correct": score > 0.5}, "token_usage": null, "error": null, "metadata": null,
    });
    if let Some(result) = result {
        row["evaluation_result_id"] = json!(result);
    }
    row.to_string() + "\n"
}

const UUIDS: [&str; 2] =
    ["3f2504e0-4f89-41d3-9a0c-0305e82c3301", "3f2504e0-4f89-41d3-9a0c-0305e82c3302"];

#[test]
fn rows_of_every_eval_ever_have_a_score_by_result() {
    let one = row("o/a", "qa", "1", Some("match:accuracy"), 1.0)
        + &row("o/a", "qa", "1", Some("wer"), 0.5)
        + &row("o/a", "qa", "2", Some("match:accuracy"), 0.0);
    let two = row("o/b", "qa", "2", Some("match:accuracy"), 1.0)
        + &row("o/b", "qa", "1", Some("match:accuracy"), 1.0)
            .replace("\"error\":null", "\"error\":\"timeout\"");
    let result = |lower: bool, id: &str| json!({"evaluation_name": "qa", "evaluation_result_id": id, "metric_config": {"lower_is_better": lower}, "score_details": {"score": 0.5}});
    let results = json!({"schema_version": "0.3.0", "evaluation_results": [result(false, "match:accuracy"), result(true, "wer")]});
    let [a, b] = UUIDS;
    let folder = folder_of([
        (&*format!("data/qa/org/long/way/down/{a}_samples.jsonl"), one),
        (&*format!("data/qa/org/long/way/down/{a}.json"), results.to_string()),
        (&format!("data/qa/org/long/way/up/{b}.jsonl"), two),
    ]);
    let loaded = load(folder.path(), "data").unwrap();
    assert_eq!(ids(&loaded), ["1", "2"]);
    let corpus = &loaded.corpus;
    assert_eq!(corpus.external["match:accuracy"]["o/a"], [Some(1.0), Some(0.0)]);
    assert_eq!(corpus.external["match:accuracy"]["o/b"], [None, Some(1.0)]);
    assert_eq!(corpus.external["wer"]["o/a"], [Some(0.5), None]);
    assert_eq!(corpus.lower_is_better.iter().collect::<Vec<_>>(), ["wer"]);
    assert!(warnings(&loaded).contains(&"failed samples have no score: 1 of `o/b`"));
    assert_eq!(corpus.system("o/a").unwrap().get(0), Some(" D"));
    assert_eq!(corpus.reference("target").unwrap().get(1), Some("A"));
}

#[test]
fn rows_of_every_eval_ever_that_ask_something_else_are_refused() {
    let [a, b] = UUIDS;
    let other = row("o/b", "qa", "1", None, 1.0).replace("[\"A\"]", "[\"B\"]");
    let (a, b) = (format!("{a}.jsonl"), format!("{b}.jsonl"));
    let folder = folder_of([(&*a, row("o/a", "qa", "1", None, 1.0)), (&*b, other)]);
    let message = load(folder.path(), ".").unwrap_err();
    assert!(
        message.contains(
            "differ at sample `1` of task `qa`: its content is another one, by \"reference\""
        ),
        "{message}"
    );
}
