//! The table `coverage`: how often intervals hold the truth.

use std::sync::Arc;

use super::options::Truth;
use crate::analyses::intervals::ReportedMethod;
use crate::config::model::Sampling;
use crate::stats::reason::Status;
use crate::table::columns::{table, word_columns};
use crate::table::{ChosenReferences, Coordinates, MetricKey, ReportRow, Resampled};

word_columns!(Truth);

table! {
    /// One row per size of samples, system, interval method and level: in how many samples the
    /// interval holds the true score (Koehn 2004, section 5); rows without a system are over all
    /// systems of the metric. With `sampling` `random` the samples are independent of each
    /// other; others are disjoint up to `disjoint` of them, and no sample of a finite corpus is
    /// independent of its score, so that the interval of `observed` is approximate; over systems, which
    /// share their samples, it is too narrow.
    pub struct CoverageRow in "coverage" {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// Name of the metric in the spec.
        metric: Arc<str> [key],
        /// Name of the system; null over all systems.
        system: Option<Arc<str>> [key],
        /// Number of references that each segment is compared with; null for metrics that read none.
        reference_count: Option<u32> [key],
        /// How the references were chosen.
        reference_choice: Option<ChosenReferences> [key],
        /// Names of the references.
        references: Option<Arc<str>> [key],
        /// How samples were picked: `consecutive`, `broad` or `random`.
        sampling: Sampling [key],
        /// Segments of a sample.
        segments: u64 [key],
        /// Unit of resampling.
        resample: Resampled [key],
        /// Repetition of the resampling, from 1.
        repeat: u32 [key],
        /// Number of replicates.
        replicates as "B": u32 [key],
        /// Method of the interval.
        method: ReportedMethod [key],
        /// Level of the interval.
        nominal: f64 [key],
        /// What counts as the true score: `corpus` (that of the whole corpus) or `generator` (mean of
        /// fresh corpora of the generator).
        truth: Truth [key],
        /// The true score, in the metric's unit; null over systems.
        truth_score: Option<f64>,
        /// Standard error of the true score: 0 for the corpus; null over systems.
        truth_error: Option<f64>,
        /// Samples with an interval.
        trials: u64,
        /// Samples without one.
        undefined: u64,
        /// Trials whose interval holds the truth.
        held: u64,
        /// Trials whose interval lies below the truth.
        below: u64,
        /// Trials whose interval lies above the truth.
        above: u64,
        /// Share of the trials whose interval holds the truth.
        observed: Option<f64>,
        /// Level of the interval of `observed`: that of the study.
        observed_level: f64,
        /// Lower end of Wilson's interval of `observed`, as if trials were independent. Null where the
        /// generator is the truth and a sample is more than 5 % of the corpus: all samples of the one corpus
        /// deviate with it from that truth, so that `observed` varies more than trials tell.
        observed_lower: Option<f64>,
        /// Upper end of that interval.
        observed_upper: Option<f64>,
        /// `sqrt((N - n)/(N - 1))` for n of N segments: what the standard error of a random sample's
        /// mean, as an estimate of the score of the corpus, is of that with replacement. An
        /// interval by the bootstrap is too wide by one over it. Null where the generator is the truth.
        finite_population_factor: Option<f64>,
        /// Coverage that an interval of the level `nominal` comes to with that factor, if samples are
        /// random and scores normal: `2 Phi(z / factor) - 1`; `nominal` where the generator is the truth. Null
        /// where `sampling` is not `random`.
        expected: Option<f64>,
        /// Disjoint samples of this size that the corpus holds.
        disjoint: u64,
        /// Mean half-width of the intervals, in the metric's unit; null over systems.
        mean_half_width: Option<f64>,
        /// `ok`, or why values are null: `no-data`, `reference-of-itself` (as for cells),
        /// `undefined-truth` (the truth has no score), or what keeps every sample from having an
        /// interval.
        status: Status,
    }
}

impl ReportRow for CoverageRow {
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
