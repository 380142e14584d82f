//! The table `power`: how much data shows a difference between two systems.

use std::sync::Arc;

use crate::stats::Status;
use crate::table::{Cell, Resampled, table};

table! {
    /// One row per test set, pair of systems and effect, for each repeat and B: how large a test set
    /// shows a true difference of `effect`, by a two-sided test, and which difference this one can
    /// show. From the standard error of the difference by its n^(-1/2) law and the power
    /// of Student's test (`docs/statistics/power.md`). Twice: for one planned comparison, and for
    /// any of the pairs that verdicts are adjusted for, each tested at (1 - `level`)/`pairs`, the worst
    /// case of Holm's adjustment. The observed difference stands beside and is never taken for the effect.
    pub struct PowerRow in "power", shown LargestTestSet, without ["system"] {
        .. /// The cell, without a system. Where one of the two has no score, its status is shown.
        cell: Cell,
        /// First system.
        system_a: Arc<str> [key, "A"],
        /// Second system.
        system_b: Arc<str> [key, "B"],
        /// True difference to be shown, of either sign, in the metric's unit: those of the spec, or a
        /// curve of round values (1, 2 and 5 times powers of ten) from a quarter to four times
        /// `smallest_detectable_effect`. Null where there is no deviation to choose them by.
        effect: Option<f64> [key, "difference", Real],
        /// Confidence level of the test.
        level: f64 ["level"],
        /// Wanted probability that the test of this pair shows the effect.
        power: f64 ["power"],
        /// Pairs that verdicts of the study are adjusted for: all pairs of systems, those with the baseline
        /// of its comparison, or 1 where its comparison has `adjustment = "none"`.
        pairs: u32,
        /// Resampling units by which the test set is larger or smaller: segments, or documents, that
        /// count.
        units: Option<u64>,
        /// Score of A - score of B on the test set, in the metric's unit; for information only.
        observed_difference: Option<f64>,
        /// Standard error of the difference, in the metric's unit, that all sizes are computed from: by the
        /// jackknife over `units`. Where scores do not follow from sums over units (NIST with recomputed
        /// information), the standard deviation of the paired bootstrap times sqrt(n/(n - 1)) for n units.
        stdev: Option<f64>,
        /// Monte-Carlo standard error of `stdev`; null by the jackknife, which resamples nothing. Required sizes
        /// have twice its relative error.
        stdev_error: Option<f64>,
        /// Standard error of the logarithm of the squared standard error of the difference, by the
        /// jackknife over units: how uncertain required sizes are, whatever B.
        size_log_error: Option<f64>,
        /// `ok`, or why required sizes have no interval: `too-few-units` (below three), `no-variation` (all
        /// units but one are equal), `not-additive`, or the status of the row.
        interval_status: Status,
        /// Units of equal length that would be worth as much as `units`: no size is named beyond fifty times as many.
        effective_units: Option<f64>,
        /// `ok`, `beyond-data` where `required_units` would be more than fifty times `effective_units`, or the status of
        /// the row.
        required_status: Status,
        /// Resampling units of new test sets that show `effect` with probability `power` in one planned
        /// comparison, on average over what the deviation may be; unrounded, two at least. Where
        /// `interval_status` is not `ok`, the deviation is taken for the true one.
        required_units: Option<f64>,
        /// Lower end of the interval, at `level`, of the size that the true deviation asks for: the size for
        /// `stdev` times f/chi2, for the degrees of freedom f of `stdev` and the upper quantile of chi-square; two at
        /// least.
        required_units_lower: Option<f64> ["units, lower end", Real],
        /// Upper end: with the lower quantile, at most fifty times `effective_units`, which then stands for "or more".
        required_units_upper: Option<f64> ["units, upper end", Real],
        /// The same as a whole number of documents, at the number of segments per document that count
        /// here; two units at least.
        required_documents: Option<f64> ["documents needed"],
        /// The same as a whole number of segments.
        required_segments: Option<f64> ["segments needed"],
        /// `required_segments` in words, as in `margins`.
        required_words: Option<f64>,
        /// As `required_units`, for a pair among `pairs`: at (1 - `level`)/`pairs`, the worst case of Holm's
        /// adjustment.
        required_units_any_pair: Option<f64>,
        /// Lower end of its interval, as that of `required_units`.
        required_units_any_pair_lower: Option<f64>,
        /// Upper end of its interval.
        required_units_any_pair_upper: Option<f64>,
        /// The same as a whole number of documents, as `required_documents`.
        required_documents_any_pair: Option<f64> ["documents, any pair"],
        /// The same as a whole number of segments.
        required_segments_any_pair: Option<f64>,
        /// Probability that a test set of the size of this one shows `effect`, unadjusted for the number
        /// of pairs, on average over what the deviation may be, as `required_units`; null below two units.
        power_at_this_size: Option<f64> ["power here", Percent],
        /// Smallest true difference that a test set of the size of this one shows with probability
        /// `power` in one planned comparison, in the metric's unit: the effect whose `required_units` are `units`. Null,
        /// with the status `beyond-range`, where it is more than half of the metric's range, or than what the better
        /// system can still gain.
        smallest_detectable_effect: Option<f64> ["smallest that shows here", Real],
        /// The same for a pair among `pairs`.
        smallest_detectable_effect_any_pair: Option<f64>,
        /// Sizes of this ordering with a deviation: points of the law.
        law_sizes: u32,
        /// Exponent b of `stdev` = a units^(-b) along the ordering, by least squares in logarithms; the
        /// required sizes take it for 1/2. Null below three sizes.
        law_exponent: Option<f64>,
        /// `stdev` of the largest size over what the law makes of all smaller ones: above 1, sizes
        /// planned from small test sets are too small.
        law_drift: Option<f64>,
        /// P-value of a drift as far from 1 where the law holds, two-sided, at most about: below 0.01 the units are
        /// not of one kind along the ordering. Null without a drift or an error of `stdev`.
        law_p_value: Option<f64>,
        /// `ok`, or why there is no exponent: `too-few-sizes` (below three), or `no-ordering` (test sets
        /// are samples, or all sets of documents).
        law_status: Status,
        /// Unit of resampling.
        resample: Resampled,
        /// Everything that changes the scores.
        signature: Arc<str>,
    }
}
