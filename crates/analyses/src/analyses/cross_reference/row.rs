//! The table `cross_references`: references scored against each other.

use std::sync::Arc;

use crate::table::{Cell, table};

table! {
    /// One row per reference and set of other references: the reference scored like a system, on the
    /// whole corpus (Hamon et al. 2007, Table 1). `system` is the reference that is scored,
    /// `references` what it is scored against; rows without either are means over all references with
    /// `reference_count` others.
    pub struct CrossReferenceRow in "cross_references" {
        .. /// The cell.
        cell: Cell,
        /// Score, in the metric's unit.
        score: Option<f64>,
        /// Standard deviation of the bootstrap replicates, in the metric's unit; null in means.
        stdev: Option<f64>,
        /// Confidence level of the interval.
        ci_level: f64,
        /// Lower end of the interval, by the method of `scores`; null in means.
        ci_lower: Option<f64>,
        /// Upper end of the interval.
        ci_upper: Option<f64>,
        /// Everything that changes the number.
        signature: Arc<str>,
    }
}
