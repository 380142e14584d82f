//! Test sets and scorings that the studies of a corpus share, each once.

use std::collections::BTreeMap;

use super::scoring::ScoredSystem;
use super::test_set::TestSet;
use crate::corpus::model::Corpus;

/// What the studies of one corpus share while plans are made.
#[derive(Default)]
pub(super) struct TestSetInterner {
    pub(super) test_sets: Vec<TestSet>,
    by_documents: BTreeMap<Vec<usize>, usize>,
    by_segments: BTreeMap<Vec<usize>, usize>,
    pub(super) scorings: Vec<ScoredSystem>,
}

impl TestSetInterner {
    /// The set of `documents`.
    pub(super) fn test_set(&mut self, corpus: &Corpus, mut documents: Vec<usize>) -> usize {
        documents.sort_unstable();
        if let Some(known) = self.by_documents.get(&documents) {
            return *known;
        }
        self.test_sets.push(TestSet::new(corpus, documents.clone()));
        self.by_documents.insert(documents, self.test_sets.len() - 1);
        self.test_sets.len() - 1
    }

    /// The set of the ascending `segments`, at least one.
    pub(super) fn sample(&mut self, corpus: &Corpus, segments: Vec<usize>) -> usize {
        if segments.len() == corpus.segment_count() {
            return self.test_set(corpus, (0..corpus.documents.len()).collect());
        }
        if let Some(known) = self.by_segments.get(&segments) {
            return *known;
        }
        self.test_sets.push(TestSet::of_segments(corpus, segments.clone()));
        self.by_segments.insert(segments, self.test_sets.len() - 1);
        self.test_sets.len() - 1
    }

    pub(super) fn scoring(&mut self, scoring: ScoredSystem) -> usize {
        if let Some(known) = self.scorings.iter().position(|known| *known == scoring) {
            return known;
        }
        self.scorings.push(scoring);
        self.scorings.len() - 1
    }
}
