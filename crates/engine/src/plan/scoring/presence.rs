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
    let present: Vec<bool> = match config {
        MetricConfig::Human(human) => {
            let mut judged = Vec::new();
            for criterion in &human.criteria {
                let by_system = corpus.judgments.get(criterion).ok_or(Obstacle::NoData)?;
                judged.push(by_system.get(system).ok_or(Obstacle::NoData)?);
                if !human.value.is_score() {
                    // A rank is one among all of them.
                    judged.extend(corpus.machine_systems().filter_map(|name| by_system.get(name)));
                }
            }
            all.map(|segment| {
                let is_judged = |judge: &Vec<Option<f64>>| judge[segment].is_some();
                judged.iter().all(|judgments| judgments.judges.iter().any(is_judged))
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
    if present.contains(&true) { Ok(present) } else { Err(Obstacle::NoData) }
}
