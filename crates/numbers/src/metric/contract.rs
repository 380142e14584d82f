//! What a metric is: statistics out of texts, and a score of their sums.

use std::ops::Range;
use std::sync::Arc;

use super::longest::LongestText;
use super::rows::{ManySums, Rows};

/// Texts of segments as metrics read them: one entry per segment, `None` where missing.
pub type Segments<'a> = [Option<&'a str>];

/// Maps sums of rows to a score.
pub trait Scorer: Send + Sync {
    /// Integers per row.
    fn columns(&self) -> usize;

    /// Score of the sums of any number of rows, in the metric's unit; `None` where it is
    /// undefined (for instance a mean over no judged segment).
    fn score(&self, sums: &[i64]) -> Option<f64>;

    /// Score of the row of a single segment, as the metric is defined for sentences; without such a definition, that
    /// of a corpus of one segment.
    fn score_segment(&self, row: &[i64]) -> Option<f64> {
        self.score(row)
    }

    /// Fills in the scores of several sums, NaN where undefined or infinite.
    ///
    /// A metric with long chains of operations does one of them after the other for all sums, so
    /// that a processor need not wait for the end of a chain.
    fn score_many(&self, sums: &ManySums<'_>, scores: &mut [f64]) {
        for (score, sums) in scores.iter_mut().zip(sums.iter()) {
            *score = self.score(sums).filter(|score| score.is_finite()).unwrap_or(f64::NAN);
        }
    }

    /// Integers that stand for one in columns of real statistics, where the data of the system decide
    /// it. Rows of two systems can be mixed and compared only in the same units.
    fn units(&self) -> i64 {
        1
    }

    /// What to multiply each column by so that [`units`](Self::units) are `factor` times as fine, and
    /// the scorer of such rows; `None` where the data of the system do not decide units.
    fn finer(&self, factor: i64) -> Option<(Vec<i64>, Arc<dyn Scorer>)> {
        let _ = factor;
        None
    }
}

/// Statistics of one system's hypotheses, and how their sums are scored.
#[derive(Clone)]
pub struct Statistics {
    /// Rows, fixed or made for a test set.
    pub rows: StatisticsRows,
    /// Score of sums of these rows.
    pub scorer: Arc<dyn Scorer>,
}

/// Rows of a system over a whole corpus.
#[derive(Clone)]
pub enum StatisticsRows {
    /// A segment's row does not depend on the test set it is part of.
    Fixed(Arc<Rows>),
    /// Rows depend on the test set (information weights, salience).
    PerTestSet(Arc<dyn TestSetRows>),
    /// Rows depend on the resample, so that its score does not follow from sums. The rows
    /// of the test set, every segment of it drawn once, are there too.
    PerReplicate(Arc<dyn ReplicateRows>),
}

/// Rows that depend on the test set.
pub trait TestSetRows: Send + Sync {
    /// The rows of `segments` (ascending indices into the corpus) when these segments are the
    /// test set, in the order of `segments`.
    fn rows(&self, segments: &[usize]) -> Rows;

    /// How much each of `segments` says about the difference to the system `other`, where scores are adjusted together.
    fn information(&self, other: &str, segments: &[usize]) -> Option<Vec<f64>> {
        let _ = (other, segments);
        None
    }
}

/// Rows that depend on the resample.
pub trait ReplicateRows: TestSetRows {
    /// What scores resamples of `segments` (ascending indices into the corpus).
    fn resamples(&self, segments: &[usize]) -> Box<dyn ResampleScorer + '_>;
}

/// Scores resamples of a test set.
pub trait ResampleScorer {
    /// Score of the resample that has the `i`-th segment of the test set `counts[i]` times; `None`
    /// where it is undefined. Where all counts are 1, it is that of the summed rows of the test
    /// set.
    fn score(&mut self, counts: &[u32]) -> Option<f64>;
}

/// A switch in a signature.
pub(super) fn yes_or_no(is_set: bool) -> &'static str {
    if is_set { "yes" } else { "no" }
}

/// A metric of hypotheses against references: its options, which say all about it.
pub trait Metric: Send + Sync {
    /// Everything that changes the number: the metric's name, then `key:value` pairs, joined by
    /// `|`; `references` is the number of references.
    fn signature(&self, references: usize) -> String;

    /// Direction of the metric.
    fn higher_is_better(&self) -> bool {
        true
    }

    /// Whether the row of a segment depends on that segment alone and scores on the options alone,
    /// so that a corpus can be prepared a stretch of segments at a time to save memory.
    fn is_segmentwise(&self) -> bool {
        false
    }

    /// The longest text that it compares; `None` where any will do, because time is in proportion to it.
    fn longest_text(&self) -> Option<LongestText> {
        None
    }

    /// Reads the references once for all systems: `references[r]` holds one text per segment.
    /// A reference may miss segments; a segment without any reference has no row.
    ///
    /// Metrics that match whole documents look at `documents`, given by their segments, and at nothing
    /// else of the corpus; their statistics have one row per document, in this order, since they are not
    /// additive over segments.
    fn prepare(
        &self,
        references: &[&Segments<'_>],
        documents: &[Range<usize>],
    ) -> Box<dyn Prepared>;
}

/// References, made ready for any number of systems.
pub trait Prepared: Send + Sync {
    /// Statistics of every segment for one system's hypotheses (as many as references have).
    fn extract(&self, hypotheses: &Segments<'_>) -> Statistics;
}
