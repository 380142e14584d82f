//! Options of rankings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::value::{Kind, Positive, Share};

/// Probabilities of ranks, and the size from which the ranking holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Ranking {
    /// Probability, between 0 and 1, with which a ranking has to come out to hold.
    /// Example: `probability = 0.9`.
    #[serde(with = "Share")]
    pub probability: f64,
    /// How far distances between the scores of systems may be from those on the whole corpus, in percent
    /// of the range of its scores, to count as stable; above 0. Example: `distance-tolerance = 5`.
    #[serde(with = "Positive")]
    pub distance_tolerance: f64,
}

impl Default for Ranking {
    fn default() -> Self {
        Self { probability: 0.95, distance_tolerance: 10.0 }
    }
}
