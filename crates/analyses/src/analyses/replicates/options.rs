//! Whether the scores of all replicates are kept.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use crate::config::{Options, StudyRules};

/// Keeps the scores of all replicates, in a table of their own. No options.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Replicates {}

impl Options for Replicates {
    const KEY: &'static str = "replicates";
    const PLACE: u8 = 18;
}

impl StudyRules for Replicates {}

/// The canonical spec has it as `true`.
impl Serialize for Replicates {
    fn serialize<S: Serializer>(&self, target: S) -> Result<S::Ok, S::Error> {
        target.serialize_bool(true)
    }
}
