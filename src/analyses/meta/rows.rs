//! The table `meta`.

use std::sync::Arc;

use super::MetaRow;
use super::options::{self, NamedMeasure};
use super::request::{self, Members};
use super::values::{Measured, MeasuredMetrics};
use crate::analyses::results::{CellNames, Coordinates, Results, ScoringNames, document_count};
use crate::config::model::{MetricConfig, Study};
use crate::plan::{Grid, Question};

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
        let options = plan.spec.studies[grid.study].derivations.meta.as_ref()?;
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
pub fn meta<'a>(results: &'a Results<'a>) -> impl Iterator<Item = MetaRow> + use<'a> {
    studies(results).flat_map(|study| study.rows())
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

    /// Names of the gold.
    pub(super) fn gold(&self) -> &ScoringNames {
        &self.names.scorings[self.members.gold[0]]
    }

    /// Names of a metric.
    pub(super) fn metric(&self, metric: usize) -> &ScoringNames {
        &self.names.scorings[self.members.metrics[metric][0]]
    }

    fn rows(&self) -> Vec<MetaRow> {
        let study = self.study();
        let question = MeasuredMetrics::of(study, self.options, self.members.metrics.len());
        let Some(found) = self.result(&question) else { return Vec::new() };
        let of_metric = |(scorings, found): (&Vec<usize>, Vec<Result<Measured, String>>)| {
            let measures = question.measures.iter().zip(found);
            let row = |(measure, found): (&NamedMeasure, _)| self.row(scorings[0], *measure, found);
            measures.map(row).collect::<Vec<_>>()
        };
        self.members.metrics.iter().zip(found).flat_map(of_metric).collect()
    }

    /// The row of the metric of a scoring.
    fn row(
        &self,
        scoring: usize,
        measure: NamedMeasure,
        found: Result<Measured, String>,
    ) -> MetaRow {
        let plan = self.results.plan;
        let (gold, names) =
            (&self.names.scorings[self.members.gold[0]], &self.names.scorings[scoring]);
        let metric = plan.corpora[self.grid.corpus].scorings[scoring].metric;
        let is_human = matches!(plan.spec.metrics[metric].config, MetricConfig::Human(_));
        let known = found.as_ref().ok();
        MetaRow {
            study: self.names.study.clone(),
            corpus: self.names.corpus.clone(),
            gold: gold.metric.clone(),
            metric: names.metric.clone(),
            references: names.references.clone(),
            measure: measure.name.name().into(),
            grouping: measure.grouping.map(|grouping| grouping.name().into()),
            is_human,
            systems: document_count(self.members.gold.len()),
            systems_left_out: document_count(self.members.left_out),
            segments: known.map(|known| known.items),
            compared: known.map(|known| known.compared),
            undefined_groups: known.map(|known| known.undefined_groups),
            value: known.map(|known| known.value),
            tie_threshold: known.and_then(|known| known.threshold),
            tie_thresholds: known.and_then(|known| known.maximisers),
            status: found.map_or_else(Arc::from, |_| "ok".into()),
        }
    }
}
