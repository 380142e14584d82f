//! The table `minimal_sizes`: curves through the deviations along an ordering, and what is read off
//! them.

use rayon::prelude::*;

use super::curves::{Curves, FittedCurve, SizeEstimate};
use super::fit_warning::warning;
use super::options::MinimalSize;
use super::stable_rank::rank_stable_from;
use super::{MinimalSizeRow, SizeIntervals, SizeSpread, SizeSpreads};
use crate::analyses::results::{Coordinates, GridResults, Results, document_count};
use crate::config::{ResamplingUnit, Study};
use crate::plan::GrowthPath;
use crate::stats::minimal_size::x_max_as_published;
use crate::stats::{Curve, Fit, Reason, Regression, Status, outer};
use crate::table::Cell;

/// One row per function for each scoring, ordering, repeat and number of replicates of the studies
/// that ask for minimal sizes.
pub fn minimal_sizes<'a>(results: &'a Results<'a>, curves: &'a Curves) -> Vec<MinimalSizeRow> {
    let mut rows = Vec::new();
    for (on_corpus, options, curves) in curves.asking(results) {
        let grid = on_corpus.grid;
        rows.par_extend(grid.scorings.par_iter().flat_map_iter(|scoring| {
            let segments_per_document = segments_per_document(&on_corpus, *scoring);
            let mut rows = Vec::new();
            for (index, path) in grid.paths.iter().enumerate() {
                let test_set = *path.test_sets.last().expect("an ordering has at least one size");
                let spreads = spreads(&on_corpus, path, *scoring);
                for draw in on_corpus.draws() {
                    let at = draw.at(test_set, *scoring);
                    let context = Context {
                        on_corpus: &on_corpus,
                        study: on_corpus.study,
                        unit: grid.unit,
                        options,
                        fitted: &curves[&(*scoring, draw.repeat, draw.replicates)][index],
                        spreads: spreads.as_ref(),
                        stable_from: rank_stable_from(&on_corpus, path, at),
                        segments_per_document,
                    };
                    // Cell columns of a path are those of its largest test set.
                    let ordering = (Some(&path.ordering), None);
                    let cell = on_corpus.cell_on(at, ordering, &on_corpus.outcome(at));
                    rows.extend(context.rows(&cell));
                }
            }
            rows
        }));
    }
    rows
}

/// Counting segments per document that has any, over the whole corpus.
fn segments_per_document(on_corpus: &GridResults<'_>, scoring: usize) -> f64 {
    let documents = on_corpus.corpus.corpus.documents.iter().map(|document| &document.segments);
    let counting: Vec<usize> = match &on_corpus.scoring(scoring).mask {
        None => documents.map(ExactSizeIterator::len).collect(),
        Some(mask) => documents
            .map(|segments| mask[segments.clone()].iter().filter(|counts| **counts).count())
            .filter(|counting| *counting > 0)
            .collect(),
    };
    counting.iter().sum::<usize>() as f64 / counting.len().max(1) as f64
}

/// How sizes read along `path` vary from one sample and order of documents to the next, or why that
/// is not known; `None` where it is not asked for.
fn spreads(
    on_corpus: &GridResults<'_>,
    path: &GrowthPath,
    scoring: usize,
) -> Option<Result<SizeSpreads, Reason>> {
    if on_corpus.scoring(scoring).obstacle.is_some() {
        return None;
    }
    let context = on_corpus.results.plan.context(on_corpus.grid);
    let question = SizeIntervals::of(context.study, &context.counted_sizes(scoring, path))?;
    let test_set = *path.test_sets.last()?;
    let at = Coordinates::once(test_set, scoring);
    Some(on_corpus.requested(&question).get(at, &[scoring]))
}

/// Largest share of draws without a size at which the others still say how it varies.
const MOST_UNDEFINED: f64 = 0.05;

/// Ends of the interval of a size that varies like `spread`, or why there is none.
fn interval(
    size: f64,
    spread: SizeSpread,
    documents: u32,
    level: f64,
) -> Result<(f64, f64), Reason> {
    if f64::from(spread.undefined) > MOST_UNDEFINED * f64::from(spread.draws) {
        return Err(Reason::UndefinedDraws);
    }
    let log_stdev = spread.log_stdev.ok_or(Reason::UndefinedDraws)?;
    outer::interval(size, log_stdev, documents, level)
}

/// Everything that the rows of one scoring along one ordering share.
struct Context<'a> {
    on_corpus: &'a GridResults<'a>,
    study: &'a Study,
    unit: ResamplingUnit,
    options: &'a MinimalSize,
    fitted: &'a FittedCurve,
    spreads: Option<&'a Result<SizeSpreads, Reason>>,
    stable_from: Option<u32>,
    segments_per_document: f64,
}

