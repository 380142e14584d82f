//! The table `stability`: means and deviations of the ends of intervals over repeats.

use std::sync::Arc;

use super::{CellNames, Coordinates, Results};
use crate::execute::{Answer, IntervalEnds};
use crate::plan::{Grid, Question};
use crate::spec::model::Study;
use crate::table::{Cell, StabilityRow};

/// One row per cell without its repeat, and method, in the order of cells.
pub fn stability(results: Results<'_>) -> Vec<StabilityRow> {
    let plan = results.plan;
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let study = &plan.spec.studies[grid.study];
        if study.derivations.stability.is_none() {
            continue;
        }
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
                rows.extend(of_place(results, grid, study, at, cell_at));
            }
        }
    }
    rows
}

/// The rows of a scoring on a test set: for each number of replicates each method.
fn of_place(
    results: Results<'_>,
    grid: &Grid,
    study: &Study,
    at: Coordinates,
    cell_at: impl Fn(u32) -> (bool, Cell),
) -> Vec<StabilityRow> {
    let question = Question::stability(study).expect("stability is asked for");
    let options = study.derivations.stability.as_ref().expect("stability is asked for");
    let metric = results.plan.corpora[grid.corpus].scorings[at.scoring].metric;
    let has_scores = results.plan.corpora[grid.corpus].scorings[at.scoring].obstacle.is_none();
    let scorings: Arc<[usize]> = Arc::from([at.scoring]);
    let answers: Vec<&Vec<IntervalEnds>> = (1..=study.repeats)
        .filter(|_| has_scores)
        .map(|repeat| {
            let at = Coordinates { repeat, ..at };
            match results.answer(grid, at, &question, scorings.clone()) {
                Answer::Stability(ends) => ends,
                _ => unreachable!("an answer has the kind of its question"),
            }
        })
        .collect();
    let mut rows = Vec::new();
    for replicates in &study.replicates {
        let (scored, cell) = cell_at(*replicates);
        for method in &options.methods {
            let index = rows.len();
            let found = answers.iter().filter(|_| scored).map(|ends| ends[index]).collect();
            let over =
                Over { found, relative: |value, median| results.relative(metric, value, median) };
            rows.push(over.row(cell.clone(), study, method.name(), scored));
        }
    }
    rows
}

/// Intervals over repeats.
struct Over<R> {
    found: Vec<IntervalEnds>,
    /// A value in percent of another.
    relative: R,
}

impl<R: Fn(f64, f64) -> Option<f64>> Over<R> {
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
        if scored && &*cell.status == "ok" && defined.len() < 2 {
            cell.status = "no-intervals".into();
        }
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let ((mean_lower, stdev_lower), (mean_upper, stdev_upper)) =
            (split(lower(&defined)), split(upper(&defined)));
        let (
            (relative_mean_lower, relative_stdev_lower),
            (relative_mean_upper, relative_stdev_upper),
        ) = (split(lower(&relative)), split(upper(&relative)));
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

/// Mean and standard deviation (divisor n - 1), from two values on.
fn moments(values: impl Iterator<Item = f64> + Clone) -> Option<(f64, f64)> {
    let n = values.clone().count() as f64;
    if n < 2.0 {
        return None;
    }
    let mean = values.clone().sum::<f64>() / n;
    let squares: f64 = values.map(|value| (value - mean) * (value - mean)).sum();
    Some((mean, (squares / (n - 1.0)).sqrt()))
}

fn split(moments: Option<(f64, f64)>) -> (Option<f64>, Option<f64>) {
    (moments.map(|moments| moments.0), moments.map(|moments| moments.1))
}
