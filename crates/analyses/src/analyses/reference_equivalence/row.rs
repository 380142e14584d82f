//! The table `reference_equivalence`: more references against more segments.

use std::sync::Arc;

use crate::stats::Status;
use crate::table::{ChosenReferences, Coordinates, ReportRow, table};

table! {
    /// One row per system and number of references, on the largest test set of each ordering (samples:
    /// on each of the largest size): means over the sets of this many references, and how many more
    /// segments another reference is worth by the *relative* deviation. That falls as the root of the
    /// number of segments, so that a fall from s to s' is worth `(s / s')^2 - 1` more of them. Zhang &
    /// Vogel (2004, Table 4) report the part of the data that suffices: `equal_data_relative`. More
    /// references raise BLEU itself, and with it the mean that deviations are divided by: in the metric's
    /// unit (`equal_data_absolute`) little of this is left. What references are worth for finding the better
    /// system stands in the table `reference_discrimination`.
    pub struct ReferenceEquivalenceRow in "reference_equivalence" {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// Name of the metric in the spec.
        metric: Arc<str> [key, "metric"],
        /// Name of the system.
        system: Arc<str> [key, "system"],
        /// How references were chosen: `first`, `every-subset` or `mixed`.
        reference_choice: ChosenReferences [key],
        /// Order in which documents entered, or the name of the sample.
        ordering: Arc<str> [key],
        /// Identity of the test set.
        test_set: Arc<str>,
        /// Segments of the test set.
        segments: u64 ["segments"],
        /// Repetition of the resampling, from 1.
        repeat: u32 [key],
        /// Number of replicates.
        replicates as "B": u32 [key],
        /// References that each segment is compared with.
        reference_count: u32 [key, "references"],
        /// Translators that these are of: more than one reference's where references are mixed.
        translators: u32 [key, "translators"],
        /// Sets of references that values are means of: subsets, or assignments.
        sets: u32,
        /// Mean score, in the metric's unit.
        score_mean: Option<f64> ["score", Real],
        /// Standard deviation of scores over sets; null below two.
        score_spread: Option<f64>,
        /// Mean of `stdev`, in the metric's unit.
        stdev_mean: Option<f64>,
        /// Standard deviation of `stdev` over sets.
        stdev_spread: Option<f64>,
        /// Mean of `relative_stdev`, percent.
        relative_stdev_mean: Option<f64> ["STDEV, %", Real],
        /// Standard deviation of `relative_stdev` over sets.
        relative_stdev_spread: Option<f64>,
        /// Monte-Carlo error of `relative_stdev_mean`: that of one set, since sets share their resamples.
        relative_stdev_error: Option<f64> ["error of STDEV", Real],
        /// The next smaller number of references; null for the smallest, and where references are mixed.
        fewer: Option<u32>,
        /// Percent more segments that make up for one reference less in `relative_stdev`, between `fewer` and
        /// `reference_count`: `100 ((s_fewer / s)^(2 / (count - fewer)) - 1)`.
        more_segments_relative: Option<f64> ["more segments, %", Real],
        /// Its Monte-Carlo error, as if both deviations had resamples of their own; as they share them, it is
        /// an upper bound.
        more_segments_relative_error: Option<f64> ["error of segments", Real],
        /// How far single sets would put it: the spreads of both deviations over sets, carried over; null
        /// where neither has two sets.
        more_segments_relative_spread: Option<f64>,
        /// Percent of the segments on which the relative deviation with this many references is that of the
        /// smallest number of them on all: `100 (s / s_smallest)^2`; 100 for the smallest, null where
        /// references are mixed.
        equal_data_relative: Option<f64> ["equal data, %", Real],
        /// Its Monte-Carlo error, as that of `more_segments_relative`.
        equal_data_relative_error: Option<f64> ["error of data", Real],
        /// The same by `stdev_mean`, in the metric's unit: what is left without the rise of the score.
        equal_data_absolute: Option<f64> ["equal data in points, %", Real],
        /// `ok`, or why values are null, as for cells.
        status: Status,
    }
}

impl ReportRow for ReferenceEquivalenceRow {
    fn coordinates(&self) -> Coordinates<'_> {
        Coordinates {
            system: &self.system,
            ordering: &self.ordering,
            repeat: self.repeat,
            replicates: Some(self.replicates),
            ..Coordinates::of_section(&self.study, &self.corpus)
        }
    }
}
