//! The table `scores`: scores and their bootstrap.

use std::sync::Arc;

use crate::analyses::intervals::ReportedMethod;
use crate::table::{Cell, Resampled, table};

table! {
    /// One row per cell: the score of a test set and the distribution of its bootstrap replicates.
    pub struct ScoreRow in "scores", shown OneOrdering, numbered 100 {
        .. /// The cell.
        cell: Cell,
        /// Score of the test set itself, in the metric's unit.
        score: Option<f64>,
        /// Mean of the replicates, in the metric's unit.
        mean: Option<f64>,
        /// Median of the replicates, in the metric's unit.
        median: Option<f64>,
        /// Standard deviation of the replicates (divisor B - 1), in the metric's unit. Where only
        /// some segments count, resamples are still taken from all, so that the number of scored
        /// segments varies from one to the next: with m of them the deviation of a mean is larger
        /// than that of a bootstrap among them by about a factor of sqrt(1 + 1/m). With documents as
        /// units it is too small by a factor of sqrt((k - 1)/k) for k documents.
        stdev: Option<f64>,
        /// `stdev` in percent of `mean`; null where the metric has no true zero or the mean is not
        /// positive.
        relative_stdev: Option<f64>,
        /// Monte-Carlo standard error of `stdev`: `stdev / 2 sqrt((k - (B - 3)/(B - 1))/B)` with the
        /// kurtosis k of the replicates, so `stdev / sqrt(2 (B - 1))` where they are normal.
        stdev_error: Option<f64>,
        /// Confidence level of the interval.
        ci_level: f64,
        /// Method of the interval, as in `intervals`: that of the study, or else `jackknife-t` (of scores that are 0 or 1 `wilson`), and
        /// `student-t` where there is no jackknife; `two-way-t` where judges are resampled, too. Null where
        /// there is no interval.
        ci_method: Option<ReportedMethod>,
        /// Lower end of the interval, in the metric's unit. Null where nothing varies, and, for methods
        /// that read it off the replicates, where B is too small for the level: where a tail would hold
        /// less than one replicate.
        ci_lower: Option<f64>,
        /// Upper end of the interval, as the lower one.
        ci_upper: Option<f64>,
        /// Half of the width of the interval, in the metric's unit: the margin of error of the score.
        half_width: Option<f64>,
        /// Replicates without a value, left out of all of the above.
        undefined_replicates: Option<u32>,
        /// Variance with documents as units over variance with segments as units, both linearised;
        /// null below two documents, and for metrics without an influence of single segments (scores
        /// of documents, NIST with recomputed information).
        design_effect: Option<f64>,
        /// Intra-class correlation of segments in documents by the analysis of variance; null where
        /// the design effect is, and where no document has two segments.
        icc: Option<f64>,
        /// Unit of resampling: `segments`, `documents` or `two-stage`. Two-stage
        /// resampling takes documents, then segments within them, and overstates the deviation. Where judges are
        /// resampled, too, `documents and judges` or `segments and judges`.
        resample: Resampled,
        /// Everything that changes the number.
        signature: Arc<str>,
    }
}

impl ScoreRow {
    /// Half of the width of the interval. Tables of older versions have the ends alone.
    pub(crate) fn margin(&self) -> Option<f64> {
        Some((self.ci_upper? - self.ci_lower?) / 2.0)
    }
}
