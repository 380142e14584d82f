//! What a study that measures agreement with people has on a corpus: its members, their results and names.

use super::options::{Exchanged, Meta};
use super::request::{self, Members};
use crate::analyses::{
    ComparedBy, Coordinates, ExchangedUnit, GridResults, MetaRow, Results, ScoringNames,
    document_count,
};
use crate::config::model::{MetricConfig, ResamplingUnit, Study};
use crate::plan::Question;
use crate::stats::meta::measure::Grouping;

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

impl<'a> StudyMetrics<'a> {
    /// The result of a question to the gold and all metrics.
    pub(super) fn result<Q: Question>(&self, question: &Q) -> Option<Q::Result> {
        let test_set = self.test_set.filter(|_| self.members.is_enough())?;
        let at = Coordinates::once(test_set, 0);
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
