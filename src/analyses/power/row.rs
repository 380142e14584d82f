//! The table `power`: how much data shows a difference between two systems.

use std::sync::Arc;

use crate::table::Cell;
use crate::table::columns::table;

table! {
    /// One row per test set, pair of systems and effect, for each repeat and B: how large a test set
    /// shows a true difference of `effect`, by a two-sided test, and which difference this one can
    /// show. From the STDEV of the paired bootstrap of the difference by its n^(-1/2) law and the power
    /// of Student's test (`docs/statistics.md`). For one test, unadjusted: a verdict adjusted for many
    /// pairs needs more data. The observed difference stands beside and is never taken for the effect.
    pub struct PowerRow in "power", shown LargestTestSet {
        .. /// The cell, without a system. Where one of the two has no score, its status is shown.
        cell: Cell,
        /// First system.
        system_a ("system_a", key): Arc<str>,
        /// Second system.
        system_b ("system_b", key): Arc<str>,
        /// True difference to be shown, of either sign, in the metric's unit: those of the spec, or a
        /// curve of round values (1, 2 and 5 times powers of ten) from a quarter to four times
        /// `smallest_detectable_effect`. Null where there is no deviation to choose them by.
        effect ("effect", key): Option<f64>,
        /// Confidence level of the test.
        level ("level"): f64,
        /// Wanted probability that the test, of this pair alone, shows the effect.
        power ("power"): f64,
        /// Resampling units by which the test set is larger or smaller: segments, or documents, that
        /// count.
        units ("units"): Option<u64>,
        /// Score of A - score of B on the test set, in the metric's unit; for information only.
        observed_difference ("observed_difference"): Option<f64>,
        /// STDEV of the difference in the paired bootstrap, in the metric's unit.
        bootstrap_stdev ("bootstrap_stdev"): Option<f64>,
        /// Its Monte-Carlo standard error; required sizes have twice its relative error.
        bootstrap_stdev_error ("bootstrap_stdev_error"): Option<f64>,
        /// sqrt(n/(n - 1)) for n units, by which the bootstrap deviates too little; null for two-stage
        /// resampling, which deviates too much by an amount of its own.
        small_sample_factor ("small_sample_factor"): Option<f64>,
        /// Deviation of the difference that all sizes are computed from: the product of the two.
        stdev ("stdev"): Option<f64>,
        /// Resampling units that show `effect` with probability `power`, unrounded, two at
        /// least. Unadjusted: with 45 pairs and Holm's adjustment up to 2.14 times as many.
        required_units ("required_units"): Option<f64>,
        /// The same as a whole number of documents, at the number of segments per document that count
        /// here; two units at least.
        required_documents ("required_documents"): Option<f64>,
        /// The same as a whole number of segments.
        required_segments ("required_segments"): Option<f64>,
        /// Probability that a test set of the size of this one shows `effect`, unadjusted for the number
        /// of pairs; null below two units.
        power_at_this_size ("power_at_this_size"): Option<f64>,
        /// Smallest true difference that a test set of the size of this one shows with probability
        /// `power`, in the metric's unit.
        smallest_detectable_effect ("smallest_detectable_effect"): Option<f64>,
        /// Sizes of this ordering with a deviation: points of the law.
        law_sizes ("law_sizes"): u32,
        /// Exponent b of `stdev` = a units^(-b) along the ordering, by least squares in logarithms; the
        /// required sizes take it for 1/2. Null below three sizes.
        law_exponent ("law_exponent"): Option<f64>,
        /// `stdev` of the largest size over what the law makes of all smaller ones: above 1, sizes
        /// planned from small test sets are too small.
        law_drift ("law_drift"): Option<f64>,
        /// `ok`, or why there is no exponent: `too-few-sizes` (below three), or `no-ordering` (test sets
        /// are samples, or all sets of documents).
        law_status ("law_status"): Arc<str>,
        /// Unit of resampling.
        resample ("resample"): Arc<str>,
        /// Everything that changes the scores.
        signature ("signature"): Arc<str>,
    }
}
