//! How the table `assignment_plans` is filled.

use rayon::prelude::*;

use super::super::basis::Basis;
use super::super::options::Design as Options;
use super::super::rows::whole;
use super::row::{AssignmentPlanRow, CampaignAssignment};
use crate::analyses::results::{GridResults, Results, document_count};
use crate::metric::config::MetricConfig;
use crate::stats::judges::components::Components;
use crate::stats::judges::dynamic::{
    Assignment, Campaigns, DynamicEstimate, MeanWithError, Outcome, Outcomes, Population, Summary,
};
use crate::stats::moments::{SampleMoments, mean};
use crate::stats::random::{Purpose, StreamKey};
use crate::stats::reason::{Reason, Status};

/// Systems on a page where the spec names no number.
pub(in super::super) const MODELS: u32 = 3;

/// Segments of the cold start where the spec names no number.
const COLD_START: u32 = 20;

/// Best systems where the spec names no number.
const TOP: u32 = 5;

/// Simulated campaigns where the spec names no number.
pub(in super::super) const CAMPAIGNS: u32 = 1000;

/// The rows of all metrics, in the order of studies, corpora, metrics.
pub fn assignment_plans(results: &Results<'_>) -> Vec<AssignmentPlanRow> {
    let asking = results.asking(|study| study.analyses.get::<Options>());
    let asking = asking.filter(|(_, options)| options.is_dynamic());
    let rows = asking.flat_map(|(on_corpus, options)| {
        let metrics = on_corpus.study.metrics.iter();
        let rows = metrics
            .flat_map(|metric| MetricPlans { on_corpus: &on_corpus, options, metric }.rows());
        rows.collect::<Vec<AssignmentPlanRow>>()
    });
    rows.collect()
}

/// A metric of a study on a corpus.
struct MetricPlans<'a> {
    on_corpus: &'a GridResults<'a>,
    options: &'a Options,
    metric: &'a str,
}

impl MetricPlans<'_> {
    fn rows(&self) -> Vec<AssignmentPlanRow> {
        match self.campaigns() {
            Ok(campaigns) => self.simulated(&campaigns),
            Err(reason) => vec![AssignmentPlanRow { status: reason.into(), ..self.row() }],
        }
    }

    fn campaigns(&self) -> Result<Campaigns, Reason> {
        let spec = &self.on_corpus.results.plan.spec;
        let metric = spec.metrics.iter().position(|metric| metric.name == *self.metric);
        let metric = metric.expect("a validated spec names known metrics");
        let MetricConfig::Human(human) = &spec.metrics[metric].config else {
            return Err(Reason::NoData);
        };
        let basis = Basis::of_judgments(self.on_corpus, metric, human)?;
        let truth = basis.true_scores();
        let spread = SampleMoments::of(truth.iter().copied()).ok_or(Reason::NoData)?;
        if spread.squares <= 0.0 {
            return Err(Reason::NoDifferences);
        }
        let top = self.options.top.unwrap_or(TOP) as usize;
        let names = &self.on_corpus.names;
        let key = StreamKey::new(spec.seed, Purpose::Assignment);
        let key =
            [&*names.study, &*names.corpus, self.metric].into_iter().fold(key, StreamKey::text);
        let lines = self.options.lines.iter().flatten().map(|lines| *lines as usize);
        Ok(Campaigns {
            assignment: Assignment {
                shown: (self.options.models.unwrap_or(MODELS) as usize).min(truth.len()),
                cold_start: self.options.coldstart.unwrap_or(COLD_START).into(),
            },
            lines: lines.collect(),
            // Of systems without a single rating nothing is known.
            top: top.min(truth.len() - 1),
            population: Population {
                truth,
                components: basis.components,
                lengths: basis.lengths.iter().map(|length| whole(*length)).collect(),
                judges: (whole(basis.judges) as usize).max(1),
            },
            key,
        })
    }

    fn simulated(&self, campaigns: &Campaigns) -> Vec<AssignmentPlanRow> {
        let count = self.options.campaigns.unwrap_or(CAMPAIGNS);
        let all: Vec<Vec<Outcomes>> =
            (0..count).into_par_iter().map(|number| campaigns.outcomes(number.into())).collect();
        let Campaigns { population, assignment, top, .. } = campaigns;
        let row = AssignmentPlanRow {
            models: document_count(assignment.shown),
            top: document_count(*top),
            systems: document_count(population.truth.len()),
            documents: document_count(population.lengths.len()),
            judges: document_count(population.judges),
            campaigns: count,
            status: status(&population.components),
            ..self.row()
        };
        let lines = campaigns.lines.iter().enumerate();
        lines
            .flat_map(|(place, lines)| {
                let outcomes: Vec<&Outcomes> =
                    all.iter().map(|by_lines| &by_lines[place]).collect();
                let row = AssignmentPlanRow {
                    lines: document_count(*lines),
                    ratings: mean(outcomes.iter().map(|one| one.ratings)),
                    pages: mean(outcomes.iter().map(|one| one.pages)),
                    ..row.clone()
                };
                rows_of_lines(&row, &outcomes)
            })
            .collect()
    }

    /// A row without results.
    fn row(&self) -> AssignmentPlanRow {
        let names = &self.on_corpus.names;
        AssignmentPlanRow {
            study: names.study.clone(),
            corpus: names.corpus.clone(),
            metric: self.metric.into(),
            coldstart: self.options.coldstart.unwrap_or(COLD_START),
            ..AssignmentPlanRow::default()
        }
    }
}

