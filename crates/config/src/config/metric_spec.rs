//! A metric of a spec.

use serde::Serialize;

use crate::metric::config::MetricConfig;

/// A metric under the name that tables give it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct MetricSpec {
    /// Name in tables.
    pub name: String,
    /// Kind and options.
    pub config: MetricConfig,
}
