//! The table `macro_differences`: pairs of systems over all corpora of a study.

use std::sync::Arc;

use super::row::metric_key;
use super::vocabulary::{MacroMethod, Quantity};
use crate::analyses::comparison::PairVerdict;
use crate::stats::reason::Status;
use crate::table::columns::table;
use crate::table::{Coordinates, ReportRow};

table! {
    /// One row per study, metric, quantity and pair of systems with scores on all corpora. Differences of mean ranks are those
    /// of shares times 1 - n, for n systems, so that they have no rows of their own.
    pub struct MacroDifferenceRow in "macro_differences" {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the metric in the spec.
        metric: Arc<str> [key],
        /// Number of references, as in `macro_averages`.
        reference_count: Option<u32> [key],
        /// What is averaged over corpora: `score` or `share-beaten`.
        quantity: Quantity [key, "of"],
        /// System A.
        system_a: Arc<str> [key, "A"],
        /// System B.
        system_b: Arc<str> [key, "B"],
        /// Repetition of the resampling, from 1.
        repeat: u32 [key],
        /// Number of replicates.
        replicates as "B": u32 [key],
        /// Number of corpora that are averaged over.
        corpora: u32,
        /// Difference A - B of the means over corpora; of scores in the metric's unit.
        delta: Option<f64> ["difference", Real],
        /// Standard error of a difference of scores, from the paired standard errors of the corpora: the root of the sum of
        /// w^2 se^2. Null for shares.
        standard_error: Option<f64>,
        /// Degrees of freedom of `standard_error`, by Welch and Satterthwaite.
        degrees_of_freedom: Option<f64>,
        /// Lower end of the interval of the difference.
        ci_lower: Option<f64> ["lower end", Real],
        /// Upper end of the interval of the difference.
        ci_upper: Option<f64> ["upper end", Real],
        /// Confidence level of the interval: of scores that at which Holm tests the pair, so that the interval excludes 0 where
        /// the pair is significant and nowhere else; of shares `level`, unadjusted.
        interval_level: Option<f64>,
        /// Confidence level of the verdict.
        level: f64 ["level"],
        /// How interval and p-value are made: `student-t` with the standard error (scores), or `percentile` of joint
        /// replicates (shares).
        method: MacroMethod,
        /// Share of the joint replicates in which A is better over all corpora, ties counting half.
        a_better: Option<f64> ["A better", Percent],
        /// Two-sided p-value of no difference.
        p_value: Option<f64>,
        /// Monte-Carlo standard error of `p_value`; null where nothing is resampled.
        p_error: Option<f64>,
        /// The p-value adjusted by Holm for all pairs of the metric and quantity.
        p_adjusted: Option<f64> ["adjusted p", Real],
        /// Number of pairs that were tested.
        family: u32,
        /// `>` where A is significantly better, `<` where B is, `~` where neither is, `identical` where both have the same
        /// statistics on all corpora.
        verdict: Option<PairVerdict> ["verdict"],
        /// `ok`, or why there is no p-value or no verdict: `different-segments`, `one-unit`, `no-variation`, `too-few-units`
        /// and `too-few-judges` (a bootstrap of so few in a corpus has no p-value), `too-few-replicates` (more could make the
        /// difference significant), or that of the standard error on a corpus.
        status: Status,
    }
}

impl MacroDifferenceRow {
    /// Whether the systems differ significantly.
    pub(super) fn is_significant(&self) -> bool {
        self.verdict.is_some_and(PairVerdict::is_significant)
    }
}

impl ReportRow for MacroDifferenceRow {
    fn coordinates(&self) -> Coordinates<'_> {
        Coordinates {
            metric: metric_key(&self.metric, self.reference_count),
            repeat: self.repeat,
            replicates: Some(self.replicates),
            ..Coordinates::of_section(&self.study, "")
        }
    }
}