impl Context<'_> {
    fn rows(&self, cell: &Cell) -> Vec<MinimalSizeRow> {
        let estimates = &self.fitted.estimates;
        // Residuals of fits in logarithms are of other values: their criteria compare with none of these.
        let selected = best(estimates, |fit| {
            fit.aicc.filter(|_| fit.fit == Fit::LeastSquares).map(|aicc| -aicc)
        });
        let selected_by_r_squared_adjusted =
            best(estimates, |fit| fit.r_squared_adjusted.filter(|_| fit.fit == Fit::LeastSquares));
        let selected_as_published = best(estimates, |fit| {
            let published =
                fit.fit == Fit::LogLeastSquares || matches!(fit.curve, Curve::Cubic { .. });
            fit.r_squared.filter(|_| published)
        });
        let rows = estimates.iter().enumerate().map(|(index, estimate)| {
            let mut row = self.row(cell, index, estimate);
            row.selected = selected == Some(index);
            row.selected_by_r_squared_adjusted = selected_by_r_squared_adjusted == Some(index);
            row.selected_as_published = selected_as_published == Some(index);
            row
        });
        rows.collect()
    }

    /// Ends of the intervals of `x_min` and `x_max` of the form at `index`, and why one of those there
    /// are has none.
    fn intervals(&self, index: usize, sizes: [Option<f64>; 2]) -> Intervals {
        let (status, spreads) = match self.spreads {
            None => (None, None),
            Some(Err(reason)) => (Some((*reason).into()), None),
            Some(Ok(_)) if sizes == [None; 2] => (Some(Reason::NoSize.into()), None),
            Some(Ok(spreads)) => (Some(Status::OK), Some(spreads)),
        };
        let mut intervals = Intervals { ends: [None; 2], status };
        let Some(SizeSpreads { documents, curves }) = spreads else { return intervals };
        for (which, (size, spread)) in sizes.into_iter().zip(curves[index]).enumerate() {
            let Some(size) = size else { continue };
            match interval(size, spread, *documents, self.study.level) {
                Ok(ends) => intervals.ends[which] = Some(ends),
                Err(reason) => intervals.status = Some(reason.into()),
            }
        }
        intervals
    }

    fn row(&self, cell: &Cell, index: usize, estimate: &SizeEstimate) -> MinimalSizeRow {
        let SizeEstimate { form, sizes: [x_min, x_max], noise, .. } = estimate;
        let (x_min, x_max, regression) = (*x_min, *x_max, estimate.regression.as_ref());
        let series = &self.fitted.series;
        let curve = regression.map(|regression| regression.curve);
        let (a, b, c, d) = match curve {
            Some(Curve::Power { a, b }) => (Some(a), Some(b), None, None),
            Some(Curve::Cubic { a, b, c, d }) => (Some(a), Some(b), Some(c), Some(d)),
            None => (None, None, None, None),
        };
        let options = self.options;
        let intervals = self.intervals(index, estimate.sizes);
        let [x_min_ends, x_max_ends] = intervals.ends;
        let sizes = [x_min, x_max];
        let [x_min_error, x_max_error] = [0, 1].map(|which| {
            let squares: f64 = noise[which].as_ref()?.iter().map(|part| part * part).sum();
            Some(sizes[which]? * squares.sqrt())
        });
        let [segments_min, segments_max] =
            sizes.map(|size| Some(size? * self.segments_per_document));
        let mut cell = cell.clone();
        if cell.status.is_ok() && curve.is_none() {
            cell.status = Reason::NoFit.into();
        }
        MinimalSizeRow {
            cell,
            function: form.function(),
            fit: form.fit(),
            deviation: options.deviation,
            small_sample_corrected: self.unit == ResamplingUnit::Documents,
            points: document_count(series.sizes.len()),
            a,
            b,
            c,
            d,
            r_squared: regression.and_then(|fit| fit.r_squared),
            r_squared_adjusted: regression.and_then(|fit| fit.r_squared_adjusted),
            aicc: regression.and_then(|fit| fit.aicc),
            warning: regression.and_then(|fit| warning(fit, &series.sizes, x_max)),
            tangent_at: options.tangent_at,
            epsilon: options.epsilon,
            x_min,
            x_min_lower: x_min_ends.map(|ends| ends.0),
            x_min_upper: x_min_ends.map(|ends| ends.1),
            x_min_error,
            x_max,
            x_max_lower: x_max_ends.map(|ends| ends.0),
            x_max_upper: x_max_ends.map(|ends| ends.1),
            x_max_error,
            x_max_as_published: curve.and_then(x_max_as_published),
            interval_draws: options.interval_draws,
            interval_level: self.study.level,
            interval_status: intervals.status,
            rank_stable_from: self.stable_from,
            segments_per_document: self.segments_per_document,
            segments_min,
            segments_max,
            required_words: self.on_corpus.words(segments_max),
            ..MinimalSizeRow::default()
        }
    }
}

/// Ends of intervals, and `ok` or why one is missing; no status where none was asked for.
struct Intervals {
    ends: [Option<(f64, f64)>; 2],
    status: Option<Status>,
}

/// Index of the curve with the largest `merit`, the first of equals.
fn best(estimates: &[SizeEstimate], merit: impl Fn(&Regression) -> Option<f64>) -> Option<usize> {
    let merits = estimates
        .iter()
        .enumerate()
        .filter_map(|(index, estimate)| Some((index, merit(estimate.regression.as_ref()?)?)));
    let best = merits.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map(|(index, _)| index)
}
