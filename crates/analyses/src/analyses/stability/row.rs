//! The table `stability`: how much intervals change from one repetition of the resampling to the next.

use crate::analyses::intervals::ReportedMethod;
use crate::table::{Cell, table};

table! {
    /// One row per cell without its repeat, and method: mean and deviation of the ends of an interval
    /// over independent repetitions of its resampling (Zhang & Vogel 2004, Table 6). In a study with
    /// this table all others show the first repeat alone; `repeat` is 1 here too.
    pub struct StabilityRow in "stability" {
        .. /// The cell.
        cell: Cell,
        /// Method, as in `intervals`.
        method: ReportedMethod [key, "method"],
        /// Confidence level.
        level: f64 ["level"],
        /// Repetitions.
        repeats: u32 ["repetitions"],
        /// Of these, repetitions without such an interval; they are left out of what follows.
        undefined_repeats: Option<u32>,
        /// Mean of the lower ends, in the metric's unit. Null below two intervals, as all that follows.
        mean_lower: Option<f64> ["mean lower end", Real],
        /// Mean of the upper ends, in the metric's unit.
        mean_upper: Option<f64> ["mean upper end", Real],
        /// Standard deviation of the lower ends (divisor repeats - 1), in the metric's unit.
        stdev_lower: Option<f64> ["lower STDEV", Real],
        /// Standard deviation of the upper ends, in the metric's unit.
        stdev_upper: Option<f64> ["upper STDEV", Real],
        /// What the Monte-Carlo errors of single intervals predict for `stdev_lower`: the root of the
        /// mean square of `lower_error` (of the table `intervals`) over the first 32 repetitions. It
        /// should be close to `stdev_lower`.
        predicted_stdev_lower: Option<f64>,
        /// What the Monte-Carlo errors predict for `stdev_upper`.
        predicted_stdev_upper: Option<f64>,
        /// Mean of `100 (lower - median) / median`, each interval by the median of its own replicates.
        /// Null where the metric has no true zero or a median is not positive, as all that follows.
        relative_mean_lower: Option<f64>,
        /// Mean of `100 (upper - median) / median`.
        relative_mean_upper: Option<f64>,
        /// Standard deviation of the relative lower ends, percentage points.
        relative_stdev_lower: Option<f64> ["relative lower STDEV", Real],
        /// Standard deviation of the relative upper ends, percentage points. (Zhang & Vogel print one
        /// deviation for both ends, as a fraction: 0.0024 is 0.24 points.)
        relative_stdev_upper: Option<f64> ["relative upper STDEV", Real],
    }
}
