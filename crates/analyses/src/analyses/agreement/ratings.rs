//! Judgments of systems, by document and segment.

use std::collections::{BTreeMap, BTreeSet};

use crate::analyses::common::judged::{JudgeLabel, JudgeLabels};
use crate::corpus::model::{Corpus, JudgeNames, Judgments};

/// What each judge gave a segment.
type ByJudge = BTreeMap<JudgeLabel, f64>;

/// Two judges, in the order of their codes.
pub(super) type JudgePair = (JudgeLabel, JudgeLabel);

/// Judgments by document and segment.
#[derive(Default)]
pub(super) struct Ratings {
    /// Judgments of each segment (of each system) of each document.
    documents: Vec<Vec<Vec<f64>>>,
    /// The same by judge; `None` where the corpus has no names.
    named: Option<Vec<Vec<ByJudge>>>,
    /// Columns of judgments.
    pub(super) judges: usize,
}

impl Ratings {
    /// The judgments of a system on a criterion, with the names of those who gave them.
    pub(super) fn new(
        corpus: &Corpus,
        judgments: Option<&Judgments>,
        names: Option<&JudgeNames>,
        labels: &JudgeLabels,
    ) -> Self {
        let Some(Judgments { judges }) = judgments else { return Self::default() };
        let of_segment = |segment: usize| -> Vec<f64> {
            judges.iter().map(|judge| judge[segment].unwrap_or(f64::NAN)).collect()
        };
        let documents = corpus.documents.iter().map(|document| document.segments.clone());
        let named = names.map(|names| {
            let of_segment = |segment: usize| -> ByJudge {
                let columns = judges.iter().zip(names);
                let given = columns.filter_map(|(scores, names)| {
                    Some((labels.get(names[segment].as_ref()?).clone(), scores[segment]?))
                });
                given.collect()
            };
            documents.clone().map(|segments| segments.map(of_segment).collect()).collect()
        });
        let documents = documents.map(|segments| segments.map(of_segment).collect()).collect();
        Self { documents, named, judges: judges.len() }
    }

    /// All systems together. They have names where each has.
    pub(super) fn pooled<'a>(systems: impl Iterator<Item = &'a Self> + Clone) -> Self {
        let mut pooled = Self::default();
        let judged = systems.filter(|system| system.judges > 0);
        let mut named = judged.clone().all(|system| system.named.is_some()).then(Vec::new);
        for system in judged {
            pooled.judges = pooled.judges.max(system.judges);
            append(&mut pooled.documents, &system.documents);
            if let (Some(all), Some(own)) = (&mut named, &system.named) {
                append(all, own);
            }
        }
        Self { named, ..pooled }
    }

    /// Pairs of judges who judged a segment both; `None` where the corpus has no names.
    pub(super) fn pairs(&self) -> Option<BTreeSet<JudgePair>> {
        let segments = self.named.as_ref()?.iter().flatten();
        let pairs = segments.flat_map(|segment| {
            let later = segment.keys().enumerate();
            later.flat_map(move |(index, first)| {
                segment.keys().skip(index + 1).map(move |second| (first.clone(), second.clone()))
            })
        });
        Some(pairs.collect())
    }

    /// The segments that both of a pair judged, the first of the pair first.
    pub(super) fn of_pair(&self, (first, second): &JudgePair) -> Self {
        let documents = self.named.iter().flatten();
        let documents = documents
            .map(|segments| {
                segments
                    .iter()
                    .filter_map(|segment: &ByJudge| {
                        Some(vec![*segment.get(first)?, *segment.get(second)?])
                    })
                    .collect()
            })
            .collect();
        Self { documents, named: None, judges: 2 }
    }

    /// Documents with segments that two judges judged, by index, and the number of such segments.
    pub(super) fn compared(&self) -> (Vec<usize>, usize) {
        let counts: Vec<usize> = self
            .documents
            .iter()
            .map(|segments| {
                segments
                    .iter()
                    .filter(|segment: &&Vec<f64>| {
                        segment.iter().filter(|x| x.is_finite()).count() >= 2
                    })
                    .count()
            })
            .collect();
        let documents = (0..counts.len()).filter(|index| counts[*index] > 0).collect();
        (documents, counts.iter().sum())
    }

    pub(super) fn without(&self, left_out: Option<usize>) -> Vec<Vec<f64>> {
        let documents = self.documents.iter().enumerate();
        let kept = documents.filter(|(index, _)| Some(*index) != left_out);
        kept.flat_map(|(_, segments)| segments.iter().cloned()).collect()
    }
}

/// Adds the segments of each document to those that are there.
fn append<T: Clone>(all: &mut Vec<Vec<T>>, own: &[Vec<T>]) {
    all.resize(all.len().max(own.len()), Vec::new());
    for (all, own) in all.iter_mut().zip(own) {
        all.extend(own.iter().cloned());
    }
}
