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

/// The scores of the corpus that a metric reads of `system`, and what they are of; `None` where some are not there.
pub(crate) fn scores_of_system<'a>(
    config: &MetricConfig,
    system: &str,
    corpus: &'a Corpus,
) -> Option<(ScoreLevel, Vec<&'a Vec<Option<f64>>>)> {
    let (level, names) = config.scores_of_corpus()?;
    let all = external_scores(corpus, level);
    let columns: Option<_> = names.iter().map(|name| all.get(name)?.get(system)).collect();
    Some((level, columns?))
}

/// Whether a segment (or document) has a number in every column.
fn is_scored(columns: &[&Vec<Option<f64>>], at: usize) -> bool {
    columns.iter().all(|column| column[at].is_some())
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
                judged
                    .iter()
                    .all(|judgments| judgments.judges.iter().any(|judge| judge[segment].is_some()))
            })
            .collect()
        }
        MetricConfig::External(_) | MetricConfig::Given(_) => {
            let (level, columns) =
                scores_of_system(config, system, corpus).ok_or(Obstacle::NoData)?;
            match level {
                ScoreLevel::Segment => all.map(|at| is_scored(&columns, at)).collect(),
                ScoreLevel::Document => {
                    let documents = corpus.documents.iter().enumerate();
                    let flags = documents.map(|(at, document)| {
                        vec![is_scored(&columns, at); document.segments.len()]
                    });
                    flags.flatten().collect()
                }
            }
        }
        _ => {
            let references = references.map_or(&[][..], |set| &set.indices);
            let texts = references.iter().map(|index| &corpus.references[*index]);
            if texts.clone().any(|reference| reference.name == system) {
                return Err(Obstacle::ReferenceOfItself);
            }
            let hypotheses = corpus.hypotheses(system).ok_or(Obstacle::NoData)?;
            all.map(|segment| {
                hypotheses.get(segment).is_some()
                    && texts.clone().any(|reference| reference.texts.get(segment).is_some())
            })
            .collect()
        }
    };
    for (is_present, weight) in present.iter_mut().zip(corpus.weights.iter().flatten()) {
        *is_present &= weight.is_some();
    }
    if present.contains(&true) { Ok(present) } else { Err(Obstacle::NoData) }
}
