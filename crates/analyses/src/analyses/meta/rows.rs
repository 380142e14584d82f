//! The table `meta`.

use super::MetaRow;
use super::averages::averages;
use super::options::{self, Exchanged, NamedMeasure, Scope};
use super::pair_rows::PairTests;
use super::pooled::pooled;
use super::request::{self, Members};
use super::values::{Measured, MeasuredMetrics};
use crate::analyses::results::{CellNames, Coordinates, Results, ScoringNames, document_count};
use crate::config::model::{MetricConfig, ResamplingUnit, Study};
use crate::plan::{Grid, Question};
use crate::stats::reason::Reason;

/// What a study that asks for it has on a corpus.
pub(super) struct StudyMetrics<'a> {
    pub(super) results: &'a Results<'a>,
    pub(super) grid: &'a Grid,
    pub(super) options: &'a options::Meta,
    pub(super) members: Members,
    pub(super) names: CellNames,
    test_set: Option<usize>,
}

/// Studies that ask for it, on each of their corpora.
pub(super) fn studies<'a>(
    results: &'a Results<'a>,
) -> impl Iterator<Item = StudyMetrics<'a>> + use<'a> {
    let plan = results.plan;
    plan.grids.iter().filter_map(move |grid| {
        let options = plan.spec.studies[grid.study].analyses.get::<options::Meta>()?;
        let context = plan.context(grid);
        Some(StudyMetrics {
            results,
            grid,
            options,
            members: Members::new(&context, options),
            names: CellNames::new(plan, grid),
            test_set: request::test_set(&context),
        })
    })
}

/// How well metrics agree with people.
pub fn meta(results: &Results<'_>) -> Vec<MetaRow> {
    let over_corpora = averages(results).into_iter().flat_map(|averages| averages.metrics);
    let pooled = pooled(results).into_iter().flat_map(|pooled| pooled.metrics);
    studies(results).flat_map(|study| study.rows()).chain(pooled).chain(over_corpora).collect()
}

impl StudyMetrics<'_> {
    /// The result of a question to the gold and all metrics.
    pub(super) fn result<Q: Question>(&self, question: &Q) -> Option<Q::Result> {
        let test_set = self.test_set.filter(|_| self.members.is_enough())?;
        let at = Coordinates { test_set, scoring: 0, repeat: 1, replicates: 0 };
        Some(self.results.requested(self.grid, question).get(at, &self.members.group()))
    }

    /// The study in the spec.
    pub(super) fn study(&self) -> &Study {
        &self.results.plan.spec.studies[self.grid.study]
    }

    /// What tables call what is exchanged together.
    pub(super) fn exchanged(&self, exchanged: Exchanged) -> &'static str {
        match exchanged {
            Exchanged::Outputs => "outputs",
            Exchanged::Systems => "systems",
            Exchanged::Texts => match self.grid.unit {
                ResamplingUnit::Segments => "segments",
                ResamplingUnit::Documents | ResamplingUnit::TwoStage => "documents",
            },
        }
    }

    /// Names of the gold.
    pub(super) fn gold(&self) -> &ScoringNames {
        &self.names.scorings[self.members.gold[0]]
    }

    /// Names of a metric.
    pub(super) fn metric(&self, metric: usize) -> &ScoringNames {
        &self.names.scorings[self.members.metrics[metric][0]]
    }

    fn rows(&self) -> Vec<MetaRow> {
        let question = MeasuredMetrics::of(self.study(), self.options, self.members.metrics.len());
        let Some(found) = self.result(&question) else { return Vec::new() };
        let tests = PairTests::new(self);
        let of_measure = |(index, (measure, scope, _)): (usize, &(NamedMeasure, Scope, Scope))| {
            let of_metrics = &found[index];
            let values: Vec<Option<f64>> =
                of_metrics.iter().map(|found| Some(found.as_ref().ok()?.value)).collect();
            let clusters = tests.as_ref().map(|tests| tests.clusters(index, &values));
            let row = |(metric, found): (usize, &Result<Measured, Reason>)| MetaRow {
                rank: found.as_ref().ok().map(|own| {
                    let known = of_metrics.iter().filter_map(|other| other.as_ref().ok());
                    document_count(known.filter(|other| other.is_above(own)).count() + 1)
                }),
                cluster: clusters.as_ref().and_then(|clusters| clusters[metric]),
                ..self.row(&question, metric, (*measure, *scope), found)
            };
            of_metrics.iter().enumerate().map(row).collect::<Vec<_>>()
        };
        question.measures.iter().enumerate().flat_map(of_measure).collect()
    }

    /// The row of a metric, without its place among the others.
    fn row(
        &self,
        question: &MeasuredMetrics,
        metric: usize,
        (measure, scope): (NamedMeasure, Scope),
        found: &Result<Measured, Reason>,
    ) -> MetaRow {
        let known = found.as_ref().ok();
        let interval = known.map(|known| &known.interval);
        let bounds = interval.and_then(|interval| interval.as_ref().ok());
        let ranks = known.and_then(|known| known.ranks);
        MetaRow {
            measure: measure.name.name().into(),
            grouping: measure.grouping.map(|grouping| grouping.name().into()),
            scope: scope.name().into(),
            segments: known.map(|known| known.items),
            compared: known.map(|known| known.compared),
            undefined_groups: known.map(|known| known.undefined_groups),
            value: known.map(|known| known.value),
            monte_carlo_error: known.and_then(|known| known.error),
            tie_threshold: known.and_then(|known| known.threshold),
            tie_thresholds: known.and_then(|known| known.maximisers),
            replicates: question.replicates,
            ci_lower: bounds.map(|bounds| bounds.0),
            ci_upper: bounds.map(|bounds| bounds.1),
            undefined_replicates: known.map(|known| known.undefined_replicates),
            interval_status: match interval {
                Some(interval) => interval.into(),
                None => Reason::Undefined.into(),
            },
            rank_lower: ranks.map(|(lower, _, _)| lower),
            rank_upper: ranks.map(|(_, upper, _)| upper),
            best_share: ranks.map(|(_, _, best)| best),
            status: found.into(),
            ..self.blank(metric)
        }
    }

    /// The row of a metric that knows what it is about, and no measure.
    pub(super) fn blank(&self, metric: usize) -> MetaRow {
        let plan = self.results.plan;
        let (gold, names) = (self.gold(), self.metric(metric));
        let scoring = self.members.metrics[metric][0];
        let config = plan.corpora[self.grid.corpus].scorings[scoring].metric;
        MetaRow {
            study: self.names.study.clone(),
            corpus: self.names.corpus.clone(),
            gold: gold.metric.clone(),
            metric: names.metric.clone(),
            references: names.references.clone(),
            is_human: matches!(plan.spec.metrics[config].config, MetricConfig::Human(_)),
            systems: document_count(self.members.gold.len()),
            systems_left_out: document_count(self.members.left_out),
            ci_level: self.study().level,
            replicates: self.study().replicates.last().copied().unwrap_or(0),
            ..MetaRow::default()
        }
    }
}
