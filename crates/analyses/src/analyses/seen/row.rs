//! The tables `seen` and `seen_differences`: systems on segments that were seen, and on the others.

use std::sync::Arc;

use crate::table::Cell;
use crate::table::columns::table;

table! {
    /// One row per metric, references and system, on the largest test set. `status` also says why there is no error: `no-variation`,
    /// `not-additive`, `scores-of-documents`, `undefined-score` where no segment was seen or all were,
    /// `too-few-documents` where seen segments, or the others, lie in fewer than six.
    pub struct SeenRow in "seen" {
        .. /// The cell.
        cell: Cell,
        /// Scored segments that were seen.
        seen_segments: Option<u64> ["seen"],
        /// Their share of all scored segments.
        seen_share: Option<f64>,
        /// Score on the segments that were seen.
        score_seen: Option<f64> ["score on seen", Real],
        /// Score on the others.
        score_unseen: Option<f64> ["on others", Real],
        /// The first less the second, in the unit of the metric.
        advantage: Option<f64> ["difference", Real],
        /// Its standard error, by the jackknife over the resampling units of both parts together.
        standard_error: Option<f64>,
        /// Lower end of its interval by Student's t, at the level of the study.
        ci_lower: Option<f64>,
        /// Upper end.
        ci_upper: Option<f64>,
        /// Two-sided p-value of no difference. Seen segments may be easier for everybody.
        p_value: Option<f64>,
    }
}

table! {
    /// One row per metric, references and two systems: does one of them do better on seen segments than the other does?
    pub struct SeenDifferenceRow in "seen_differences", without ["system"] {
        .. /// The cell, without a system.
        cell: Cell,
        /// The first system.
        system_a: Arc<str> [key, "A"],
        /// The second system.
        system_b: Arc<str> [key, "B"],
        /// The advantage of the first on seen segments less that of the second, in the unit of the metric.
        delta: Option<f64> ["difference", Real],
        /// Its standard error, by the jackknife over the resampling units of all four scores together.
        standard_error: Option<f64>,
        /// Lower end of its interval by Student's t, at the level of the study.
        ci_lower: Option<f64>,
        /// Upper end.
        ci_upper: Option<f64>,
        /// Two-sided p-value of equal advantages.
        p_value: Option<f64>,
        /// The same adjusted for the pairs of systems of the metric (Holm).
        p_adjusted: Option<f64> ["p", Real],
    }
}
