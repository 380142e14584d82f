//! Options of agreement.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::value::{Count, Kind, MOST, Set, Text, Word, words};

/// Agreement between judges.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Agreement {
    /// Criteria of the corpus. Default: all. Example: `criteria = ["adequacy"]`.
    #[serde(with = "Option::<Set<Text>>")]
    pub criteria: Option<Vec<String>>,
    /// Measures. Example: `measures = ["cohen-kappa"]`.
    #[serde(with = "Set::<Word<AgreementMeasure>>")]
    pub measures: Vec<AgreementMeasure>,
    /// Largest differences that `within` counts as agreement; 0 is exact agreement.
    /// Example: `within = [0, 1]`.
    #[serde(with = "Set::<Count<0, MOST>>")]
    pub within: Vec<u32>,
    /// Weights of Cohen's kappa. Example: `weights = "quadratic"`.
    pub weights: KappaWeights,
    /// Distance of Krippendorff's alpha. Example: `distance = "interval"`.
    pub distance: Distance,
    /// Two criteria whose halo is measured, by judges who rated the same outputs by both. Default: none.
    /// Example: `halo = ["fluency", "adequacy"]`.
    #[serde(with = "Option::<Set<Text>>")]
    pub halo: Option<Vec<String>>,
}

impl Options for Agreement {
    const KEY: &'static str = "agreement";
    const PLACE: u8 = 12;
}

impl Default for Agreement {
    fn default() -> Self {
        Self {
            criteria: None,
            measures: vec![AgreementMeasure::Within, AgreementMeasure::KrippendorffAlpha],
            // All differences that there are on a scale of five grades.
            within: vec![0, 1, 2, 3, 4],
            weights: KappaWeights::None,
            distance: Distance::Ordinal,
            halo: None,
        }
    }
}

words! {
    /// A measure of agreement.
    #[derive(Default)]
    pub enum AgreementMeasure {
        #[default]
        /// Share of segments whose judgments differ by at most the given number.
        Within = "within",
        /// Cohen's kappa, of two fixed judges.
        CohenKappa = "cohen-kappa",
        /// Fleiss' kappa, of changing judges.
        FleissKappa = "fleiss-kappa",
        /// Krippendorff's alpha, of any judges, with missing judgments.
        KrippendorffAlpha = "krippendorff-alpha",
        /// Correlation of the differences between judges by the two criteria of `halo`.
        Halo = "halo",
    }
}

words! {
    /// Weights of Cohen's kappa.
    pub enum KappaWeights {
        /// All disagreements count alike.
        None = "none",
        /// By distance.
        Linear = "linear",
        /// By squared distance.
        Quadratic = "quadratic",
    }
}

words! {
    /// Distance of Krippendorff's alpha.
    pub enum Distance {
        /// Equal or not.
        Nominal = "nominal",
        /// By order.
        Ordinal = "ordinal",
        /// By squared difference.
        Interval = "interval",
    }
}
