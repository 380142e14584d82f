//! The table `representativeness`: whether a subset scores and ranks like the whole corpus.

use std::sync::Arc;

use crate::stats::correlation::Coefficient;
use crate::table::{Cell, table};

table! {
    /// One row per test set, metric, reference set and coefficient: how closely the test set scores and
    /// decides like the whole corpus that it is a part of (Hamon et al. 2007, section on the second run,
    /// who correlate BLEU of the judged subset with BLEU of the corpus). Only `same_decision_probability`
    /// depends on resamples: on those of the first repeat, with `B` of them.
    pub struct RepresentativenessRow in "representativeness", without ["system"] {
        .. /// The cell, without a system.
        cell: Cell,
        /// Systems with a score on both.
        systems: u32 ["systems"],
        /// Share of the corpus's resampling units (`resample`) that the test set has; 1 for the whole.
        corpus_share: Option<f64>,
        /// Coefficient between the systems' scores on the test set and on the whole corpus:
        /// `pearson`, `spearman` or `kendall` (tau-b). A part and its whole have texts in common, so that
        /// it is high even where scores differ: one outlier among the systems is enough.
        coefficient: Coefficient [key, "coefficient"],
        /// Its value; null below two systems and where all scores are equal.
        value: Option<f64> ["correlation", Real],
        /// Pairs of systems of which one is better on the whole corpus.
        pairs: u32,
        /// Share of these pairs in which the same system is better on the test set; a pair that ties
        /// there counts half. What was observed on this one test set.
        same_decisions: Option<f64>,
        /// Mean over these pairs of the probability that a random part of this size prefers the same
        /// system as the whole corpus: `Phi(|difference| / (s sqrt(1 - n/N)))` with the difference on the
        /// whole, its standard error s on the test set, and n of N units. Null with one unit.
        same_decision_probability: Option<f64> ["same decision", Percent],
        /// Share of systems that have the same rank on both, ties sharing the best.
        same_ranks: Option<f64>,
        /// Mean over systems of score on the test set minus score on the whole, in the metric's unit.
        mean_difference: Option<f64>,
        /// Largest absolute difference of these.
        largest_difference: Option<f64> ["largest difference", Real],
        /// The system that differs most.
        largest_difference_system: Option<Arc<str>>,
    }
}
