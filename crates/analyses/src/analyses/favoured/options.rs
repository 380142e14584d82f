//! Options of favoured systems.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::value::{Kind, Set, Text};

/// Which systems a metric favours: how far each lies from the line of the metric on judgments through all other systems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Favoured {
    /// Judgments, or other metrics of the study, that the others are compared with.
    /// Example: `against = ["fluency", "adequacy"]`.
    #[serde(with = "Set::<Text>")]
    pub against: Vec<String>,
}

impl Options for Favoured {
    const KEY: &'static str = "favoured";
    const PLACE: u8 = 21;
}
