//! The table `reference_equivalence`: what a reference is worth in segments.

use std::collections::BTreeMap;

use super::ReferenceEquivalenceRow;
use super::request::largest;
use crate::analyses::common::moments::Spread;
use crate::analyses::results::{CellNames, Coordinates, Outcome, Results};
use crate::analyses::scores::Summary;
use crate::plan::{Grid, Placement, ReferenceSet};
use crate::stats::equivalence::Deviation;
use crate::stats::reason::Status;
use crate::table::ChosenReferences;

/// One row per metric, system and number of references, for studies with several numbers of them or
/// mixed ones; in the order of studies, corpora, metrics and systems (as scorings begin), test sets,
/// repeats, replicates, numbers of references.
pub fn reference_equivalence(results: &Results<'_>) -> Vec<ReferenceEquivalenceRow> {
    let plan = results.plan;
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let names = CellNames::new(plan, grid);
        let largest = largest(&plan.context(grid));
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
                    let of_metric = Rows { results, grid, names: &names, placement, at };
                    rows.extend(of_metric.rows(&by_count));
                }
            }
        }
    }
    rows
}

/// Scorings of one metric and system by the number of their references.
type ByCount = BTreeMap<usize, Vec<usize>>;

fn reference_set<'a>(results: &Results<'a>, grid: &Grid, scoring: usize) -> &'a ReferenceSet {
    let set = results.plan.corpora[grid.corpus].scorings[scoring].references.as_ref();
    set.expect("only scorings with references are looked at")
}

fn subjects(results: &Results<'_>, grid: &Grid) -> Vec<ByCount> {
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

/// Where rows are about.
struct Rows<'a> {
    results: &'a Results<'a>,
    grid: &'a Grid,
    names: &'a CellNames,
    placement: &'a Placement,
    at: Coordinates,
}

impl Rows<'_> {
    fn rows(&self, by_count: &ByCount) -> Vec<ReferenceEquivalenceRow> {
        let mut rows: Vec<ReferenceEquivalenceRow> = Vec::new();
        for scorings in by_count.values() {
            let mut row = self.row(scorings);
            if row.reference_choice != ChosenReferences::Mixed {
                let own = deviation(&row);
                let smallest = rows.first().map_or(own, deviation);
                let equal = own.zip(smallest).map(|(own, smallest)| own.sizes_to(smallest, 1.0));
                row.equal_data_relative = equal.map(|value| 100.0 * value.value);
                row.equal_data_relative_error = if rows.is_empty() {
                    row.equal_data_relative.map(|_| 0.0)
                } else {
                    equal.map(|value| 100.0 * value.error)
                };
                let smallest = rows.first().unwrap_or(&row).stdev_mean.filter(|stdev| *stdev > 0.0);
                let ratio = row.stdev_mean.zip(smallest).map(|(own, smallest)| own / smallest);
                row.equal_data_absolute = ratio.map(|ratio| 100.0 * ratio * ratio);
                if let Some(fewer) = rows.last() {
                    let steps = f64::from(row.reference_count - fewer.reference_count);
                    let more = deviation(fewer).zip(own);
                    let more = more.map(|(fewer, own)| fewer.sizes_to(own, steps));
                    row.fewer = Some(fewer.reference_count);
                    row.more_segments_relative = more.map(|value| 100.0 * (value.value - 1.0));
                    row.more_segments_relative_error = more.map(|value| 100.0 * value.error);
                    row.more_segments_relative_spread =
                        more.and_then(|value| Some(100.0 * value.spread?));
                }
            }
            rows.push(row);
        }
        rows
    }

    /// Means over the sets of one number of references.
    fn row(&self, scorings: &[usize]) -> ReferenceEquivalenceRow {
        let Self { results, grid, names, placement, at } = *self;
        let outcomes: Vec<(usize, Outcome)> = scorings
            .iter()
            .map(|scoring| {
                (*scoring, results.outcome(grid, Coordinates { scoring: *scoring, ..at }))
            })
            .collect();
        let column = |value: &dyn Fn(usize, &Summary) -> Option<f64>| -> Option<Vec<f64>> {
            outcomes.iter().map(|(scoring, outcome)| value(*scoring, &outcome.result?)).collect()
        };
        let spread = |values: Option<Vec<f64>>| Spread::new(values.as_deref(), 0.0, false);
        let score = spread(column(&|_, result| result.score));
        let stdev = spread(column(&|_, result| result.stdev));
        let relative = column(&|scoring, result| results.relative_stdev(grid, scoring, result));
        let relative_stdev = spread(relative);
        let errors = column(&|scoring, result| results.relative_stdev_error(grid, scoring, result));
        let set = reference_set(results, grid, scorings[0]);
        let status = outcomes.iter().map(|(_, outcome)| outcome.status);
        let scoring_names = &names.scorings[scorings[0]];
        let test_set = &results.plan.corpora[grid.corpus].test_sets[at.test_set];
        ReferenceEquivalenceRow {
            study: names.study.clone(),
            corpus: names.corpus.clone(),
            metric: scoring_names.metric.clone(),
            system: scoring_names.system.clone(),
            reference_choice: set.choice,
            ordering: placement.ordering.clone(),
            test_set: names.test_sets[at.test_set].clone(),
            segments: test_set.segments as u64,
            repeat: at.repeat,
            replicates: at.replicates,
            reference_count: count(set.count()),
            translators: count(set.indices.len()),
            sets: count(scorings.len()),
            score_mean: score.mean,
            score_spread: score.spread,
            stdev_mean: stdev.mean,
            stdev_spread: stdev.spread,
            relative_stdev_mean: relative_stdev.mean,
            relative_stdev_spread: relative_stdev.spread,
            relative_stdev_error: spread(errors).mean,
            fewer: None,
            more_segments_relative: None,
            more_segments_relative_error: None,
            more_segments_relative_spread: None,
            equal_data_relative: None,
            equal_data_relative_error: None,
            equal_data_absolute: None,
            status: status.into_iter().find(|status| !status.is_ok()).unwrap_or(Status::OK),
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
