//! Test sets and scorings that the studies of a corpus share, each once.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::corpus::model::Corpus;
use crate::plan::{CorpusPlan, ScoredSystem, TestSet};

/// The plan of a corpus while studies add to it.
pub(crate) struct Pool {
    pub(crate) plan: CorpusPlan,
    by_documents: BTreeMap<Vec<usize>, usize>,
    by_segments: BTreeMap<Vec<usize>, usize>,
}

impl Pool {
    pub(crate) fn new(corpus: Arc<Corpus>) -> Self {
        let plan = CorpusPlan::new(corpus);
        Self { plan, by_documents: BTreeMap::new(), by_segments: BTreeMap::new() }
    }

    /// The set of `documents`.
    pub(crate) fn test_set(&mut self, mut documents: Vec<usize>) -> usize {
        documents.sort_unstable();
        let index = self.plan.test_sets.len();
        let plan = &mut self.plan;
        *self.by_documents.entry(documents).or_insert_with_key(|documents| {
            plan.test_sets.push(TestSet::new(&plan.corpus, documents.clone()));
            index
        })
    }

    /// The set of all documents.
    pub(crate) fn whole(&mut self) -> usize {
        self.test_set((0..self.plan.corpus.documents.len()).collect())
    }

    /// The set of the ascending `segments`, at least one.
    pub(crate) fn sample(&mut self, segments: Vec<usize>) -> usize {
        // As a set of documents it shares results with studies that take no samples.
        if segments.len() == self.plan.corpus.segment_count() {
            return self.whole();
        }
        let index = self.plan.test_sets.len();
        let plan = &mut self.plan;
        *self.by_segments.entry(segments).or_insert_with_key(|segments| {
            plan.test_sets.push(TestSet::of_segments(&plan.corpus, segments.clone()));
            index
        })
    }

    /// The indices of `scorings`.
    pub(crate) fn scorings(&mut self, scorings: Vec<ScoredSystem>) -> Vec<usize> {
        scorings.into_iter().map(|scoring| self.scoring(scoring)).collect()
    }

    fn scoring(&mut self, scoring: ScoredSystem) -> usize {
        let all = &mut self.plan.scorings;
        all.iter().position(|other| *other == scoring).unwrap_or_else(|| {
            all.push(scoring);
            all.len() - 1
        })
    }
}
