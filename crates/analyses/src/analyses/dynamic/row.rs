//! The tables `dynamic_scores` and `propensities`.

use std::sync::Arc;

use crate::stats::reason::Status;
use crate::table::columns::{table, word_columns};
use crate::table::{Coordinates, MetricKey, ReportRow};
use crate::value::words;

words! {
    /// How a page chose its systems.
    #[derive(Default)]
    pub enum DynamicPhase {
        /// Among systems with few ratings.
        Cold = "cold",
        #[default]
        /// By ranks.
        Ranked = "ranked",
    }
}

word_columns!(DynamicPhase);

table! {
    /// One row per metric and system of a campaign that showed good systems more often: its score by four estimates. Rank by
    /// `adjusted`. `status` is `replay-failed` where the log does not come from the assignment, and `changed-systems` where
    /// systems came or left while it ran (neither has `weighted` and `aipw`), `unconnected` without `adjusted`,
    /// `small-propensity` where `smallest_propensity` is below .02, `times-unknown` where the log has no times, else `ok`.
    pub struct DynamicScoreRow in "dynamic_scores" {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// Name of the metric.
        metric: Arc<str> [key],
        /// The system.
        system: Arc<str> [key, "system"],
        /// Its ratings.
        ratings: u64 ["ratings"],
        /// Pages that showed it.
        pages: u64 ["pages"],
        /// Pages of the campaign.
        campaign_pages: u64,
        /// Mean of all its ratings, as dashboards show it: too low, most for systems that were unlucky at first.
        plain: Option<f64> ["plain", Real],
        /// Standard error of that over documents, as of all others.
        plain_standard_error: Option<f64>,
        /// Score by least squares on systems and segments, as `estimate = "adjusted"` has it.
        adjusted: Option<f64> ["adjusted", Real],
        /// Standard error, by the jackknife.
        adjusted_standard_error: Option<f64>,
        /// Mean of ratings weighted by one over the probability of being shown.
        weighted: Option<f64> ["weighted", Real],
        /// Standard error.
        weighted_standard_error: Option<f64>,
        /// Augmented mean weighted by the inverse probability: without bias, and more uncertain. A check, not a score to
        /// rank by.
        aipw: Option<f64> ["unbiased", Real],
        /// Standard error.
        aipw_standard_error: Option<f64>,
        /// `adjusted` less `aipw`, over the standard error of `aipw`.
        difference_in_errors: Option<f64>,
        /// Smallest probability of being shown on a page on which every system could be.
        smallest_propensity: Option<f64>,
        /// Systems on a page.
        models: u32,
        /// Segments of each system before ranks count.
        coldstart: u32,
        /// Systems of the campaign.
        systems: u32,
        /// Line of the log that does not come from the assignment, from 1.
        failed_line: Option<u64>,
        /// The system that it is about; none where the number of systems is wrong.
        failed_system: Option<Arc<str>>,
        /// Scores of tutorials and attention checks in the log, which the replay leaves out.
        other_scores: u32,
        /// Whether the log has times, so that it is known what was submitted before each page.
        has_times: bool,
        /// Whether there are all numbers, or why not.
        status: Status,
    }
}

impl ReportRow for DynamicScoreRow {
    fn coordinates(&self) -> Coordinates<'_> {
        let metric = MetricKey::new(&self.metric, None, None, None);
        Coordinates { metric, ..Coordinates::of_section(&self.study, &self.corpus) }
    }
}

table! {
    /// One row per metric, page of a campaign and system: the probability that the page showed the system, by what was submitted when
    /// the page was loaded.
    pub struct PropensityRow in "propensities" {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// Name of the metric.
        metric: Arc<str> [key],
        /// Line of the log, from 1.
        line: u64 [key, "line"],
        /// When the page was loaded (UTC), where the log has times.
        time: Option<Arc<str>>,
        /// Code of the judge; with `judge-names` the name. None of one whose ratings were all taken back.
        user: Option<Arc<str>>,
        /// The document.
        document: Arc<str>,
        /// How systems were chosen.
        phase: DynamicPhase,
        /// The system.
        system: Arc<str> [key, "system"],
        /// Its rank by the mean of its ratings so far; systems without any are last.
        rank: u32,
        /// Probability that the page showed it.
        propensity: f64 ["propensity", Real],
        /// Whether it did.
        shown: bool,
        /// Whether a reset took the page back later: it counts for no score.
        reset: bool,
    }
}

impl ReportRow for PropensityRow {
    fn coordinates(&self) -> Coordinates<'_> {
        let metric = MetricKey::new(&self.metric, None, None, None);
        Coordinates { metric, ..Coordinates::of_section(&self.study, &self.corpus) }
    }
}
