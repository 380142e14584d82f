//! Degrees of freedom as a part of results.

use serde::{Deserialize, Serialize};

use crate::stats::freedom::Freedom;

/// The fields of [`Freedom`]: `#[serde(with = "FreedomFields")]`.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Freedom")]
pub(in crate::analyses) struct FreedomFields {
    degrees: f64,
    of_equal_units: f64,
    effective_units: f64,
    longest_share: f64,
}
