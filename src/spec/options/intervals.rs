//! Options of intervals.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Compat, IntervalMethod, LEVEL};
use crate::value::{Kind, OneOrMany, Set, Share, Word};

/// Intervals by several methods, one row each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Intervals {
    /// Methods. Example: `methods = ["percentile", "bca"]`.
    #[serde(with = "Set::<Word<IntervalMethod>>")]
    pub methods: Vec<IntervalMethod>,
    /// Confidence level between 0 and 1, or several. Default: that of the study.
    /// Example: `level = [0.9, 0.95]`.
    #[serde(rename(deserialize = "level"), with = "OneOrMany::<Share>")]
    #[schemars(skip_serializing)]
    pub levels: Vec<f64>,
    /// `"sacrebleu"` gives that program's interval digit by digit, with its own stream, method and
    /// level, so `methods` and `level` are left out. Default: none. Example: `compat = "sacrebleu"`.
    pub compat: Option<Compat>,
}

impl Default for Intervals {
    fn default() -> Self {
        Self { methods: vec![IntervalMethod::Percentile], levels: vec![LEVEL], compat: None }
    }
}
