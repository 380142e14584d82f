//! Options of representativeness.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::stats::correlation::Coefficient;
use crate::value::{Kind, Set, Threshold, Word};

/// Whether a subset scores and ranks like the whole (Hamon et al. 2007).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Representativeness {
    /// Coefficients between the scores of a subset and of the whole.
    /// Example: `coefficients = ["pearson"]`.
    #[serde(with = "Set::<Word<Coefficient>>")]
    pub coefficients: Vec<Coefficient>,
    /// Coefficient, above 0 and at most 1, from which a subset counts as representative.
    /// Example: `threshold = 0.99`.
    #[serde(with = "Threshold")]
    pub threshold: f64,
}

impl Default for Representativeness {
    fn default() -> Self {
        Self { coefficients: vec![Coefficient::Pearson, Coefficient::Spearman], threshold: 0.95 }
    }
}
