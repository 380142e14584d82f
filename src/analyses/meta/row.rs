//! The table `meta`: how well metrics agree with people.

use std::sync::Arc;

use crate::table::columns::table;
use crate::table::{Coordinates, ReportRow};

table! {
    /// One row per metric and measure: how well the scores of `metric` agree with `gold`, on the largest test set of
    /// the study. Only outputs count that people have judged; two systems are compared on the segments on which both
    /// are judged, whatever the `mask`. Scores of which lower ones are better enter with a minus sign. Systems that the
    /// gold or a metric of the study has no scores of are left out for all.
    pub struct MetaRow in "meta" {
        /// Name of the study in the spec.
        study ("study", key): Arc<str>,
        /// Name of the corpus in the spec.
        corpus ("corpus", key): Arc<str>,
        /// The metric, judged by people, that the others are compared with.
        gold ("gold", key): Arc<str>,
        /// Name of the metric.
        metric ("metric", key): Arc<str>,
        /// Names of the references of the metric, joined by `+`; null where it reads none.
        references ("references", key): Option<Arc<str>>,
        /// The measure, as in the spec.
        measure ("measure", key): Arc<str>,
        /// What it is computed within: each `item` (segment), each `system`, or `none`; null for measures that leave
        /// no choice.
        grouping ("grouping", key): Option<Arc<str>>,
        /// Whether people judge the metric, too: a second round of judging.
        is_human ("is_human"): bool,
        /// Systems that are compared.
        systems ("systems"): u32,
        /// Systems of which the gold or a metric has no scores.
        systems_left_out ("systems_left_out"): u32,
        /// Segments with an output that both score.
        segments ("segments"): Option<u64>,
        /// What the measure compares: pairs of systems (`spa`, `pairwise-accuracy`), systems (other measures of
        /// systems), pairs of outputs of a segment, system or all (`acc-eq`, `pdp`, those of the family of Kendall),
        /// outputs (`pearson`).
        compared ("compared"): Option<u64>,
        /// Segments or systems within which the metric or the gold does not vary, and which the mean leaves out.
        undefined_groups ("undefined_groups"): Option<u64>,
        /// The measure.
        value ("value"): Option<f64>,
        /// Of `acc-eq`: scores of the metric that differ by at most this are tied; the smallest with this value.
        tie_threshold ("tie_threshold"): Option<f64>,
        /// Thresholds with this value.
        tie_thresholds ("tie_thresholds"): Option<u64>,
        /// `ok`; `too-few-units` (nothing can be compared), `no-variation` (the metric or the gold gives all the same
        /// score).
        status ("status"): Arc<str>,
    }
}

impl ReportRow for MetaRow {
    fn coordinates(&self) -> Coordinates<'_> {
        Coordinates::of_section(&self.study, &self.corpus)
    }
}
