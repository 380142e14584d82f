//! The table `reference_equivalence`: what a reference is worth in segments.

use std::collections::BTreeMap;

use super::{CellNames, Coordinates, Outcome, Results};
use crate::execute::Summary;
use crate::plan::{Grid, Placement, ReferenceSet};
use crate::stats::equivalence::Deviation;
use crate::table::ReferenceEquivalenceRow;

/// One row per metric, system and number of references, for studies with several numbers of them or
/// mixed ones; in the order of studies, corpora, metrics and systems (as scorings begin), test sets,
/// repeats, replicates, numbers of references.
pub fn reference_equivalence(results: Results<'_>) -> Vec<ReferenceEquivalenceRow> {
    let plan = results.plan;
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let names = CellNames::new(plan, grid);
        let largest = largest(results, grid);
        for by_count in subjects(results, grid) {
            let Some(first) = by_count.values().flatten().next() else { continue };
            let set = reference_set(results, grid, *first);
            if by_count.len() < 2 && set.mixed.is_none() {
                continue;
            }
            for placement in &largest {
                for (repeat, replicates) in results.repeats_and_replicates(grid) {
                    let test_set = placement.test_set;
                    let at = Coordinates { test_set, scoring: *first, repeat, replicates };
                    let place = Place { results, grid, names: &names, placement, at };
                    rows.extend(place.rows(&by_count));
                }
            }
        }
    }
    rows
}

/// Scorings of one metric and system by the number of their references.
type ByCount = BTreeMap<usize, Vec<usize>>;

fn reference_set<'a>(results: Results<'a>, grid: &Grid, scoring: usize) -> &'a ReferenceSet {
    let set = results.plan.corpora[grid.corpus].scorings[scoring].references.as_ref();
    set.expect("only scorings with references are looked at")
}

fn subjects(results: Results<'_>, grid: &Grid) -> Vec<ByCount> {
    let scorings = &results.plan.corpora[grid.corpus].scorings;
    let mut order: Vec<(usize, &str)> = Vec::new();
    let mut subjects: Vec<ByCount> = Vec::new();
    for index in &grid.scorings {
        let scoring = &scorings[*index];
        let Some(references) = &scoring.references else { continue };
        let subject = (scoring.metric, scoring.system.as_str());
        let known = order.iter().position(|other| *other == subject).unwrap_or_else(|| {
            order.push(subject);
            subjects.push(ByCount::new());
            order.len() - 1
        });
        subjects[known].entry(references.indices.len()).or_default().push(*index);
    }
    subjects
}

/// The largest test set of every ordering, each test set once; the samples of the largest size.
fn largest(results: Results<'_>, grid: &Grid) -> Vec<Placement> {
    let test_sets = &results.plan.corpora[grid.corpus].test_sets;
    if results.plan.spec.studies[grid.study].samples.is_some() {
        let size = |placement: &Placement| test_sets[placement.test_set].segments;
        let most = grid.placements.iter().map(size).max();
        let of_most = grid.placements.iter().filter(|placement| Some(size(placement)) == most);
        return of_most.cloned().collect();
    }
    let mut found: Vec<Placement> = Vec::new();
    for path in &grid.paths {
        let Some(test_set) = path.test_sets.last().copied() else { continue };
        if found.iter().all(|known| known.test_set != test_set) {
            found.push(Placement { ordering: path.ordering.clone(), test_set, fraction: None });
        }
    }
    found
}

/// Where rows are about.
struct Place<'a> {
    results: Results<'a>,
    grid: &'a Grid,
    names: &'a CellNames,
    placement: &'a Placement,
    at: Coordinates,
}

