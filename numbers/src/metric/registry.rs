//! From a metric's configuration to the metric: the one list of kinds.

use std::ops::Range;

use super::bleu::Bleu;
use super::chrf::Chrf;
use super::config::{MetricConfig, WnmConfig};
use super::error_rate::ErrorRate;
use super::gtm::Gtm;
use super::m_bleu::MBleu;
use super::nist::Nist;
use super::ter::Ter;
use super::wnm::{DocumentWnm, SegmentWnm};
use super::{DocumentMetric, Metric, external, human};

/// A metric by what its statistics are made of.
pub enum Kind {
    /// Segments of hypotheses against references.
    Segments(Box<dyn Metric>),
    /// Documents of hypotheses against references.
    Documents(Box<dyn DocumentMetric>),
    /// Judgments or scores; no text is read.
    Judgments,
}

/// The metric that `config` describes, for a corpus of `documents` given by their segments.
pub fn kind(config: &MetricConfig, documents: &[Range<usize>]) -> Kind {
    Kind::Segments(match config {
        MetricConfig::Bleu(config) => Box::new(Bleu::new(config.clone())),
        MetricConfig::MBleu(config) => Box::new(MBleu::new(config.clone())),
        MetricConfig::Nist(config) => Box::new(Nist::new(config.clone())),
        MetricConfig::Gtm(config) => Box::new(Gtm::new(config.clone())),
        MetricConfig::ErrorRate(config) => Box::new(ErrorRate::new(config.clone())),
        MetricConfig::Ter(config) => Box::new(Ter::new(*config)),
        MetricConfig::Chrf(config) => Box::new(Chrf::new(config.clone())),
        MetricConfig::Wnm(config) => return wnm(config, documents),
        MetricConfig::Human(_) | MetricConfig::External(_) => return Kind::Judgments,
    })
}

fn wnm(config: &WnmConfig, documents: &[Range<usize>]) -> Kind {
    match DocumentWnm::new(config.clone()) {
        Some(metric) => Kind::Documents(Box::new(metric)),
        None => Kind::Segments(Box::new(
            SegmentWnm::new(config.clone(), documents.to_vec())
                .expect("an aggregation is over documents or over segments"),
        )),
    }
}

/// Everything that changes the numbers of a metric, with `references` references.
pub fn signature(config: &MetricConfig, references: usize) -> String {
    match (kind(config, &[]), config) {
        (Kind::Segments(metric), _) => metric.signature(references),
        (Kind::Documents(metric), _) => metric.signature(references),
        (Kind::Judgments, MetricConfig::External(external)) => external::signature(external),
        (Kind::Judgments, MetricConfig::Human(human)) => human::signature(human),
        (Kind::Judgments, _) => unreachable!("only two kinds read judgments"),
    }
}

/// Direction of a metric.
pub fn higher_is_better(config: &MetricConfig) -> bool {
    match (kind(config, &[]), config) {
        (Kind::Segments(metric), _) => metric.higher_is_better(),
        (Kind::Documents(metric), _) => metric.higher_is_better(),
        (Kind::Judgments, MetricConfig::External(external)) => external.higher_is_better,
        (Kind::Judgments, MetricConfig::Human(human)) => human.higher_is_better,
        (Kind::Judgments, _) => unreachable!("only two kinds read judgments"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::config::WnmAggregation;

    #[test]
    fn statistics_of_documents_are_announced() {
        for (aggregation, per_document) in [
            (WnmAggregation::DocumentMean, true),
            (WnmAggregation::DocumentSum, true),
            (WnmAggregation::Segment, false),
        ] {
            let config = MetricConfig::Wnm(WnmConfig { aggregation, ..WnmConfig::default() });
            assert_eq!(config.is_per_document(), per_document);
            assert_eq!(matches!(kind(&config, &[]), Kind::Documents(_)), per_document);
        }
    }
}
