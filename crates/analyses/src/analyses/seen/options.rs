//! Options of seen test data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;

/// Whether a system does better on the segments that were seen (`[corpora.NAME.seen]`) than on the others, compared with
/// the other systems.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Seen {}

impl Options for Seen {
    const KEY: &'static str = "seen";
    const PLACE: u8 = 42;
}
