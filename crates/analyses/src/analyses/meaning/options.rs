//! Options of what a difference means.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::value::{Ascending, ByName, Kind, Positive, Set, Text};

/// How often people agree with a difference of a metric between two systems of the study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Meaning {
    /// Judgments of the study that the metrics are compared with. Example: `against = ["mqm"]`.
    #[serde(with = "Set::<Text>")]
    pub against: Vec<String>,
    /// Differences of a metric, in its unit, at which the probability is wanted. Default: the quartiles of those that are
    /// there. Example: `at = { chrf = [0.5, 1.0, 2.0] }`.
    #[serde(
        with = "ByName::<Ascending<Positive>>",
        default,
        skip_serializing_if = "BTreeMap::is_empty"
    )]
    pub at: BTreeMap<String, Vec<f64>>,
}

impl Options for Meaning {
    const KEY: &'static str = "meaning";
    const PLACE: u8 = 41;
}
