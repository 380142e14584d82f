//! What a plan asks of the analyses that it knows nothing else about.

use std::sync::Arc;

use super::grid::{Grid, Path, Placement};
use super::problem::PlanProblem;
use super::question::Question;
use super::request::Request;
use super::scoring::Scoring;
use super::tables::{GridCounts, TableSize};
use super::test_set::TestSet;
use crate::corpus::model::Corpus;
use crate::spec::model::{CorpusSpec, Study};

/// The part of an analysis that planning needs. Each method is about one study and says nothing where
/// the study does not ask for the analysis.
pub trait PlannedAnalysis: Sync {
    /// What keeps a corpus from being analysed.
    fn problems(&self, _study: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        Vec::new()
    }

    /// Whether it compares test sets with the whole corpus.
    fn reads_whole_corpus(&self, _study: &Study) -> bool {
        false
    }

    /// Rows about pairs of systems, all of which the report reads.
    fn pair_rows(&self, _context: &GridContext<'_>) -> u64 {
        0
    }

    /// What it asks of the test sets of a grid.
    fn requests(&self, _context: &GridContext<'_>) -> Vec<Request> {
        Vec::new()
    }

    /// What its tables take.
    fn table_sizes(&self, _context: &GridContext<'_>, _counts: &GridCounts) -> Vec<TableSize> {
        Vec::new()
    }
}

/// A study on a corpus, before it is expanded.
pub struct StudyOnCorpus<'a> {
    /// The study.
    pub study: &'a Study,
    /// What the spec says of the corpus.
    pub source: &'a CorpusSpec,
    /// The corpus.
    pub corpus: &'a Corpus,
    /// Metrics applied to systems.
    pub scorings: &'a [Scoring],
}

/// A grid, with the corpus, test sets and scorings that its indices mean.
pub struct GridContext<'a> {
    /// The study.
    pub study: &'a Study,
    /// The grid.
    pub grid: &'a Grid,
    /// The corpus.
    pub corpus: &'a Corpus,
    /// Test sets of the corpus plan.
    pub test_sets: &'a [TestSet],
    /// Scorings of the corpus plan.
    pub scorings: &'a [Scoring],
}

impl GridContext<'_> {
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
        let has_scores = |index: &usize| self.scorings[*index].obstacle.is_none();
        scorings.iter().copied().filter(has_scores).collect()
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

    /// Size of a test set: in segments where these are sampled, else in documents.
    pub fn size(&self, placement: &Placement) -> usize {
        let test_set = &self.test_sets[placement.test_set];
        if self.study.samples.is_some() { test_set.segments } else { test_set.documents.len() }
    }

    /// Scored documents of the test sets of `path`, each number above 0 once.
    pub fn counted_sizes(&self, scoring: usize, path: &Path) -> Vec<usize> {
        let mask = self.scorings[scoring].mask.as_deref();
        let count = |set: &usize| self.test_sets[*set].judged_documents(self.corpus, mask);
        let mut sizes: Vec<usize> = path.test_sets.iter().map(count).collect();
        sizes.retain(|size| *size > 0);
        sizes.dedup();
        sizes
    }
}

/// Scorings with scores that share metric and references, in the order of `scorings`: the systems
/// that are compared with each other.
pub fn by_metric(scorings: &[usize], all: &[Scoring]) -> Vec<Arc<[usize]>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for index in scorings.iter().copied().filter(|index| all[*index].obstacle.is_none()) {
        let shares = |group: &&mut Vec<usize>| {
            let (own, other) = (&all[index], &all[group[0]]);
            own.metric == other.metric && own.references == other.references
        };
        match groups.iter_mut().find(shares) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    groups.into_iter().map(Arc::from).collect()
}
