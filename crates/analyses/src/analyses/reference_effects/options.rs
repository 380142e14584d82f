//! Options of reference effects.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;

/// Which systems single references favour. The study scores systems by each reference alone: `reference-counts = [1]` with
/// `reference-choice = "every-subset"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ReferenceEffects {}

impl Options for ReferenceEffects {
    const KEY: &'static str = "reference-effects";
    const PLACE: u8 = 24;
}
