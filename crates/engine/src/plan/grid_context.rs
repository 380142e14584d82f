//! A grid with what its indices mean, for those who ask questions of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{
    CorpusPlan, Grid, GrowthPath, MetricJudges, Placement, Question, Request, ScoredSystem,
    TestSet, by_metric,
};
use crate::config::model::{MetricSpec, Spec, Study};
use crate::corpus::model::Corpus;

/// A grid, with the corpus, test sets and scorings that its indices mean.
pub struct GridContext<'a> {
    /// The study.
    pub study: &'a Study,
    /// Metrics of the spec.
    pub metrics: &'a [MetricSpec],
    /// The grid.
    pub grid: &'a Grid,
    /// The corpus.
    pub corpus: &'a Corpus,
    /// Test sets of the corpus plan.
    pub test_sets: &'a [TestSet],
    /// Scorings of the corpus plan.
    pub scorings: &'a [ScoredSystem],
}

impl<'a> GridContext<'a> {
    /// A grid on the corpus of `plan`.
    pub(super) fn new(spec: &'a Spec, plan: &'a CorpusPlan, grid: &'a Grid) -> Self {
        let CorpusPlan { corpus, test_sets, scorings, .. } = plan;
        let (study, metrics) = (&spec.studies[grid.study], spec.metrics.as_slice());
        GridContext { study, metrics, grid, corpus, test_sets, scorings }
    }

    /// Test sets with a place in the grid, ascending.
    pub fn placed(&self) -> Vec<usize> {
        let mut placed: Vec<usize> =
            self.grid.placements.iter().map(|placement| placement.test_set).collect();
        placed.sort_unstable();
        placed.dedup();
        placed
    }

    /// Those of `scorings` that have scores.
    pub fn scored(&self, scorings: &[usize]) -> Vec<usize> {
        scorings.iter().copied().filter(|index| self.scorings[*index].obstacle.is_none()).collect()
    }

    /// Those of `scorings` that have scores, each a group of its own.
    pub fn singles(&self, scorings: &[usize]) -> Vec<Arc<[usize]>> {
        self.scored(scorings).into_iter().map(|index| Arc::from([index])).collect()
    }

    /// Systems with scores that share metric and references.
    pub fn groups(&self) -> Vec<Arc<[usize]>> {
        by_metric(&self.grid.scorings, self.scorings)
    }

    /// `question` of `groups` on every placed test set, with every number of replicates, in the repeats
    /// that tables show.
    pub fn everywhere(&self, question: impl Question, groups: Vec<Arc<[usize]>>) -> Request {
        let (replicates, repeats) = (self.study.replicates.clone(), self.study.shown_repeats());
        Request::new(question, groups, self.placed(), replicates, repeats)
    }

    /// Number of persons whose judgments the metrics have on the test sets; `None` where judges are not resampled.
    pub fn judges(&self) -> Option<usize> {
        let scorings = self.grid.scorings.iter().map(|scoring| &self.scorings[*scoring]);
        let mut metrics: Vec<&MetricJudges> =
            scorings.filter_map(|scoring| scoring.judges.as_deref()).collect();
        // Scorings are in the order of metrics, so that equal ones are neighbours.
        metrics.dedup();
        let mut names: BTreeSet<&str> = BTreeSet::new();
        for test_set in self.placed() {
            for judges in &metrics {
                names.extend(judges.names_on(&self.test_sets[test_set], self.corpus));
            }
        }
        (!metrics.is_empty()).then_some(names.len())
    }

    /// Size of a test set: in segments where these are sampled, else in documents.
    pub fn size(&self, placement: &Placement) -> usize {
        let test_set = &self.test_sets[placement.test_set];
        if self.study.samples.is_some() { test_set.segments } else { test_set.documents.len() }
    }

    /// Scored documents of the test sets of `path`, each number above 0 once.
    pub fn counted_sizes(&self, scoring: usize, path: &GrowthPath) -> Vec<usize> {
        let mask = self.scorings[scoring].mask.as_deref();
        let mut sizes: Vec<usize> = path
            .test_sets
            .iter()
            .map(|set: &usize| self.test_sets[*set].counted_documents(self.corpus, mask))
            .collect();
        sizes.retain(|size| *size > 0);
        // Test sets of a path grow, so that equal numbers are neighbours.
        sizes.dedup();
        sizes
    }
}
