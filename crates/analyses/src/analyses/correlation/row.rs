//! The table `correlations`: how metrics agree with each other and with human scores.

use std::sync::Arc;

use super::options::{CorrelationKind, Over};
use crate::table::{Cell, table};

table! {
    /// One row per test set, pair of metrics and kind: how the scores of `metric` and `other_metric`
    /// correlate over the systems that have scores under all metrics of the study, and with `mask =
    /// "common"` over the segments that all of these have under all of them. One more row for each further
    /// metric (`against`) whose correlation with `other_metric` is compared. Scores of which lower ones are
    /// better enter with a minus sign, so that a coefficient is positive where two metrics agree on what is
    /// better. `status` is also `too-few-units` below three scores, `no-variation` where a metric gives
    /// all the same score, and `different-segments` where systems are scored on different segments.
    pub struct CorrelationRow in "correlations", shown LargestTestSet, without ["system"] {
        .. /// The cell of `metric`, without a system.
        cell: Cell,
        /// The metric that it is correlated with.
        other_metric: Arc<str> [key],
        /// References of the other metric; null where it reads none.
        other_references: Option<Arc<str>> [key],
        /// What the correlated scores belong to: `systems`; or the `documents` or `segments` of all
        /// systems together.
        over: Over [key],
        /// `pearson`, `spearman`, `kendall` (tau-b), or `hamming`, the share of systems that have the same
        /// rank under both metrics.
        kind: CorrelationKind [key],
        /// In rows of differences: the metric whose correlation with `other_metric` is taken from that of
        /// `metric`.
        against: Option<Arc<str>> [key],
        /// Systems.
        systems: u32,
        /// Pairs of scores.
        n: Option<u64>,
        /// Coefficient of `metric` and `other_metric`.
        coefficient: Option<f64>,
        /// Whether exactly one of the two metrics entered with a minus sign: the coefficient of the plain
        /// scores is the negative (but for `hamming`).
        turned: bool,
        /// Mean of the coefficients of replicates. Over systems it usually lies nearer to 0 than
        /// `coefficient`, since replicates add noise to scores, and so does the interval.
        replicate_mean: Option<f64>,
        /// `coefficient - replicate_mean`. Over systems: how far the noise of one more sample of texts
        /// pulls the coefficient towards 0. Pearson's of noise-free scores lies about as far on the other
        /// side.
        attenuation: Option<f64>,
        /// Confidence level.
        ci_level: f64,
        /// Lower end of the percentile interval of the coefficient; in rows of differences, of the
        /// difference. Both metrics are scored on the same resamples. Over systems its target is the
        /// coefficient that other texts of this size would give, systems fixed; not that of noise-free
        /// scores, which it often misses.
        ci_lower: Option<f64>,
        /// Upper end of that interval.
        ci_upper: Option<f64>,
        /// Monte-Carlo standard error of `ci_lower`.
        ci_lower_error: Option<f64>,
        /// Monte-Carlo standard error of `ci_upper`.
        ci_upper_error: Option<f64>,
        /// Replicates without the coefficient or difference.
        undefined_replicates: Option<u64>,
        /// Coefficient of `metric` and `other_metric` minus that of `against` and `other_metric`.
        difference: Option<f64>,
        /// Two-sided p of Williams' test of no difference (1959): other systems from the same population
        /// on these segments. Only of Pearson's coefficients over four systems or more.
        p_value: Option<f64>,
        /// Two-sided p of the bootstrap of the difference, centred on its mean: other segments for these
        /// systems.
        p_bootstrap: Option<f64>,
        /// Monte-Carlo standard error of `p_bootstrap`.
        p_bootstrap_error: Option<f64>,
    }
}
