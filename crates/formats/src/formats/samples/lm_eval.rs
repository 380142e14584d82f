//! Logs of lm-evaluation-harness: `MODEL/samples_TASK_TIME.jsonl`, a sample per line, once for each filter.
//!
//! ```text
//! {"doc_id": 0, "doc": {...}, "target": "...", "arguments": {...}, "resps": [...], "filtered_resps": [...],
//!  "filter": "none", "metrics": ["exact_match"], "doc_hash": "...", ..., "exact_match": 1.0}
//! ```
//!
//! A metric of whole test sets, such as BLEU, has no number here but the texts that it is of.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::log::{Log, Sample, each_score, item_and_cluster};
use crate::corpus::json::Label;
use crate::corpus::json_lines::{Record, records};
use crate::corpus::{CHECK_PATH, CorpusError, Digest, TextFile, Warnings, stem};
use crate::formats::source::SamplesSource;
use crate::words::listing;

/// Keys that are no metrics, in logs that do not list these.
const OTHERS: &str = "doc_id doc target arguments resps filtered_resps filter metrics doc_hash prompt_hash target_hash \
                      task_name version schema_version";

/// The filter of a line that names none, as the program calls it.
const NO_FILTER: &str = "none";

const HELP: &str = "give the log that lm-evaluation-harness wrote with --log_samples";

/// What every line has, whatever the task.
#[derive(Deserialize)]
struct Written<'a> {
    doc_id: Label,
    filter: Option<&'a str>,
    doc_hash: Option<&'a str>,
    /// Their names; older logs do not list them.
    #[serde(borrow)]
    metrics: Option<Vec<&'a str>>,
}

/// Reads the log at `path`; nothing if it is none.
pub(super) fn read(
    path: &Path,
    source: &SamplesSource,
    warnings: &mut Warnings,
) -> Result<Option<Log>, CorpusError> {
    let file = TextFile::read(path, "log", CHECK_PATH)?.without_mark();
    let mut samples: Vec<Sample> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    // Line of each sample and filter.
    let mut lines: BTreeMap<(usize, String), usize> = BTreeMap::new();
    // Score, filter, value.
    let mut scores: Vec<(usize, String, String, Option<f64>)> = Vec::new();
    let (mut filters, mut of_texts) = (BTreeSet::new(), BTreeSet::new());
    for record in records(&file) {
        let record = record?;
        if samples.is_empty() && !is_sample(&record) {
            return Ok(None);
        }
        let written: Written<'_> = record.read(HELP)?;
        let (item, cluster) = item_and_cluster(source, &record.object, path, Some(record.line))?;
        let id = item.unwrap_or_else(|| written.doc_id.to_string());
        if id.is_empty() {
            return Err(record.malformed("\"doc_id\" is empty", HELP));
        }
        let place = *places.entry(id.clone()).or_insert_with(|| {
            // It has no epochs: as the first one of inspect.
            samples.push(Sample { id: id.clone(), run: 1, cluster, ..Sample::default() });
            samples.len() - 1
        });
        let filter = written.filter.unwrap_or(NO_FILTER).to_owned();
        if let Some(first) = lines.insert((place, filter.clone()), record.line) {
            let mut cause = format!("sample {id} is there already, on line {first}");
            let mut help =
                "keep one line for every sample and filter: the log may have been written twice";
            if written.filter.is_none() {
                cause.push_str(", and no line names its filter");
                help = "lm-evaluation-harness before 0.4.7 wrote one line for each filter without its name: keep the lines \
                        of one filter, or run the task with a newer version";
            }
            return Err(record.malformed(cause, help));
        }
        let sample = &mut samples[place];
        if sample.content.is_empty() {
            sample.content = content(&record, written.doc_hash);
        }
        if source.texts {
            sample.answer = sample.answer.take().or_else(|| answer(&record));
            sample.target = sample.target.take().or_else(|| target(&record));
        }
        let keys = record.object.as_object().into_iter().flat_map(Map::keys).map(String::as_str);
        let keys = keys.filter(|key| !OTHERS.split(' ').any(|other| other == *key));
        for metric in written.metrics.unwrap_or_else(|| keys.collect()) {
            let value = record.object.get(metric).unwrap_or(&Value::Null);
            each_score(metric, value, &mut |metric, value| match number(value) {
                Ok(value) => scores.push((place, metric, filter.clone(), value)),
                Err(()) => {
                    of_texts.insert(metric);
                }
            });
        }
        filters.insert(filter);
    }
    if samples.is_empty() {
        return Ok(None);
    }
    for (place, metric, filter, value) in scores {
        let name = if filters.len() > 1 { format!("{metric},{filter}") } else { metric };
        samples[place].scores.push((name, value));
    }
    if !of_texts.is_empty() && !source.texts {
        let names = listing(of_texts.iter().map(String::as_str));
        let message = format!("no number for single samples: {names}");
        let help = "these are left out; `texts = true` takes the texts, for metrics such as `bleu`";
        warnings.add(path, message, help);
    }
    let (model, task) = names(path)?;
    Ok(Some(Log { model, task, filters, samples, ..Log::default() }))
}

