//! The table `stability`: means and deviations of the ends of intervals over repeats.

use super::{IntervalEnds, RepeatedIntervals, StabilityRow};
use crate::analyses::intervals::options::IntervalMethod;
use crate::analyses::results::{Coordinates, Draw, GridResults, Requested, Results};
use crate::plan::Placement;
use crate::stats::{Reason, SampleMoments};
use crate::table::Cell;

/// One row per cell without its repeat, and method, in the order of cells.
pub fn stability<'a>(results: &'a Results<'a>) -> Vec<StabilityRow> {
    let mut rows = Vec::new();
    for (on_corpus, question) in results.asking(RepeatedIntervals::of) {
        let intervals = on_corpus.requested(&question);
        for scoring in &on_corpus.grid.scorings {
            for placement in &on_corpus.grid.placements {
                rows.extend(rows_at(&on_corpus, (&question, &intervals), *scoring, placement));
            }
        }
    }
    rows
}

/// The rows of a scoring on a test set: for each number of replicates each method.
fn rows_at(
    on_corpus: &GridResults<'_>,
    (question, intervals): (&RepeatedIntervals, &Requested<'_, RepeatedIntervals>),
    scoring: usize,
    placement: &Placement,
) -> Vec<StabilityRow> {
    let study = on_corpus.study;
    let most = study.replicates.iter().copied().max().unwrap_or(0);
    let repeats = if on_corpus.scoring(scoring).obstacle.is_none() { study.repeats } else { 0 };
    let of_repeats: Vec<Vec<IntervalEnds>> = (1..=repeats)
        .map(|repeat| Draw { repeat, replicates: most }.at(placement.test_set, scoring))
        .map(|at| intervals.get(at, &[scoring]))
        .collect();
    let mut rows = Vec::new();
    for replicates in &study.replicates {
        let at = Draw { repeat: 1, replicates: *replicates }.at(placement.test_set, scoring);
        let outcome = on_corpus.outcome(at);
        let cell = on_corpus.cell(at, Some(placement), &outcome);
        let is_scored = outcome.result.is_some();
        for method in &question.methods {
            let index = rows.len();
            let repeats = of_repeats.iter().filter(|_| is_scored).map(|ends| ends[index]).collect();
            let intervals = OverRepeats { on_corpus, at, is_scored, repeats };
            rows.push(intervals.row(cell.clone(), *method));
        }
    }
    rows
}

/// Intervals over repeats.
struct OverRepeats<'a> {
    on_corpus: &'a GridResults<'a>,
    at: Coordinates,
    is_scored: bool,
    repeats: Vec<IntervalEnds>,
}

impl OverRepeats<'_> {
    fn row(&self, mut cell: Cell, method: IntervalMethod) -> StabilityRow {
        let study = self.on_corpus.study;
        let defined: Vec<(f64, f64)> = self.repeats.iter().filter_map(|ends| ends.ends).collect();
        let errors: Vec<(f64, f64)> = self.repeats.iter().filter_map(|ends| ends.errors).collect();
        let relative = self.relative().unwrap_or_default();
        if self.is_scored && cell.status.is_ok() && defined.len() < 2 {
            cell.status = Reason::NoIntervals.into();
        }
        let undefined = u32::try_from(self.repeats.len() - defined.len()).unwrap_or(u32::MAX);
        let [(mean_lower, stdev_lower), (mean_upper, stdev_upper)] = moments(&defined);
        let [
            (relative_mean_lower, relative_stdev_lower),
            (relative_mean_upper, relative_stdev_upper),
        ] = moments(&relative);
        StabilityRow {
            cell,
            method: method.into(),
            level: study.level,
            repeats: study.repeats,
            undefined_repeats: self.is_scored.then_some(undefined),
            mean_lower,
            mean_upper,
            stdev_lower,
            stdev_upper,
            predicted_stdev_lower: root_mean_square(errors.iter().map(|both| both.0)),
            predicted_stdev_upper: root_mean_square(errors.iter().map(|both| both.1)),
            relative_mean_lower,
            relative_mean_upper,
            relative_stdev_lower,
            relative_stdev_upper,
        }
    }

    /// The ends in percent of the medians, less 100; nothing where one has no such value.
    fn relative(&self) -> Option<Vec<(f64, f64)>> {
        let defined = self.repeats.iter().filter_map(|ends| ends.ends.zip(ends.median));
        defined
            .map(|((lower, upper), median)| {
                let [lower, upper] = [lower, upper]
                    .map(|end| self.on_corpus.relative(self.at.scoring, end - median, median));
                lower.zip(upper)
            })
            .collect()
    }
}

fn root_mean_square(values: impl ExactSizeIterator<Item = f64>) -> Option<f64> {
    let count = values.len();
    let squares: f64 = values.map(|value| value * value).sum();
    (count > 0).then(|| (squares / count as f64).sqrt())
}

/// Mean and standard deviation of lower and of upper ends, from two on.
fn moments(ends: &[(f64, f64)]) -> [(Option<f64>, Option<f64>); 2] {
    let moments = [
        SampleMoments::of(ends.iter().map(|ends| ends.0)),
        SampleMoments::of(ends.iter().map(|ends| ends.1)),
    ];
    moments
        .map(|moments| moments.and_then(|moments| Some((moments.mean, moments.stdev()?))).unzip())
}
