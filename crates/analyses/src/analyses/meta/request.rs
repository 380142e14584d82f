//! What judging metrics asks of test sets.

use super::options::Meta;
use super::{MetaPairRow, MetaRow};
use std::sync::Arc;

use super::options::{self, Exchanged, MeasureName};
use super::pairs::TestedPairs;
use super::values::MeasuredMetrics;
use crate::analyses::common::few_replicates::{empty_tails, few_exchanges, no_pair_differs};
use crate::analyses::common::sizes::largest_test_sets;
use crate::config::model::MetricConfig;
use crate::plan::{
    GridContext, GridCounts, PlanProblem, PlannedOptions, Request, StudyOnCorpus, TableSize,
};
use crate::warning::Warning;

/// The gold and the metrics of a study on a corpus, each with one scoring for each system.
#[derive(Clone, Debug)]
pub(super) struct Members {
    /// Scorings of the systems under the gold.
    pub(super) gold: Vec<usize>,
    /// Scorings of the same systems under each metric, in the order of the study.
    pub(super) metrics: Vec<Vec<usize>>,
    /// Systems of which the gold or a metric has no scores.
    pub(super) left_out: usize,
}

impl Members {
    /// Of a study that asks for them.
    pub(super) fn new(context: &GridContext<'_>, options: &options::Meta) -> Self {
        let all = context.scorings;
        let groups = context.grid.own_segments.chunk_by(|a, b| {
            all[*a].metric == all[*b].metric && all[*a].references == all[*b].references
        });
        let groups: Vec<&[usize]> = groups.collect();
        let systems = groups.first().map_or(0, |group| group.len());
        let kept: Vec<usize> = (0..systems)
            .filter(|system| groups.iter().all(|group| all[group[*system]].obstacle.is_none()))
            .collect();
        let of = |group: &&[usize]| kept.iter().map(|system| group[*system]).collect();
        let (gold, metrics): (Vec<&[usize]>, Vec<&[usize]>) =
            groups.into_iter().partition(|group| {
                let metric = &context.metrics[all[group[0]].metric];
                match &options.gold {
                    Some(gold) => metric.name == *gold,
                    None => matches!(metric.config, MetricConfig::Human(_)),
                }
            });
        Self {
            gold: gold.first().map_or_else(Vec::new, of),
            metrics: metrics.iter().map(of).collect(),
            left_out: systems - kept.len(),
        }
    }

    /// What questions are asked of: the gold, then each metric.
    pub(super) fn group(&self) -> Arc<[usize]> {
        self.gold.iter().chain(self.metrics.iter().flatten()).copied().collect()
    }

    /// Returns `true` if there is a pair of systems, and a metric.
    pub(super) fn is_enough(&self) -> bool {
        self.gold.len() > 1 && !self.metrics.is_empty()
    }
}

/// The first of the largest test sets: with samples they are alike, with orderings the same.
pub(super) fn test_set(context: &GridContext<'_>) -> Option<usize> {
    largest_test_sets(context).first().copied()
}

impl PlannedOptions for Meta {
    fn reads_own_segments(&self) -> bool {
        true
    }

    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        let StudyOnCorpus { study, corpus, scorings, .. } = on;
        let groups: Vec<_> = scorings
            .chunk_by(|a, b| a.metric == b.metric && a.references == b.references)
            .collect();
        let systems = groups.first().map_or(0, |group| group.len());
        if (0..systems)
            .filter(|system: &usize| groups.iter().all(|group| group[*system].obstacle.is_none()))
            .count()
            >= 2
        {
            return Vec::new();
        }
        let message = format!(
            "fewer than two systems of corpus `{}` have scores under all metrics of the study",
            corpus.name
        );
        let help = "leave out the metric that lacks them; `runner corpus describe` lists which systems have which \
                    scores"
            .to_owned();
        vec![PlanProblem::of_study(&study.name, &["meta"], message, help)]
    }

    fn warnings(&self, context: &GridContext<'_>) -> Vec<Warning> {
        let study = context.study;
        let tails = empty_tails(study, "intervals of ranks", study.level, None);
        let members = Members::new(context, self);
        let metrics = members.metrics.len() as u64;
        let pairs = metrics * metrics.saturating_sub(1) / 2;
        let asked = self.tests.then_some(self.permutations);
        let no_verdict = asked.and_then(|count| no_pair_differs(study, count, pairs));
        let system_measure = self
            .measures
            .iter()
            .find(|measure: &&MeasureName| self.exchanged(**measure) == Exchanged::Systems)
            .filter(|_| self.tests);
        let few_systems = system_measure
            .and_then(|measure| few_exchanges(study, measure.name(), members.gold.len(), pairs));
        tails.into_iter().chain(no_verdict).chain(few_systems).collect()
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let members = Members::new(context, self);
        let Some(test_set) = test_set(context).filter(|_| members.is_enough()) else {
            return Vec::new();
        };
        let groups = vec![members.group()];
        // They resample by themselves.
        let question = MeasuredMetrics::new(context.study, self, members.metrics.len());
        let mut requests = vec![Request::once(question, groups.clone(), vec![test_set])];
        let tested = TestedPairs::new(self, members.metrics.len());
        requests.extend(tested.map(|question| Request::once(question, groups, vec![test_set])));
        requests
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let members = Members::new(context, self);
        let (metrics, measures) = (members.metrics.len() as f64, self.measures().len() as f64);
        let pairs = if self.tests { metrics * (metrics - 1.0) / 2.0 } else { 0.0 };
        vec![
            TableSize::new::<MetaRow>(counts, metrics * measures, 8.0).at_once(),
            TableSize::new::<MetaPairRow>(counts, pairs * measures, 7.0).at_once(),
        ]
    }
}