/// Returns `true` if a sample has metrics of texts alone, such as the BLEU of a translation: these are pairs of texts and no numbers.
pub(super) fn is_of_texts(sample: &Map<String, Value>) -> bool {
    let listed = sample.get("metrics").and_then(Value::as_array);
    let is_metric = |key: &str| match listed {
        Some(names) => names.iter().any(|name| name == key),
        None => !OTHERS.split(' ').any(|other| other == key),
    };
    let mut metrics = sample.iter().filter(|(key, _)| is_metric(key));
    ["bleu", "chrf", "ter"].iter().any(|name| sample.get(*name).is_some_and(Value::is_array))
        && metrics.all(|(_, value)| number(value).is_err())
}

/// Model and task of the log at `path`, whose first object is `first`; nothing if it is none.
pub(super) fn head(
    path: &Path,
    first: &Map<String, Value>,
) -> Result<Option<(String, String)>, CorpusError> {
    let is_sample = KEYS.iter().all(|key| first.contains_key(*key));
    is_sample.then(|| names(path)).transpose()
}

/// Keys of every sample.
const KEYS: [&str; 3] = ["doc_id", "target", "filtered_resps"];

fn is_sample(record: &Record<'_>) -> bool {
    KEYS.iter().all(|key| record.object.get(*key).is_some())
}

/// What identifies the sample. Prompts do not: each model may have its own form of them.
fn content(record: &Record<'_>, hash: Option<&str>) -> Vec<(&'static str, Digest)> {
    let doc = record.object.get("doc").filter(|value| !value.is_null()).map(Value::to_string);
    let target = match record.object.get("target") {
        Some(Value::String(text)) => Some(text.clone()),
        Some(number @ Value::Number(_)) => Some(number.to_string()),
        // Versions of the program write lists in different ways.
        _ => None,
    };
    let parts = [("doc_hash", hash.map(str::to_owned)), ("doc", doc), ("target", target)];
    parts.into_iter().filter_map(|(key, part)| Some((key, Digest::of_parts([&*part?])))).collect()
}

/// The value of a metric; an error if it is not a number.
fn number(value: &Value) -> Result<Option<f64>, ()> {
    match value {
        Value::Null => Ok(None),
        Value::Bool(is) => Ok(Some(f64::from(u8::from(*is)))),
        value => value.as_f64().map(Some).ok_or(()),
    }
}

/// The answer, if it is a text: the first of those that a filter leaves. Likelihoods are lists.
fn answer(record: &Record<'_>) -> Option<String> {
    let answers = record.object.get("filtered_resps")?.as_array()?;
    answers.first()?.as_str().map(str::to_owned)
}

/// The target, if it is one text: of several, the log has Python's rendering of a list.
fn target(record: &Record<'_>) -> Option<String> {
    let target = record.object.get("target")?.as_str()?;
    let is_list = target.starts_with("['") || target.starts_with("[\"");
    (!is_list).then(|| target.to_owned())
}

/// The model, which is the name of the folder, and the task; of a file with another name, that name.
fn names(path: &Path) -> Result<(String, String), CorpusError> {
    let name = stem(path)?;
    let parts = name.strip_prefix("samples_").and_then(|rest| rest.rsplit_once('_'));
    let Some((task, _)) = parts else { return Ok((name, String::new())) };
    let folder = path.parent().and_then(|folder| std::fs::canonicalize(folder).ok());
    let model = folder.and_then(|folder| Some(folder.file_name()?.to_str()?.to_owned()));
    Ok((model.unwrap_or_else(|| name.clone()), task.to_owned()))
}
