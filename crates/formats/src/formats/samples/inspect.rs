//! Logs of inspect: an object with all samples and their scores in JSON, or an archive with a file for each of them.
//!
//! A sample has a score per scorer, whose `value` is a number, a truth value, a letter (C correct, I
//! incorrect, P partly correct, N no answer) or an object of these. An epoch is a run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use super::log::{Log, Sample, each_score, item_and_cluster, parsed};
use crate::corpus::json::Label;
use crate::corpus::{CorpusError, Digest, TextFile, Warnings};
use crate::formats::archive::Archive;
use crate::formats::source::SamplesSource;
use crate::words::{counted, listing};

const HELP: &str = "give a log that inspect wrote, or `inspect log convert --to json`";

/// What is read of a log.
#[derive(Deserialize)]
struct Written {
    status: Option<String>,
    eval: Spec,
    samples: Option<Vec<WrittenSample>>,
}

#[derive(Deserialize)]
struct Spec {
    task: String,
    model: String,
}

#[derive(Deserialize)]
struct WrittenSample {
    id: Label,
    #[serde(default = "first")]
    epoch: u32,
    #[serde(default)]
    input: Value,
    #[serde(default)]
    choices: Value,
    target: Option<Value>,
    #[serde(default)]
    attachments: Value,
    output: Option<Output>,
    scores: Option<BTreeMap<String, Score>>,
    /// Why it was not answered.
    #[serde(default)]
    error: Value,
    #[serde(default)]
    metadata: Value,
}

fn first() -> u32 {
    1
}

#[derive(Deserialize)]
struct Output {
    completion: Option<String>,
    /// Why the model gave no answer.
    #[serde(default)]
    error: Value,
}

#[derive(Deserialize)]
struct Score {
    #[serde(default)]
    value: Value,
}

/// Reads the log in an archive; nothing if it is none.
pub(super) fn read_archive(
    path: &Path,
    archive: &Archive,
    source: &SamplesSource,
    warnings: &mut Warnings,
) -> Result<Option<Log>, CorpusError> {
    let written = of_archive(path, archive)?;
    written.map(|written| log(path, written, source, warnings)).transpose()
}

/// Reads a log in JSON.
pub(super) fn read_json(
    file: &TextFile,
    source: &SamplesSource,
    warnings: &mut Warnings,
) -> Result<Log, CorpusError> {
    log(file.path(), parsed(file.path(), file.text(), "not a log", HELP)?, source, warnings)
}

fn log(
    path: &Path,
    Written { status, eval: Spec { task, model }, samples }: Written,
    source: &SamplesSource,
    warnings: &mut Warnings,
) -> Result<Log, CorpusError> {
    let Some(samples) = samples.filter(|samples| !samples.is_empty()) else {
        let help = "give the whole log, not its header alone";
        return Err(CorpusError::malformed(path, None, "there are no samples in the log", help));
    };
    if let Some(status) = status.filter(|status| status != "success") {
        let message = format!("the evaluation did not end, its status is `{status}`");
        warnings.add(
            path,
            message,
            "its samples are taken as they are: run it again if some are missing",
        );
    }
    let mut all = Samples::default();
    for sample in samples {
        all.add(path, sample, source)?;
    }
    if !all.unread.is_empty() {
        let names = listing(all.unread.iter().map(String::as_str));
        let message = format!("{} that are no numbers, of {names}", counted(all.skipped, "score"));
        warnings.add(path, message, "these are left out");
    }
    Ok(Log { model, task, samples: all.all, ..Log::default() })
}

/// The task of the log in an archive; nothing if it is none.
pub(super) fn task_in_archive(
    path: &Path,
    archive: &Archive,
) -> Result<Option<String>, CorpusError> {
    Ok(header(path, archive)?.map(|(written, _)| written.eval.task))
}

/// The task of a log in JSON.
pub(super) fn task_in_json(file: &TextFile) -> Result<String, CorpusError> {
    let written: Written = parsed(file.path(), file.text(), "not a log", HELP)?;
    Ok(written.eval.task)
}

/// What an archive says of all samples, and whether the evaluation has ended: else there is the journal of its start.
fn header(path: &Path, archive: &Archive) -> Result<Option<(Written, bool)>, CorpusError> {
    let (start, is_over) = match archive.text("header.json")? {
        Some(header) => (Some(header), true),
        None => (archive.text("_journal/start.json")?, false),
    };
    let Some(start) = start else { return Ok(None) };
    Ok(Some((parsed(path, &start, "its header is not that of a log", HELP)?, is_over)))
}

/// The log in an archive.
fn of_archive(path: &Path, archive: &Archive) -> Result<Option<Written>, CorpusError> {
    let Some((written, is_over)) = header(path, archive)? else { return Ok(None) };
    let mut samples = Vec::new();
    let is_json = |name: &str| Path::new(name).extension().is_some_and(|ending| ending == "json");
    let is_sample = |name: &str| name.starts_with("samples/") && is_json(name);
    for name in archive.names()?.iter().filter(|name| is_sample(name)) {
        let text = archive.text(name)?.unwrap_or_default();
        samples.push(parsed(path, &text, &format!("`{name}` is no sample"), HELP)?);
    }
    let status = if is_over { written.status } else { Some("started".to_owned()) };
    Ok(Some(Written { status, samples: Some(samples), ..written }))
}