fn status(components: &Components) -> Status {
    if components.has_single_ratings() { Reason::SingleRatings.into() } else { Status::OK }
}

/// All estimates of the campaigns with one number of pages.
fn rows_of_lines(row: &AssignmentPlanRow, outcomes: &[&Outcomes]) -> Vec<AssignmentPlanRow> {
    let adjusted: Vec<Outcome> = outcomes.iter().map(|one| one.adjusted_in_turn).collect();
    let plain: Vec<Outcome> = outcomes.iter().map(|one| one.plain_in_turn).collect();
    let mut rows = Vec::new();
    for (place, estimate) in DynamicEstimate::ALL.into_iter().enumerate() {
        let dynamic: Vec<Outcome> = outcomes.iter().map(|one| one.dynamic[place]).collect();
        let others = match estimate {
            DynamicEstimate::Adjusted => Some(&adjusted),
            DynamicEstimate::Plain => Some(&plain),
            DynamicEstimate::Weighted | DynamicEstimate::Aipw => None,
        };
        let difference = others.map(|others| Summary::difference(&dynamic, others));
        let row = AssignmentPlanRow { estimate, ..row.clone() };
        rows.push(filled(row, &Summary::new(&dynamic), difference.unwrap_or_default()));
    }
    for (estimate, outcomes) in
        [(DynamicEstimate::Adjusted, &adjusted), (DynamicEstimate::Plain, &plain)]
    {
        let assignment = CampaignAssignment::Static;
        let row = AssignmentPlanRow { assignment, estimate, ..row.clone() };
        rows.push(filled(row, &Summary::new(outcomes), Summary::default()));
    }
    rows
}

fn filled(row: AssignmentPlanRow, summary: &Summary, difference: Summary) -> AssignmentPlanRow {
    let [bias_top, bias_rest] = summary.bias;
    let [rmse_top, rmse_rest] = summary.rmse;
    let [top_difference, rest_difference] = difference.rmse;
    AssignmentPlanRow {
        best_found: value(summary.best_found),
        best_found_error: error(summary.best_found),
        top_k_found: value(summary.top_found),
        top_k_found_error: error(summary.top_found),
        rmse_top_k: value(rmse_top),
        rmse_top_k_error: error(rmse_top),
        rmse_rest: value(rmse_rest),
        rmse_rest_error: error(rmse_rest),
        bias_top_k: value(bias_top),
        bias_top_k_error: error(bias_top),
        bias_rest: value(bias_rest),
        bias_rest_error: error(bias_rest),
        best_found_difference: value(difference.best_found),
        best_found_difference_error: error(difference.best_found),
        rmse_top_k_difference: value(top_difference),
        rmse_top_k_difference_error: error(top_difference),
        rmse_rest_difference: value(rest_difference),
        rmse_rest_difference_error: error(rest_difference),
        ..row
    }
}

fn value(estimate: Option<MeanWithError>) -> Option<f64> {
    estimate.map(|estimate| estimate.mean)
}

fn error(estimate: Option<MeanWithError>) -> Option<f64> {
    estimate?.standard_error
}
