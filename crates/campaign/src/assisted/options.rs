//! Options of people with a metric.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::value::{Kind, Text};

/// What a metric saves: people judged a random part of the texts (or picks with weights), a metric has scored all, and
/// its mean error is measured on the judged part and taken off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Assisted {
    /// Judgments of the study. Example: `human = "esa"`.
    #[serde(with = "Text")]
    pub human: String,
    /// The metric of the study that assists. Example: `metric = "metricx"`.
    #[serde(with = "Text")]
    pub metric: String,
    /// That the metric was not trained or tuned on these judgments; without it there is no estimate.
    /// Example: `independent = true`.
    #[serde(default)]
    pub independent: bool,
    /// That the judged documents are a random part of the corpus; not needed where the corpus has weights.
    /// Example: `random = true`.
    #[serde(default)]
    pub random: bool,
    /// That the metric and people use the same scale, so that the metric's bias is a number.
    /// Example: `same-scale = true`.
    #[serde(default)]
    pub same_scale: bool,
}

impl Options for Assisted {
    const KEY: &'static str = "assisted";
    const PLACE: u8 = 59;
}
