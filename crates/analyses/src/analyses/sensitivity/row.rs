//! The table `metric_discrimination`: how clearly metrics show that systems differ.

use std::sync::Arc;

use crate::table::{Cell, table};

table! {
    /// One row per test set and metric with its references: the z of a pair of systems is the difference of their scores over its
    /// standard error (jackknife). `z^2 - 1` grows on average with the number of units, so a ratio of two says on how many times the
    /// data the baseline would discriminate as well. All metrics have the same pairs, on the same segments. `status` is also
    /// `too-few-units` (no pair has a z by every metric) and `no-differences` (squared z no larger than by chance).
    pub struct MetricDiscriminationRow in "metric_discrimination", shown LargestTestSet, without ["system"] {
        .. /// The cell, without a system.
        cell: Cell,
        /// The metric that it is compared with.
        baseline: Arc<str> [key],
        /// Systems in the pairs.
        systems: u32,
        /// Pairs with a z by every metric.
        pairs: u32 ["pairs"],
        /// Mean of z^2 over pairs.
        mean_squared_z: Option<f64> ["mean z²", Real],
        /// Sum of `z^2 - 1` over pairs, divided by that of the baseline.
        ratio: Option<f64> ["ratio", Real],
        /// Its standard error by the jackknife over systems: what other systems would change, on these texts. Null for the
        /// baseline, and below three systems.
        ratio_error: Option<f64>,
        /// Lower end of its interval at the level of the study: Student's t of the logarithm, systems - 1 degrees of freedom.
        ratio_lower: Option<f64>,
        /// Upper end.
        ratio_upper: Option<f64>,
        /// How many times the documents of the baseline the metric needs to discriminate as well: 1/ratio.
        documents_relative: Option<f64> ["documents needed", Real],
        /// Pairs that differ significantly by Student's t, each tested alone.
        significant: u32 ["significant pairs"],
        /// Of these, pairs in which the judgments prefer the other system; null without `gold`, and for it.
        contradicts_gold: Option<u32> ["against the judges"],
        /// Of these, pairs in which they do so significantly.
        contradicts_gold_significantly: Option<u32> ["significantly"],
    }
}
