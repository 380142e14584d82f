//! The table `growth`: means and spreads over orderings.

use crate::analyses::intervals::ReportedMethod;
use crate::table::Cell;
use crate::table::columns::table;

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
        /// Mean width in percent of the median of the replicates (Zhang & Vogel 2004, Table 2).
        relative_ci_width_mean: Option<f64>,
        /// Spread of these relative widths.
        relative_ci_width_spread: Option<f64>,
    }
}
