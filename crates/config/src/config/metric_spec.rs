//! A metric of a spec.

use serde::Serialize;

use super::score_command::ScoreCommand;
use crate::metric::config::MetricConfig;

/// A metric under the name that tables give it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct MetricSpec {
    /// Name in tables.
    pub name: String,
    /// Kind and options.
    pub config: MetricConfig,
    /// What gives the scores that it is of, where they do not come with the corpus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<ScoreCommand>,
}

impl MetricSpec {
    /// A metric that computes its scores, or has them from the corpus.
    pub fn new(name: impl Into<String>, config: MetricConfig) -> Self {
        Self { name: name.into(), config, command: None }
    }
}
