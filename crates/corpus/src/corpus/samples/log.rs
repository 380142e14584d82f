//! A log, whichever program wrote it.

use std::collections::BTreeSet;

use crate::corpus::digest::Digest;

/// What a model did with the samples of a task.
#[derive(Debug)]
pub(super) struct Log {
    pub(super) model: String,
    pub(super) task: String,
    /// What was done with answers before they were scored; where that is one thing, names of scores do not say it.
    pub(super) filters: BTreeSet<String>,
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
