//! The table `separation`: how many pairs of systems differ significantly, by size.

use crate::analyses::comparison::ReportedTest;
use crate::analyses::comparison::options::Adjustment;
use crate::table::{Cell, Resampled, table};

table! {
    /// One row per metric, reference set, size, repeat and B: how many pairs of systems differ significantly on
    /// test sets of this size, over the orders of the documents (or the samples) of the study. Each test set is
    /// judged by itself, so that the numbers of smaller sizes are also those of new test sets of these
    /// sizes; what is kept of the largest is not, since the largest contains the smaller. `status` is `ok`, or
    /// why no pair has a verdict: that of the first pair in `comparisons`.
    pub struct SeparationRow in "separation", without ["system", "ordering"] {
        .. /// The cell, without a system and an ordering: all test sets of the size.
        cell: Cell,
        /// The test, as in `comparisons`.
        method: ReportedTest ["test"],
        /// `none`, `holm` or `benjamini-hochberg`: over the pairs of one test set by all metrics, or as the spec says.
        adjustment: Adjustment ["adjustment"],
        /// Comparisons of a test set that are adjusted for: pairs by metrics, at most.
        family: u32,
        /// By how many metrics.
        family_metrics: u32,
        /// Confidence level of verdicts.
        level: f64,
        /// Unit of resampling: `segments`, `documents` or `two-stage`, as in `comparisons`.
        resample: Resampled,
        /// Systems that are compared.
        systems: u32,
        /// Pairs of systems.
        pairs: u32 ["pairs"],
        /// Pairs of identical systems, which need no test, on the largest test sets (mean).
        identical: Option<f64>,
        /// Test sets of the size: orders or samples; equal sets of documents count as often as they occur.
        test_sets: u32,
        /// Scored documents of a test set (mean).
        scored_documents: Option<f64>,
        /// Scored segments of a test set (mean).
        scored_segments: Option<f64>,
        /// Significantly different pairs: mean over the test sets.
        significant: Option<f64> ["significantly different", Real],
        /// Their 10 % quantile over the test sets. Null with one test set.
        significant_lower: Option<f64> ["10 %", Real],
        /// Their 90 % quantile.
        significant_upper: Option<f64> ["90 %", Real],
        /// Significantly different pairs on the largest test sets (in most of them, where there are several).
        significant_largest: Option<u32>,
        /// How many of these are significantly different, with the same better system, on a test set of this
        /// size: mean.
        kept: Option<f64> ["verdicts kept", Real],
        /// How many are significantly different the other way round: mean.
        reversed: Option<f64> ["reversed", Real],
        /// Pairs without a verdict: mean.
        without_verdict: Option<f64>,
    }
}
