//! Options of a campaign that showed good systems more often.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::value::{Count, Kind, MOST};

/// Scores from a campaign that showed good systems more often (`assignment: "dynamic"` of Pearmut), with less of the bias that this
/// makes: the log is replayed, with the probability that each page showed each system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Dynamic {
    /// Systems on a page, at most three. Default: as many as most pages of the log show. Example: `models = 3`.
    #[serde(default, with = "Option::<Count<1, 3>>", skip_serializing_if = "Option::is_none")]
    pub models: Option<u32>,
    /// Segments of each system that were rated before its mean counted: `dynamic_coldstart` of the campaign.
    /// Example: `coldstart = 20`.
    #[serde(with = "Count::<0, MOST>")]
    pub coldstart: u32,
}

impl Options for Dynamic {
    const KEY: &'static str = "dynamic";
    const PLACE: u8 = 62;
}
