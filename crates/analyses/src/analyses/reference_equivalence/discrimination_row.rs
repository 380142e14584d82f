//! The table `reference_discrimination`: how much better more references discriminate systems.

use std::sync::Arc;

use crate::stats::Status;
use crate::table::{ChosenReferences, Coordinates, ReportRow, table};

table! {
    /// One row per metric and number of references, on the largest test set of each ordering (samples: on
    /// each of the largest size), where a study has several numbers of references and two systems: how
    /// clearly the systems differ. The z of a pair is the difference of its scores over the standard error
    /// of that. `z^2 - 1` grows on average with the number of segments, so that a ratio of two says on how
    /// many times the segments fewer references would discriminate as well.
    pub struct ReferenceDiscriminationRow in "reference_discrimination" {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// Name of the metric in the spec.
        metric: Arc<str> [key],
        /// How references were chosen: `first` or `every-subset`.
        reference_choice: ChosenReferences [key],
        /// Order in which documents entered, or the name of the sample.
        ordering: Arc<str> [key],
        /// Identity of the test set.
        test_set: Arc<str>,
        /// Segments of the test set.
        segments: u64,
        /// Repetition of the resampling, from 1.
        repeat: u32 [key],
        /// Number of replicates.
        replicates as "B": u32 [key],
        /// References that each segment is compared with.
        reference_count: u32 [key],
        /// Sets of references over which squared z are means.
        sets: u32,
        /// Systems in the pairs.
        systems: u32,
        /// Pairs of systems with a z for every set of references; all rows of a metric are about these.
        pairs: u32,
        /// Mean of z^2 over pairs and sets.
        mean_squared_z: Option<f64>,
        /// Smallest number of references, with which the ratio is.
        fewest: u32,
        /// Sum of `z^2 - 1` over pairs, divided by that with `fewest` references; 1 for these.
        discrimination_ratio: Option<f64>,
        /// Its standard error by the jackknife over systems: what other systems would change, on these
        /// texts. Null below three systems, and for `fewest`.
        discrimination_ratio_error: Option<f64>,
        /// `ok`, or why the ratio is null: `too-few-units` (no pair has a z everywhere: one unit, or
        /// systems that are alike), `no-differences` (squared z are no larger than chance gives).
        status: Status,
    }
}

impl ReportRow for ReferenceDiscriminationRow {
    fn coordinates(&self) -> Coordinates<'_> {
        Coordinates {
            ordering: &self.ordering,
            repeat: self.repeat,
            replicates: Some(self.replicates),
            ..Coordinates::of_section(&self.study, &self.corpus)
        }
    }
}
