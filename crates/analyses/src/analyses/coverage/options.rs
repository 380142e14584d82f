//! Options of coverage.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analyses::intervals::options::IntervalMethod;
use crate::config::asked::Options;
use crate::config::defaults::LEVEL;
use crate::value::{Count, Kind, MOST, OneOrMany, Set, Share, Word, words};

/// How often intervals of samples hold the truth, and how often comparisons on them are right (Koehn
/// 2004). The study has `samples`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Coverage {
    /// What counts as the true score: that of the whole corpus, or the mean over fresh corpora of the
    /// generator of a synthetic corpus. Example: `truth = "generator"`.
    pub truth: Truth,
    /// Interval methods. Example: `methods = ["percentile", "bca"]`.
    #[serde(with = "Set::<Word<IntervalMethod>>")]
    pub methods: Vec<IntervalMethod>,
    /// Confidence level between 0 and 1, or several. Default: that of the study.
    /// Example: `level = [0.9, 0.95]`.
    #[serde(rename(deserialize = "level"), with = "OneOrMany::<Share>")]
    #[schemars(skip_serializing)]
    pub levels: Vec<f64>,
    /// Number of fresh corpora, each as large as the corpus, with `truth = "generator"`; the true
    /// score has a standard error of their deviation over the root of their number.
    /// Example: `trials = 50`.
    #[serde(with = "Count::<2, MOST>")]
    pub trials: u32,
}

impl Options for Coverage {
    const KEY: &'static str = "coverage";
    const PLACE: u8 = 8;
}

impl Default for Coverage {
    fn default() -> Self {
        Self {
            truth: Truth::Corpus,
            methods: vec![IntervalMethod::Percentile],
            levels: vec![LEVEL],
            trials: 20,
        }
    }
}

words! {
    /// What counts as the true score.
    #[derive(Default)]
    pub enum Truth {
        /// That of the whole corpus.
        #[default]
        Corpus = "corpus",
        /// That of the generator of a synthetic corpus.
        Generator = "generator",
    }
}
