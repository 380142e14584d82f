//! Options of power.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::config::defaults::LEVEL;
use crate::value::{Kind, OneOrMany, Positive, Share};

/// Sizes needed to distinguish systems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Power {
    /// True differences to be detected, in the unit of the metric; above 0. Default: for each pair a
    /// curve of round values around the smallest difference that its test set can show, never the
    /// observed one. Example: `effects = [0.5, 1.0]`.
    #[serde(with = "Option::<OneOrMany<Positive>>")]
    pub effects: Option<Vec<f64>>,
    /// Wanted probability of detection, between 0 and 1. Example: `power = 0.9`.
    #[serde(with = "Share")]
    pub power: f64,
    /// Confidence level of the test, between 0 and 1. Default: that of the study.
    /// Example: `level = 0.99`.
    #[serde(with = "Share")]
    #[schemars(skip_serializing)]
    pub level: f64,
}

impl Options for Power {
    const KEY: &'static str = "power";
    const PLACE: u8 = 10;
}

impl Default for Power {
    fn default() -> Self {
        Self { effects: None, power: 0.8, level: LEVEL }
    }
}
