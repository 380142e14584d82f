//! The results of a scoring on all test sets of a grid.

use crate::analyses::results::{Coordinates, Draw, GridResults, Outcome};

/// The results of a scoring, read once: where all sets of documents were run, each is looked at several times.
pub(super) struct ScoringOutcomes<'a> {
    on_corpus: &'a GridResults<'a>,
    pub(super) scoring: usize,
    draw: Draw,
    /// Those of the grid, ascending: a corpus may have many more, of other studies.
    test_sets: &'a [usize],
    outcomes: Vec<Outcome>,
}

impl<'a> ScoringOutcomes<'a> {
    /// Those of a draw on `test_sets`, which ascend.
    pub(super) fn new(
        on_corpus: &'a GridResults<'a>,
        scoring: usize,
        draw: Draw,
        test_sets: &'a [usize],
    ) -> Self {
        let outcomes =
            test_sets.iter().map(|test_set| on_corpus.outcome(draw.at(*test_set, scoring)));
        Self { on_corpus, scoring, draw, test_sets, outcomes: outcomes.collect() }
    }

    /// The one on a test set of the grid.
    pub(super) fn on(&self, test_set: usize) -> &Outcome {
        let place = self.test_sets.binary_search(&test_set);
        &self.outcomes[place.expect("a test set of the grid")]
    }

    /// Where it is.
    pub(super) fn at(&self, test_set: usize) -> Coordinates {
        self.draw.at(test_set, self.scoring)
    }

    /// Documents of a test set with segments that count.
    pub(super) fn counted_documents(&self, test_set: usize) -> usize {
        self.on_corpus.counted_documents(self.scoring, test_set)
    }
}
