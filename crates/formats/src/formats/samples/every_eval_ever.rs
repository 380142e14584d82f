//! Samples in the schema of Every Eval Ever: a row per line for each sample, result and model.
//!
//! ```text
//! {"schema_version": "0.3.0", "evaluation_id": "...", "model_id": "org/m", "evaluation_name": "gsm8k", "sample_id": "7",
//!  "evaluation_result_id": "exact_match", "input": {"raw": "...", "reference": ["..."]}, "output": {"raw": ["..."]},
//!  "evaluation": {"score": 1.0, "is_correct": true}, ...}
//! ```
//!
//! `evaluation_result_id` names the score; older rows have one without a name. Which way is better says the file of the
//! results, `NAME.json` beside `NAME.jsonl` or `NAME_samples.jsonl`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::log::{Log, Sample, item_and_cluster, parsed};
use crate::corpus::json::Label;
use crate::corpus::json_lines::records;
use crate::corpus::{CHECK_PATH, CorpusError, Digest, TextFile, stem};
use crate::formats::source::SamplesSource;

const HELP: &str = "give rows in the schema of samples of Every Eval Ever";

/// The score of rows that do not name theirs.
const SCORE: &str = "score";

/// What is read of a row.
#[derive(Deserialize)]
struct Row {
    model_id: String,
    evaluation_name: String,
    evaluation_result_id: Option<String>,
    sample_id: Label,
    #[serde(default)]
    input: Input,
    output: Option<Output>,
    evaluation: Option<Evaluation>,
    error: Option<String>,
    #[serde(default)]
    metadata: Value,
}

#[derive(Default, Deserialize)]
struct Input {
    #[serde(default)]
    reference: Value,
}

#[derive(Deserialize)]
struct Output {
    #[serde(default)]
    raw: Value,
}

#[derive(Deserialize)]
struct Evaluation {
    score: Option<f64>,
}

/// Whether an object is a row.
pub(super) fn is_row(object: &Map<String, Value>) -> bool {
    ["model_id", "evaluation_name", "sample_id", "evaluation"]
        .iter()
        .all(|key| object.contains_key(*key))
}

/// The task of a row, whatever else it holds: what is wrong with a row is said when it is read as one.
#[derive(Deserialize)]
struct Task {
    evaluation_name: String,
}

/// The tasks of the rows at `path`.
pub(super) fn tasks(path: &Path) -> Result<BTreeSet<String>, CorpusError> {
    let file = TextFile::read(path, "log", CHECK_PATH)?.without_mark();
    records(&file).map(|record| Ok(record?.read::<Task>(HELP)?.evaluation_name)).collect()
}

/// The logs at `path`, one for each model and task.
pub(super) fn read(path: &Path, source: &SamplesSource) -> Result<Vec<Log>, CorpusError> {
    let file = TextFile::read(path, "log", CHECK_PATH)?.without_mark();
    let mut logs: BTreeMap<(String, String), Rows> = BTreeMap::new();
    for record in records(&file) {
        let record = record?;
        let row: Row = record.read(HELP)?;
        if row.sample_id.to_string().is_empty() {
            return Err(record.malformed("\"sample_id\" is empty", "give every sample its own id"));
        }
        let named = item_and_cluster(source, &record.object, path, Some(record.line))?;
        let log = logs.entry((row.model_id.clone(), row.evaluation_name.clone())).or_default();
        log.add(row, named, source.texts);
    }
    let (lower, run) = (lower_results(path)?, stem(path)?);
    let logs = logs.into_iter().map(|((model, task), rows)| Log {
        lower: rows.lower(&task, &lower),
        model,
        task,
        run: Some(run.clone()),
        samples: rows.samples,
        ..Log::default()
    });
    Ok(logs.collect())
}

/// The samples of a model.
#[derive(Default)]
struct Rows {
    samples: Vec<Sample>,
    /// Where each sample and run is.
    places: BTreeMap<(String, u32), usize>,
    /// How often each sample has each score.
    runs: BTreeMap<(String, String), u32>,
}

impl Rows {
    fn add(&mut self, row: Row, named: (Option<String>, Option<String>), with_texts: bool) {
        let ((item, cluster), content) = (named, content(&row));
        let id = item.unwrap_or_else(|| row.sample_id.to_string());
        let name = row.evaluation_result_id.filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| SCORE.to_owned());
        let run = self.runs.entry((id.clone(), name.clone())).or_default();
        *run += 1;
        let place = *self.places.entry((id.clone(), *run)).or_insert_with(|| {
            self.samples.push(Sample { id, run: *run, content, cluster, ..Sample::default() });
            self.samples.len() - 1
        });
        let sample = &mut self.samples[place];
        sample.failed |= row.error.is_some();
        let score = row.evaluation.and_then(|evaluation| evaluation.score);
        sample.scores.push((name, score.filter(|_| row.error.is_none())));
        if with_texts {
            sample.answer = row.output.and_then(|output| only_text(&output.raw));
            sample.target = only_text(&row.input.reference);
        }
    }

    /// The scores that lower results are of: by their ids, or where rows have none, by the task.
    fn lower(&self, task: &str, results: &[EvaluationResult]) -> BTreeSet<String> {
        let scores = self.samples.iter().flat_map(|sample| &sample.scores);
        let names: BTreeSet<&str> = scores.map(|(name, _)| name.as_str()).collect();
        let lower = names.into_iter().filter(|name| {
            let mut results = results.iter();
            results.any(|result| match &result.id {
                Some(id) if *name != SCORE => id == *name,
                _ => *name == SCORE && result.evaluation_name == task,
            })
        });
        lower.map(str::to_owned).collect()
    }
}

/// What identifies a sample: what is right, and the digest that lm-evaluation-harness has. The input may be the whole prompt,
/// of which each model may have its own form.
fn content(row: &Row) -> Vec<(&'static str, Digest)> {
    let hash = row.metadata.get("doc_hash").unwrap_or(&Value::Null);
    let parts = [("doc_hash", hash), ("reference", &row.input.reference)];
    let parts = parts.into_iter().filter(|(_, part)| !part.is_null());
    parts.map(|(key, part)| (key, Digest::of_parts([&*part.to_string()]))).collect()
}

/// A text, or the first of a list.
fn only_text(value: &Value) -> Option<String> {
    let text = value.as_array().map_or(Some(value), |list| list.first());
    text.and_then(Value::as_str).map(str::to_owned)
}

/// What is read of the file of the results.
#[derive(Deserialize)]
struct Results {
    evaluation_results: Vec<EvaluationResult>,
}

#[derive(Deserialize)]
struct EvaluationResult {
    evaluation_name: String,
    #[serde(rename = "evaluation_result_id")]
    id: Option<String>,
    metric_config: MetricConfig,
}

#[derive(Deserialize)]
struct MetricConfig {
    lower_is_better: bool,
}

/// The results of which lower is better, by the file of the results where it lies beside the rows.
fn lower_results(path: &Path) -> Result<Vec<EvaluationResult>, CorpusError> {
    let stem = stem(path)?;
    let results = stem.strip_suffix("_samples").unwrap_or(&stem);
    let beside = path.with_file_name(format!("{results}.json"));
    if !beside.is_file() {
        return Ok(Vec::new());
    }
    let file = TextFile::read(&beside, "file of results", CHECK_PATH)?.without_mark();
    let help = "give the file of results as it was written, or move it away";
    let Results { mut evaluation_results } =
        parsed(&beside, file.text(), "not a file of results", help)?;
    evaluation_results.retain(|result| result.metric_config.lower_is_better);
    Ok(evaluation_results)
}
