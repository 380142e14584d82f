//! The table `conclusions`: how often comparisons of systems on samples are right.

use std::sync::Arc;

use super::options::Truth;
use crate::config::Sampling;
use crate::stats::Status;
use crate::table::{ChosenReferences, Coordinates, MetricKey, ReportRow, Resampled, table};

table! {
    /// One row per size of samples, pair of systems and level: in how many samples the paired
    /// bootstrap concludes that one system is better, and how often that is true (Koehn 2004, Table 3);
    /// rows without systems are over all pairs. Rows with bounds of significance take every sample and
    /// pair as a conclusion in favour of the system that wins more replicates, sorted by the share that
    /// it wins (his Table 4); those without `segments` are over all sizes. Ties are losses of both. Pairs
    /// share samples and samples overlap, so that the intervals are approximate, and too narrow over
    /// pairs.
    pub struct ConclusionRow in "conclusions" {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// Name of the metric in the spec.
        metric: Arc<str> [key],
        /// Number of references that each segment is compared with; null for metrics that read none.
        reference_count: Option<u32> [key],
        /// How the references were chosen.
        reference_choice: Option<ChosenReferences> [key],
        /// Names of the references.
        references: Option<Arc<str>> [key],
        /// How samples were picked: `consecutive`, `broad` or `random`.
        sampling: Sampling [key],
        /// Segments of a sample; null over all sizes.
        segments: Option<u64> [key],
        /// Unit of resampling.
        resample: Resampled [key],
        /// Repetition of the resampling, from 1.
        repeat: u32 [key],
        /// Number of replicates.
        replicates as "B": u32 [key],
        /// First system; null over all pairs.
        system_a: Option<Arc<str>> [key],
        /// Second system; null over all pairs.
        system_b: Option<Arc<str>> [key],
        /// What counts as true: `corpus` or `generator`.
        truth: Truth [key],
        /// Share of replicates that a system must win for a conclusion; null in rows by significance.
        nominal: Option<f64> [key],
        /// Smallest share of replicates won, included; null in rows by level.
        significance_lower: Option<f64> [key],
        /// Largest share of replicates won, excluded unless it is 1; null in rows by level.
        significance_upper: Option<f64> [key],
        /// True difference of the scores A - B, in the metric's unit; null over pairs.
        true_difference: Option<f64>,
        /// Standard error of the true difference: 0 for the corpus; null over pairs.
        true_difference_error: Option<f64>,
        /// Samples, times pairs: in rows by significance, those that fall between the bounds.
        trials: u64,
        /// Samples in which a system has no score, or no replicates.
        undefined: u64,
        /// Number of conclusions.
        drawn: u64,
        /// Conclusions that the truth agrees with.
        correct: u64,
        /// Conclusions that it does not agree with; systems that are truly equal make any wrong.
        wrong: u64,
        /// `drawn` over `trials`; null in rows by significance, as all shares of the trials.
        drawn_share: Option<f64>,
        /// Lower end of Wilson's interval of `drawn_share`, as if trials were independent.
        drawn_share_lower: Option<f64>,
        /// Upper end of that interval.
        drawn_share_upper: Option<f64>,
        /// `correct` over `trials`: the first number of a cell of Koehn's Table 3.
        correct_rate: Option<f64>,
        /// Lower end of Wilson's interval of `correct_rate`, as if trials were independent.
        correct_rate_lower: Option<f64>,
        /// Upper end of that interval.
        correct_rate_upper: Option<f64>,
        /// `wrong` over `trials`: the second number of a cell of that table.
        wrong_rate: Option<f64>,
        /// Lower end of Wilson's interval of `wrong_rate`, as if trials were independent.
        wrong_rate_lower: Option<f64>,
        /// Upper end of that interval.
        wrong_rate_upper: Option<f64>,
        /// `correct` over `drawn`.
        correct_share: Option<f64>,
        /// Level of the intervals of shares and rates: that of the study.
        share_level: f64,
        /// Lower end of Wilson's interval of `correct_share`, as if conclusions were independent.
        correct_share_lower: Option<f64>,
        /// Upper end of that interval.
        correct_share_upper: Option<f64>,
        /// Mean share of replicates won, which `correct_share` is to be compared with; null in rows by
        /// level.
        mean_significance: Option<f64>,
        /// `ok`, or why values are null: `undefined-truth`, or `no-conclusion`.
        status: Status,
    }
}

impl ReportRow for ConclusionRow {
    fn coordinates(&self) -> Coordinates<'_> {
        let (choice, names) = (self.reference_choice, self.references.as_ref());
        Coordinates {
            metric: MetricKey::new(&self.metric, self.reference_count, choice, names),
            repeat: self.repeat,
            replicates: Some(self.replicates),
            ..Coordinates::of_section(&self.study, &self.corpus)
        }
    }
}
