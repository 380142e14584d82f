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
}

impl Options for CrossReference {
    const KEY: &'static str = "cross-reference";
    const PLACE: u8 = 15;
}
