//! Whether the scores of all replicates are kept.

use schemars::JsonSchema;
use serde::de::Deserializer;
use serde::{Deserialize, Serialize, Serializer};

/// Keeps the scores of all replicates, in a table of their own. No options.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Replicates {}

impl Replicates {
    /// Whether the table is there, which is all that it says.
    pub(in crate::spec) fn deserialize<'de, D: Deserializer<'de>>(
        source: D,
    ) -> Result<bool, D::Error> {
        <Self as Deserialize>::deserialize(source).map(|Self {}| true)
    }

    /// As the canonical spec has it.
    pub(in crate::spec) fn serialize<S: Serializer>(
        is: &bool,
        target: S,
    ) -> Result<S::Ok, S::Error> {
        is.serialize(target)
    }
}
