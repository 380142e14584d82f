//! From a metric's configuration to the metric: the one list of kinds.

use super::config::MetricConfig;
use super::{Metric, external, given, human};

impl MetricConfig {
    /// The metric; none for means of judgments or scores, which read no text.
    pub fn metric(&self) -> Option<&dyn Metric> {
        Some(match self {
            Self::Bleu(config) => config,
            Self::MBleu(config) => config,
            Self::Nist(config) => config,
            Self::Gtm(config) => config,
            Self::ErrorRate(config) => config,
            Self::Ter(config) => config,
            Self::Chrf(config) => config,
            Self::Wnm(config) => config,
            Self::Human(_) | Self::External(_) | Self::Given(_) => return None,
        })
    }
}

/// Everything that changes the numbers of a metric, with `references` references.
pub fn signature(config: &MetricConfig, references: usize) -> String {
    match config {
        MetricConfig::External(external) => external::signature(external),
        MetricConfig::Human(human) => human::signature(human),
        MetricConfig::Given(sums) => given::signature(sums),
        _ => config.metric().map_or_else(String::new, |metric| metric.signature(references)),
    }
}

/// The least and the largest score that a metric can have, where both are known.
pub fn range(config: &MetricConfig) -> Option<(f64, f64)> {
    match config {
        MetricConfig::Bleu(_) | MetricConfig::MBleu(_) | MetricConfig::Chrf(_) => {
            Some((0.0, 100.0))
        }
        _ => None,
    }
}

/// Direction of a metric.
pub fn higher_is_better(config: &MetricConfig) -> bool {
    match config {
        MetricConfig::External(external) => external.higher_is_better(),
        MetricConfig::Human(human) => human.higher_is_better(),
        MetricConfig::Given(sums) => sums.higher_is_better(),
        _ => config.metric().is_none_or(Metric::higher_is_better),
    }
}
