//! Options of intervals.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::config::defaults::LEVEL;
pub use crate::config::model::IntervalMethod;
use crate::value::{Kind, OneOrMany, Set, Share, Word, words};

/// Intervals by several methods, one row each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Intervals {
    /// Methods. Default: that of the study's `interval-method`, and where that says nothing,
    /// `"jackknife-t"`, `"wilson"` for judgments or external scores that are all 0 or 1, or `"student-t"` for scorings that
    /// have no jackknife.
    /// Example: `methods = ["percentile", "bca"]`.
    #[serde(with = "Option::<Set<Word<IntervalMethod>>>", skip_serializing_if = "Option::is_none")]
    pub methods: Option<Vec<IntervalMethod>>,
    /// Confidence level between 0 and 1, or several. Default: that of the study.
    /// Example: `level = [0.9, 0.95]`.
    #[serde(rename(deserialize = "level"), with = "OneOrMany::<Share>")]
    #[schemars(skip_serializing)]
    pub levels: Vec<f64>,
    /// `"sacrebleu"` gives that program's interval digit by digit, with its own stream, method and
    /// level, so `methods` and `level` are left out. Default: none. Example: `compat = "sacrebleu"`.
    pub compat: Option<Compat>,
}

impl Options for Intervals {
    const KEY: &'static str = "intervals";
    const PLACE: u8 = 2;
}

impl Default for Intervals {
    fn default() -> Self {
        Self { methods: None, levels: vec![LEVEL], compat: None }
    }
}

impl Intervals {
    /// The methods; where none is written, the one that most scorings get.
    pub(crate) fn methods(&self) -> &[IntervalMethod] {
        self.methods.as_deref().unwrap_or(&[IntervalMethod::JackknifeT])
    }
}

words! {
    /// A program whose numbers are reproduced digit by digit.
    pub enum Compat {
        /// sacreBLEU.
        Sacrebleu = "sacrebleu",
    }
}
