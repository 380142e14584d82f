//! The table `macro_averages`.

use std::sync::Arc;

use crate::analyses::comparison::PairVerdict;
use crate::stats::reason::Status;
use crate::table::columns::table;
use crate::table::{ChosenReferences, Coordinates, MetricKey, ReportRow};

table! {
    /// One row per study, metric and system: the mean score over all corpora of the study (`system_b` is null); and one per pair of
    /// systems: the mean of the differences A - B. Systems are compared if they have scores on all corpora; the others have a row
    /// without a value. If `[studies.X.comparison]` names a baseline, each system is compared with the baseline alone. Each corpus is
    /// represented by its largest test set, or by the first of several.
    pub struct MacroAverageRow in "macro_averages" {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the metric in the spec.
        metric: Arc<str> [key],
        /// Number of references; null for metrics that read none, and where corpora have different numbers.
        reference_count: Option<u32> [key],
        /// Name of the system; of a pair, system A.
        system_a: Arc<str> [key, "A"],
        /// System B of a pair, or the baseline; null for the mean of one system.
        system_b: Option<Arc<str>> [key, "B"],
        /// Repetition of the resampling, from 1. Only metrics that are not additive are resampled.
        repeat: u32 [key],
        /// Number of replicates.
        replicates as "B": u32 [key],
        /// Names of the corpora, joined by `, `.
        corpora: Arc<str>,
        /// Weights of the corpora in the same order, joined by `, `.
        weights: Arc<str>,
        /// Corpora on which the system has no score, joined by `, `; null if it has a score on all.
        lacks: Option<Arc<str>>,
        /// Weighted mean of the scores, or of the differences A - B, in the metric's unit.
        value: Option<f64> ["difference", Real],
        /// Standard error of `value`, from the standard errors on the corpora: the root of the sum of w^2 se^2, since corpora are
        /// independent. Differences have paired standard errors.
        standard_error: Option<f64>,
        /// Degrees of freedom of `standard_error`, by Welch and Satterthwaite.
        degrees_of_freedom: Option<f64>,
        /// Lower end of the interval, by Student's t.
        ci_lower: Option<f64> ["lower end", Real],
        /// Upper end of the interval.
        ci_upper: Option<f64> ["upper end", Real],
        /// Confidence level of the interval. For a pair it is the level at which Holm tests the pair, so that the interval excludes
        /// 0 exactly if the pair is significant.
        interval_level: Option<f64>,
        /// Confidence level of the study, and of the verdict.
        level: f64 ["level"],
        /// Rank of a system by `value`, 1 for the best. Tied systems share the best rank.
        observed_rank: Option<u32>,
        /// Two-sided p-value of no difference, by Student's t.
        p_value: Option<f64>,
        /// The p-value adjusted by Holm for all pairs of the metric; with a baseline, for all pairs and metrics.
        p_adjusted: Option<f64> ["adjusted p", Real],
        /// Number of comparisons that were adjusted for together.
        family: Option<u32>,
        /// `>` if A is significantly better, `<` if B is, `~` if neither is, `identical` if both have the same statistics on all
        /// corpora.
        verdict: Option<PairVerdict> ["verdict"],
        /// `ok`, or why values are null: `not-in-all-corpora` (see `lacks`), `no-baseline` (the baseline has no score on a corpus, so
        /// there are no pairs), `one-unit` (a corpus with a single document or segment), `different-segments` (the systems of a
        /// corpus are scored on different segments, so there are no ranks), `no-variation`, `too-few-units` (fewer than two
        /// systems), or the status of a score.
        status: Status,
    }
}

impl ReportRow for MacroAverageRow {
    fn coordinates(&self) -> Coordinates<'_> {
        let reference_choice = self.reference_count.map(|_| ChosenReferences::First);
        let (metric, reference_count) = (&*self.metric, self.reference_count);
        Coordinates {
            metric: MetricKey { metric, reference_choice, references: "", reference_count },
            system: if self.system_b.is_none() { &self.system_a } else { "" },
            repeat: self.repeat,
            replicates: Some(self.replicates),
            ..Coordinates::of_section(&self.study, "")
        }
    }
}
