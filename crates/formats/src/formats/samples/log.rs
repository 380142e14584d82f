//! A log, whichever program wrote it.

use std::collections::{BTreeMap, BTreeSet};

use crate::corpus::digest::Digest;

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
