//! The table `growth`: means and spreads over orderings, size by size.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{CellNames, Coordinates, Outcome, Results, document_count};
use crate::execute::Summary;
use crate::plan::{Grid, Placement};
use crate::table::{Cell, GrowthRow};

/// One row per scoring and size, in the order of studies, corpora, scorings, sizes.
pub fn growth(results: Results<'_>) -> Vec<GrowthRow> {
    let plan = results.plan;
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let names = CellNames::new(plan, grid);
        let sizes = by_size(results, grid);
        rows.par_extend(grid.scorings.par_iter().flat_map_iter(|scoring| {
            let mut rows = Vec::new();
            for placements in sizes.values() {
                for (repeat, replicates) in results.repeats_and_replicates(grid) {
                    let first = placements[0];
                    let (test_set, scoring) = (first.test_set, *scoring);
                    let at = Coordinates { test_set, scoring, repeat, replicates };
                    rows.push(row(results, grid, &names, at, placements));
                }
            }
            rows
        }));
    }
    rows
}

/// Placements by number of documents, or of segments where these are sampled, and, where sizes are
/// fractions, by fraction.
fn by_size<'a>(results: Results<'_>, grid: &'a Grid) -> BTreeMap<(usize, u64), Vec<&'a Placement>> {
    let of_segments = results.plan.spec.studies[grid.study].samples.is_some();
    let test_sets = &results.plan.corpora[grid.corpus].test_sets;
    let mut sizes: BTreeMap<(usize, u64), Vec<&Placement>> = BTreeMap::new();
    for placement in &grid.placements {
        let test_set = &test_sets[placement.test_set];
        let size = if of_segments { test_set.segments } else { test_set.documents.len() };
        // Positive floats order like their bits.
        let fraction = placement.fraction.unwrap_or(0.0).to_bits();
        sizes.entry((size, fraction)).or_default().push(placement);
    }
    sizes
}

fn row(
    results: Results<'_>,
    grid: &Grid,
    names: &CellNames,
    at: Coordinates,
    placements: &[&Placement],
) -> GrowthRow {
    let plan = results.plan;
    let study = &plan.spec.studies[grid.study];
    let test_sets = &plan.corpora[grid.corpus].test_sets;
    let outcomes: Vec<Outcome<'_>> = placements
        .iter()
        .map(|placement| results.outcome(grid, Coordinates { test_set: placement.test_set, ..at }))
        .collect();
    let mut distinct: Vec<usize> = placements.iter().map(|placement| placement.test_set).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let documents = distinct.iter().map(|index| test_sets[*index].documents.len()).max();
    let exhaustive = study.orderings.exhaustive;
    let orderings = if exhaustive {
        factorial(plan.corpora[grid.corpus].corpus.documents.len())
    } else {
        placements.len() as u64
    };

    let column = |value: &dyn Fn(&Summary) -> Option<f64>| -> Option<Vec<f64>> {
        outcomes.iter().map(|outcome| value(outcome.result?)).collect()
    };
    let relative = |result: &Summary| results.relative_stdev(grid, at.scoring, result);
    let relative_error = |result: &Summary| match result.stdev? {
        0.0 => Some(0.0),
        stdev => Some(relative(result)? / stdev * result.stdev_error?),
    };
    let sets: Vec<usize> = placements.iter().map(|placement| placement.test_set).collect();
    let spread = |values: Option<Vec<f64>>, errors: Option<Vec<f64>>| {
        Spread::of(values, errors.map(|errors| Noise { errors, sets: &sets }), exhaustive)
    };
    let score = spread(column(&|result| result.score), None);
    let stdev = spread(column(&|result| result.stdev), column(&|result| result.stdev_error));
    let relative_stdev = spread(column(&relative), column(&relative_error));
    let width = |result: &Summary| Some(result.ci_upper? - result.ci_lower?);
    let metric = plan.corpora[grid.corpus].scorings[at.scoring].metric;
    let relative_width =
        |result: &Summary| results.relative(metric, width(result)?, result.median?);
    let ci_width = spread(column(&width), None);
    let relative_ci_width = spread(column(&relative_width), None);

    let same = |value: fn(&Outcome<'_>) -> Option<u64>| {
        let first = outcomes.first().and_then(value);
        first.filter(|_| outcomes.iter().all(|outcome| value(outcome) == first))
    };
    let segments = test_sets[at.test_set].segments;
    let status = outcomes.iter().find(|outcome| outcome.status != "ok");
    let own = names.cell(plan, grid, at, None, placements[0].fraction, &outcomes[0]);
    let cell = Cell {
        test_set: (distinct.len() == 1).then(|| names.test_sets[at.test_set].clone()),
        segments: distinct
            .iter()
            .all(|index| test_sets[*index].segments == segments)
            .then_some(segments as u64),
        judged_segments: same(|outcome| outcome.judged_segments),
        judged_documents: own.judged_documents.filter(|first| {
            distinct.iter().all(|test_set| {
                let judged = plan.judged_documents(grid.corpus, at.scoring, *test_set);
                document_count(judged) == *first
            })
        }),
        documents: document_count(documents.unwrap_or(0)),
        status: status.map_or("ok", |outcome| outcome.status).into(),
        ..own
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
        ci_width_mean: ci_width.mean,
        ci_width_spread: ci_width.spread,
        relative_ci_width_mean: relative_ci_width.mean,
        relative_ci_width_spread: relative_ci_width.spread,
    }
}

