//! Options of intervals.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analyses::common::defaults::LEVEL;
use crate::value::{Kind, OneOrMany, Set, Share, Word, words};

/// Intervals by several methods, one row each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Intervals {
    /// Methods. Default: that of the study's `interval-method`, and where that says nothing,
    /// `"jackknife-t"`, or `"student-t"` for scorings that have no jackknife.
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
    /// A method for intervals, which several analyses name.
    pub enum IntervalMethod {
        /// Quantiles of the replicates, linearly interpolated.
        Percentile = "percentile",
        /// Sorted replicates with as many dropped at each end (Koehn 2004).
        OrderStatistic = "order-statistic",
        /// The percentile interval mirrored at the score.
        Basic = "basic",
        /// Score and standard normal quantile times the standard deviation.
        Normal = "normal",
        /// Score and Student quantile times the standard deviation.
        StudentT = "student-t",
        /// Score and Student quantile times the standard error by the jackknife, without resampling;
        /// of a mean, the interval of the textbooks (Koehn 2004, section 4).
        JackknifeT = "jackknife-t",
        /// Studentised bootstrap.
        BootstrapT = "bootstrap-t",
        /// Bias-corrected and accelerated bootstrap.
        Bca = "bca",
    }
}

impl IntervalMethod {
    /// Whether it is read off the tails of the replicates, which must hold some.
    pub(crate) fn reads_tails(self) -> bool {
        !matches!(self, Self::Normal | Self::StudentT | Self::JackknifeT)
    }
}

words! {
    /// A program whose numbers are reproduced digit by digit.
    pub enum Compat {
        /// sacreBLEU.
        Sacrebleu = "sacrebleu",
    }
}
