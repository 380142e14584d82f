//! The table `favoured`: systems against the line of a metric on judgments.

use std::sync::Arc;

use crate::table::Cell;
use crate::table::columns::table;

table! {
    /// One row per test set, metric, what it is compared with and system: how far the score of the system lies from the line
    /// of the metric on the other scores through all other systems. `status` is also `too-few-units` below four systems,
    /// `no-variation` where without a system all others have the same judgment, and `different-segments`.
    pub struct FavouredRow in "favoured", shown LargestTestSet {
        .. /// The cell.
        cell: Cell,
        /// The judgments, or the metric, that it is compared with.
        against: Arc<str> [key, "against"],
        /// Score by the metric, in its unit.
        score: Option<f64> ["score", Real],
        /// Score by what it is compared with, in its unit.
        judged: Option<f64> ["judged", Real],
        /// Distance from the line through all systems, in the metric's unit, turned so that more is better.
        residual: Option<f64>,
        /// Distance from the line through all other systems, likewise: by how much the metric favours the system.
        deleted_residual: Option<f64> ["favoured by", Real],
        /// Lower end of its interval, by percentiles over joint resamples of the texts: for these systems on other texts.
        ci_lower: Option<f64>,
        /// Upper end.
        ci_upper: Option<f64>,
        /// Distance studentized by the scatter of the other systems, n - 3 degrees of freedom for n systems.
        t: Option<f64>,
        /// Two-sided p-value of t: for other systems of the kind.
        p_value: Option<f64>,
        /// The same adjusted for the systems (Holm).
        p_adjusted: Option<f64> ["p", Real],
        /// Rank by `against` less rank by the metric: above 0 where the metric ranks the system higher.
        ranks_gained: Option<f64> ["ranks gained"],
    }
}
