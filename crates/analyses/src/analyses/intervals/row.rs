//! The table `intervals`: intervals by several methods.

use std::sync::Arc;

use super::ReportedMethod;
use crate::table::{Cell, Resampled, table};

table! {
    /// One row per cell, method and level: confidence intervals of the score, all from the same
    /// replicates, except where a method brings its own. `docs/statistics/intervals.md` says which method is
    /// for what. `status` also has the reasons why an interval does not exist that are listed there,
    /// among them `too-few-replicates` (a tail would hold less than one), `no-variation` and
    /// `not-additive` (bootstrap-t and BCa leave units out, which NIST with recomputed information
    /// does not allow).
    pub struct IntervalRow in "intervals", shown OneOrdering, numbered 100 {
        .. /// The cell.
        cell: Cell,
        /// `percentile`, `order-statistic`, `basic`, `normal`, `student-t`,
        /// `jackknife-t` (Student, with the standard error by the jackknife; no resampling), `bootstrap-t` (standard
        /// errors by the delta method over the resampling unit), `bca` (acceleration by the jackknife
        /// over the resampling unit), `two-way-t` (`jackknife-t` where judges are resampled, too), `wilson` (of scores that are 0 or 1), or `sacrebleu` (mean of the replicates -+ half the distance of
        /// its order statistics, from its own stream).
        method: ReportedMethod [key],
        /// Confidence level.
        level: f64 [key],
        /// Score of the test set itself, in the metric's unit.
        score: Option<f64>,
        /// Mean of the replicates behind the interval, in the metric's unit.
        replicate_mean: Option<f64>,
        /// Median of the replicates behind the interval, in the metric's unit.
        replicate_median: Option<f64>,
        /// Lower end, in the metric's unit.
        lower: Option<f64>,
        /// Upper end, in the metric's unit.
        upper: Option<f64>,
        /// Monte-Carlo standard error of the lower end: what another seed would change.
        lower_error: Option<f64>,
        /// Monte-Carlo standard error of the upper end.
        upper_error: Option<f64>,
        /// Half of upper - lower, in the metric's unit.
        half_width: Option<f64>,
        /// `100 (lower - median) / median`, as Zhang & Vogel 2004 print intervals. Null where the
        /// metric has no true zero or the median is not positive.
        relative_lower: Option<f64>,
        /// `100 (upper - median) / median`, as the lower end.
        relative_upper: Option<f64>,
        /// `half_width` in percent of the median, as the ends.
        relative_half_width: Option<f64>,
        /// Standard error of the score: by the delta method for bootstrap-t, by the jackknife for jackknife-t, two-way-t and wilson.
        standard_error: Option<f64>,
        /// Correction for bias z0; BCa only.
        bias_correction: Option<f64>,
        /// Acceleration; BCa only.
        acceleration: Option<f64>,
        /// Replicates left out because they or their standard errors are undefined or zero;
        /// bootstrap-t only.
        dropped_replicates: Option<u32>,
        /// Scored resampling units: n of the n - 1 degrees of freedom of student-t. Jackknife-t has fewer where the lengths
        /// of documents differ.
        units: Option<u64>,
        /// sqrt(n/(n - 1)) for these units: by this factor the replicates deviate too little, and
        /// intervals by percentile, order-statistic, basic, normal and bca are too narrow (41 % at two
        /// documents, 3.5 % at fifteen). It is not in the ends. Student's t makes up for the
        /// estimation of the deviation, not for this; bootstrap-t has it in its standard errors.
        small_sample_factor: Option<f64>,
        /// Variance with documents as units over variance with segments as units: where it is above 1
        /// and segments are resampled, an interval for other documents is wider by about its
        /// root. As in `scores`.
        design_effect: Option<f64>,
        /// Intra-class correlation of segments in documents, as in `scores`.
        icc: Option<f64>,
        /// Unit of resampling: `segments` or `documents`; `documents and judges` or `segments and judges` where judges
        /// are resampled, too.
        resample: Resampled,
        /// Everything that changes the score.
        signature: Arc<str>,
    }
}
