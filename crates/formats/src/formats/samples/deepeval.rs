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
use serde_json::{Map, Value};

use super::log::{Asked, Log, Sample, name_of};
use crate::corpus::error::CorpusError;
use crate::corpus::file_names::stem;
use crate::corpus::json::without_constants;
use crate::corpus::lines::TextFile;

/// Keys of runs.
pub(super) const KEYS: [&str; 3] = ["testCases", "conversationalTestCases", "metricsScores"];

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
}

#[derive(Deserialize)]
struct Metric {
    name: String,
    threshold: Option<f64>,
    success: Option<bool>,
    score: Option<f64>,
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
    Ok(parsed(file)?.dataset_alias.unwrap_or_default())
}

/// Reads a run.
pub(super) fn read(file: &TextFile, with_texts: bool) -> Result<Log, CorpusError> {
    let Written {
        test_cases,
        conversational_test_cases,
        identifier,
        hyperparameters,
        dataset_alias,
    } = parsed(file)?;
    let mut asked = Asked::default();
    let mut lower: BTreeSet<String> = BTreeSet::new();
    for case in test_cases.into_iter().chain(conversational_test_cases) {
        let text = case.input.or(case.scenario).filter(|text| !text.trim().is_empty());
        let mut sample = Sample::default();
        for metric in case.metrics_data.into_iter().flatten() {
            if metric.is_of_faults() {
                lower.insert(metric.name.clone());
            }
            sample.score(&metric.name, metric.score);
        }
        sample.score("pass", case.success.map(|success| f64::from(u8::from(success))));
        if with_texts {
            (sample.answer, sample.target) = (case.actual_output, case.expected_output);
        }
        asked.add(name_of(&text.unwrap_or(case.name)), sample);
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

fn parsed(file: &TextFile) -> Result<Written, CorpusError> {
    serde_json::from_str(&without_constants(file.text())).map_err(|error| {
        let help = "give `test_run_TIME.json` as DeepEval wrote it";
        CorpusError::malformed(file.path(), error.line(), format!("not a test run: {error}"), help)
    })
}
