//! Options of representativeness.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::stats::correlation::Coefficient;
use crate::value::{Kind, Set, Word};

/// How closely a subset scores and decides like the whole (Hamon et al. 2007 ask whether a judged subset
/// is representative).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Representativeness {
    /// Coefficients between the scores of a subset and of the whole.
    /// Example: `coefficients = ["pearson"]`.
    #[serde(with = "Set::<Word<Coefficient>>")]
    pub coefficients: Vec<Coefficient>,
}

impl Options for Representativeness {
    const KEY: &'static str = "representativeness";
    const PLACE: u8 = 11;
}

impl Default for Representativeness {
    fn default() -> Self {
        Self { coefficients: vec![Coefficient::Pearson, Coefficient::Spearman] }
    }
}
