//! Logs of inspect in JSON: an object with all samples and their scores.
//!
//! A sample has a score per scorer, whose `value` is a number, a truth value, a letter (C correct, I
//! incorrect, P partly correct, N no answer) or an object of these. Of several epochs, the mean counts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::log::{Log, Sample};
use crate::corpus::digest::Digest;
use crate::corpus::error::{CHECK_PATH, CorpusError};
use crate::corpus::json::{Label, without_constants};
use crate::corpus::lines::TextFile;
use crate::corpus::warnings::Warnings;
use crate::words::{counted, listing};

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
    epoch: i64,
    #[serde(default)]
    input: Value,
    #[serde(default)]
    choices: Value,
    target: Option<Value>,
    #[serde(default)]
    attachments: Value,
    output: Option<Output>,
    scores: Option<BTreeMap<String, Score>>,
}

fn first() -> i64 {
    1
}

#[derive(Deserialize)]
struct Output {
    completion: Option<String>,
}

#[derive(Deserialize)]
struct Score {
    #[serde(default)]
    value: Value,
}

/// Reads the log at `path`; nothing if it is none.
pub(super) fn read(
    path: &Path,
    with_texts: bool,
    warnings: &mut Warnings,
) -> Result<Option<Log>, CorpusError> {
    let file = TextFile::read(path, "log", CHECK_PATH)?.without_mark();
    if !looks_like_log(file.text()) {
        return Ok(None);
    }
    let written: Written =
        serde_json::from_str(&without_constants(file.text())).map_err(|error| {
            let help = "give a log that inspect wrote, or `inspect log convert --to json`";
            CorpusError::malformed(path, error.line(), format!("not a log: {error}"), help)
        })?;
    let Some(samples) = written.samples.filter(|samples| !samples.is_empty()) else {
        let help = "give the whole log, not its header alone";
        return Err(CorpusError::malformed(path, None, "there are no samples in the log", help));
    };
    if let Some(status) = written.status.filter(|status| status != "success") {
        let message = format!("the evaluation did not end, its status is `{status}`");
        warnings.add(
            path,
            message,
            "its samples are taken as they are: run it again if some are missing",
        );
    }
    let mut all = Samples::default();
    for sample in samples {
        all.add(path, sample, with_texts)?;
    }
    if !all.unread.is_empty() {
        let names = listing(all.unread.iter().map(String::as_str));
        let message = format!("{} that are no numbers, of {names}", counted(all.skipped, "score"));
        warnings.add(path, message, "these are left out");
    }
    let Spec { task, model } = written.eval;
    Ok(Some(Log { model, task, filters: BTreeSet::new(), samples: all.finish() }))
}

fn looks_like_log(text: &str) -> bool {
    let has = |key: &str| text.contains(key);
    text.trim_start().starts_with('{') && has("\"eval\"") && has("\"model\"") && has("\"samples\"")
}

/// Samples while they are read.
#[derive(Default)]
struct Samples {
    all: Vec<Sample>,
    places: BTreeMap<String, usize>,
    /// Epochs of a sample that were met.
    epochs: BTreeSet<(usize, i64)>,
    /// Sum and number of values, by sample and score.
    sums: BTreeMap<(usize, String), (f64, usize)>,
    /// Names of scores with values that are no numbers.
    unread: BTreeSet<String>,
    skipped: usize,
}

impl Samples {
    fn add(
        &mut self,
        path: &Path,
        sample: WrittenSample,
        with_texts: bool,
    ) -> Result<(), CorpusError> {
        let id = sample.id.to_string();
        if id.is_empty() {
            let cause = "a sample has an empty id";
            return Err(CorpusError::malformed(path, None, cause, "give every sample its own id"));
        }
        let place = *self.places.entry(id.clone()).or_insert_with(|| {
            self.all.push(Sample { id: id.clone(), ..Sample::default() });
            self.all.len() - 1
        });
        if !self.epochs.insert((place, sample.epoch)) {
            let cause = format!("sample `{id}` is there twice in epoch {}", sample.epoch);
            return Err(CorpusError::malformed(path, None, cause, "give every sample its own id"));
        }
        let entry = &mut self.all[place];
        if entry.content.is_empty() {
            entry.content = content(&sample);
        }
        if with_texts {
            let answer = sample.output.and_then(|output| output.completion);
            entry.answer = entry.answer.take().or(answer);
            let target = sample.target.as_ref().and_then(Value::as_str).map(str::to_owned);
            entry.target = entry.target.take().or(target);
        }
        for (scorer, Score { value }) in sample.scores.into_iter().flatten() {
            match value {
                Value::Object(values) => {
                    for (key, value) in values {
                        self.score(place, format!("{scorer}.{key}"), &value);
                    }
                }
                value => self.score(place, scorer, &value),
            }
        }
        Ok(())
    }

    fn score(&mut self, place: usize, name: String, value: &Value) {
        let Ok(value) = number(value) else {
            self.unread.insert(name);
            self.skipped += 1;
            return;
        };
        let (sum, count) = self.sums.entry((place, name)).or_default();
        if let Some(value) = value {
            *sum += value;
            *count += 1;
        }
    }

    fn finish(mut self) -> Vec<Sample> {
        for ((place, name), (sum, count)) in self.sums {
            let mean = (count > 0).then(|| sum / count as f64);
            self.all[place].scores.push((name, mean));
        }
        self.all
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
