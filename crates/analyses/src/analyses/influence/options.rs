//! Options of influence.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::value::{Count, Kind, MOST};

/// What single documents do to scores and to differences: which are difficult, where metrics disagree, and which
/// verdicts change without one. Whole documents are the units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Influence {
    /// How many documents findings name; the tables have all. Example: `documents = 10`.
    #[serde(with = "Count::<1, MOST>")]
    pub documents: u32,
}

impl Options for Influence {
    const KEY: &'static str = "influence";
    const PLACE: u8 = 20;
}

impl Default for Influence {
    fn default() -> Self {
        Self { documents: 5 }
    }
}
