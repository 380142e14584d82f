//! The table `representativeness`: whether a subset scores and ranks like the whole corpus.

use std::sync::Arc;

use crate::table::Cell;
use crate::table::columns::table;

table! {
    /// One row per test set, metric, reference set and coefficient: whether the test set scores and
    /// ranks the systems like the whole corpus (Hamon et al. 2007, section on the second run, who
    /// correlate BLEU of the judged subset with BLEU of the corpus). Scores do not depend on draws:
    /// `repeat` and `B` are those of the first cell.
    pub struct RepresentativenessRow in "representativeness" {
        .. /// The cell, without a system.
        cell: Cell,
        /// Systems with a score on both.
        systems ("systems"): u32,
        /// Coefficient between the systems' scores on the test set and on the whole corpus:
        /// `pearson`, `spearman` or `kendall` (tau-b).
        coefficient ("coefficient", key): Arc<str>,
        /// Its value; null below two systems and where all scores are equal.
        value ("value"): Option<f64>,
        /// Value from which a test set counts as representative.
        threshold ("threshold"): f64,
        /// Whether `value` reaches it.
        representative ("representative"): Option<bool>,
        /// Smallest number of documents with segments that count from which on, along the ordering,
        /// every test set is representative; null where there is none but the largest, and where test
        /// sets do not grow.
        representative_from ("representative_from"): Option<u32>,
        /// Share of systems that have the same rank on both, ties sharing the best.
        same_ranks ("same_ranks"): Option<f64>,
        /// Mean over systems of score on the test set minus score on the whole, in the metric's unit.
        mean_difference ("mean_difference"): Option<f64>,
        /// Largest absolute difference of these.
        largest_difference ("largest_difference"): Option<f64>,
    }
}
