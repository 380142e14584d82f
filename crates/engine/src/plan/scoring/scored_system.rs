//! A scoring: a metric applied to a system with a set of references.

use std::sync::Arc;

use super::adjusted::AdjustedSystems;
use super::judges::MetricJudges;
use super::presence::Obstacle;
use super::references::ReferenceSet;
use super::strata::CorpusStrata;

/// A metric applied to a system with a set of references.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredSystem {
    /// Index of the metric in the spec.
    pub metric: usize,
    /// Name of the system.
    pub system: String,
    /// References, for metrics that read them.
    pub references: Option<ReferenceSet>,
    /// Segments that count, one flag each; `None` where all do.
    pub mask: Option<Arc<[bool]>>,
    /// Why there is no score, if there is none.
    pub obstacle: Option<Obstacle>,
    /// Whether each resample is scored from counts of segments, not from sums of rows.
    pub is_recomputed: bool,
    /// The strata whose scores are added up, where there are any.
    pub strata: Option<Arc<CorpusStrata>>,
    /// The judges, where they are resampled.
    pub judges: Option<Arc<MetricJudges>>,
    /// The systems that its score is adjusted together with, where it is.
    pub adjusted: Option<Arc<AdjustedSystems>>,
    /// Digest of everything the scoring reads and of how it is computed.
    pub inputs: [u8; 32],
}

impl ScoredSystem {
    /// Whether both share metric and references, so that their systems are compared with each other.
    pub(crate) fn is_beside(&self, other: &Self) -> bool {
        self.metric == other.metric && self.references == other.references
    }

    /// The same as the weighted sum of the scores of `strata`.
    pub(crate) fn in_strata(self, strata: Option<&Arc<CorpusStrata>>) -> Self {
        match strata {
            None => self,
            Some(strata) => {
                Self { inputs: strata.inputs(&self.inputs), strata: Some(strata.clone()), ..self }
            }
        }
    }
}

/// Scorings with scores that share metric and references, in the order of `scorings`: the systems
/// that are compared with each other.
pub fn by_metric(scorings: &[usize], all: &[ScoredSystem]) -> Vec<Arc<[usize]>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for index in scorings.iter().copied().filter(|index| all[*index].obstacle.is_none()) {
        match groups.iter_mut().find(|group| all[index].is_beside(&all[group[0]])) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    groups.into_iter().map(Arc::from).collect()
}
