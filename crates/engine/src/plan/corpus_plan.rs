//! A corpus with what is computed on it.

use std::sync::Arc;

use super::scoring::ScoredSystem;
use super::test_set::TestSet;
use crate::corpus::model::Corpus;

/// A corpus with the test sets and scorings that studies share.
#[derive(Clone, Debug)]
pub struct CorpusPlan {
    /// The corpus.
    pub corpus: Arc<Corpus>,
    /// Distinct test sets.
    pub test_sets: Vec<TestSet>,
    /// Distinct scorings.
    pub scorings: Vec<ScoredSystem>,
}
