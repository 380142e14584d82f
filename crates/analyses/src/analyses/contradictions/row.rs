//! The tables `jury` and `contradictions`.

use std::sync::Arc;

use crate::stats::reason::Status;
use crate::table::columns::table;
use crate::table::{Coordinates, MetricKey, ReportRow};

table! {
    /// One row per metric of judges and pair of systems: what the judges say of it, and the chance that another judge like these
    /// says the same, over the whole corpus.
    pub struct JuryRow in "jury" {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// Name of the metric.
        metric: Arc<str> [key],
        /// The first system.
        system_a: Arc<str> [key, "A"],
        /// The second.
        system_b: Arc<str> [key, "B"],
        /// Mean over judges (families count once) of A - B, turned so that more is better.
        difference: Option<f64> ["A - B", Real],
        /// Standard deviation between judges.
        deviation: Option<f64> ["SD of judges", Real],
        /// Judges with a difference; a family is one.
        judges: u32 ["judges"],
        /// Judges who prefer A.
        judges_for: u32 ["for A"],
        /// Judges who prefer B.
        judges_against: u32 ["for B"],
        /// Of those for A, judges whose difference is significant over documents, each tested by itself.
        significant_for: u32,
        /// The same for B.
        significant_against: u32,
        /// Probability that another judge like these prefers the system that the mean does, on these texts:
        /// `T(|mean|/(s sqrt(1 + 1/J)))` with J - 1 degrees of freedom. Null below three judges.
        new_judge_agrees: Option<f64> ["another judge agrees", Percent],
        /// The same on other texts.
        new_judge_agrees_new_texts: Option<f64> ["on other texts", Percent],
        /// Confidence level of the tests.
        level: f64,
        /// `ok`; `too-few-judges` (fewer than three: judges are counted alone); `no-variation` (all say the same); `no-data`.
        status: Status,
    }
}

impl ReportRow for JuryRow {
    fn coordinates(&self) -> Coordinates<'_> {
        let metric = MetricKey::new(&self.metric, None, None, None);
        Coordinates { metric, ..Coordinates::of_section(&self.study, &self.corpus) }
    }
}

table! {
    /// One row per metric of judges and pair of judges: in how many pairs of systems both find a significant difference, over
    /// documents and each tested by itself, and in how many of these they prefer different systems.
    pub struct ContradictionRow in "contradictions" {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// Name of the metric.
        metric: Arc<str> [key],
        /// A judge: its code or, of scores and where the spec says so, its name.
        judge_a: Arc<str> [key, "judge"],
        /// Another.
        judge_b: Arc<str> [key, "and"],
        /// Pairs of systems that both judged.
        pairs: u64 ["pairs"],
        /// Of these, pairs in which both differences are significant.
        both_significant: u64 ["both significant"],
        /// Of these, pairs in which they prefer different systems.
        contradict: u64 ["contradict"],
        /// Share of these in `both_significant`.
        share: Option<f64> ["share", Percent],
        /// Pairs in which they prefer different systems, significantly or not.
        opposite: u64,
        /// Confidence level of the tests.
        level: f64,
    }
}

impl ReportRow for ContradictionRow {
    fn coordinates(&self) -> Coordinates<'_> {
        let metric = MetricKey::new(&self.metric, None, None, None);
        Coordinates { metric, ..Coordinates::of_section(&self.study, &self.corpus) }
    }
}
