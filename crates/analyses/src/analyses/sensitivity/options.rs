//! Options of sensitivity.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::value::{Kind, Text};

/// How clearly each metric shows that systems differ, and on how much less data than a baseline metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Sensitivity {
    /// The metric that the others are compared with. Example: `baseline = "bleu"`.
    #[serde(with = "Text")]
    pub baseline: String,
    /// Judgments, or another metric of the study: how many significant differences contradict it. All metrics are then
    /// compared on the segments that it has. Default: none. Example: `gold = "adequacy"`.
    #[serde(default, with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub gold: Option<String>,
}

impl Options for Sensitivity {
    const KEY: &'static str = "sensitivity";
    const PLACE: u8 = 23;
}
