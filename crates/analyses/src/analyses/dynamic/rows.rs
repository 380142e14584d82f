//! How the tables `dynamic_scores` and `propensities` are filled.

use std::sync::Arc;

use super::compute::{Campaign, adjusted};
use super::options::Dynamic;
use super::row::{DynamicPhase, DynamicScoreRow, PropensityRow};
use crate::analyses::common::judged::criterion_of_means;
use crate::analyses::common::pairs::system_names;
use crate::analyses::common::utc::utc;
use crate::analyses::results::document_count;
use crate::config::model::MetricSpec;
use crate::plan::{Grid, Plan};
use crate::stats::judges::dynamic::{Estimates, MeanWithError, Misfit, Phase, estimates};
use crate::stats::reason::{Reason, Status};

/// Probability below which one rating counts as many.
const SMALL: f64 = 0.02;

/// All rows of the studies that ask.
#[derive(Default)]
pub struct DynamicTables {
    /// Systems.
    pub scores: Vec<DynamicScoreRow>,
    /// Pages and systems.
    pub propensities: Vec<PropensityRow>,
}

fn mean(estimate: Option<MeanWithError>) -> Option<f64> {
    estimate.map(|estimate| estimate.mean)
}

fn error(estimate: Option<MeanWithError>) -> Option<f64> {
    estimate?.standard_error
}

/// In the order of studies, corpora, metrics, and systems or pages.
pub fn dynamic(plan: &Plan) -> DynamicTables {
    let mut tables = DynamicTables::default();
    for grid in &plan.grids {
        let study = &plan.spec.studies[grid.study];
        let Some(options) = study.analyses.get::<Dynamic>() else { continue };
        let metrics =
            plan.spec.metrics.iter().filter(|metric| study.metrics.contains(&metric.name));
        for metric in metrics {
            let corpus = &plan.corpora[grid.corpus].corpus;
            let Some(criterion) = criterion_of_means(&metric.config) else { continue };
            let campaign = Campaign::new(corpus, criterion, options.coldstart);
            let Some(campaign) = campaign else { continue };
            let rows = MetricRows { plan, grid, metric, criterion, campaign: &campaign };
            tables.scores.extend(rows.scores());
            tables.propensities.extend(rows.propensities());
        }
    }
    tables
}

/// A metric of a study on a corpus, with its campaign.
struct MetricRows<'a> {
    plan: &'a Plan,
    grid: &'a Grid,
    metric: &'a MetricSpec,
    criterion: &'a str,
    campaign: &'a Campaign<'a>,
}

