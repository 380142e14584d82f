//! Options of macro-averages.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::value::{ByName, Kind, Positive};

/// Scores, ranks and shares of systems beaten, averaged over all corpora of the study.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct MacroAverage {
    /// What corpora weigh in the means, relative to each other; 1 for those that are not named.
    /// Example: `weights = { "en-de" = 2.0 }`.
    #[serde(with = "ByName::<Positive>")]
    pub weights: BTreeMap<String, f64>,
}

impl Options for MacroAverage {
    const KEY: &'static str = "macro-average";
    const PLACE: u8 = 17;
}

impl MacroAverage {
    /// What a corpus weighs.
    pub fn weight(&self, corpus: &str) -> f64 {
        self.weights.get(corpus).copied().unwrap_or(1.0)
    }
}
