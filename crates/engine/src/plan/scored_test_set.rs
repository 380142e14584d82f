//! A system scored on the test set of a job, and what its replicates are scored from.

use std::ops::Range;
use std::sync::Arc;

use crate::metric::{ReplicateRows, Rows, Scorer, TestSetRows};
use crate::stats::design_effect::Clustering;
use crate::stats::judges::crossed::CellSum;
use crate::stats::reason::{Estimate, Reason};

/// A scored system on the test set of a job.
#[derive(Clone)]
pub struct ScoredTestSet {
    /// Index of the scoring in the corpus plan.
    pub scoring: usize,
    /// What its replicates are scored from.
    pub source: ReplicateSource,
    /// Rows of the test set: of segments, or of documents where `per_document`. Sums of them are
    /// scored by `scorer`.
    pub rows: Arc<Rows>,
    /// Whether rows are of documents.
    pub per_document: bool,
    /// Score of sums of rows.
    pub scorer: Arc<dyn Scorer>,
    /// Scored segments.
    pub judged_segments: u64,
    /// Resampling units with a scored segment.
    pub judged_units: u64,
    /// Of these, those of the stratum that has fewest; all where there are no strata.
    pub least_units: u64,
    /// Score of sums of the columns of a single stratum, which follow each other in `rows`; `None` without
    /// strata.
    pub of_stratum: Option<Arc<dyn Scorer>>,
    /// Score of the test set itself.
    pub score: Option<f64>,
    /// How alike segments of one document are.
    pub clustering: Clustering,
    /// What made the rows for this test set, where they depend on it.
    pub fit: Option<Arc<dyn TestSetRows>>,
}

/// What the replicates of a scoring are scored from.
#[derive(Clone)]
pub enum ReplicateSource {
    /// Sums of its columns among those of the job.
    Sums(Arc<dyn Scorer>, Range<usize>),
    /// How often each segment is in the resample.
    Counts(CountedScoring),
    /// Sums of its columns over the cells of a document (or segment) and a judge, each as often as the one times as
    /// often as the other.
    Crossed(CrossedRows),
}

/// The ratings of a system, where judges are resampled with texts.
#[derive(Clone)]
pub struct CrossedRows {
    /// Which of the crossings of the job it is of: those with the same judges share their resamples.
    pub crossing: usize,
    /// Its columns among those of the crossing.
    pub columns: Range<usize>,
    /// Number of judges of the test set, over all systems.
    pub judges: usize,
    /// Resampling unit, judge, and sums of the weighted ratings and of their weights, by unit and judge.
    pub cells: Vec<(u32, u32, [i64; 2])>,
    /// Score of sums of cells.
    pub scorer: Arc<dyn Scorer>,
}

impl CrossedRows {
    /// What it adds to one side of a difference.
    pub(super) fn sums(&self, side: usize) -> impl Iterator<Item = CellSum> {
        self.cells.iter().map(move |(document, judge, sums)| {
            let weight = sums[1] as f64;
            // The score of a cell is its mean, in the unit of the metric.
            let total = weight * self.scorer.score(sums).unwrap_or(0.0);
            CellSum { document: *document, judge: *judge, side, weight, total }
        })
    }
}

/// A scoring whose replicates do not follow from sums.
#[derive(Clone)]
pub struct CountedScoring {
    /// Rows of the whole corpus.
    pub rows: Arc<dyn ReplicateRows>,
    /// Scored segments of the test set, ascending.
    pub segments: Vec<usize>,
    /// The resampling unit of each of them.
    pub units: Vec<usize>,
}

impl CountedScoring {
    /// The scoring of `rows` on the test set of `segments`, of which the marked ones are scored,
    /// resampled in `units` of consecutive segments.
    pub fn new(
        rows: Arc<dyn ReplicateRows>,
        segments: &[usize],
        mask: Option<&[bool]>,
        units: &[Range<usize>],
    ) -> Self {
        let members = units.iter().enumerate();
        let members = members.flat_map(|(unit, range)| {
            segments[range.clone()].iter().map(move |segment| (*segment, unit))
        });
        let members = members.filter(|(segment, _)| mask.is_none_or(|mask| mask[*segment]));
        let (segments, units) = members.unzip();
        Self { rows, segments, units }
    }
}

impl ScoredTestSet {
    /// Whether the score of a resample follows from sums of rows, so that rows can be left out,
    /// swapped and summed otherwise.
    pub fn is_additive(&self) -> bool {
        matches!(self.source, ReplicateSource::Sums(..))
    }

    /// Whether its units can be left out, swapped or summed otherwise.
    ///
    /// # Errors
    ///
    /// [`Reason::NotAdditive`] and [`Reason::Judges`] where they cannot.
    pub fn check_additive(&self) -> Estimate<()> {
        match self.source {
            ReplicateSource::Sums(..) => Ok(()),
            ReplicateSource::Counts(_) => Err(Reason::NotAdditive),
            ReplicateSource::Crossed(_) => Err(Reason::Judges),
        }
    }

    /// Its ratings, where judges are resampled.
    pub fn crossed(&self) -> Option<&CrossedRows> {
        match &self.source {
            ReplicateSource::Crossed(rows) => Some(rows),
            _ => None,
        }
    }

    /// Whether there is a sample to take a deviation of, in every stratum.
    pub fn has_replicates(&self) -> bool {
        self.score.is_some() && self.least_units >= 2
    }
}
