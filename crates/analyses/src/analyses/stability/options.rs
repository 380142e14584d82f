//! Options of stability.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analyses::intervals::options::IntervalMethod;
use crate::config::asked::Options;
use crate::value::{Kind, Set, Word};

/// How much intervals change from one repetition of the resampling to the next, over the `repeats` of the
/// study (at least 2). All other tables of the study then show the first repeat alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Stability {
    /// Interval methods. Example: `methods = ["percentile", "normal"]`.
    #[serde(with = "Set::<Word<IntervalMethod>>")]
    pub methods: Vec<IntervalMethod>,
}

impl Options for Stability {
    const KEY: &'static str = "stability";
    const PLACE: u8 = 9;
}

impl Default for Stability {
    fn default() -> Self {
        Self { methods: vec![IntervalMethod::Percentile] }
    }
}