impl Place<'_> {
    fn rows(&self, by_count: &ByCount) -> Vec<ReferenceEquivalenceRow> {
        let mut rows: Vec<ReferenceEquivalenceRow> = Vec::new();
        for scorings in by_count.values() {
            let mut row = self.row(scorings);
            if &*row.reference_choice != "mixed" {
                let own = deviation(&row);
                let smallest = rows.first().map_or(own, deviation);
                let equal = own.zip(smallest).map(|(own, smallest)| own.sizes_to(smallest, 1.0));
                row.equal_data = equal.map(|value| 100.0 * value.value);
                row.equal_data_error = if rows.is_empty() {
                    row.equal_data.map(|_| 0.0)
                } else {
                    equal.map(|value| 100.0 * value.error)
                };
                if let Some(fewer) = rows.last() {
                    let steps = f64::from(row.reference_count - fewer.reference_count);
                    let more = deviation(fewer).zip(own);
                    let more = more.map(|(fewer, own)| fewer.sizes_to(own, steps));
                    row.fewer = Some(fewer.reference_count);
                    row.more_segments = more.map(|value| 100.0 * (value.value - 1.0));
                    row.more_segments_error = more.map(|value| 100.0 * value.error);
                    row.more_segments_spread = more.and_then(|value| Some(100.0 * value.spread?));
                }
            }
            rows.push(row);
        }
        rows
    }

    /// Means over the sets of one number of references.
    fn row(&self, scorings: &[usize]) -> ReferenceEquivalenceRow {
        let Self { results, grid, names, placement, at } = *self;
        let outcomes: Vec<(usize, Outcome<'_>)> = scorings
            .iter()
            .map(|scoring| {
                (*scoring, results.outcome(grid, Coordinates { scoring: *scoring, ..at }))
            })
            .collect();
        let column = |value: &dyn Fn(usize, &Summary) -> Option<f64>| -> Option<Vec<f64>> {
            outcomes.iter().map(|(scoring, outcome)| value(*scoring, outcome.result?)).collect()
        };
        let relative =
            |scoring: usize, result: &Summary| results.relative_stdev(grid, scoring, result);
        let relative_error = |scoring: usize, result: &Summary| match result.stdev? {
            0.0 => Some(0.0),
            stdev => Some(relative(scoring, result)? / stdev * result.stdev_error?),
        };
        let score = column(&|_, result| result.score);
        let stdev = column(&|_, result| result.stdev);
        let relative_stdev = column(&relative);
        let set = reference_set(results, grid, scorings[0]);
        let status = outcomes.iter().map(|(_, outcome)| outcome.status);
        let scoring_names = &names.scorings[scorings[0]];
        let test_set = &results.plan.corpora[grid.corpus].test_sets[at.test_set];
        ReferenceEquivalenceRow {
            study: names.study.clone(),
            corpus: names.corpus.clone(),
            metric: scoring_names.metric.clone(),
            system: scoring_names.system.clone(),
            reference_choice: set.choice.into(),
            ordering: placement.ordering.clone(),
            test_set: names.test_sets[at.test_set].clone(),
            segments: test_set.segments as u64,
            repeat: at.repeat,
            replicates: at.replicates,
            reference_count: count(set.count()),
            translators: count(set.indices.len()),
            sets: count(scorings.len()),
            score_mean: score.as_deref().and_then(mean),
            score_spread: score.as_deref().and_then(spread),
            stdev_mean: stdev.as_deref().and_then(mean),
            stdev_spread: stdev.as_deref().and_then(spread),
            relative_stdev_mean: relative_stdev.as_deref().and_then(mean),
            relative_stdev_spread: relative_stdev.as_deref().and_then(spread),
            relative_stdev_error: column(&relative_error).as_deref().and_then(mean),
            fewer: None,
            more_segments: None,
            more_segments_error: None,
            more_segments_spread: None,
            equal_data: None,
            equal_data_error: None,
            status: status.into_iter().find(|status| *status != "ok").unwrap_or("ok").into(),
        }
    }
}

fn count(count: usize) -> u32 {
    u32::try_from(count).expect("fewer than 2^32 sets of references")
}

/// The deviation that `row` tells of, where it is positive.
fn deviation(row: &ReferenceEquivalenceRow) -> Option<Deviation> {
    let value = row.relative_stdev_mean?;
    Deviation::new(value, row.relative_stdev_error?, row.relative_stdev_spread)
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Standard deviation with divisor n - 1.
fn spread(values: &[f64]) -> Option<f64> {
    let mean = mean(values).filter(|_| values.len() > 1)?;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}
