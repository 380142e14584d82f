//! Options of picks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::config::model::StratumKey;
use crate::value::{Count, Kind, MOST, Positive, Text, words};

words! {
    /// What is picked.
    #[derive(Default)]
    pub enum PickedUnits {
        #[default]
        /// Single segments.
        Segments = "segments": "segment",
        /// Whole documents.
        Documents = "documents": "document",
    }
}

words! {
    /// What judging a unit costs.
    #[derive(Default)]
    pub enum PickCosts {
        #[default]
        /// The same for every unit.
        Unit = "unit",
        /// The words of its source text.
        Words = "words",
    }
}

/// Strata that are picked from separately.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PickStrata {
    /// What documents of a stratum share. Example: `by = "domain"`.
    pub by: StratumKey,
}

/// What to have judged: segments picked with known and unequal probabilities, those on which a metric distinguishes the systems
/// most of all, with weights that keep means unbiased; and what that gains over a random part, before anything is paid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Pick {
    /// The metric of the study whose spread over systems decides: it has scores of all segments and systems.
    /// Example: `scores = "metricx"`.
    #[serde(with = "Text")]
    pub scores: String,
    /// What is picked. Example: `units = "documents"`.
    #[serde(default)]
    pub units: PickedUnits,
    /// Number of picks. Default: as many as the `budget` pays. Example: `count = 300`.
    #[serde(default, with = "Option::<Count<2, MOST>>", skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// What all picks may cost on average, in the unit of `costs`. Default: what `count` picks cost. Example: `budget = 4000`.
    #[serde(default, with = "Option::<Positive>", skip_serializing_if = "Option::is_none")]
    pub budget: Option<f64>,
    /// What judging a unit costs: expensive ones are picked less often. Example: `costs = "words"`.
    #[serde(default)]
    pub costs: PickCosts,
    /// Strata that are picked from separately: each has picks in proportion to the sum of its spreads, at least two.
    /// Default: all units together. Example: `strata = { by = "domain" }`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strata: Option<PickStrata>,
    /// No unit counts for less than this share of the mean spread. Example: `floor = 0.2`.
    #[serde(default = "half", with = "Positive")]
    pub floor: f64,
    /// A judged corpus of the study with the same metric, which says what picks gain. It is not picked from itself.
    /// Default: none; then the gain is not known. Example: `earlier = "last-year"`.
    #[serde(default, with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub earlier: Option<String>,
    /// The criterion on which it is judged; needs `earlier`. Default: none. Example: `human = "mqm"`.
    #[serde(default, with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub human: Option<String>,
    /// Whether nothing is picked where the expected gain is below 1; needs `earlier`. Example: `require-gain = true`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("default" = false))]
    pub require_gain: bool,
}

fn half() -> f64 {
    0.5
}

impl Options for Pick {
    const KEY: &'static str = "pick";
    const PLACE: u8 = 44;
}

impl Pick {
    /// Picks by the spread of a metric, with nothing else said.
    pub fn by(scores: &str) -> Self {
        Self {
            scores: scores.to_owned(),
            units: PickedUnits::default(),
            count: None,
            budget: None,
            costs: PickCosts::default(),
            strata: None,
            floor: half(),
            earlier: None,
            human: None,
            require_gain: false,
        }
    }
}
