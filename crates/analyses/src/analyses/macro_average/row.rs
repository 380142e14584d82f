//! The table `macro_averages`: systems over all corpora of a study, and on each of them.

use std::sync::Arc;

use super::vocabulary::{Basis, MacroMethod, Quantity};
use crate::stats::reason::Status;
use crate::table::columns::table;
use crate::table::{ChosenReferences, Coordinates, MetricKey, ReportRow};

table! {
    /// One row per study, metric, quantity and system, over all corpora of the study (`corpus` is null), and one for each
    /// corpus with what is averaged. Systems are compared that have scores on all corpora; the others have a row without
    /// a value. Of each corpus the largest test set counts, the first of several. Ranks and shares within a corpus are
    /// among the systems that are compared. Joint replicate b is replicate b of each corpus: corpora are resampled
    /// independently.
    pub struct MacroAverageRow in "macro_averages" {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the metric in the spec.
        metric: Arc<str> [key],
        /// Number of references; null for metrics that read none, and where corpora have different numbers.
        reference_count: Option<u32> [key],
        /// What is averaged: `score`, `rank` (1 is best; systems that tie share the mean of their ranks), or
        /// `share-beaten` (the share of the other systems that the system beats, ties counting half: rank 1 of n is 1,
        /// rank n is 0).
        quantity: Quantity [key],
        /// Name of the system.
        system: Arc<str> [key],
        /// Name of the corpus; null over all corpora.
        corpus: Option<Arc<str>> [key],
        /// Repetition of the resampling, from 1.
        repeat: u32 [key],
        /// Number of replicates.
        replicates as "B": u32 [key],
        /// Number of corpora that are averaged over.
        corpora: u32,
        /// Weight of the corpus in the mean, where all add up to 1; null over all corpora.
        weight: Option<f64>,
        /// Systems that are compared.
        systems: u32,
        /// Corpora on which the system has no score, joined by `, `; null where it has one on all.
        lacks: Option<Arc<str>>,
        /// The weighted mean over corpora, or the value on the corpus. Scores are in the metric's unit.
        value: Option<f64>,
        /// Standard error of a score: over corpora the root of the sum of w^2 se^2, since corpora are independent. Null
        /// for ranks and shares.
        standard_error: Option<f64>,
        /// Degrees of freedom of `standard_error`: over corpora by Welch and Satterthwaite; need not be whole.
        degrees_of_freedom: Option<f64>,
        /// Lower end of the interval over all corpora; null on a single one (see `scores` and `ranks`).
        lower: Option<f64>,
        /// Upper end of the interval.
        upper: Option<f64>,
        /// Confidence level of `lower`, `upper`, `rank_lower` and `rank_upper`.
        level: f64,
        /// How the interval is made: `student-t` with the standard error (scores); percentiles of `new-test-sets` (ranks
        /// and shares), or of joint replicates (`percentile`) where `basis` is `resamples`.
        method: MacroMethod,
        /// Rank by `value`: over all corpora, or on the corpus. Systems that tie share the best rank.
        observed_rank: Option<u32>,
        /// What `best_probability`, `rank_lower` and `rank_upper` are shares of, and intervals of ranks and shares
        /// percentiles of: `new-test-sets` of all corpora around draws of the true scores (`docs/statistics/rankings.md`, "Several
        /// corpora"), or, where judges are resampled or there are strata, `resamples`: joint replicates, which take the
        /// observed scores for the true ones. Null on a single corpus.
        basis: Option<Basis>,
        /// Share of these in which the system is best over all corpora; ties are shared out.
        best_probability: Option<f64>,
        /// Monte-Carlo standard error of `best_probability`.
        best_probability_error: Option<f64>,
        /// Best rank over all corpora left when a tail of at most (1 - level)/2 is cut off at each end of the ranks in
        /// these.
        rank_lower: Option<u32>,
        /// Worst rank left.
        rank_upper: Option<u32>,
        /// Cluster, 1 = best: all systems of a better cluster are significantly better (`macro_differences`, after Holm).
        /// Null where a pair has no verdict. Systems of one cluster are not distinguished, which does not make them equal.
        cluster: Option<u32>,
        /// Joint replicates left out, because a system has no score in them.
        undefined_replicates: Option<u64>,
        /// `ok`, or why values are null: `not-in-all-corpora` (see `lacks`), `one-unit` (a corpus with a single document or
        /// segment), `different-segments` (systems of a corpus are scored on different segments, so that there are no
        /// ranks), `too-few-replicates`, `too-few-units` (fewer than two systems), or that of a score.
        status: Status,
    }
}

impl ReportRow for MacroAverageRow {
    fn coordinates(&self) -> Coordinates<'_> {
        Coordinates {
            metric: metric_key(&self.metric, self.reference_count),
            system: &self.system,
            repeat: self.repeat,
            replicates: Some(self.replicates),
            ..Coordinates::of_section(&self.study, "")
        }
    }
}

/// A metric over all corpora, whose references have different names.
pub(super) fn metric_key(metric: &str, reference_count: Option<u32>) -> MetricKey<'_> {
    let reference_choice = reference_count.map(|_| ChosenReferences::First);
    MetricKey { metric, reference_choice, references: "", reference_count }
}
