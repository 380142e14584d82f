//! The tables `assisted` and `savings`.

use std::sync::Arc;

use crate::stats::reason::Status;
use crate::table::columns::{table, word_columns};
use crate::value::words;

words! {
    /// What is estimated.
    #[derive(Default)]
    pub enum SavedOf {
        #[default]
        /// Differences of two systems.
        Pairs = "pairs",
        /// Scores of single systems.
        Scores = "scores",
    }
}

word_columns!(SavedOf);

table! {
    /// One row per system, and one per pair of systems: the mean of people's judgments with what a metric adds. With a random
    /// part, documents are the units on both sides (PPI++); in a corpus with weights, picks have the metric over all segments
    /// as control variate.
    pub struct AssistedRow in "assisted", of_section {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// The judgments.
        human: Arc<str> [key, "people"],
        /// The metric that assists.
        metric: Arc<str> [key, "metric"],
        /// The system, or the first of a pair: the one that is better by `estimate`.
        system_a: Arc<str> [key, "system A"],
        /// The second of a pair; null for a single score.
        system_b: Option<Arc<str>> [key, "system B"],
        /// Mean of people alone, or the difference A - B; in the unit of the judgments.
        human_mean: Option<f64> ["people alone", Real],
        /// Lower end of its interval: Student's t over documents.
        human_lower: Option<f64>,
        /// Upper end.
        human_upper: Option<f64>,
        /// The same with the metric.
        estimate: Option<f64> ["with metric", Real],
        /// Its standard error.
        standard_error: Option<f64>,
        /// Lower end of its interval.
        lower: Option<f64> ["lower end", Real],
        /// Upper end.
        upper: Option<f64> ["upper end", Real],
        /// Degrees of freedom of the interval.
        degrees_of_freedom: Option<f64>,
        /// Confidence level of the intervals.
        level: f64,
        /// Units of judgments that a unit of the metric, turned as people's, is worth.
        lambda: Option<f64> ["lambda", Real],
        /// Squared standard error with the metric, as a share of that of people alone.
        variance_ratio: Option<f64>,
        /// Judged documents that people alone would need.
        effective_documents: Option<f64> ["as many documents", Real],
        /// Share of the ratings that the metric saves at equal precision: 1 - `variance_ratio`.
        saved_share: Option<f64> ["saved", Percent],
        /// Lower end of its interval, over judged and other documents; null in a corpus with weights, and where metric and people
        /// vary together without any error.
        saved_lower: Option<f64>,
        /// Upper end.
        saved_upper: Option<f64>,
        /// `saved_share` with infinitely many documents that people have not judged; null in a corpus with weights.
        saved_unlimited: Option<f64>,
        /// Mean of the metric over all segments, or the difference A - B, in its own unit.
        metric_alone: Option<f64> ["metric alone", Real],
        /// `metric_alone` less `estimate`; null without `same-scale`.
        bias: Option<f64>,
        /// Lower end of its interval.
        bias_lower: Option<f64>,
        /// Upper end.
        bias_upper: Option<f64>,
        /// Documents with a judged segment.
        judged_documents: u32 ["judged documents"],
        /// Documents without one, that the metric scores.
        unjudged_documents: u32 ["unjudged documents"],
        /// Judged segments.
        judged_segments: u64,
        /// Segments that are not judged, in documents that are judged in part: with a random part they are not used.
        unused_segments: u64,
        /// `ok`; `too-few-documents` (fewer than ten are judged); `too-few-picks` (fewer than 20 in a corpus with weights);
        /// `too-few-units` (fewer than two documents that people have not judged); `missing-scores` (in a corpus with
        /// weights, a segment without a score of the metric); `no-data`; `no-effect` (there is a result: metric and people do
        /// not vary together, so that it is that of people alone); `no-variation`.
        status: Status,
    }
}

table! {
    /// One row for all pairs of systems, and one for all single scores: quantiles of what the metric saves.
    pub struct SavingsRow in "savings", of_section {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// The judgments.
        human: Arc<str> [key],
        /// The metric.
        metric: Arc<str> [key, "metric"],
        /// What is estimated.
        saved_of: SavedOf [key, "of"],
        /// Pairs or scores with an estimate.
        count: u64 ["number"],
        /// Quantile .1 of `saved_share`.
        saved_low: Option<f64> ["saved, low", Percent],
        /// Median.
        saved_median: Option<f64> ["median", Percent],
        /// Quantile .9.
        saved_high: Option<f64> ["high", Percent],
        /// Quantile .1 of `saved_unlimited`.
        unlimited_low: Option<f64>,
        /// Median.
        unlimited_median: Option<f64> ["with all texts scored", Percent],
        /// Quantile .9.
        unlimited_high: Option<f64>,
        /// Pairs that differ significantly by people alone, each tested by itself; null for scores.
        significant_by_people: Option<u64> ["significant by people"],
        /// The same with the metric.
        significant_with_metric: Option<u64> ["with metric"],
        /// `ok`, or `no-data` where nothing has an estimate.
        status: Status,
    }
}
