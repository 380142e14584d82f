//! Options of cross-references.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::value::{Count, Kind, MOST, OneOrMany};

/// Each reference scored against the others.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct CrossReference {
    /// Numbers of other references to score against. Default: all others. Example: `counts = [1]`.
    #[serde(with = "Option::<OneOrMany<Count<1, MOST, usize>>>")]
    pub counts: Option<Vec<usize>>,
    /// Whether systems are compared with people: their scores in percent of what references score against all others, by the
    /// same sets of references; by metrics without references, of what references score that are among the systems. The study
    /// scores by every set of all references but one. Example: `relative = true`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("default" = false))]
    pub relative: bool,
}

impl Options for CrossReference {
    const KEY: &'static str = "cross-reference";
    const PLACE: u8 = 15;
}
