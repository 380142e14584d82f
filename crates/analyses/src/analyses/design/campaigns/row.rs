//! The table `assignment_plans`: what simulated campaigns find.

use std::sync::Arc;

use crate::stats::judges::dynamic::DynamicEstimate;
use crate::stats::reason::Status;
use crate::table::columns::{table, word_columns};
use crate::table::{Coordinates, MetricKey, ReportRow};
use crate::value::words;

words! {
    /// How the systems of a page are chosen.
    #[derive(Default)]
    pub enum CampaignAssignment {
        /// Good ones more often.
        #[default]
        Dynamic = "dynamic",
        /// In turn, whatever their scores.
        Static = "static",
    }
}

word_columns!(CampaignAssignment);

table! {
    /// One row per metric, number of pages, assignment and estimate of the scores: how often simulated campaigns find the best systems,
    /// and how far their scores are off. A static campaign has the documents, judges and number of ratings of the dynamic one.
    /// Errors (`_error`) are those of the simulation.
    pub struct AssignmentPlanRow in "assignment_plans" {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// Name of the metric.
        metric: Arc<str> [key],
        /// Pages: each has `models` systems on one document, rated by one judge.
        lines: u32 [key, "lines"],
        /// `dynamic` (good systems more often) or `static` (in turn, in random order).
        assignment: CampaignAssignment [key, "assignment"],
        /// `adjusted` (least squares on systems and segments), `weighted` (by one over the probability of being shown), `plain` (the mean
        /// of all ratings; with `static` the weighted mean, too) or `aipw` (without bias, by probabilities).
        estimate: DynamicEstimate [key, "estimate"],
        /// Systems on a page.
        models: u32,
        /// Segments of each system that were rated before its mean counted.
        coldstart: u32,
        /// How many systems are the best ones.
        top: u32,
        /// Systems.
        systems: u32,
        /// Documents.
        documents: u32,
        /// Judges.
        judges: u32,
        /// Simulated campaigns.
        campaigns: u32,
        /// Mean number of ratings of a campaign: of segments of outputs.
        ratings: Option<f64> ["ratings", Real],
        /// Mean number of pages: fewer than `lines` where all outputs have ratings before.
        pages: Option<f64>,
        /// Share of campaigns in which the truly best system has the highest score.
        best_found: Option<f64> ["best\nfound", Percent],
        /// Error of `best_found`.
        best_found_error: Option<f64>,
        /// Mean share of the truly best systems that are among as many with the highest scores.
        top_k_found: Option<f64> ["best k\nfound", Percent],
        /// Error of `top_k_found`.
        top_k_found_error: Option<f64>,
        /// Root of the mean squared error of the scores of the best systems, in the unit of the metric.
        rmse_top_k: Option<f64> ["RMSE of\nbest k", Real],
        /// Error of `rmse_top_k`.
        rmse_top_k_error: Option<f64>,
        /// The same of all other systems.
        rmse_rest: Option<f64> ["RMSE of\nthe rest", Real],
        /// Error of `rmse_rest`.
        rmse_rest_error: Option<f64>,
        /// Mean error of the scores of the best systems; above 0 they look better than they are.
        bias_top_k: Option<f64> ["bias of\nbest k", Real],
        /// Error of `bias_top_k`.
        bias_top_k_error: Option<f64>,
        /// The same of all other systems.
        bias_rest: Option<f64> ["bias of\nthe rest", Real],
        /// Error of `bias_rest`.
        bias_rest_error: Option<f64>,
        /// Of `dynamic`: `best_found` less that of `static` with the same estimate; null for estimates that `static` does not have.
        best_found_difference: Option<f64>,
        /// Error of it, campaign by campaign.
        best_found_difference_error: Option<f64>,
        /// The same of `rmse_top_k`.
        rmse_top_k_difference: Option<f64>,
        /// Error of it.
        rmse_top_k_difference_error: Option<f64>,
        /// The same of `rmse_rest`.
        rmse_rest_difference: Option<f64>,
        /// Error of it.
        rmse_rest_difference_error: Option<f64>,
        /// `ok`; `single-ratings`: no output of the corpus has two ratings, so that another rating of an output counts for as much as one of
        /// another output; or why there is no plan: `no-differences` (scores differ by no more than their errors), `no-data`,
        /// `judges-unknown`, `too-few-units`, `confounded`.
        status: Status,
    }
}

impl ReportRow for AssignmentPlanRow {
    fn coordinates(&self) -> Coordinates<'_> {
        let metric = MetricKey::new(&self.metric, None, None, None);
        Coordinates { metric, ..Coordinates::of_section(&self.study, &self.corpus) }
    }
}
