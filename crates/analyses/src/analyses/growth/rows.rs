//! The table `growth`: means and spreads over orderings, size by size.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::outcomes::ScoringOutcomes;
use super::stable::Orders;
use crate::analyses::common::{BySize, Spread};
use crate::analyses::{GridResults, GrowthRow, Outcome, Results, Summary, document_count};
use crate::plan::Placement;
use crate::stats::reason::Status;
use crate::table::Cell;

/// One row per scoring and size, in the order of studies, corpora, scorings, sizes.
pub fn growth<'a>(results: &'a Results<'a>) -> Vec<GrowthRow> {
    let mut rows = Vec::new();
    for (on_corpus, ()) in results.asking(|_| Some(())) {
        let sizes = on_corpus.by_size();
        let orders = Orders::new(&on_corpus);
        let test_sets: BTreeSet<usize> =
            on_corpus.grid.placements.iter().map(|placement| placement.test_set).collect();
        let test_sets: Vec<usize> = test_sets.into_iter().collect();
        rows.par_extend(on_corpus.grid.scorings.par_iter().flat_map_iter(|scoring| {
            scoring_rows(&on_corpus, (&sizes, &test_sets), orders.as_ref(), *scoring)
        }));
    }
    rows
}

/// The rows of a scoring, size by size.
fn scoring_rows(
    on_corpus: &GridResults<'_>,
    (sizes, test_sets): (&BySize<'_>, &[usize]),
    orders: Option<&Orders<'_>>,
    scoring: usize,
) -> Vec<GrowthRow> {
    // Draw by draw, so that the results of one are in memory; then size by size.
    let by_draw = on_corpus.draws().map(|draw| {
        let outcomes = ScoringOutcomes::new(on_corpus, scoring, draw, test_sets);
        let over_sizes = orders.map(|orders| orders.over_sizes(&outcomes)).unwrap_or_default();
        let rows = sizes.values().map(|placements| {
            let stable = orders.map(|orders| orders.at_size(&outcomes, placements, &over_sizes));
            row(on_corpus, &outcomes, placements, &stable.unwrap_or_default())
        });
        rows.collect::<Vec<GrowthRow>>().into_iter()
    });
    let mut by_draw: Vec<_> = by_draw.collect();
    sizes
        .values()
        .flat_map(|_| by_draw.iter_mut().filter_map(Iterator::next).collect::<Vec<_>>())
        .collect()
}

/// A row with the columns of `stable`.
fn row(
    on_corpus: &GridResults<'_>,
    all: &ScoringOutcomes<'_>,
    placements: &[&Placement],
    stable: &GrowthRow,
) -> GrowthRow {
    let GridResults { results, grid, study, corpus, names } = on_corpus;
    let at = all.at(placements[0].test_set);
    let test_sets = &corpus.test_sets;
    let outcomes: Vec<&Outcome> =
        placements.iter().map(|placement| all.on(placement.test_set)).collect();
    let sets: Vec<usize> = placements.iter().map(|placement| placement.test_set).collect();
    let mut distinct = sets.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let documents = distinct.iter().map(|index| test_sets[*index].documents.len()).max();
    let exhaustive = study.orderings.exhaustive;
    let orderings =
        if exhaustive { factorial(corpus.corpus.documents.len()) } else { placements.len() as u64 };

    let spread = |values: Option<Vec<f64>>, errors: Option<Vec<f64>>| {
        let noise = errors.map_or(0.0, |errors| noise(&errors, &sets));
        Spread::new(values.as_deref(), noise, exhaustive)
    };
    let score = spread(values(&outcomes, |result| result.score), None);
    let stdev = spread(
        values(&outcomes, |result| result.stdev),
        values(&outcomes, |result| result.stdev_error),
    );
    let relative_stdev = spread(
        values(&outcomes, |result| results.relative_stdev(grid, at.scoring, result)),
        values(&outcomes, |result| results.relative_stdev_error(grid, at.scoring, result)),
    );
    let width = values(&outcomes, |result| Some(result.ci_upper? - result.ci_lower?));
    let ci_width = spread(width, None);

    let method = outcomes.first().and_then(|outcome| outcome.result?.ci_method);
    let method = method.filter(|_| {
        outcomes
            .iter()
            .all(|outcome| outcome.result.is_some_and(|result| result.ci_method == method))
    });
    let judged = outcomes.first().and_then(|outcome| outcome.judged_segments);
    let segments = test_sets[at.test_set].segments;
    let status = outcomes.iter().find(|outcome| !outcome.status.is_ok());
    let first = on_corpus.cell(at, Some(placements[0]), outcomes[0]);
    let cell = Cell {
        ordering: None,
        test_set: (distinct.len() == 1).then(|| names.test_sets[at.test_set].clone()),
        segments: distinct
            .iter()
            .all(|index| test_sets[*index].segments == segments)
            .then_some(segments as u64),
        judged_segments: judged
            .filter(|_| outcomes.iter().all(|outcome| outcome.judged_segments == judged)),
        judged_documents: first.judged_documents.filter(|first| {
            distinct.iter().all(|test_set| {
                let judged = results.plan.counted_documents(grid.corpus, at.scoring, *test_set);
                document_count(judged) == *first
            })
        }),
        documents: document_count(documents.unwrap_or(0)),
        status: status.map_or(Status::OK, |outcome| outcome.status),
        ..first
    };
    GrowthRow {
        cell,
        orderings,
        test_sets: document_count(distinct.len()),
        score_mean: score.mean,
        score_spread: score.spread,
        stdev_mean: stdev.mean,
        stdev_spread: stdev.spread,
        relative_stdev_mean: relative_stdev.mean,
        relative_stdev_spread: relative_stdev.spread,
        ci_method: method.map(|method| names.scorings[at.scoring].method(method)),
        ci_width_mean: ci_width.mean,
        ci_width_spread: ci_width.spread,
        ..stable.clone()
    }
}

/// A number of all results; `None` where one has none.
fn values(outcomes: &[&Outcome], value: impl Fn(&Summary) -> Option<f64>) -> Option<Vec<f64>> {
    outcomes.iter().map(|outcome| value(&outcome.result?)).collect()
}

fn factorial(number: usize) -> u64 {
    (2..=number as u64).product()
}

/// What the Monte-Carlo `errors` of values add to the sum of squared deviations from their mean, on
/// average. Values of one test set share their resamples: a set of m of the n values adds
/// `error^2 (m - m^2 / n)`.
fn noise(errors: &[f64], sets: &[usize]) -> f64 {
    let mut by_set: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for (error, set) in errors.iter().zip(sets) {
        let (count, variance) = by_set.entry(*set).or_default();
        (*count, *variance) = (*count + 1.0, error * error);
    }
    let n = errors.len() as f64;
    by_set.values().map(|(count, variance)| variance * (count - count * count / n)).sum()
}

#[cfg(test)]
mod tests {
    use super::{Spread, factorial, noise};

    fn spread(values: [f64; 2], sets: [usize; 2], exhaustive: bool) -> Option<f64> {
        Spread::new(Some(&values), noise(&[0.6, 0.6], &sets), exhaustive).spread
    }

    #[test]
    fn noise_narrows_spreads() {
        // Squares of 2 less 0.36 + 0.36 - (0.36 + 0.36) / 2.
        assert!((spread([1.0, 3.0], [0, 1], true).unwrap() - 0.82_f64.sqrt()).abs() < 1e-12);
        assert!((spread([1.0, 3.0], [0, 1], false).unwrap() - 1.64_f64.sqrt()).abs() < 1e-12);
        assert_eq!(spread([1.0, 1.0], [4, 4], false), Some(0.0));
        assert_eq!(spread([1.0, 1.1], [0, 1], false), Some(0.0));
    }

    #[test]
    fn orderings_of_twenty_documents_fit() {
        assert_eq!(factorial(15), 1_307_674_368_000);
        assert_eq!(factorial(20), 2_432_902_008_176_640_000);
    }
}
