//! The table `meta`: how well metrics agree with people.

use std::sync::Arc;

use super::options::Scope;
use super::words::ComparedBy;
use crate::stats::meta::measure::Grouping;
use crate::stats::reason::Status;
use crate::table::columns::table;

table! {
    /// One row per metric and measure: how well the scores of `metric` agree with `gold`, on the largest test set of
    /// the study. Only outputs count that people have judged; two systems are compared on the segments on which both
    /// are judged, whatever the `mask`. Scores of which lower ones are better enter with a minus sign. Systems that the
    /// gold or a metric of the study has no scores of are left out for all.
    pub struct MetaRow in "meta", of_section {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec; empty over all corpora of the study.
        corpus: Arc<str> [key],
        /// The metric, judged by people, that the others are compared with.
        gold: Arc<str> [key],
        /// Name of the metric.
        metric: Arc<str> [key],
        /// Names of the references of the metric, joined by `+`; null where it reads none.
        references: Option<Arc<str>> [key],
        /// The measure, as in the spec; `average`, weighted, over all measures and corpora of the study.
        measure: ComparedBy [key],
        /// What it is computed within: each `item` (segment), each `system`, or `none`; null for measures that leave
        /// no choice.
        grouping: Option<Grouping> [key],
        /// Whether people judge the metric, too: a second round of judging.
        is_human: bool,
        /// Systems that are compared.
        systems: u32,
        /// Systems of which the gold or a metric has no scores.
        systems_left_out: u32,
        /// Segments with an output that both score.
        segments: Option<u64>,
        /// What the measure compares: pairs of systems (`spa`, `pairwise-accuracy`), systems (other measures of
        /// systems), pairs of outputs of a segment, system or all (`acc-eq`, `pdp`, those of the family of Kendall),
        /// outputs (`pearson`).
        compared: Option<u64>,
        /// Segments or systems within which the metric or the gold does not vary, and which the mean leaves out.
        undefined_groups: Option<u64>,
        /// The measure.
        value: Option<f64>,
        /// Standard error of `value` by the noise of random signs, over 20 blocks of them; of `spa` on more than 20 segments.
        monte_carlo_error: Option<f64>,
        /// Of `acc-eq`: scores of the metric that differ by at most this are tied; the smallest with this value.
        tie_threshold: Option<f64>,
        /// Thresholds with this value.
        tie_thresholds: Option<u64>,
        /// Confidence level of the interval.
        ci_level: f64,
        /// What interval and ranks are to hold for: other `texts`, other `systems`, or `both`.
        scope: Scope,
        /// Resamples.
        replicates as "B": u32,
        /// Lower end of the interval by leaving out one system after the other for measures of systems, else one document
        /// (or segment, where these are resampled).
        ci_lower: Option<f64>,
        /// Upper end of that interval.
        ci_upper: Option<f64>,
        /// Resamples on which the measure is not defined.
        undefined_replicates: Option<u64>,
        /// `ok`, or why there is no interval: `no-method` (none holds what it promises for this measure or `scope`),
        /// `too-few-systems`, `too-few-texts`, `no-variation` (the value is at the end of its scale, or nothing varies),
        /// `undefined-score` (on what is left).
        interval_status: Status,
        /// Place among the metrics, 1 the best; those that tie share the better one. Values that differ by at most two
        /// Monte-Carlo errors of their difference tie.
        rank: Option<u32>,
        /// The best rank that its interval over resamples holds, at `ci_level`. All metrics are measured on the same
        /// resamples; two copies of a system are not compared with each other.
        rank_lower: Option<u32>,
        /// The worst rank that it holds.
        rank_upper: Option<u32>,
        /// Share of the resamples in which it is the best; ties share.
        best_share: Option<f64>,
        /// Cluster of metrics, 1 the best, by the tests in `meta_pairs`: going down the metrics, a new one begins where a
        /// metric of the present one is significantly better. Null without tests.
        cluster: Option<u32>,
        /// `ok`; `undefined-task` (a measure of an average), `too-few-units` (nothing can be compared), `no-variation` (the metric or the gold gives all the same
        /// score), `uneven-judgments` (systems are judged on different segments, which `compat` refuses).
        status: Status,
    }
}
