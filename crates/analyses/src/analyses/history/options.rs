//! Options of histories.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::value::{Count, Kind};

/// Most looks that anyone counts.
const MOST: i64 = 100_000;

/// A system from version to version: the systems of the study are its versions, in the order of `systems`. Each is compared with
/// the one before and with the first, and all looks at the test set share the level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct History {
    /// Looks at this test set that are not among the versions, such as those of pull requests: the second version is the look
    /// after these. Example: `earlier-looks = 12`.
    #[serde(with = "Count::<0, MOST>")]
    pub earlier_looks: u32,
}

impl Options for History {
    const KEY: &'static str = "history";
    const PLACE: u8 = 48;
}