fn factorial(number: usize) -> u64 {
    (2..=number as u64).product()
}

#[derive(Default)]
struct Spread {
    mean: Option<f64>,
    spread: Option<f64>,
}

/// Monte-Carlo errors of values and the test set of each: values of one set share their draws.
struct Noise<'a> {
    errors: Vec<f64>,
    sets: &'a [usize],
}

impl Noise<'_> {
    /// What the errors add to the sum of squared deviations from the mean, on average: a set of m of
    /// the n values adds `error^2 (m - m^2 / n)`.
    fn squares(&self) -> f64 {
        let mut by_set: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for (error, set) in self.errors.iter().zip(self.sets) {
            let (count, _) = by_set.get(set).copied().unwrap_or_default();
            by_set.insert(*set, (count + 1.0, error * error));
        }
        let n = self.errors.len() as f64;
        by_set.values().map(|(count, variance)| variance * (count - count * count / n)).sum()
    }
}

impl Spread {
    /// Mean and standard deviation of `values`, absent where any is, without the variance that
    /// Monte-Carlo errors add. The divisor is n for a `population` and n - 1 for a sample, of which
    /// one value has no spread.
    fn of(values: Option<Vec<f64>>, noise: Option<Noise<'_>>, population: bool) -> Self {
        let Some(values) = values.filter(|values| !values.is_empty()) else {
            return Self::default();
        };
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let divisor = if population { n } else { n - 1.0 };
        let noise = noise.map_or(0.0, |noise| noise.squares());
        let variance = ((squares - noise) / divisor).max(0.0);
        Self { mean: Some(mean), spread: (divisor > 0.0).then(|| variance.sqrt()) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Noise, Spread, factorial};

    #[test]
    fn spreads() {
        let two = Spread::of(Some(vec![1.0, 3.0]), None, false);
        assert_eq!((two.mean, two.spread), (Some(2.0), Some(2.0_f64.sqrt())));
        let population = Spread::of(Some(vec![1.0, 3.0]), None, true);
        assert_eq!(population.spread, Some(1.0));
        // Squares of 2 less 0.36 + 0.36 - (0.36 + 0.36) / 2.
        let noise = |errors: [f64; 2], sets| Some(Noise { errors: errors.to_vec(), sets });
        let values = || Some(vec![1.0, 3.0]);
        let without = Spread::of(values(), noise([0.6, 0.6], &[0, 1]), true);
        assert!((without.spread.unwrap() - 0.82_f64.sqrt()).abs() < 1e-12);
        let without = Spread::of(values(), noise([0.6, 0.6], &[0, 1]), false);
        assert!((without.spread.unwrap() - 1.64_f64.sqrt()).abs() < 1e-12);
        let same_set = Spread::of(Some(vec![1.0, 1.0]), noise([0.6, 0.6], &[4, 4]), false);
        assert_eq!(same_set.spread, Some(0.0));
        let noise_alone = Spread::of(Some(vec![1.0, 1.1]), noise([0.6, 0.6], &[0, 1]), false);
        assert_eq!(noise_alone.spread, Some(0.0));
        assert_eq!(Spread::of(Some(vec![1.0]), None, false).spread, None);
        assert_eq!(Spread::of(None, None, false).mean, None);
    }

    #[test]
    fn orderings_of_twenty_documents_fit() {
        assert_eq!(factorial(15), 1_307_674_368_000);
        assert_eq!(factorial(20), 2_432_902_008_176_640_000);
    }
}