/// Whether a text is a log in JSON, by its keys.
pub(super) fn is_log(text: &str) -> bool {
    let keys = ["\"eval\"", "\"model\"", "\"samples\""];
    text.trim_start().starts_with('{') && keys.iter().all(|key| text.contains(key))
}

/// Samples while they are read.
#[derive(Default)]
struct Samples {
    all: Vec<Sample>,
    /// Samples and epochs that were met.
    met: BTreeSet<(String, u32)>,
    /// Names of scores with values that are no numbers.
    unread: BTreeSet<String>,
    skipped: usize,
}

impl Samples {
    fn add(
        &mut self,
        path: &Path,
        sample: WrittenSample,
        source: &SamplesSource,
    ) -> Result<(), CorpusError> {
        let object = json!({"metadata": sample.metadata});
        let (item, cluster) = item_and_cluster(source, &object, path, None)?;
        let id = item.unwrap_or_else(|| sample.id.to_string());
        if id.is_empty() {
            let cause = "a sample has an empty id";
            return Err(CorpusError::malformed(path, None, cause, "give every sample its own id"));
        }
        if !self.met.insert((id.clone(), sample.epoch)) {
            let cause = format!("sample `{id}` is there twice in epoch {}", sample.epoch);
            return Err(CorpusError::malformed(path, None, cause, "give every sample its own id"));
        }
        let content = content(&sample);
        let output_error = sample.output.as_ref().map_or(&Value::Null, |output| &output.error);
        let failed = !sample.error.is_null() || !output_error.is_null();
        let mut entry =
            Sample { id, run: sample.epoch, content, cluster, failed, ..Sample::default() };
        if source.texts {
            entry.answer = sample.output.and_then(|output| output.completion);
            entry.target = sample.target.as_ref().and_then(Value::as_str).map(str::to_owned);
        }
        for (scorer, Score { value }) in sample.scores.into_iter().flatten() {
            each_score(&scorer, &value, &mut |name, value| self.score(&mut entry, name, value));
        }
        self.all.push(entry);
        Ok(())
    }

    fn score(&mut self, sample: &mut Sample, name: String, value: &Value) {
        if let Ok(value) = number(value) {
            sample.scores.push((name, value));
        } else {
            self.unread.insert(name);
            self.skipped += 1;
        }
    }
}

/// What identifies a sample: what is asked, and what would be right. Models may have the choices in different
/// orders, in which their letters are other ones.
fn content(sample: &WrittenSample) -> Vec<(&'static str, Digest)> {
    let mut asked = Vec::new();
    said(&sample.input, &mut asked);
    let mut choices = Vec::new();
    said(&sample.choices, &mut choices);
    let mut right = Vec::new();
    said(sample.target.as_ref().unwrap_or(&Value::Null), &mut right);
    for text in &mut right {
        if let [letter @ b'A'..=b'Z'] = text.as_bytes() {
            *text = choices.get(usize::from(letter - b'A')).unwrap_or(text);
        }
    }
    for text in asked.iter_mut().chain(&mut choices).chain(&mut right) {
        // Long texts stand beside the sample, by names that a version makes.
        let beside = text.strip_prefix("attachment://").and_then(|key| sample.attachments.get(key));
        *text = beside.and_then(Value::as_str).unwrap_or(text);
    }
    choices.sort_unstable();
    asked.extend(choices);
    let parts = [("input", asked), ("target", right)].into_iter().filter(|(_, p)| !p.is_empty());
    parts.map(|(key, parts)| (key, Digest::of_parts(parts))).collect()
}

/// Adds the texts in `value`: of a list, all; of a message, who says what.
fn said<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(list) => list.iter().for_each(|value| said(value, texts)),
        Value::Object(message) => {
            let parts = ["role", "content", "text"].into_iter().filter_map(|key| message.get(key));
            parts.for_each(|value| said(value, texts));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The number that inspect takes a value for; an error if it takes it for none.
fn number(value: &Value) -> Result<Option<f64>, ()> {
    match value {
        Value::Null => Ok(None),
        Value::Bool(is) => Ok(Some(f64::from(u8::from(*is)))),
        Value::Number(number) => Ok(number.as_f64()),
        Value::String(text) => match text.as_str() {
            "C" => Ok(Some(1.0)),
            "P" => Ok(Some(0.5)),
            "I" | "N" => Ok(Some(0.0)),
            text => match text.to_lowercase().as_str() {
                "yes" | "true" => Ok(Some(1.0)),
                "no" | "false" => Ok(Some(0.0)),
                text => {
                    text.parse().ok().filter(|value: &f64| value.is_finite()).map(Some).ok_or(())
                }
            },
        },
        Value::Array(_) | Value::Object(_) => Err(()),
    }
}
