//! A log, whichever program wrote it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::corpus::json::without_constants;
use crate::corpus::{CorpusError, Digest};
use crate::formats::source::SamplesSource;

/// What a model did with the samples of a task.
#[derive(Debug, Default)]
pub(super) struct Log {
    pub(super) model: String,
    /// What distinguishes the run of the model, where logs of one model may be of several systems, as of several prompts.
    pub(super) run: Option<String>,
    pub(super) task: String,
    /// What was done with answers before they were scored; where that is one thing, names of scores do not say it.
    pub(super) filters: BTreeSet<String>,
    /// Scores of which lower is better, where the log says so.
    pub(super) lower: BTreeSet<String>,
    /// Each id once in a run.
    pub(super) samples: Vec<Sample>,
}

/// A sample.
#[derive(Debug, Default)]
pub(super) struct Sample {
    pub(super) id: String,
    /// Which time it was answered: models may answer a sample several times.
    pub(super) run: u32,
    /// What it asks: the parts of it that the log has, by key, each the same for the same content.
    pub(super) content: Vec<(&'static str, Digest)>,
    /// By name, in the order of the log.
    pub(super) scores: Vec<(String, Option<f64>)>,
    /// What the model said.
    pub(super) answer: Option<String>,
    /// What would be right.
    pub(super) target: Option<String>,
    /// What the field says that names the cluster.
    pub(super) cluster: Option<String>,
    /// Whether the program marked it as failed, so that there is no answer, or no score of it.
    pub(super) failed: bool,
}

impl Sample {
    /// Adds a score; of several with one name, the later ones are numbered.
    pub(super) fn score(&mut self, name: &str, value: Option<f64>) {
        let mut numbered = name.to_owned();
        let mut number = 1;
        while self.scores.iter().any(|(taken, _)| *taken == numbered) {
            number += 1;
            numbered = format!("{name} {number}");
        }
        self.scores.push((numbered, value));
    }
}

/// Samples of a model that are named by what they ask: the same again is another run of the sample.
#[derive(Debug, Default)]
pub(super) struct Asked {
    pub(super) samples: Vec<Sample>,
    runs: BTreeMap<String, u32>,
}

impl Asked {
    pub(super) fn add(&mut self, id: String, mut sample: Sample) {
        let run = self.runs.entry(id.clone()).or_default();
        *run += 1;
        (sample.id, sample.run) = (id, *run);
        self.samples.push(sample);
    }
}

/// The letters of a text in a name of a sample; of longer ones the first, and a digest.
const LONGEST: usize = 60;

/// A name of a sample by the text that it asks.
pub(super) fn name_of(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= LONGEST {
        return text;
    }
    // Dots, a blank and eight digits take the other twelve.
    let start: String = text.chars().take(LONGEST - 12).collect();
    format!("{start}... {:.8}", Digest::of_parts([&*text]).to_string())
}

/// Reads a text into a type; `what` says what it should be.
pub(super) fn parsed<T: DeserializeOwned>(
    path: &Path,
    text: &str,
    what: &str,
    help: &str,
) -> Result<T, CorpusError> {
    serde_json::from_str(&without_constants(text)).map_err(|error| {
        CorpusError::malformed(path, error.line(), format!("{what}: {error}"), help)
    })
}

/// Item and cluster of a sample, where fields of its object name them.
pub(super) fn item_and_cluster(
    source: &SamplesSource,
    object: &Value,
    path: &Path,
    line: Option<usize>,
) -> Result<(Option<String>, Option<String>), CorpusError> {
    let named = |name: &String| {
        let text = match field(object, name) {
            Some(Value::String(text)) => text.clone(),
            Some(value @ (Value::Bool(_) | Value::Number(_))) => value.to_string(),
            _ => String::new(),
        };
        if text.trim().is_empty() {
            let cause = format!("a sample has no text or number in the field `{name}`");
            let help = "name a field that all samples have, by its keys with dots between them";
            return Err(CorpusError::malformed(path, line, cause, help));
        }
        Ok(name_of(&text))
    };
    let [item, cluster] = [&source.item, &source.cluster].map(|name| name.as_ref().map(named));
    Ok((item.transpose()?, cluster.transpose()?))
}

/// The value at a path of keys with dots between them; a key may have dots as well.
fn field<'a>(object: &'a Value, path: &str) -> Option<&'a Value> {
    object.get(path).or_else(|| {
        let mut dots = path.match_indices('.');
        dots.find_map(|(dot, _)| field(object.get(&path[..dot])?, &path[dot + 1..]))
    })
}

/// Calls `add` with each score in a value: an object has a score for each of its keys.
pub(super) fn each_score(name: &str, value: &Value, add: &mut impl FnMut(String, &Value)) {
    match value {
        Value::Object(parts) => {
            parts.iter().for_each(|(key, part)| each_score(&format!("{name}.{key}"), part, add));
        }
        value => add(name.to_owned(), value),
    }
}
