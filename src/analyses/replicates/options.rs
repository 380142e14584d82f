//! Whether the scores of all replicates are kept.

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::Deserializer;

use crate::value::{Kind, inline_schema};

/// Keeps the scores of all replicates, in a table of their own. No options.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Replicates")]
struct NoKeys {}

/// A table without keys: its presence turns the analysis on.
pub enum Replicates {}

impl Kind for Replicates {
    type Value = bool;

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<bool, D::Error> {
        NoKeys::deserialize(source).map(|NoKeys {}| true)
    }
}

inline_schema!("Replicates", [] Replicates, |generator| generator.subschema_for::<NoKeys>());
