//! The size from which on the observed ranking is that of the largest test set.

use crate::analyses::results::{Coordinates, GridResults, document_count};
use crate::plan::GrowthPath;

/// Smallest number of documents from which on the scores of all systems of the study, on the same
/// metric and references, order as on the largest test set of `path`; equal scores must stay equal.
/// `None` where nothing is ranked, and where only the largest test set ranks as itself.
pub(super) fn rank_stable_from(
    on_corpus: &GridResults<'_>,
    path: &GrowthPath,
    at: Coordinates,
) -> Option<u32> {
    let scoring = on_corpus.scoring(at.scoring);
    if scoring.obstacle.is_some() {
        return None;
    }
    let group: Vec<usize> = on_corpus
        .grid
        .scorings
        .iter()
        .copied()
        .filter(|index| {
            let other = on_corpus.scoring(*index);
            other.metric == scoring.metric && other.references == scoring.references
        })
        .collect();
    let last = *path.test_sets.last()?;
    let score = |test_set: usize, scoring: usize| -> Option<f64> {
        on_corpus.outcome(Coordinates { test_set, scoring, ..at }).result?.score
    };
    let mut scored = group;
    scored.retain(|scoring| score(last, *scoring).is_some());
    if scored.len() < 2 {
        return None;
    }
    let direction = on_corpus.direction(at.scoring);
    let order = |test_set: usize| -> Option<Vec<std::cmp::Ordering>> {
        let scores = scored.iter().map(|scoring| score(test_set, *scoring));
        let oriented = scores.map(|score| score.map(|score| direction.orient(score)));
        let values = oriented.collect::<Option<Vec<f64>>>()?;
        let pairs = (0..values.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        Some(pairs.map(|(i, j)| values[i].total_cmp(&values[j])).collect())
    };
    let wanted = order(last);
    if wanted.iter().flatten().all(|pair| pair.is_eq()) {
        return None;
    }
    let stable = path.test_sets.iter().rev().take_while(|test_set| order(**test_set) == wanted);
    let first = *stable.last()?;
    if Some(&first) == path.test_sets.last() {
        return None;
    }
    Some(document_count(on_corpus.counted_documents(at.scoring, first)))
}
