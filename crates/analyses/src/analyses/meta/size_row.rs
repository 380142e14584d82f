//! The tables `meta_sizes` and `meta_rankings`: metrics judged on fewer segments and systems.

use std::sync::Arc;

use super::words::{ComparedBy, Varied};
use crate::stats::meta::measure::Grouping;
use crate::stats::reason::Status;
use crate::table::columns::table;

table! {
    /// One row per metric, measure and size: the measure on random parts of the segments, with all systems, or of the
    /// systems, on all segments. By `spa` p-values are those of the normal approximation.
    pub struct MetaSizeRow in "meta_sizes", of_section {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// The metric, judged by people, that the others are compared with.
        gold: Arc<str> [key],
        /// Name of the metric.
        metric: Arc<str> [key],
        /// Names of the references of the metric, joined by `+`; null where it reads none.
        references: Option<Arc<str>> [key],
        /// The measure, as in the spec.
        measure: ComparedBy [key],
        /// What it is computed within: `item`, `system` or `none`; null where there is no choice.
        grouping: Option<Grouping> [key],
        /// What the size counts: `segments` or `systems`.
        varied: Varied [key],
        /// Number of these. Of segments that are taken in whole documents: their number on average.
        size: f64 [key],
        /// Documents, or segments, that parts are made of.
        units: u64,
        /// Systems of a part.
        systems: u64,
        /// Random parts; 1 of all there is.
        subsets: u32,
        /// Mean over the parts.
        mean: Option<f64>,
        /// Lower end of the interval that `level` of the parts lie in. Large parts share most of their segments or
        /// systems, so that it says nothing of new ones there.
        lower: Option<f64>,
        /// Upper end of that interval.
        upper: Option<f64>,
        /// Share of the parts between the ends.
        level: f64,
        /// `ok`; `too-few-units` (there are fewer), `undefined` (the measure is, on the parts, or
        /// there are too few parts for an interval of this level: 40 carry .95).
        status: Status,
    }
}

table! {
    /// One row per measure and size: how often two campaigns of that size agree on how metrics rank. `seen` are shares of
    /// pairs of disjoint random parts, `expected` probabilities of two new campaigns: values of metrics are simulated from
    /// what is known of them, and campaigns around them, whose deviations fall with the root of the size.
    pub struct MetaRankingRow in "meta_rankings", of_section {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// The metric, judged by people, that the others are compared with.
        gold: Arc<str> [key, "with"],
        /// The measure, as in the spec.
        measure: ComparedBy [key, "measure"],
        /// What it is computed within: `item`, `system` or `none`; null where there is no choice.
        grouping: Option<Grouping> [key, "within"],
        /// What the size counts: `segments`, of other texts with the same systems, or `systems`, other ones on the same
        /// texts.
        varied: Varied [key, "number of"],
        /// Number of these in a campaign.
        size: f64 [key, "size"],
        /// Number of these that there are.
        available: f64,
        /// Metrics.
        metrics: u32 ["metrics"],
        /// Share of pairs of parts with the same best metric; null beyond half of the segments, and for systems.
        seen_best: Option<f64> ["best, seen", Percent],
        /// Share with the same order of all metrics.
        seen_order: Option<f64> ["order, seen", Percent],
        /// Share of the pairs of metrics that are in the same order (mean).
        seen_pairs: Option<f64> ["pairs, seen", Percent],
        /// Probability of the same best metric.
        expected_best: Option<f64> ["best, expected", Percent],
        /// Probability of the same order of all metrics.
        expected_order: Option<f64> ["order, expected", Percent],
        /// Expected share of the pairs of metrics that are in the same order.
        expected_pairs: Option<f64> ["pairs, expected", Percent],
        /// The wanted probability.
        probability: f64,
        /// Of any size: from how many on the best metric is the same with that probability; null where 128 times the
        /// present number is not enough.
        best_from: Option<f64>,
        /// From how many on the order of all metrics is the same with that probability; likewise.
        order_from: Option<f64>,
    }
}
