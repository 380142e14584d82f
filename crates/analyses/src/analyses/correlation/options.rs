//! Options of correlations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::stats::correlation::Coefficient;
use crate::table::columns::word_columns;
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
    #[derive(Default)]
    pub enum Over {
        /// Systems.
        #[default]
        Systems = "systems",
        /// Documents of all systems.
        Documents = "documents",
        /// Segments of all systems.
        Segments = "segments",
    }
}

words! {
    /// What is estimated of two metrics.
    #[derive(Default)]
    pub enum CorrelationKind {
        /// Pearson's correlation, of values.
        #[default]
        Pearson = "pearson",
        /// Spearman's, of ranks.
        Spearman = "spearman",
        /// Kendall's tau-b, of pairs.
        Kendall = "kendall",
        /// The share of systems that have the same rank under both.
        Hamming = "hamming",
    }
}

word_columns!(Over, CorrelationKind);

impl Over {
    /// What one of them is called.
    pub(super) fn singular(self) -> &'static str {
        match self {
            Self::Systems => "system",
            Self::Documents => "document",
            Self::Segments => "segment",
        }
    }
}

impl CorrelationKind {
    /// The coefficient that it is; none where it is the share of equal ranks.
    pub(super) fn coefficient(self) -> Option<Coefficient> {
        match self {
            Self::Pearson => Some(Coefficient::Pearson),
            Self::Spearman => Some(Coefficient::Spearman),
            Self::Kendall => Some(Coefficient::Kendall),
            Self::Hamming => None,
        }
    }
}

impl From<Coefficient> for CorrelationKind {
    fn from(coefficient: Coefficient) -> Self {
        match coefficient {
            Coefficient::Pearson => Self::Pearson,
            Coefficient::Spearman => Self::Spearman,
            Coefficient::Kendall => Self::Kendall,
        }
    }
}
