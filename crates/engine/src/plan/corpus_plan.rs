//! A corpus with what is computed on it.

use std::sync::Arc;

use super::{ScoredSystem, TestSet};
use crate::corpus::{Corpus, words_per_segment};

/// A corpus with the test sets and scorings that studies share.
#[derive(Clone, Debug)]
pub struct CorpusPlan {
    /// The corpus.
    pub corpus: Arc<Corpus>,
    /// Distinct test sets.
    pub test_sets: Vec<TestSet>,
    /// Distinct scorings.
    pub scorings: Vec<ScoredSystem>,
    /// Mean number of words of a segment, where texts have words: known also where the plan keeps no texts.
    pub words_per_segment: Option<f64>,
}

impl CorpusPlan {
    /// A plan without test sets and scorings yet.
    pub(super) fn new(corpus: Arc<Corpus>) -> Self {
        let words_per_segment = words_per_segment(&corpus);
        Self { corpus, test_sets: Vec::new(), scorings: Vec::new(), words_per_segment }
    }
}
