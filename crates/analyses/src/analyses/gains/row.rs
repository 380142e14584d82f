//! The tables `gains` and `gain_differences`: systems before and after a change.

use std::sync::Arc;

use crate::table::{Cell, table};

table! {
    /// One row per test set, metric, references and gain that the study names: `system` is the name of the gain. All
    /// differences are the score after the change less that before it, in the unit of the metric. `status` also says why there is no
    /// error: `no-variation`, `different-segments`, `not-additive`.
    pub struct GainRow in "gains", shown LargestTestSet {
        .. /// The cell.
        cell: Cell,
        /// The system before the change.
        system_before: Arc<str>,
        /// The system after it.
        system_after: Arc<str>,
        /// Score before the change.
        before: Option<f64> ["before", Real],
        /// Score after it.
        after: Option<f64> ["after", Real],
        /// Score after the change less the score before it.
        gain: Option<f64> ["gain", Real],
        /// Its standard error, by the jackknife over the resampling units of both scores together.
        standard_error: Option<f64>,
        /// Lower end of its interval by Student's t, at the level of the study; for this gain alone.
        ci_lower: Option<f64>,
        /// Upper end.
        ci_upper: Option<f64>,
        /// Two-sided p-value of no gain.
        p_value: Option<f64>,
        /// The same adjusted for the gains of the metric (Holm).
        p_adjusted: Option<f64> ["p", Real],
        /// The gain in percent of the score before; null where the metric has no true zero.
        relative: Option<f64> ["gain, %", Real],
        /// Rank of the score before among those before, 1 being the best; those that tie share the better one.
        rank_before: Option<u32> ["rank before"],
        /// Rank of the score after among those after.
        rank_after: Option<u32> ["rank after"],
        /// Rank of the gain, 1 being the largest improvement.
        rank_of_gain: Option<u32> ["rank of gain"],
    }
}

table! {
    /// One row per test set, metric, references and two gains: does one system gain more than the other?
    pub struct GainDifferenceRow in "gain_differences", without ["system"] {
        .. /// The cell, without a system.
        cell: Cell,
        /// Name of the first gain.
        system_a: Arc<str> [key, "A"],
        /// Name of the second gain.
        system_b: Arc<str> [key, "B"],
        /// The first gain less the second, in the unit of the metric.
        delta: Option<f64> ["difference", Real],
        /// Its standard error, by the jackknife over the resampling units of all four scores together.
        standard_error: Option<f64>,
        /// Lower end of its interval by Student's t, at the level of the study.
        ci_lower: Option<f64>,
        /// Upper end.
        ci_upper: Option<f64>,
        /// Two-sided p-value of equal gains.
        p_value: Option<f64>,
        /// The same adjusted for the pairs of gains of the metric (Holm).
        p_adjusted: Option<f64> ["p", Real],
    }
}
