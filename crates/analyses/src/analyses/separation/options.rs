//! Options of separation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analyses::comparison::options::{Adjustment, Comparison, TestMethod};
use crate::config::asked::Options;

/// How many pairs of systems differ significantly, by size of the test set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Separation {
    /// Test of a pair. Default: the first method of `comparison` in the same study, or
    /// `"jackknife-t"`. Example: `method = "approximate-randomization"`.
    pub method: Option<TestMethod>,
    /// Adjustment of p-values for the number of pairs. Default: that of `comparison` in the same study,
    /// or `"holm"`. Example: `adjustment = "none"`.
    pub adjustment: Option<Adjustment>,
}

impl Options for Separation {
    const KEY: &'static str = "separation";
    const PLACE: u8 = 4;
}

impl Separation {
    /// The comparison whose verdicts are counted; `beside` is that of the same study.
    pub(super) fn comparison(&self, beside: Option<&Comparison>) -> Comparison {
        let base = beside.cloned().unwrap_or_default();
        let usual = Comparison::default().methods;
        let first = self.method.or(base.methods.first().copied());
        Comparison {
            methods: first.map_or(usual, |method| vec![method]),
            adjustment: self.adjustment.unwrap_or(base.adjustment),
            compat: None,
            ..base
        }
    }
}
