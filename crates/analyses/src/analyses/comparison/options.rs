//! Options of tests between systems.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analyses::intervals::options::Compat;
use crate::analyses::margin::options::{Wanted, WantedMargin};
use crate::config::asked::Options;
use crate::config::defaults::MOST_REPLICATES;
use crate::stats::multiplicity::{benjamini_hochberg, holm};
use crate::value::{Count, Kind, Set, Text, Word, words};

/// Tests of every pair of systems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Comparison {
    /// Methods. The default, `jackknife-t`, holds its level from eight documents on; bootstrap tests of
    /// fewer than some thirty documents reject too often.
    /// Example: `methods = ["paired-bootstrap", "approximate-randomization"]`.
    #[serde(with = "Set::<Word<TestMethod>>")]
    pub methods: Vec<TestMethod>,
    /// Adjustment of p-values for the number of comparisons on a test set, which `family` says.
    /// Example: `adjustment = "none"`.
    pub adjustment: Adjustment,
    /// Which comparisons are adjusted for together: all pairs of systems by all metrics, or the pairs of each
    /// metric by themselves. Example: `family = "pairs"`.
    pub family: FamilyOf,
    /// The metric that decides: its pairs alone are adjusted for and have verdicts, and the other metrics describe.
    /// It is to be chosen before the scores are seen. Default: none, all metrics have verdicts.
    /// Example: `primary = "comet"`.
    #[serde(with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub primary: Option<String>,
    /// What equal scores of a replicate count as in the win rate. Example: `ties = "half"`.
    pub ties: Ties,
    /// Number of trials of approximate randomization. Example: `trials = 1000`.
    #[serde(with = "Count::<1, MOST_REPLICATES>")]
    pub trials: u32,
    /// Name of a system that all others are compared with. Default: every pair.
    /// Example: `baseline = "S1"`.
    #[serde(with = "Option::<Text>")]
    pub baseline: Option<String>,
    /// Non-inferiority: the loss to the `baseline` that is still accepted, in the unit of the metric, or as a
    /// text such as `"2 %"` relative to the score of the baseline; one for all metrics, or one per metric.
    /// A system passes where the loss is shown to be smaller, fails where it is shown to be larger, each at a
    /// one-sided level of (1 - `level`)/2 as the interval of the difference has it. Needs `baseline`.
    /// Default: none. Example: `margin = { bleu = 0.3, comet = 0.005 }`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<Wanted>,
    /// `"sacrebleu"` gives that program's p-values digit by digit, with its own streams, methods
    /// and ties, so `methods` and `ties` are left out. Default: none.
    /// Example: `compat = "sacrebleu"`.
    pub compat: Option<Compat>,
}

impl Options for Comparison {
    const KEY: &'static str = "comparison";
    const PLACE: u8 = 3;
}

impl Default for Comparison {
    fn default() -> Self {
        Self {
            methods: vec![TestMethod::JackknifeT],
            adjustment: Adjustment::Holm,
            family: FamilyOf::MetricsAndPairs,
            primary: None,
            ties: Ties::Losses,
            // As sacreBLEU.
            trials: 10_000,
            baseline: None,
            margin: None,
            compat: None,
        }
    }
}

impl Comparison {
    /// Whether verdicts are given by a metric, or it only describes.
    pub fn is_tested(&self, metric: &str) -> bool {
        self.primary.as_deref().is_none_or(|primary| primary == metric)
    }

    /// The loss by a metric that is still accepted.
    pub fn margin_of(&self, metric: &str) -> Option<WantedMargin> {
        self.margin.as_ref()?.of(metric)
    }
}

words! {
    /// A test of two systems.
    #[schemars(rename = "Test")]
    pub enum TestMethod {
        /// Student's t of the difference with its standard error by the jackknife, without resampling:
        /// interval and p-value. Of means, the paired t test.
        JackknifeT = "jackknife-t",
        /// Share of replicates in which one system beats the other (Koehn 2004).
        PairedBootstrap = "paired-bootstrap",
        /// Percentile interval of the difference (Zhang & Vogel 2004).
        DifferenceInterval = "difference-interval",
        /// Bootstrap of the difference, centred at zero (Riezler & Maxwell 2005).
        CentredBootstrap = "centred-bootstrap",
        /// Random swaps of the two systems' outputs.
        ApproximateRandomization = "approximate-randomization",
        /// All swaps of the two systems' outputs; up to 20 resampling units that differ.
        ExactRandomization = "exact-randomization",
    }
}

impl TestMethod {
    /// Whether it exchanges the outputs of two systems, and reads no replicates.
    pub fn exchanges(self) -> bool {
        matches!(self, Self::ApproximateRandomization | Self::ExactRandomization)
    }

    /// Whether it reads replicates.
    pub fn resamples(self) -> bool {
        !self.exchanges() && self != Self::JackknifeT
    }
}

words! {
    /// Adjustment of p-values for the number of comparisons.
    #[derive(Default)]
    pub enum Adjustment {
        /// None.
        #[default]
        None = "none",
        /// Holm 1979: probability of any false finding.
        Holm = "holm",
        /// Benjamini & Hochberg 1995: share of false findings.
        BenjaminiHochberg = "benjamini-hochberg",
    }
}

impl Adjustment {
    /// In words.
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Self::None => "not adjusted for the number of comparisons",
            Self::Holm => "Holm",
            Self::BenjaminiHochberg => "Benjamini-Hochberg",
        }
    }

    /// P-values, adjusted together.
    pub(in crate::analyses) fn adjust(self, p_values: &[Option<f64>]) -> Vec<Option<f64>> {
        match self {
            Self::None => p_values.to_vec(),
            Self::Holm => holm(p_values),
            Self::BenjaminiHochberg => benjamini_hochberg(p_values),
        }
    }
}

words! {
    /// The comparisons that p-values are adjusted for together.
    #[schemars(rename = "Family")]
    pub enum FamilyOf {
        /// All pairs of systems by all metrics: the probability of any false verdict on a test set.
        MetricsAndPairs = "metrics-and-pairs",
        /// The pairs of each metric by themselves: with more metrics a false verdict is more probable.
        Pairs = "pairs",
    }
}

words! {
    /// What equal scores of a replicate count as.
    pub enum Ties {
        /// Not a win for either system.
        Losses = "losses",
        /// Half a win for each.
        Half = "half",
    }
}
