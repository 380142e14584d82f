//! The results of a scoring on all test sets of a grid.

use crate::analyses::results::{Coordinates, GridResults, Outcome};

/// The results of a scoring, read once: where all sets of documents were run, each is looked at several times.
pub(super) struct ScoringOutcomes<'a> {
    on_corpus: &'a GridResults<'a>,
    /// The scoring and its resamples, on any test set.
    pub(super) at: Coordinates,
    /// By test set; none on those of other grids.
    by_test_set: Vec<Option<Outcome>>,
}

impl<'a> ScoringOutcomes<'a> {
    /// Those at `at`, on all test sets of the grid.
    pub(super) fn new(on_corpus: &'a GridResults<'a>, at: Coordinates) -> Self {
        let mut by_test_set = vec![None; on_corpus.corpus.test_sets.len()];
        let placed = on_corpus.grid.placements.iter().map(|placement| placement.test_set);
        let on_paths = on_corpus.grid.paths.iter().flat_map(|path| path.test_sets.iter().copied());
        for test_set in placed.chain(on_paths) {
            by_test_set[test_set]
                .get_or_insert_with(|| on_corpus.outcome(Coordinates { test_set, ..at }));
        }
        Self { on_corpus, at, by_test_set }
    }

    /// The one on a test set of the grid.
    pub(super) fn on(&self, test_set: usize) -> &Outcome {
        self.by_test_set[test_set].as_ref().expect("a test set of the grid")
    }

    /// Documents of a test set with segments that count.
    pub(super) fn counted_documents(&self, test_set: usize) -> usize {
        self.on_corpus.counted_documents(self.at.scoring, test_set)
    }
}
