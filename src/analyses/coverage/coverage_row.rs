//! The table `coverage`: how often intervals hold the truth.

use std::sync::Arc;

use crate::table::columns::table;
use crate::table::{Coordinates, MetricKey, ReportRow};

table! {
    /// One row per size of samples, system, interval method and level: in how many samples the
    /// interval holds the true score (Koehn 2004, section 5); rows without a system are over all
    /// systems of the metric. With `sampling` `random` the samples are independent of each
    /// other; others are disjoint up to `disjoint` of them, and no sample of a finite corpus is
    /// independent of its score, so that the interval of `observed` is approximate; over systems, which
    /// share their samples, it is too narrow.
    pub struct CoverageRow in "coverage" {
        /// Name of the study in the spec.
        study ("study", key): Arc<str>,
        /// Name of the corpus in the spec.
        corpus ("corpus", key): Arc<str>,
        /// Name of the metric in the spec.
        metric ("metric", key): Arc<str>,
        /// Name of the system; null over all systems.
        system ("system", key): Option<Arc<str>>,
        /// Number of references that each segment is compared with; null for metrics that read none.
        reference_count ("reference_count", key): Option<u32>,
        /// How the references were chosen.
        reference_choice ("reference_choice", key): Option<Arc<str>>,
        /// Names of the references.
        references ("references", key): Option<Arc<str>>,
        /// How samples were picked: `consecutive`, `broad` or `random`.
        sampling ("sampling", key): Arc<str>,
        /// Segments of a sample.
        segments ("segments", key): u64,
        /// Unit of resampling.
        resample ("resample", key): Arc<str>,
        /// Repetition of the resampling, from 1.
        repeat ("repeat", key): u32,
        /// Number of replicates.
        replicates ("B", key): u32,
        /// Method of the interval.
        method ("method", key): Arc<str>,
        /// Level of the interval.
        nominal ("nominal", key): f64,
        /// What counts as the true score: `corpus` (that of the whole corpus) or `generator` (mean of
        /// fresh corpora of the generator).
        truth ("truth", key): Arc<str>,
        /// The true score, in the metric's unit; null over systems.
        truth_score ("truth_score"): Option<f64>,
        /// Standard error of the true score: 0 for the corpus; null over systems.
        truth_error ("truth_error"): Option<f64>,
        /// Samples with an interval.
        trials ("trials"): u64,
        /// Samples without one.
        undefined ("undefined"): u64,
        /// Trials whose interval holds the truth.
        held ("held"): u64,
        /// Trials whose interval lies below the truth.
        below ("below"): u64,
        /// Trials whose interval lies above the truth.
        above ("above"): u64,
        /// Share of the trials whose interval holds the truth.
        observed ("observed"): Option<f64>,
        /// Level of the interval of `observed`: that of the study.
        observed_level ("observed_level"): f64,
        /// Lower end of Wilson's interval of `observed`, as if trials were independent. Null where the
        /// generator is the truth and a sample is more than 5 % of the corpus: all samples of the one corpus
        /// deviate with it from that truth, so that `observed` varies more than trials tell.
        observed_lower ("observed_lower"): Option<f64>,
        /// Upper end of that interval.
        observed_upper ("observed_upper"): Option<f64>,
        /// `sqrt((N - n)/(N - 1))` for n of N segments: what the standard error of a random sample's
        /// mean, as an estimate of the score of the corpus, is of that with replacement. An
        /// interval by the bootstrap is too wide by one over it. Null where the generator is the truth.
        finite_population_factor ("finite_population_factor"): Option<f64>,
        /// Coverage that an interval of the level `nominal` comes to with that factor, if samples are
        /// random and scores normal: `2 Phi(z / factor) - 1`; `nominal` where the generator is the truth. Null
        /// where `sampling` is not `random`.
        expected ("expected"): Option<f64>,
        /// Disjoint samples of this size that the corpus holds.
        disjoint ("disjoint"): u64,
        /// Mean half-width of the intervals, in the metric's unit; null over systems.
        mean_half_width ("mean_half_width"): Option<f64>,
        /// `ok`, or why values are null: `no-data`, `reference-of-itself` (as for cells),
        /// `undefined-truth` (the truth has no score), or what keeps every sample from having an
        /// interval.
        status ("status"): Arc<str>,
    }
}

impl ReportRow for CoverageRow {
    fn coordinates(&self) -> Coordinates<'_> {
        let (choice, names) = (self.reference_choice.as_ref(), self.references.as_ref());
        Coordinates {
            metric: MetricKey::new(&self.metric, self.reference_count, choice, names),
            repeat: self.repeat,
            replicates: Some(self.replicates),
            ..Coordinates::of_section(&self.study, &self.corpus)
        }
    }
}
