//! Test runs of `DeepEval`: `test_run_TIME.json` in its `results_folder`.
//!
//! ```text
//! {"testCases": [{"name": "...", "input": "...", "actualOutput": "...", "expectedOutput": "...", "success": true,
//!   "metricsData": [{"name": "Answer Relevancy", "threshold": 0.5, "score": 0.8, "success": true}]}],
//!  "conversationalTestCases": [], "metricsScores": [...], "hyperparameters": {"model": "..."}, "identifier": "..."}
//! ```
//!
//! A run is of one system, which its identifier names, or its hyperparameter `model`, or else its file. Test cases are
//! matched by their input. Of a metric that passes with scores below its threshold, as older versions have them, lower is better.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::log::{Asked, Log, Sample, item_and_cluster, name_of, parsed};
use crate::corpus::{CorpusError, TextFile, stem};
use crate::formats::source::SamplesSource;

/// Keys of runs.
pub(super) const KEYS: [&str; 3] = ["testCases", "conversationalTestCases", "metricsScores"];

const HELP: &str = "give `test_run_TIME.json` as DeepEval wrote it";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Written {
    #[serde(default)]
    test_cases: Vec<TestCase>,
    #[serde(default)]
    conversational_test_cases: Vec<TestCase>,
    identifier: Option<String>,
    hyperparameters: Option<Map<String, Value>>,
    dataset_alias: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TestCase {
    name: String,
    input: Option<String>,
    scenario: Option<String>,
    actual_output: Option<String>,
    expected_output: Option<String>,
    success: Option<bool>,
    metrics_data: Option<Vec<Metric>>,
    #[serde(default)]
    metadata: Value,
}

#[derive(Deserialize)]
struct Metric {
    name: String,
    threshold: Option<f64>,
    success: Option<bool>,
    score: Option<f64>,
    /// Why there is no score.
    error: Option<String>,
}

impl Metric {
    /// Whether it counts faults: a score beyond the threshold is a failure.
    fn is_of_faults(&self) -> bool {
        let (Some(success), Some(score), Some(threshold)) =
            (self.success, self.score, self.threshold)
        else {
            return false;
        };
        if success { score < threshold } else { score > threshold }
    }
}

/// The task of a run: the data set, where it has a name.
pub(super) fn task(file: &TextFile) -> Result<String, CorpusError> {
    let written: Written = parsed(file.path(), file.text(), "not a test run", HELP)?;
    Ok(written.dataset_alias.unwrap_or_default())
}

/// Reads a run.
pub(super) fn read(file: &TextFile, source: &SamplesSource) -> Result<Log, CorpusError> {
    let Written {
        test_cases,
        conversational_test_cases,
        identifier,
        hyperparameters,
        dataset_alias,
    } = parsed(file.path(), file.text(), "not a test run", HELP)?;
    let mut asked = Asked::default();
    let mut lower: BTreeSet<String> = BTreeSet::new();
    for case in test_cases.into_iter().chain(conversational_test_cases) {
        let object = json!({"metadata": case.metadata, "name": case.name});
        let (item, cluster) = item_and_cluster(source, &object, file.path(), None)?;
        let text = case.input.or(case.scenario).filter(|text| !text.trim().is_empty());
        let mut sample = Sample { cluster, ..Sample::default() };
        for metric in case.metrics_data.into_iter().flatten() {
            sample.failed |= metric.error.is_some();
            if metric.is_of_faults() {
                lower.insert(metric.name.clone());
            }
            sample.score(&metric.name, metric.score.filter(|_| metric.error.is_none()));
        }
        let success = case.success.filter(|_| !sample.failed);
        sample.score("pass", success.map(|success| f64::from(u8::from(success))));
        if source.texts {
            (sample.answer, sample.target) = (case.actual_output, case.expected_output);
        }
        asked.add(item.unwrap_or_else(|| name_of(&text.unwrap_or(case.name))), sample);
    }
    if asked.samples.is_empty() {
        let help = "run the evaluation again, or leave the file out";
        return Err(CorpusError::malformed(
            file.path(),
            None,
            "there are no test cases in it",
            help,
        ));
    }
    let name = stem(file.path())?;
    let model = hyperparameters.as_ref().and_then(|all| all.get("model")).and_then(Value::as_str);
    Ok(Log {
        model: identifier.or(model.map(str::to_owned)).unwrap_or_else(|| name.clone()),
        run: Some(name),
        task: dataset_alias.unwrap_or_default(),
        samples: asked.samples,
        lower,
        ..Log::default()
    })
}
