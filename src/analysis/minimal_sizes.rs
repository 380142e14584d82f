//! The table `minimal_sizes`: curves through the deviations along an ordering, and what is read off
//! them.

use std::sync::Arc;

use super::{CellNames, Coordinates, Outcome, Results};
use crate::metric;
use crate::plan::{Grid, Path};
use crate::spec::model::{Deviation, MinimalSize, RegressionFunction, ResamplingUnit};
use crate::stats::jackknife;
use crate::stats::minimal_size::{TargetSize, target_size, x_max, x_max_as_published, x_min};
use crate::stats::regression::{Curve, Fit, Regression, cubic, power_log, power_nonlinear};
use crate::table::{Cell, MinimalSizeRow};

/// One row per function for each scoring, ordering, repeat and number of replicates of the studies
/// that ask for minimal sizes.
pub fn minimal_sizes(results: Results<'_>) -> Vec<MinimalSizeRow> {
    let plan = results.plan;
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let Some(options) = &plan.spec.studies[grid.study].minimal_size else { continue };
        let names = CellNames::new(plan, grid);
        let unit = plan.spec.studies[grid.study].resample;
        let small_sample_corrected = unit == ResamplingUnit::Documents;
        for scoring in &grid.scorings {
            let segments_per_document = segments_per_document(results, grid, *scoring);
            for path in &grid.paths {
                for (repeat, replicates) in results.repeats_and_replicates(grid) {
                    let at = Coordinates { test_set: 0, scoring: *scoring, repeat, replicates };
                    let series = Series::along(results, grid, path, at, options.deviation);
                    let stable_from = rank_stable_from(results, grid, path, at);
                    let cell = cell_of(results, grid, &names, path, at);
                    let context = Context {
                        options,
                        series: &series,
                        stable_from,
                        segments_per_document,
                        small_sample_corrected,
                    };
                    rows.extend(context.rows(&cell));
                }
            }
        }
    }
    rows
}

/// Counting segments per document that has any, over the whole corpus.
fn segments_per_document(results: Results<'_>, grid: &Grid, scoring: usize) -> f64 {
    let corpus_plan = &results.plan.corpora[grid.corpus];
    let documents = corpus_plan.corpus.documents.iter().map(|document| &document.segments);
    let counting: Vec<usize> = match &corpus_plan.scorings[scoring].mask {
        None => documents.map(ExactSizeIterator::len).collect(),
        Some(mask) => documents
            .map(|segments| mask[segments.clone()].iter().filter(|counts| **counts).count())
            .filter(|counting| *counting > 0)
            .collect(),
    };
    counting.iter().sum::<usize>() as f64 / counting.len().max(1) as f64
}

/// Cell columns of a path: those of its largest test set.
fn cell_of(
    results: Results<'_>,
    grid: &Grid,
    names: &CellNames,
    path: &Path,
    at: Coordinates,
) -> Cell {
    let test_set = *path.test_sets.last().expect("an ordering has at least one size");
    let at = Coordinates { test_set, ..at };
    let outcome = results.outcome(grid, at);
    names.cell(results.plan, grid, at, Some(&path.ordering), None, &outcome)
}

/// What is read along an ordering, size by size; sizes without a value are left out.
#[derive(Default)]
struct Series {
    sizes: Vec<f64>,
    deviations: Vec<f64>,
    half_width_sizes: Vec<f64>,
    half_widths: Vec<f64>,
}

impl Series {
    fn along(
        results: Results<'_>,
        grid: &Grid,
        path: &Path,
        at: Coordinates,
        deviation: Deviation,
    ) -> Self {
        let mut series = Self::default();
        let mut last = 0;
        for test_set in &path.test_sets {
            let judged = results.plan.judged_documents(grid.corpus, at.scoring, *test_set);
            // Documents without a segment that counts make no larger test set for this metric.
            if judged == last {
                continue;
            }
            last = judged;
            let size = judged as f64;
            let outcome = results.outcome(grid, Coordinates { test_set: *test_set, ..at });
            let Outcome { result: Some(result), .. } = outcome else { continue };
            let (Some(stdev), Some(mean)) = (result.stdev, result.mean) else { continue };
            let unit = match deviation {
                Deviation::Absolute => Some(1.0),
                Deviation::Relative => results.relative(
                    results.plan.corpora[grid.corpus].scorings[at.scoring].metric,
                    1.0,
                    mean,
                ),
            };
            let Some(unit) = unit else { continue };
            let unit = unit * small_sample_factor(results, grid, judged);
            // Segments that do not differ have no deviation, and zero no logarithm.
            if stdev > 0.0 {
                series.sizes.push(size);
                series.deviations.push(stdev * unit);
            }
            if let (Some(lower), Some(upper)) = (result.ci_lower, result.ci_upper) {
                series.half_width_sizes.push(size);
                series.half_widths.push((upper - lower) / 2.0 * unit);
            }
        }
        series
    }
}

