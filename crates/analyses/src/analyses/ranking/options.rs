//! Options of rankings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::value::{Count, Kind, MOST, Positive, Share};

/// Probabilities of ranks, and what new test sets would say of the ranking.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Ranking {
    /// Probability, between 0 and 1, from which on a statement about the ranking is reliable.
    /// Example: `probability = 0.9`.
    #[serde(with = "Share")]
    pub probability: f64,
    /// How many systems the top of the ranking has: how probably a new test set finds the same ones.
    /// Example: `top = 5`.
    #[serde(with = "Count::<1, MOST>")]
    pub top: u32,
    /// How far distances between the scores of systems may be from those on the whole corpus, in percent
    /// of the range of its scores, to count as stable; above 0. Example: `distance-tolerance = 5`.
    #[serde(with = "Positive")]
    pub distance_tolerance: f64,
}

impl Options for Ranking {
    const KEY: &'static str = "ranking";
    const PLACE: u8 = 5;
}

impl Default for Ranking {
    fn default() -> Self {
        Self { probability: 0.95, top: 3, distance_tolerance: 10.0 }
    }
}
