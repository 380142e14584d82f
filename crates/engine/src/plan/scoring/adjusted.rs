//! Scores by least squares: which systems are adjusted together, and what there is of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::digests::{add_part, bytes_of, digests_of_scores};
use super::presence::{Obstacle, presence};
use crate::corpus::model::Corpus;
use crate::metric::config::{Adjustment, MetricConfig, ScoreLevel};
use crate::stats::least_squares_means::{Observation, observations};

/// Systems whose scores are adjusted together, by one fit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AdjustedSystems {
    /// Their names, in byte order.
    pub names: Vec<String>,
    /// Number of their judges, where judges have effects; else 0.
    pub judges: usize,
}

/// Numbers of judges by system, column of judgments and segment, and how many there are.
pub(crate) type JudgeNumbers = (Vec<Vec<Vec<Option<u32>>>>, usize);

impl AdjustedSystems {
    /// Those of `systems` without an obstacle.
    pub(crate) fn new(
        adjustment: Adjustment,
        config: &MetricConfig,
        systems: &[String],
        presences: &[Result<Vec<bool>, Obstacle>],
        corpus: &Corpus,
    ) -> Self {
        let present = systems.iter().zip(presences).filter(|(_, presence)| presence.is_ok());
        let mut names: Vec<String> = present.map(|(system, _)| system.clone()).collect();
        names.sort_unstable();
        let systems = Self { names, judges: 0 };
        let judges = if adjustment.judges { systems.judge_numbers(config, corpus) } else { None };
        Self { judges: judges.map_or(0, |(_, count)| count), ..systems }
    }

    /// The place of a system among them.
    pub fn position(&self, system: &str) -> Option<usize> {
        self.names.binary_search_by(|name| name.as_str().cmp(system)).ok()
    }

    /// Numbers of the judges of the criterion of `config`, in byte order of their names; `None` where the metric is not
    /// judged, or a judge has no name.
    pub fn judge_numbers(&self, config: &MetricConfig, corpus: &Corpus) -> Option<JudgeNumbers> {
        let MetricConfig::Human(human) = config else { return None };
        let criterion = human.criteria.first()?;
        let by_system = corpus.judge_names.get(criterion)?;
        let judgments = corpus.judgments.get(criterion)?;
        let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
        for system in &self.names {
            let scores = judgments.get(system)?.judges.iter().flatten();
            for (score, name) in scores.zip(by_system.get(system)?.iter().flatten()) {
                if score.is_some() {
                    numbers.insert(name.as_deref()?, 0);
                }
            }
        }
        numbers.values_mut().zip(0..).for_each(|(number, place)| *number = place);
        let columns = self.names.iter().map(|system| by_system[system].iter());
        let columns = columns.map(|names| {
            names
                .map(|names| {
                    names
                        .iter()
                        .map(|name: &Option<Arc<str>>| numbers.get(name.as_deref()?).copied())
                        .collect()
                })
                .collect()
        });
        Some((columns.collect(), numbers.len()))
    }

    /// Judgments or scores of an item are there or not: what connects systems.
    pub(crate) fn connections(
        &self,
        config: &MetricConfig,
        corpus: &Corpus,
    ) -> Vec<Vec<Observation>> {
        let judges = if self.judges > 0 { self.judge_numbers(config, corpus) } else { None };
        let columns: Vec<Vec<Vec<Option<f64>>>> = self
            .names
            .iter()
            .map(|system| match (config, &judges) {
                (MetricConfig::Human(human), Some(_)) => {
                    let judgments = &corpus.judgments[&human.criteria[0]][system];
                    judgments.judges.iter().map(|column| mark(column)).collect()
                }
                (MetricConfig::External(external), _) if external.level == ScoreLevel::Document => {
                    vec![mark(&corpus.external_documents[&external.score][system])]
                }
                _ => {
                    let present = presence(config, None, system, corpus).unwrap_or_default();
                    let present = present.into_iter();
                    vec![present.map(|is_present| is_present.then_some(0.0)).collect()]
                }
            })
            .collect();
        let columns: Vec<&[Vec<Option<f64>>]> = columns.iter().map(Vec::as_slice).collect();
        let items = columns.first().and_then(|columns| columns.first()).map_or(0, Vec::len);
        observations(&columns, judges.as_ref().map(|(numbers, _)| &**numbers), items)
    }

    /// A digest of what all of them were given by `config`: it changes the score of each.
    pub(crate) fn digest(&self, config: &MetricConfig, corpus: &Corpus) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_derive_key("runner 2026 systems adjusted together");
        for system in &self.names {
            match config {
                MetricConfig::Human(human) => {
                    for criterion in &human.criteria {
                        let digest = corpus.judgments_digest(criterion, system);
                        add_part(&mut hasher, bytes_of(digest.as_ref()));
                    }
                }
                _ => {
                    for digest in digests_of_scores(corpus, config, system) {
                        add_part(&mut hasher, bytes_of(digest.as_ref()));
                    }
                }
            }
        }
        if self.judges > 0 {
            let numbers =
                self.judge_numbers(config, corpus).map_or_else(Vec::new, |(numbers, _)| numbers);
            for number in numbers.into_iter().flatten().flatten() {
                add_part(&mut hasher, &number.unwrap_or(u32::MAX).to_le_bytes());
            }
        }
        *hasher.finalize().as_bytes()
    }
}

/// 0 where there is a score.
fn mark(scores: &[Option<f64>]) -> Vec<Option<f64>> {
    scores.iter().map(|score| score.map(|_| 0.0)).collect()
}