/// What a deviation over `judged` documents is to be multiplied by: with documents as units the
/// bootstrap's variance lacks the factor k / (k - 1).
fn small_sample_factor(results: Results<'_>, grid: &Grid, judged: usize) -> f64 {
    match results.plan.spec.studies[grid.study].resample {
        ResamplingUnit::Segments | ResamplingUnit::TwoStage => 1.0,
        ResamplingUnit::Documents => jackknife::small_sample_factor(judged).unwrap_or(1.0),
    }
}

/// Everything that the rows of one scoring along one ordering share.
struct Context<'a> {
    options: &'a MinimalSize,
    series: &'a Series,
    stable_from: Option<u32>,
    segments_per_document: f64,
    small_sample_corrected: bool,
}

impl Context<'_> {
    fn rows(&self, cell: &Cell) -> Vec<MinimalSizeRow> {
        let (x, y) = (&self.series.sizes, &self.series.deviations);
        let mut fits = Vec::new();
        for function in &self.options.functions {
            match function {
                RegressionFunction::Power => {
                    fits.push(("power", Fit::LogLeastSquares, power_log(x, y)));
                    fits.push(("power", Fit::LeastSquares, power_nonlinear(x, y)));
                }
                RegressionFunction::Cubic => {
                    fits.push(("cubic", Fit::LeastSquares, cubic(x, y)));
                }
            }
        }
        let selected = best(&fits, |fit| {
            (fit.fit == Fit::LeastSquares).then(|| fit.aicc.map(|aicc| -aicc)).flatten()
        });
        let selected_as_published = best(&fits, |fit| {
            let published =
                fit.fit == Fit::LogLeastSquares || matches!(fit.curve, Curve::Cubic { .. });
            fit.r_squared.filter(|_| published)
        });
        let rows = fits.iter().enumerate().map(|(index, (function, fit, regression))| {
            let mut row = self.row(cell, function, *fit, regression.as_ref());
            row.selected = selected == Some(index);
            row.selected_as_published = selected_as_published == Some(index);
            row
        });
        rows.collect()
    }

    fn row(
        &self,
        cell: &Cell,
        function: &str,
        fit: Fit,
        regression: Option<&Regression>,
    ) -> MinimalSizeRow {
        let curve = regression.map(|regression| regression.curve);
        let (a, b, c, d) = match curve {
            Some(Curve::Power { a, b }) => (Some(a), Some(b), None, None),
            Some(Curve::Cubic { a, b, c, d }) => (Some(a), Some(b), Some(c), Some(d)),
            None => (None, None, None, None),
        };
        let options = self.options;
        let x_min = curve.and_then(|curve| x_min(curve, options.tangent_at));
        let x_max = curve.and_then(|curve| match (curve, options.epsilon) {
            (Curve::Power { .. }, None) => None,
            (curve, epsilon) => x_max(curve, epsilon.unwrap_or_default()),
        });
        let target = options.target_half_width.and_then(|target| {
            target_size(&self.series.half_width_sizes, &self.series.half_widths, target)
        });
        let in_segments = |size: f64| size * self.segments_per_document;
        let mut cell = cell.clone();
        if &*cell.status == "ok" && curve.is_none() {
            cell.status = "no-fit".into();
        }
        MinimalSizeRow {
            cell,
            function: function.into(),
            fit: match fit {
                Fit::LogLeastSquares => "log-least-squares".into(),
                Fit::LeastSquares => "least-squares".into(),
            },
            deviation: match options.deviation {
                Deviation::Relative => "relative".into(),
                Deviation::Absolute => "absolute".into(),
            },
            small_sample_corrected: self.small_sample_corrected,
            points: super::document_count(self.series.sizes.len()),
            a,
            b,
            c,
            d,
            r_squared: regression.and_then(|fit| fit.r_squared),
            r_squared_adjusted: regression.and_then(|fit| fit.r_squared_adjusted),
            aicc: regression.and_then(|fit| fit.aicc),
            tangent_at: options.tangent_at,
            epsilon: options.epsilon,
            x_min,
            x_min_lower: None,
            x_min_upper: None,
            x_max,
            x_max_lower: None,
            x_max_upper: None,
            x_max_as_published: curve.and_then(x_max_as_published),
            target_half_width: options.target_half_width,
            x_target: target.and_then(TargetSize::size),
            x_target_kind: target.map(|target| -> Arc<str> {
                match target {
                    TargetSize::Observed(_) => "observed".into(),
                    TargetSize::Extrapolated(_) => "extrapolated".into(),
                    TargetSize::OutOfReach => "out-of-reach".into(),
                }
            }),
            rank_stable_from: self.stable_from,
            segments_per_document: self.segments_per_document,
            segments_min: x_min.map(in_segments),
            segments_max: x_max.map(in_segments),
            segments_target: target.and_then(TargetSize::size).map(in_segments),
            selected: false,
            selected_as_published: false,
        }
    }
}

