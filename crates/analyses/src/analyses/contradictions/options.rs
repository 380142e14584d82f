//! Options of contradictions.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::value::{ByName, Kind, Set, Text};

/// Judges against each other: which systems each prefers, where two contradict each other significantly, and whether another
/// judge like these would agree with them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Contradictions {
    /// Judges that count as one, such as models of one maker: the mean of each family is a judge. Default: none.
    /// Example: `families = { llm = ["gemba-gpt", "gemba-cmda"] }`.
    #[serde(with = "ByName::<Set<Text>>", skip_serializing_if = "BTreeMap::is_empty")]
    pub families: BTreeMap<String, Vec<String>>,
    /// Name of a system that all others are compared with. Default: every pair. Example: `baseline = "S1"`.
    #[serde(with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub baseline: Option<String>,
}

impl Options for Contradictions {
    const KEY: &'static str = "contradictions";
    const PLACE: u8 = 61;
}
