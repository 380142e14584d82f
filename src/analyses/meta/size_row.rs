//! The tables `meta_sizes` and `meta_rankings`: metrics judged on fewer segments and systems.

use std::sync::Arc;

use crate::table::columns::table;
use crate::table::{Coordinates, ReportRow};

table! {
    /// One row per metric, measure and size: the measure on random parts of the segments, with all systems, or of the
    /// systems, on all segments. By `spa` p-values are those of the normal approximation.
    pub struct MetaSizeRow in "meta_sizes" {
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
        /// What it is computed within: `item`, `system` or `none`; null where there is no choice.
        grouping ("grouping", key): Option<Arc<str>>,
        /// What the size counts: `segments` or `systems`.
        varied ("varied", key): Arc<str>,
        /// Number of these. Of segments that are taken in whole documents: their number on average.
        size ("size", key): f64,
        /// Documents, or segments, that parts are made of.
        units ("units"): u64,
        /// Systems of a part.
        systems ("systems"): u64,
        /// Random parts; 1 of all there is.
        subsets ("subsets"): u32,
        /// Mean over the parts.
        mean ("mean"): Option<f64>,
        /// Lower end of the interval that `level` of the parts lie in. Large parts share most of their segments or
        /// systems, so that it says nothing of new ones there.
        lower ("lower"): Option<f64>,
        /// Upper end of that interval.
        upper ("upper"): Option<f64>,
        /// Share of the parts between the ends.
        level ("level"): f64,
        /// `ok`; `too-few-units` (there are fewer), `undefined` (the measure is, on the parts, or
        /// there are too few parts for an interval of this level: 40 carry .95).
        status ("status"): Arc<str>,
    }
}

table! {
    /// One row per measure and size: how often two campaigns of that size agree on how metrics rank. `seen` are shares of
    /// pairs of disjoint random parts, `expected` probabilities of two new campaigns: values of metrics are simulated from
    /// what is known of them, and campaigns around them, whose deviations fall with the root of the size.
    pub struct MetaRankingRow in "meta_rankings" {
        /// Name of the study in the spec.
        study ("study", key): Arc<str>,
        /// Name of the corpus in the spec.
        corpus ("corpus", key): Arc<str>,
        /// The metric, judged by people, that the others are compared with.
        gold ("gold", key): Arc<str>,
        /// The measure, as in the spec.
        measure ("measure", key): Arc<str>,
        /// What it is computed within: `item`, `system` or `none`; null where there is no choice.
        grouping ("grouping", key): Option<Arc<str>>,
        /// What the size counts: `segments`, of other texts with the same systems, or `systems`, other ones on the same
        /// texts.
        varied ("varied", key): Arc<str>,
        /// Number of these in a campaign.
        size ("size", key): f64,
        /// Number of these that there are.
        available ("available"): f64,
        /// Metrics.
        metrics ("metrics"): u32,
        /// Share of pairs of parts with the same best metric; null beyond half of the segments, and for systems.
        seen_best ("seen_best"): Option<f64>,
        /// Share with the same order of all metrics.
        seen_order ("seen_order"): Option<f64>,
        /// Share of the pairs of metrics that are in the same order (mean).
        seen_pairs ("seen_pairs"): Option<f64>,
        /// Probability of the same best metric.
        expected_best ("expected_best"): Option<f64>,
        /// Probability of the same order of all metrics.
        expected_order ("expected_order"): Option<f64>,
        /// Expected share of the pairs of metrics that are in the same order.
        expected_pairs ("expected_pairs"): Option<f64>,
        /// The wanted probability.
        probability ("probability"): f64,
        /// Of any size: from how many on the best metric is the same with that probability; null where 128 times the
        /// present number is not enough.
        best_from ("best_from"): Option<f64>,
        /// From how many on the order of all metrics is the same with that probability; likewise.
        order_from ("order_from"): Option<f64>,
    }
}

impl ReportRow for MetaSizeRow {
    fn coordinates(&self) -> Coordinates<'_> {
        Coordinates::of_section(&self.study, &self.corpus)
    }
}

impl ReportRow for MetaRankingRow {
    fn coordinates(&self) -> Coordinates<'_> {
        Coordinates::of_section(&self.study, &self.corpus)
    }
}