type NamedFit = (&'static str, Fit, Option<Regression>);

/// Index of the fit with the largest `merit`, the first of equals.
fn best(fits: &[NamedFit], merit: impl Fn(&Regression) -> Option<f64>) -> Option<usize> {
    let merits = fits
        .iter()
        .enumerate()
        .filter_map(|(index, (_, _, regression))| Some((index, merit(regression.as_ref()?)?)));
    let best = merits.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map(|(index, _)| index)
}

/// Smallest number of documents from which on the scores of all systems of the study, on the same
/// metric and references, order as on the largest test set of `path`; equal scores must stay equal.
/// `None` where nothing is ranked, and where only the largest test set ranks as itself.
fn rank_stable_from(
    results: Results<'_>,
    grid: &Grid,
    path: &Path,
    at: Coordinates,
) -> Option<u32> {
    let corpus = &results.plan.corpora[grid.corpus];
    let own = &corpus.scorings[at.scoring];
    if own.obstacle.is_some() {
        return None;
    }
    let group: Vec<usize> = grid
        .scorings
        .iter()
        .copied()
        .filter(|index| {
            let other = &corpus.scorings[*index];
            other.metric == own.metric && other.references == own.references
        })
        .collect();
    let scores = |test_set: usize| -> Vec<Option<f64>> {
        let score = |scoring: &usize| {
            let at = Coordinates { test_set, scoring: *scoring, ..at };
            results.outcome(grid, at).result.and_then(|result| result.score)
        };
        group.iter().map(score).collect()
    };
    let last = scores(*path.test_sets.last()?);
    let scored: Vec<usize> = (0..last.len()).filter(|index| last[*index].is_some()).collect();
    if scored.len() < 2 {
        return None;
    }
    let config = &results.plan.spec.metrics[own.metric].config;
    let sign = if metric::higher_is_better(config) { 1.0 } else { -1.0 };
    let order = |scores: &[Option<f64>]| -> Option<Vec<std::cmp::Ordering>> {
        let values: Option<Vec<f64>> = scored.iter().map(|index| scores[*index]).collect();
        let values = values?;
        let pairs = (0..values.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        Some(pairs.map(|(i, j)| (sign * values[i]).total_cmp(&(sign * values[j]))).collect())
    };
    let wanted = order(&last);
    if wanted.iter().flatten().all(|pair| pair.is_eq()) {
        return None;
    }
    let stable =
        path.test_sets.iter().rev().take_while(|test_set| order(&scores(**test_set)) == wanted);
    let first = *stable.last()?;
    if Some(&first) == path.test_sets.last() {
        return None;
    }
    let judged = results.plan.judged_documents(grid.corpus, at.scoring, first);
    Some(super::document_count(judged))
}
