//! Options of gains.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::value::{ByName, Kind, Set, Text};

/// What systems gain by a change, such as adaptation to a domain. The corpus has the outputs before and after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Gains {
    /// By a name for what changed: the system before and the system after, both among the systems of the study.
    /// Example: `pairs = { S8 = ["S8-2a", "S8"] }`.
    #[serde(with = "ByName::<Set<Text>>")]
    pub pairs: BTreeMap<String, Vec<String>>,
}

impl Options for Gains {
    const KEY: &'static str = "gains";
    const PLACE: u8 = 22;
}
