//! Options of runs.

use std::collections::BTreeMap;

use schemars::{JsonSchema, json_schema};
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::value::{
    ByName, Entry, FromZero, Kind, Positive, Refusal, Set, Share, Text, inline_schema,
};

/// What several runs of a system say: how scores vary with runs and with texts, differences for other texts and other runs,
/// and what more runs or more texts would bring.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Runs {
    /// Outputs that are runs of a system, where the corpus does not say so. Default: what the corpus says.
    /// Example: `systems = { base = ["base-seed1", "base-seed2"], new = ["new-seed1", "new-seed2"] }`.
    #[serde(with = "ByName::<Set<Text>>", skip_serializing_if = "BTreeMap::is_empty")]
    pub systems: BTreeMap<String, Vec<String>>,
    /// Pairs of systems, each a baseline and what is compared with it. Default: all pairs of systems with several runs.
    /// Example: `pairs = [["base", "new"]]`.
    #[serde(with = "Option::<Set<Pair>>", skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Vec<[String; 2]>>,
    /// Whether the first run of one system belongs to the first of the other, as with the same seed and data.
    /// Example: `paired-runs = true`.
    pub paired_runs: bool,
    /// A true difference that is to be found, in the unit of the metric. Default: none. Example: `detect = 0.5`.
    #[serde(with = "Option::<Positive>", skip_serializing_if = "Option::is_none")]
    pub detect: Option<f64>,
    /// With this probability. Example: `power = 0.9`.
    #[serde(with = "Share")]
    pub power: f64,
    /// Prices, in any one unit; what is left out costs nothing. Default: none. Example: `costs = { run = 400, segment = 0.1 }`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub costs: Option<RunPrices>,
}

impl Default for Runs {
    fn default() -> Self {
        Self {
            systems: BTreeMap::new(),
            pairs: None,
            paired_runs: false,
            detect: None,
            power: 0.8,
            costs: None,
        }
    }
}

impl Options for Runs {
    const KEY: &'static str = "runs";
    const PLACE: u8 = 60;
}

/// Prices of runs and texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct RunPrices {
    /// Of a run of one system. Example: `run = 400.0`.
    #[serde(with = "FromZero")]
    pub run: f64,
    /// Of a segment of the test set, for all systems together. Example: `segment = 0.1`.
    #[serde(with = "FromZero")]
    pub segment: f64,
}

/// A list of two names.
#[derive(Debug)]
pub enum Pair {}

impl Kind for Pair {
    type Value = [String; 2];

    fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<[String; 2], D::Error> {
        let names = Vec::<Entry<Text>>::deserialize(source)?;
        let names: Vec<String> = names.into_iter().map(|Entry(name)| name).collect();
        let help =
            "write a baseline and the system that is compared with it, such as [\"base\", \"new\"]";
        let pair: [String; 2] = names.try_into().map_err(|_| {
            D::Error::custom(Refusal::new("{value} does not name two systems", help))
        })?;
        if pair[0] == pair[1] {
            let message = format!("{{value}} compares `{}` with itself", pair[0]);
            return Err(D::Error::custom(Refusal::new(message, help)));
        }
        Ok(pair)
    }
}

inline_schema!("Pair", [] Pair, |generator| json_schema!({
    "type": "array",
    "items": Text::<String>::json_schema(generator),
    "minItems": 2,
    "maxItems": 2,
    "uniqueItems": true
}));
