//! Options of correlations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::stats::correlation::Coefficient;
use crate::value::{Kind, Set, Text, Word, words};

/// Correlations between metrics.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Correlation {
    /// Metrics of the study that the others are correlated with. Default: every pair.
    /// Example: `against = ["fluency", "adequacy"]`.
    #[serde(with = "Option::<Set<Text>>")]
    pub against: Option<Vec<String>>,
    /// Coefficients. Example: `coefficients = ["pearson", "kendall"]`.
    #[serde(with = "Set::<Word<Coefficient>>")]
    pub coefficients: Vec<Coefficient>,
    /// What the correlated scores belong to. Example: `over = "segments"`.
    pub over: Over,
    /// Whether the differences between metrics correlated with the same other one are tested.
    /// Example: `differences = true`.
    pub differences: bool,
}

impl Options for Correlation {
    const KEY: &'static str = "correlation";
    const PLACE: u8 = 6;
}

impl Default for Correlation {
    fn default() -> Self {
        Self {
            against: None,
            coefficients: vec![Coefficient::Pearson],
            over: Over::Systems,
            differences: false,
        }
    }
}

words! {
    /// What correlated scores belong to.
    pub enum Over {
        /// Systems.
        Systems = "systems",
        /// Documents of all systems.
        Documents = "documents",
        /// Segments of all systems.
        Segments = "segments",
    }
}
