//! The table `relative_scores`: systems against people.

use crate::table::{Cell, table};

table! {
    /// One row per metric and system on the whole corpus: its score in percent of that of people. With references, both are scored by
    /// the same sets, all references but one, and people are the reference that is left out (Koehn 2004 calls this relative human
    /// scores). Without, people are the references among the systems. Null where a metric has no true zero.
    pub struct RelativeScoreRow in "relative_scores", without ["references"] {
        .. /// The cell, without references.
        cell: Cell,
        /// Sets of references over which scores are means; 1 for metrics that read none.
        sets: u32,
        /// Mean score of the system, in the metric's unit.
        score: Option<f64> ["score", Real],
        /// Mean score of people, in the metric's unit.
        human: Option<f64> ["people", Real],
        /// The first in percent of the second.
        relative: Option<f64> ["of people, %", Real],
        /// Its standard error, by the jackknife over the resampling units of all scores together.
        standard_error: Option<f64>,
        /// Lower end of its interval by Student's t, at the level of the study.
        ci_lower: Option<f64>,
        /// Upper end.
        ci_upper: Option<f64>,
    }
}
