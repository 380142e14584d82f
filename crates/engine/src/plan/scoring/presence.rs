//! Which segments of a system a metric can score, and why a system has no score at all.

use std::collections::BTreeMap;

use super::references::ReferenceSet;
use crate::corpus::model::{BySystem, Corpus};
use crate::metric::config::{MetricConfig, ScoreLevel};
use crate::stats::reason::Reason;

/// Why a system has no score at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// The corpus has no judgments, scores or texts of the system for this metric.
    NoData,
    /// The system is one of the references that it would be compared with.
    ReferenceOfItself,
}

impl From<Obstacle> for Reason {
    fn from(obstacle: Obstacle) -> Self {
        match obstacle {
            Obstacle::NoData => Self::NoData,
            Obstacle::ReferenceOfItself => Self::ReferenceOfItself,
        }
    }
}

/// Scores of the corpus at a level.
pub(crate) fn external_scores(
    corpus: &Corpus,
    level: ScoreLevel,
) -> &BTreeMap<String, BySystem<Vec<Option<f64>>>> {
    match level {
        ScoreLevel::Segment => &corpus.external,
        ScoreLevel::Document => &corpus.external_documents,
    }
}

/// Which segments of `system` can be scored, one flag each.
pub(crate) fn presence(
    config: &MetricConfig,
    references: Option<&ReferenceSet>,
    system: &str,
    corpus: &Corpus,
) -> Result<Vec<bool>, Obstacle> {
    let all = 0..corpus.segment_count();
    let mut present: Vec<bool> = match config {
        MetricConfig::Human(human) => {
            let columns: Option<Vec<_>> = human
                .criteria
                .iter()
                .map(|criterion| corpus.judgments.get(criterion)?.get(system))
                .collect();
            let columns = columns.ok_or(Obstacle::NoData)?;
            all.map(|segment| {
                let judged = |judges: &[Vec<Option<f64>>]| {
                    judges.iter().any(|judge| judge[segment].is_some())
                };
                columns.iter().all(|judgments| judged(&judgments.judges))
            })
            .collect()
        }
        MetricConfig::External(external) => {
            let scores = external_scores(corpus, external.level).get(&external.score);
            let scores = scores.and_then(|by| by.get(system)).ok_or(Obstacle::NoData)?;
            let scored = scores.iter().map(Option::is_some);
            match external.level {
                ScoreLevel::Segment => scored.collect(),
                ScoreLevel::Document => {
                    let documents = corpus.documents.iter().zip(scored);
                    let flags = documents.map(|(document, is)| vec![is; document.segments.len()]);
                    flags.flatten().collect()
                }
            }
        }
        _ => {
            let references = references.map_or(&[][..], |set| &set.indices);
            let texts = || references.iter().map(|index| &corpus.references[*index]);
            if texts().any(|reference| reference.name == system) {
                return Err(Obstacle::ReferenceOfItself);
            }
            let hypotheses = corpus.hypotheses(system).ok_or(Obstacle::NoData)?;
            all.map(|segment| {
                hypotheses.get(segment).is_some()
                    && texts().any(|reference| reference.texts.get(segment).is_some())
            })
            .collect()
        }
    };
    for (is_present, weight) in present.iter_mut().zip(corpus.weights.iter().flatten()) {
        *is_present &= weight.is_some();
    }
    if present.contains(&true) { Ok(present) } else { Err(Obstacle::NoData) }
}
