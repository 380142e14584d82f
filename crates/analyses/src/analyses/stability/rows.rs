//! The table `stability`: means and deviations of the ends of intervals over repeats.

use super::RepeatedIntervals;
use super::StabilityRow;
use super::compute::IntervalEnds;
use crate::analyses::results::{CellNames, Coordinates, Requested, Results};
use crate::config::model::Study;
use crate::plan::Grid;
use crate::stats::moments::SampleMoments;
use crate::stats::reason::Reason;
use crate::table::Cell;

/// One row per cell without its repeat, and method, in the order of cells.
pub fn stability(results: &Results<'_>) -> Vec<StabilityRow> {
    let plan = results.plan;
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let study = &plan.spec.studies[grid.study];
        let Some(question) = RepeatedIntervals::of(study) else { continue };
        let intervals = results.requested(grid, &question);
        let names = CellNames::new(plan, grid);
        for scoring in &grid.scorings {
            for placement in &grid.placements {
                let most = study.replicates.iter().copied().max().unwrap_or(0);
                let (test_set, scoring) = (placement.test_set, *scoring);
                let at = Coordinates { test_set, scoring, repeat: 1, replicates: most };
                let cell_at = |replicates| {
                    let at = Coordinates { replicates, ..at };
                    let outcome = results.outcome(grid, at);
                    let (ordering, fraction) = (Some(&placement.ordering), placement.fraction);
                    let scored = outcome.result.is_some();
                    (scored, names.cell(plan, grid, at, ordering, fraction, &outcome))
                };
                rows.extend(rows_at(results, grid, (&question, &intervals), at, cell_at));
            }
        }
    }
    rows
}

/// The rows of a scoring on a test set: for each number of replicates each method.
fn rows_at(
    results: &Results<'_>,
    grid: &Grid,
    (question, intervals): (&RepeatedIntervals, &Requested<'_, RepeatedIntervals>),
    at: Coordinates,
    cell_at: impl Fn(u32) -> (bool, Cell),
) -> Vec<StabilityRow> {
    let study = &results.plan.spec.studies[grid.study];
    let scoring = &results.plan.corpora[grid.corpus].scorings[at.scoring];
    let repeats = if scoring.obstacle.is_none() { study.repeats } else { 0 };
    let of_repeat = |repeat| intervals.get(Coordinates { repeat, ..at }, &[at.scoring]);
    let of_repeats: Vec<Vec<IntervalEnds>> = (1..=repeats).map(of_repeat).collect();
    let mut rows = Vec::new();
    for replicates in &study.replicates {
        let (scored, cell) = cell_at(*replicates);
        for method in &question.methods {
            let index = rows.len();
            let found = of_repeats.iter().filter(|_| scored).map(|ends| ends[index]).collect();
            let relative = |value, median| results.relative(scoring.metric, value, median);
            let intervals = OverRepeats { found, relative };
            rows.push(intervals.row(cell.clone(), study, method.name(), scored));
        }
    }
    rows
}

/// Intervals over repeats.
struct OverRepeats<R> {
    found: Vec<IntervalEnds>,
    /// A value in percent of another.
    relative: R,
}

impl<R: Fn(f64, f64) -> Option<f64>> OverRepeats<R> {
    fn row(&self, mut cell: Cell, study: &Study, method: &str, scored: bool) -> StabilityRow {
        let defined: Vec<(f64, f64)> = self.found.iter().filter_map(|found| found.ends).collect();
        let errors: Vec<(f64, f64)> = self.found.iter().filter_map(|found| found.errors).collect();
        let relative: Option<Vec<(f64, f64)>> = self
            .found
            .iter()
            .filter_map(|found| Some((found.ends?, found.median?)))
            .map(|((lower, upper), median)| {
                Some((
                    (self.relative)(lower - median, median)?,
                    (self.relative)(upper - median, median)?,
                ))
            })
            .collect();
        let relative = relative.unwrap_or_default();
        let lower = |ends: &[(f64, f64)]| moments(ends.iter().map(|ends| ends.0));
        let upper = |ends: &[(f64, f64)]| moments(ends.iter().map(|ends| ends.1));
        let root_mean_square = |end: fn(&(f64, f64)) -> f64| {
            let squares: f64 = errors.iter().map(|both| end(both) * end(both)).sum();
            (!errors.is_empty()).then(|| (squares / errors.len() as f64).sqrt())
        };
        if scored && cell.status.is_ok() && defined.len() < 2 {
            cell.status = Reason::NoIntervals.into();
        }
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let ((mean_lower, stdev_lower), (mean_upper, stdev_upper)) =
            (lower(&defined), upper(&defined));
        let (
            (relative_mean_lower, relative_stdev_lower),
            (relative_mean_upper, relative_stdev_upper),
        ) = (lower(&relative), upper(&relative));
        StabilityRow {
            cell,
            method: method.into(),
            level: study.level,
            repeats: study.repeats,
            undefined_repeats: scored.then(|| count(self.found.len() - defined.len())),
            mean_lower,
            mean_upper,
            stdev_lower,
            stdev_upper,
            predicted_stdev_lower: root_mean_square(|both| both.0),
            predicted_stdev_upper: root_mean_square(|both| both.1),
            relative_mean_lower,
            relative_mean_upper,
            relative_stdev_lower,
            relative_stdev_upper,
        }
    }
}

/// Mean and standard deviation, from two values on.
fn moments(values: impl Iterator<Item = f64> + Clone) -> (Option<f64>, Option<f64>) {
    let moments = SampleMoments::of(values);
    moments.and_then(|moments| Some((moments.mean, moments.stdev()?))).unzip()
}
