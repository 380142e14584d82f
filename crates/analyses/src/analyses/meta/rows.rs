//! The table `meta`.

use super::MetaRow;
use super::averages::averages;
use super::options::{Exchanged, Meta, NamedMeasure, Scope};
use super::pair_rows::PairTests;
use super::pooled::pooled;
use super::request::{self, Members};
use super::values::{Measured, MeasuredMetrics};
use super::words::{ComparedBy, ExchangedUnit};
use crate::analyses::results::{Coordinates, GridResults, Results, ScoringNames, document_count};
use crate::config::model::{MetricConfig, ResamplingUnit, Study};
use crate::plan::Question;
use crate::stats::meta::measure::Grouping;
use crate::stats::reason::Reason;

/// What a study that asks for it has on a corpus.
pub(super) struct StudyMetrics<'a> {
    pub(super) on_corpus: GridResults<'a>,
    pub(super) options: &'a Meta,
    pub(super) members: Members,
    test_set: Option<usize>,
}

/// Studies that ask for it, on each of their corpora.
pub(super) fn studies<'a>(
    results: &'a Results<'a>,
) -> impl Iterator<Item = StudyMetrics<'a>> + use<'a> {
    results.asking(|study| study.analyses.get::<Meta>()).map(|(on_corpus, options)| {
        let context = results.plan.context(on_corpus.grid);
        let (members, test_set) = (Members::new(&context, options), request::test_set(&context));
        StudyMetrics { on_corpus, options, members, test_set }
    })
}

/// How well metrics agree with people.
pub fn meta(results: &Results<'_>) -> Vec<MetaRow> {
    let over_corpora = averages(results).into_iter().flat_map(|averages| averages.metrics);
    let pooled = pooled(results).into_iter().flat_map(|pooled| pooled.metrics);
    studies(results).flat_map(|study| study.rows()).chain(pooled).chain(over_corpora).collect()
}

impl<'a> StudyMetrics<'a> {
    /// The result of a question to the gold and all metrics.
    pub(super) fn result<Q: Question>(&self, question: &Q) -> Option<Q::Result> {
        let test_set = self.test_set.filter(|_| self.members.is_enough())?;
        let at = Coordinates { test_set, scoring: 0, repeat: 1, replicates: 0 };
        Some(self.on_corpus.requested(question).get(at, &self.members.group()))
    }

    /// The study in the spec.
    pub(super) fn study(&self) -> &'a Study {
        self.on_corpus.study
    }

    /// What is exchanged together.
    pub(super) fn exchanged(&self, exchanged: Exchanged) -> ExchangedUnit {
        match exchanged {
            Exchanged::Outputs => ExchangedUnit::Outputs,
            Exchanged::Systems => ExchangedUnit::Systems,
            Exchanged::Texts => match self.on_corpus.grid.unit {
                ResamplingUnit::Segments => ExchangedUnit::Segments,
                ResamplingUnit::Documents | ResamplingUnit::TwoStage => ExchangedUnit::Documents,
            },
        }
    }

    /// Names of the gold.
    pub(super) fn gold(&self) -> &ScoringNames {
        &self.on_corpus.names.scorings[self.members.gold[0]]
    }

    /// Names of a metric.
    pub(super) fn metric(&self, metric: usize) -> &ScoringNames {
        &self.on_corpus.names.scorings[self.members.metrics[metric][0]]
    }

    fn rows(&self) -> Vec<MetaRow> {
        let question = MeasuredMetrics::new(self.study(), self.options, self.members.metrics.len());
        let Some(found) = self.result(&question) else { return Vec::new() };
        let tests = PairTests::new(self);
        let measure_rows =
            |(index, (measure, scope, _)): (usize, &(NamedMeasure, Scope, Scope))| {
                let metrics = &found[index];
                let values: Vec<Option<f64>> =
                    metrics.iter().map(|found| Some(found.as_ref().ok()?.value)).collect();
                let clusters = tests.as_ref().map(|tests| tests.clusters(index, &values));
                let row = |(metric, found): (usize, &Result<Measured, Reason>)| MetaRow {
                    rank: found.as_ref().ok().map(|measured| {
                        let others = metrics.iter().filter_map(|other| other.as_ref().ok());
                        document_count(others.filter(|other| other.is_above(measured)).count() + 1)
                    }),
                    cluster: clusters.as_ref().and_then(|clusters| clusters[metric]),
                    ..self.row(&question, metric, (*measure, *scope), found)
                };
                metrics.iter().enumerate().map(row).collect::<Vec<_>>()
            };
        question.measures.iter().enumerate().flat_map(measure_rows).collect()
    }

    /// The row of a metric, without its place among the others.
    fn row(
        &self,
        question: &MeasuredMetrics,
        metric: usize,
        (measure, scope): (NamedMeasure, Scope),
        found: &Result<Measured, Reason>,
    ) -> MetaRow {
        let measured = found.as_ref().ok();
        let interval = measured.map(|measured| &measured.interval);
        let bounds = interval.and_then(|interval| interval.as_ref().ok());
        let ranks = measured.and_then(|measured| measured.ranks);
        MetaRow {
            scope,
            segments: measured.map(|measured| measured.items),
            compared: measured.map(|measured| measured.compared),
            undefined_groups: measured.map(|measured| measured.undefined_groups),
            value: measured.map(|measured| measured.value),
            monte_carlo_error: measured.and_then(|measured| measured.error),
            tie_threshold: measured.and_then(|measured| measured.threshold),
            tie_thresholds: measured.and_then(|measured| measured.maximisers),
            replicates: question.replicates,
            ci_lower: bounds.map(|bounds| bounds.0),
            ci_upper: bounds.map(|bounds| bounds.1),
            undefined_replicates: measured.map(|measured| measured.undefined_replicates),
            interval_status: match interval {
                Some(interval) => interval.into(),
                None => Reason::Undefined.into(),
            },
            rank_lower: ranks.map(|(lower, _, _)| lower),
            rank_upper: ranks.map(|(_, upper, _)| upper),
            best_share: ranks.map(|(_, _, best)| best),
            status: found.into(),
            ..self.blank(metric, measure.name.into(), measure.grouping)
        }
    }

    /// The row of a metric that knows what it is about, without values.
    pub(super) fn blank(
        &self,
        metric: usize,
        measure: ComparedBy,
        grouping: Option<Grouping>,
    ) -> MetaRow {
        let Self { on_corpus, .. } = self;
        let (gold, names) = (self.gold(), self.metric(metric));
        let config = on_corpus.scoring(self.members.metrics[metric][0]).metric;
        let metrics = &on_corpus.results.plan.spec.metrics;
        MetaRow {
            study: on_corpus.names.study.clone(),
            corpus: on_corpus.names.corpus.clone(),
            gold: gold.metric.clone(),
            metric: names.metric.clone(),
            references: names.references.clone(),
            measure,
            grouping,
            is_human: matches!(metrics[config].config, MetricConfig::Human(_)),
            systems: document_count(self.members.gold.len()),
            systems_left_out: document_count(self.members.left_out),
            ci_level: self.study().level,
            replicates: self.study().replicates.last().copied().unwrap_or(0),
            ..MetaRow::default()
        }
    }
}
