//! Metrics: statistics per segment, and a score of their sums.
//!
//! A metric is a signature and pure functions. [`Metric::prepare`] reads the references once,
//! [`Prepared::extract`] turns a system's hypotheses into one row of integers per segment, and
//! [`Scorer::score`] maps the sum of rows to a score. Subsets, bootstraps and tests only ever add
//! rows; since rows are integers, sums are exact and independent of order, threads and SIMD width.
//!
//! This module knows nothing of corpora, test sets' names, resampling or specs.

pub mod bleu;
mod bleu_statistics;
mod choice;
pub mod chrf;
pub mod config;
mod edit_distance;
pub mod error_rate;
pub mod external;
mod fixed_point;
pub mod gtm;
pub mod human;
pub mod intern;
mod longest;
pub mod m_bleu;
mod mean;
pub mod mean_length;
pub mod ngram;
pub mod nist;
mod registry;
pub mod ter;
mod tokens;
pub mod wnm;

use std::ops::Range;
use std::sync::Arc;

pub use longest::{LongestText, longest_text};
pub use registry::{Kind, higher_is_better, kind, signature};

/// Statistics of segments: one row per segment, `columns` integers each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    columns: usize,
    values: Vec<i64>,
    present: Vec<bool>,
}

impl Rows {
    /// No rows yet, each to have `columns` integers.
    pub fn new(columns: usize) -> Self {
        Self { columns, values: Vec::new(), present: Vec::new() }
    }

    /// The same, with room for `rows` of them.
    pub fn with_capacity(columns: usize, rows: usize) -> Self {
        let (values, present) = (Vec::with_capacity(columns * rows), Vec::with_capacity(rows));
        Self { columns, values, present }
    }

    /// Appends the row of the next segment.
    ///
    /// # Panics
    ///
    /// If the row does not have as many integers as there are columns.
    pub fn push(&mut self, row: &[i64]) {
        assert_eq!(row.len(), self.columns, "a row has one integer per column");
        self.values.extend_from_slice(row);
        self.present.push(true);
    }

    /// Appends a row of zeros for the next segment, to be filled in.
    pub fn push_zeros(&mut self) -> &mut [i64] {
        let start = self.values.len();
        self.values.resize(start + self.columns, 0);
        self.present.push(true);
        &mut self.values[start..]
    }

    /// Appends a row of zeros for a segment that cannot be scored: its hypothesis, all its
    /// references or all its judgments are missing.
    pub fn push_absent(&mut self) {
        self.values.resize(self.values.len() + self.columns, 0);
        self.present.push(false);
    }

    /// Appends the rows of the segments that follow.
    ///
    /// # Panics
    ///
    /// If the rows differ in length.
    pub fn append(&mut self, following: &Self) {
        self.append_some(following, 0..following.len());
    }

    /// Appends the rows `some` of others.
    ///
    /// # Panics
    ///
    /// If the rows differ in length, or there are none such.
    pub fn append_some(&mut self, others: &Self, some: Range<usize>) {
        assert_eq!(others.columns, self.columns, "rows of one metric have one length");
        let values = some.start * self.columns..some.end * self.columns;
        self.values.extend_from_slice(&others.values[values]);
        self.present.extend_from_slice(&others.present[some]);
    }

    /// Integers per row.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Number of segments.
    pub fn len(&self) -> usize {
        self.present.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.present.is_empty()
    }

    /// The row of segment `index`.
    pub fn row(&self, index: usize) -> &[i64] {
        &self.values[index * self.columns..(index + 1) * self.columns]
    }

    /// The values of a column, segment by segment.
    pub fn column(&self, column: usize) -> impl Iterator<Item = i64> {
        self.values.chunks_exact(self.columns.max(1)).map(move |row| row[column])
    }

    /// Whether segment `index` could be scored.
    pub fn is_present(&self, index: usize) -> bool {
        self.present[index]
    }

    /// Column sums over all rows.
    pub fn sums(&self) -> Vec<i64> {
        let mut sums = vec![0; self.columns];
        for row in self.values.chunks_exact(self.columns.max(1)) {
            for (sum, value) in sums.iter_mut().zip(row) {
                *sum += value;
            }
        }
        sums
    }
}

/// Sums of rows over several resamples: some of the columns of a wider table.
pub struct ManySums<'a> {
    table: &'a [i64],
    width: usize,
    columns: Range<usize>,
}

impl<'a> ManySums<'a> {
    /// The sums in `columns` of a table with rows of `width` integers, one for each resample.
    pub fn new(table: &'a [i64], width: usize, columns: Range<usize>) -> Self {
        Self { table, width, columns }
    }

    /// The sums of one resample after the other.
    pub fn iter(&self) -> impl Iterator<Item = &'a [i64]> {
        self.table.chunks_exact(self.width).map(|row| &row[self.columns.clone()])
    }
}

/// Texts of segments as metrics read them: one entry per segment, `None` where missing.
pub type Segments<'a> = [Option<&'a str>];

/// Maps sums of rows to a score.
pub trait Scorer: Send + Sync {
    /// Integers per row.
    fn columns(&self) -> usize;

    /// Score of the sums of any number of rows, in the metric's unit; `None` where it is
    /// undefined (for instance a mean over no judged segment).
    fn score(&self, sums: &[i64]) -> Option<f64>;

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
    /// Rows depend on the test set at hand (information weights, salience).
    PerTestSet(Arc<dyn TestSetRows>),
    /// Rows depend on the resample at hand, so that its score does not follow from sums. The rows
    /// of the test set, every segment of it drawn once, are there too.
    PerReplicate(Arc<dyn ReplicateRows>),
}

/// Rows that depend on the test set.
pub trait TestSetRows: Send + Sync {
    /// The rows of `segments` (ascending indices into the corpus) when these segments are the
    /// test set, in the order of `segments`.
    fn rows(&self, segments: &[usize]) -> Rows;
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

/// A metric of hypotheses against references.
pub trait Metric: Send + Sync {
    /// Everything that changes the number: the metric's name, then `key:value` pairs, joined by
    /// `|`; `references` is the number of references.
    fn signature(&self, references: usize) -> String;

    /// Direction of the metric.
    fn higher_is_better(&self) -> bool;

    /// Whether the row of a segment depends on that segment alone and scores on the options alone,
    /// so that a corpus can be prepared a stretch of segments at a time to save memory.
    fn is_segmentwise(&self) -> bool {
        false
    }

    /// Reads the references once for all systems: `references[r]` holds one text per segment.
    /// A reference may miss segments; a segment without any reference has no row.
    fn prepare(&self, references: &[&Segments<'_>]) -> Box<dyn Prepared>;
}

/// References, made ready for any number of systems.
pub trait Prepared: Send + Sync {
    /// Statistics of every segment for one system's hypotheses (as many as references have).
    fn extract(&self, hypotheses: &Segments<'_>) -> Statistics;
}

/// A metric that matches whole documents, so that its statistics are not additive over segments.
///
/// Whatever is drawn or left out with it are documents.
pub trait DocumentMetric: Send + Sync {
    /// As [`Metric::signature`].
    fn signature(&self, references: usize) -> String;

    /// Direction of the metric.
    fn higher_is_better(&self) -> bool;

    /// As [`Metric::prepare`], for a corpus of `documents`, given by their segments. The statistics
    /// that the result extracts have one row per document, in this order.
    fn prepare(
        &self,
        references: &[&Segments<'_>],
        documents: &[Range<usize>],
    ) -> Box<dyn Prepared>;
}
