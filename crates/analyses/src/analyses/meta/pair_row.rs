//! The table `meta_pairs`: which of two metrics agrees better with people.

use std::sync::Arc;

use super::words::{ComparedBy, ExchangedUnit};
use crate::stats::meta::measure::Grouping;
use crate::stats::reason::Status;
use crate::table::columns::table;

table! {
    /// One row per pair of metrics and measure: whether `metric` agrees better with `gold` than `other_metric`, by
    /// exchanging their standardized scores, those of a system or of a document together (`exchanged`): whether it
    /// would on other systems, or on other texts. Both are measured on the outputs that both score.
    pub struct MetaPairRow in "meta_pairs", of_section {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec; empty over all corpora of the study.
        corpus: Arc<str> [key],
        /// The metric, judged by people, that the others are compared with.
        gold: Arc<str> [key],
        /// The measure, as in the spec; `average` over all measures and corpora of the study.
        measure: ComparedBy [key],
        /// What it is computed within: `item`, `system` or `none`; null where there is no choice.
        grouping: Option<Grouping> [key],
        /// Name of the one metric.
        metric: Arc<str> [key],
        /// Names of its references, joined by `+`; null where it reads none.
        references: Option<Arc<str>> [key],
        /// Name of the other metric.
        other_metric: Arc<str> [key],
        /// Names of its references.
        other_references: Option<Arc<str>> [key],
        /// The measure of `metric`.
        value: Option<f64>,
        /// The measure of `other_metric`.
        other_value: Option<f64>,
        /// `value - other_value`.
        difference: Option<f64>,
        /// Lower end of the interval of `difference` for other systems or texts, at `interval_level`: the test decides
        /// whether 0 is in it, by leaving out systems or documents it is found how far from 0 it reaches.
        ci_lower: Option<f64>,
        /// Upper end of that interval.
        ci_upper: Option<f64>,
        /// Confidence level of the interval: 1 minus the level at which Holm's adjustment tests the pair.
        interval_level: Option<f64>,
        /// `ok`, or why there is no interval: `no-method` (none holds what it promises for this measure or `scope`),
        /// `too-few-systems`, `too-few-texts`, `no-variation` (a metric reaches the end of the scale, or nothing varies),
        /// `undefined-score` (on what is left).
        interval_status: Status,
        /// Two-sided p of no difference: of B random exchanges, (those with a difference at least as large + 1)/(B + 1);
        /// their share of all exchanges where these are enumerated.
        p_value: Option<f64>,
        /// One-sided p: that `metric` is better.
        p_better: Option<f64>,
        /// One-sided p: that `other_metric` is better.
        p_worse: Option<f64>,
        /// `p_value`, adjusted by Holm over all pairs of metrics of the measure.
        p_adjusted: Option<f64>,
        /// Whether they differ significantly at `level`, by `p_adjusted`.
        is_significant: Option<bool>,
        /// Confidence level.
        level: f64,
        /// What is exchanged together, and what the test is about: `systems`, `documents`, `segments`, or `outputs` one by
        /// one.
        exchanged: ExchangedUnit,
        /// Exchanges.
        permutations: u64,
        /// Whether these are all exchanges, so that p-values have no noise.
        is_complete: bool,
        /// The smallest `p_value` that this number of exchanges can give.
        least_p: Option<f64>,
        /// `ok`; `too-few-systems`, `too-few-documents`, `too-few-segments` (all exchanges are so few that no pair can
        /// differ significantly, adjusted by Holm); `too-few-units` (nothing can be compared) or `no-variation`.
        status: Status,
    }
}