impl MetricRows<'_> {
    fn scores(&self) -> Vec<DynamicScoreRow> {
        let corpus = &self.plan.corpora[self.grid.corpus];
        let scorings = self.grid.scorings.iter().map(|index| &corpus.scorings[*index]);
        let systems = system_names(scorings);
        let campaign = self.campaign;
        let all = estimates(&campaign.pages, &campaign.replay.chances, campaign.systems.len());
        let adjusted = adjusted(&corpus.corpus, self.criterion, &systems);
        systems
            .into_iter()
            .zip(adjusted)
            .filter_map(|(system, adjusted)| {
                let number = campaign.systems.iter().position(|name| **name == *system)?;
                Some(self.score(system, &all[number], adjusted))
            })
            .collect()
    }

    fn score(
        &self,
        system: &str,
        estimates: &Estimates,
        adjusted: Option<MeanWithError>,
    ) -> DynamicScoreRow {
        let campaign = self.campaign;
        let is_replayed = campaign.failure.is_none();
        let [weighted, aipw] = [estimates.weighted, estimates.augmented]
            .map(|estimate| estimate.filter(|_| is_replayed));
        let failed_system = campaign.failure.and_then(|failure| match failure.misfit {
            Misfit::Number => None,
            Misfit::System(system) | Misfit::Late(system) | Misfit::Gone(system) => Some(system),
        });
        DynamicScoreRow {
            study: self.plan.spec.studies[self.grid.study].name.as_str().into(),
            corpus: self.plan.corpora[self.grid.corpus].corpus.name.as_str().into(),
            metric: self.metric.name.as_str().into(),
            system: system.into(),
            ratings: estimates.ratings,
            pages: estimates.pages,
            campaign_pages: campaign.logged.iter().filter(|page| page.reset.is_none()).count()
                as u64,
            plain: mean(estimates.plain),
            plain_standard_error: error(estimates.plain),
            adjusted: mean(adjusted),
            adjusted_standard_error: error(adjusted),
            weighted: mean(weighted),
            weighted_standard_error: error(weighted),
            aipw: mean(aipw),
            aipw_standard_error: error(aipw),
            difference_in_errors: adjusted
                .zip(aipw)
                .and_then(|(adjusted, aipw)| {
                    Some((adjusted.mean - aipw.mean) / aipw.standard_error?)
                })
                .filter(|difference| difference.is_finite()),
            smallest_propensity: estimates.smallest.filter(|_| is_replayed),
            models: document_count(campaign.assignment.shown),
            coldstart: u32::try_from(campaign.assignment.cold_start).unwrap_or(u32::MAX),
            systems: document_count(campaign.systems.len()),
            failed_line: campaign.failure.map(|failure| self.line(failure.page)),
            failed_system: failed_system.map(|system| Arc::clone(&campaign.systems[system])),
            other_scores: self.plan.corpora[self.grid.corpus].corpus.pages.other_scores,
            has_times: campaign.replay.has_times,
            status: self.status(estimates, adjusted.is_some()),
        }
    }

    fn status(&self, estimates: &Estimates, is_adjusted: bool) -> Status {
        let reason = match self.campaign.failure.map(|failure| failure.misfit) {
            Some(Misfit::Number | Misfit::System(_)) => Reason::ReplayFailed,
            Some(Misfit::Late(_) | Misfit::Gone(_)) => Reason::ChangedSystems,
            None if !is_adjusted => Reason::Unconnected,
            None if estimates.smallest.is_some_and(|smallest| smallest < SMALL) => {
                Reason::SmallPropensity
            }
            None if !self.campaign.replay.has_times => Reason::TimesUnknown,
            None => return Status::OK,
        };
        reason.into()
    }

    /// Line of a page in the log.
    fn line(&self, page: usize) -> u64 {
        u64::from(self.campaign.logged[page].place) + 1
    }

    fn propensities(&self) -> Vec<PropensityRow> {
        let corpus = &self.plan.corpora[self.grid.corpus].corpus;
        let source = &self.plan.spec.corpora[self.grid.corpus];
        let codes = corpus.judge_codes();
        let campaign = self.campaign;
        let study: Arc<str> = self.plan.spec.studies[self.grid.study].name.as_str().into();
        let name: Arc<str> = corpus.name.as_str().into();
        let metric: Arc<str> = self.metric.name.as_str().into();
        let mut rows = Vec::with_capacity(campaign.pages.len() * campaign.systems.len());
        for (number, (page, chances)) in
            campaign.logged.iter().zip(&campaign.replay.chances).enumerate()
        {
            let code = codes.get(&page.judge).map(|code| {
                if source.judge_names { Arc::clone(&page.judge) } else { code.as_str().into() }
            });
            let time: Option<Arc<str>> = page.times.map(|(load, _)| utc(load).into());
            let probabilities = chances.ranks.iter().zip(&chances.inclusion);
            rows.extend(campaign.systems.iter().zip(probabilities).map(
                |(system, (rank, propensity))| PropensityRow {
                    study: Arc::clone(&study),
                    corpus: Arc::clone(&name),
                    metric: Arc::clone(&metric),
                    line: self.line(number),
                    time: time.clone(),
                    user: code.clone(),
                    document: Arc::clone(&page.document),
                    phase: match chances.phase {
                        Phase::Cold => DynamicPhase::Cold,
                        Phase::Ranked => DynamicPhase::Ranked,
                    },
                    system: Arc::clone(system),
                    rank: *rank,
                    propensity: *propensity,
                    shown: page.systems.iter().any(|(shown, _)| shown == system),
                    reset: page.reset.is_some(),
                },
            ));
        }
        rows
    }
}
