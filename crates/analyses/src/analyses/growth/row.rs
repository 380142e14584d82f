//! The table `growth`: means and spreads over orderings.

use crate::analyses::intervals::ReportedMethod;
use crate::table::{Cell, table};

table! {
    /// One row per size: mean and spread over orderings, or over samples (which count as orderings
    /// below). Spreads are standard deviations with divisor n - 1, null below two
    /// orderings; those of deviations (not of interval widths) are without the Monte-Carlo variance of the bootstrap, and 0
    /// where they do not rise above it. Where every set of documents was run, means and spreads are
    /// those over all orderings (divisor n). Rows are by `documents` (samples: by `segments`): where only some segments are
    /// judged, test sets of as many documents can differ in how much of them counts.
    pub struct GrowthRow in "growth", without ["ordering"] {
        .. /// The cell.
        cell: Cell,
        /// Orderings that the row stands for.
        orderings: u64,
        /// Distinct test sets among them.
        test_sets: u32,
        /// Mean score, in the metric's unit.
        score_mean: Option<f64>,
        /// Spread of scores.
        score_spread: Option<f64>,
        /// Mean of `stdev`, in the metric's unit.
        stdev_mean: Option<f64>,
        /// Spread of `stdev`.
        stdev_spread: Option<f64>,
        /// Mean of `relative_stdev`, percent.
        relative_stdev_mean: Option<f64>,
        /// Spread of `relative_stdev`.
        relative_stdev_spread: Option<f64>,
        /// Method of the intervals, as in `scores`; null where test sets differ in it.
        ci_method: Option<ReportedMethod>,
        /// Mean width of the interval, upper end less lower end, in the metric's unit.
        ci_width_mean: Option<f64>,
        /// Spread of these widths, with the Monte-Carlo variance of the ends in it.
        ci_width_spread: Option<f64>,
        /// Mean distance of the score from that of the largest test set of its order, in the metric's unit. This
        /// column and those below are null without `stable-size` in the study.
        score_change_mean: Option<f64>,
        /// Distance up to which scores are near, in the metric's unit: mean over orders. Null where the study names none
        /// for the metric.
        score_tolerance: Option<f64>,
        /// Smallest size from which on the score is near that of the largest test set at every size of the order,
        /// documents with segments that count: mean over orders (of all orders, where every set of documents was run).
        /// It is the largest size where no smaller one is near. Null where that one has no score or no tolerance.
        scores_stable_from: Option<f64>,
        /// The smallest of these sizes that a tenth of the orders reach at most; null with one order.
        scores_stable_from_lower: Option<f64>,
        /// The smallest that nine tenths of them reach at most.
        scores_stable_from_upper: Option<f64>,
        /// Mean of `stdev` over that of the largest test set. It falls as the root of N/n for n of N units, whatever the metric.
        stdev_ratio: Option<f64>,
        /// By how much that ratio may differ from 1, percent.
        stdev_tolerance: Option<f64>,
        /// As `scores_stable_from`: from which size on the ratio stays near 1.
        stdev_stable_from: Option<f64>,
        /// As `scores_stable_from_lower`.
        stdev_stable_from_lower: Option<f64>,
        /// As `scores_stable_from_upper`.
        stdev_stable_from_upper: Option<f64>,
    }
}
