//! What influence asks for: scores of and without each document, once for each group of systems.

use serde::{Deserialize, Serialize};

use super::options::Influence;
use super::{DifficultyRow, InfluencePairRow, InfluenceRow, compute};
use crate::analyses::common::{PairSelection, Pairs, largest_test_sets};
use crate::plan::prices::SCORE;
use crate::plan::{
    GridContext, GridCounts, Group, JobResults, PlannedOptions, Question, Request, TableSize,
    TaskSize, Work,
};
use crate::stats::reason::Reason;

/// Of the systems of a group, on a test set of documents: their scores of and without each document, and their
/// differences without it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DocumentInfluence {
    /// Which systems are paired.
    pub pairs: Pairs,
    /// Confidence level of the intervals of differences.
    pub level: f64,
}

/// A document in the score of a system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DocumentScore {
    /// Score of the document by itself.
    pub score: Option<f64>,
    /// Score of all others.
    pub without: Option<f64>,
}

/// A difference A - B.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// Its value.
    pub delta: Option<f64>,
    /// Its interval.
    pub ends: Option<(f64, f64)>,
}

/// A pair of systems.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PairInfluence {
    /// On all documents.
    pub whole: Difference,
    /// Without each document.
    pub without: Vec<Difference>,
    /// How many documents, the most influential first, take half of the difference away.
    pub half: Option<u32>,
}

/// Systems and pairs in the order of the group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupInfluence {
    /// Of each system its documents, or why they cannot be left out.
    pub systems: Vec<Result<Vec<DocumentScore>, Reason>>,
    /// Pairs.
    pub pairs: Vec<PairInfluence>,
}

impl DocumentInfluence {
    pub(super) fn new(level: f64) -> Self {
        Self { pairs: Pairs::All, level }
    }
}

impl Question for DocumentInfluence {
    type Result = GroupInfluence;
    const TAG: &'static str = "document influence";

    /// Of each system and document: the jackknife of all others. Of each pair: documents that are left out together.
    fn work(&self, size: &TaskSize) -> Work {
        let TaskSize { scorings, units, segments, columns, .. } = *size;
        let system_time = scorings as f64 * units * (units + segments) * (SCORE + 2.0 * columns);
        let pairs = self.pairs.count(scorings) as f64;
        Work::plain(system_time + pairs * units * (2.0 * SCORE + 30.0 * units))
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        size.units * (20.0 * size.scorings as f64 + 30.0 * self.pairs.count(size.scorings) as f64)
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> GroupInfluence {
        compute::influence(job, group, self)
    }
}

impl PlannedOptions for Influence {
    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let question = DocumentInfluence::new(context.study.level);
        vec![Request::once(question, context.groups(), largest_test_sets(context))]
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let documents = context.corpus.documents.len() as f64;
        let pairs: u64 =
            PairSelection::of_grid(context, None).map(|selection| selection.count()).sum();
        vec![
            TableSize::new::<InfluenceRow>(counts, counts.scorings * documents, 3.0).at_once(),
            TableSize::new::<DifficultyRow>(counts, documents, 4.0).at_once(),
            TableSize::new::<InfluencePairRow>(counts, pairs as f64 * documents, 3.0).at_once(),
        ]
    }
}
