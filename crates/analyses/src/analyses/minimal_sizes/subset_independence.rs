//! The table `subset_independence`: spreads over orderings against Monte-Carlo noise.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::curves::{Curves, FittedCurve, SizeEstimate};
use super::form::Form;
use super::options::MinimalSize;
use super::series::Point;
use super::{Quantity, SubsetIndependenceRow};
use crate::analyses::results::{Coordinates, GridResults, Results, document_count};
use crate::stats::homogeneity::RelativeSpread;
use crate::stats::reason::{Reason, Status};
use crate::table::Cell;

/// One row per scoring, repeat and number of replicates for each size, and for each form its `x_min`
/// and `x_max`.
pub fn subset_independence<'a>(
    results: &'a Results<'a>,
    curves: &'a Curves,
) -> Vec<SubsetIndependenceRow> {
    let mut rows = Vec::new();
    for (on_corpus, options, curves) in curves.asking(results) {
        let grid = on_corpus.grid;
        let Some(test_set) = grid.paths.first().and_then(|path| path.test_sets.last()) else {
            continue;
        };
        let orderings: BTreeSet<&[usize]> =
            grid.paths.iter().map(|path| path.test_sets.as_slice()).collect();
        let has_one_ordering = orderings.len() < 2;
        rows.par_extend(grid.scorings.par_iter().flat_map_iter(|scoring| {
            let mut rows = Vec::new();
            let sets = by_counted_size(&on_corpus, *scoring);
            for draw in on_corpus.draws() {
                let at = draw.at(*test_set, *scoring);
                let cell = on_corpus.cell(at, None, &on_corpus.outcome(at));
                let on_corpus = &on_corpus;
                let comparison = SizeComparison { on_corpus, options, at, has_one_ordering };
                let curves = &curves[&(*scoring, draw.repeat, draw.replicates)];
                rows.extend(comparison.deviations(&cell, &sets));
                rows.extend(comparison.sizes(&cell, curves));
            }
            rows
        }));
    }
    rows
}

/// Distinct test sets by the number of scored documents.
fn by_counted_size(
    on_corpus: &GridResults<'_>,
    scoring: usize,
) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut sizes: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for placement in &on_corpus.grid.placements {
        let judged = on_corpus.counted_documents(scoring, placement.test_set);
        sizes.entry(judged).or_default().insert(placement.test_set);
    }
    sizes.remove(&0);
    sizes
}

/// Estimates from several subsets.
#[derive(Default)]
struct Estimates {
    values: Vec<f64>,
    undefined: usize,
    spread: Option<Result<RelativeSpread, Reason>>,
}

/// What is compared between the orderings of a grid.
struct SizeComparison<'a> {
    on_corpus: &'a GridResults<'a>,
    options: &'a MinimalSize,
    at: Coordinates,
    has_one_ordering: bool,
}

impl SizeComparison<'_> {
    /// Deviations of test sets of equal size; every set has draws of its own.
    fn deviations(
        &self,
        cell: &Cell,
        sizes: &BTreeMap<usize, BTreeSet<usize>>,
    ) -> Vec<SubsetIndependenceRow> {
        // With one ordering all sizes have a row, which says that there is nothing to compare.
        let differing = sizes.iter().filter(|(_, sets)| self.has_one_ordering || sets.len() > 1);
        let rows = differing.map(|(size, sets)| {
            let points = sets.iter().map(|test_set| {
                let at = Coordinates { test_set: *test_set, ..self.at };
                Point::at(self.on_corpus, at, *size, self.options.deviation)
                    .filter(|point| point.deviation > 0.0)
            });
            let points: Vec<Option<Point>> = points.collect();
            let undefined = points.iter().filter(|point| point.is_none()).count();
            let defined = points.iter().flatten();
            let (values, errors): (Vec<f64>, Vec<f64>) =
                defined.map(|point| (point.deviation, point.error / point.deviation)).unzip();
            let spread = Some(RelativeSpread::of_independent(&values, &errors));
            let row =
                self.row(cell, Quantity::Deviation, None, &Estimates { values, undefined, spread });
            SubsetIndependenceRow { size: Some(document_count(*size)), ..row }
        });
        rows.collect()
    }

    /// Sizes read off the curves of distinct orderings, whose noise is common where they pass through
    /// a common test set.
    fn sizes(&self, cell: &Cell, of_paths: &[FittedCurve]) -> Vec<SubsetIndependenceRow> {
        let mut seen = BTreeSet::new();
        let of_paths = self.on_corpus.grid.paths.iter().zip(of_paths);
        let distinct: Vec<&FittedCurve> = of_paths
            .filter(|(path, _)| seen.insert(path.test_sets.as_slice()))
            .map(|(_, fitted)| fitted)
            .collect();
        let test_sets: BTreeSet<usize> =
            distinct.iter().flat_map(|fitted| fitted.series.test_sets.iter().copied()).collect();
        let test_sets: Vec<usize> = test_sets.into_iter().collect();
        let mut rows = Vec::new();
        for (index, form) in self.options.forms().into_iter().enumerate() {
            let mut found = [Estimates::default(), Estimates::default()];
            let mut parts = [Vec::new(), Vec::new()];
            for fitted in &distinct {
                let SizeEstimate { sizes, noise, .. } = &fitted.estimates[index];
                for (which, (size, noise)) in sizes.iter().zip(noise).enumerate() {
                    let noise = noise.as_ref().filter(|_| !self.has_one_ordering);
                    let Some((size, noise)) = size.zip(noise) else {
                        found[which].undefined += 1;
                        continue;
                    };
                    found[which].values.push(size);
                    let mut row = vec![0.0; test_sets.len()];
                    for (test_set, part) in fitted.series.test_sets.iter().zip(noise) {
                        let place = test_sets.binary_search(test_set);
                        row[place.expect("collected from all series")] = *part;
                    }
                    parts[which].push(row);
                }
            }
            let quantities = [Quantity::XMin, Quantity::XMax];
            for ((estimates, parts), quantity) in found.iter_mut().zip(&parts).zip(quantities) {
                estimates.spread = Some(RelativeSpread::of_correlated(&estimates.values, parts));
                rows.push(self.row(cell, quantity, Some(form), estimates));
            }
        }
        rows
    }

    fn row(
        &self,
        cell: &Cell,
        quantity: Quantity,
        form: Option<Form>,
        estimates: &Estimates,
    ) -> SubsetIndependenceRow {
        let found = estimates.spread.filter(|_| !self.has_one_ordering);
        let spread = found.and_then(Result::ok);
        let test = spread.and_then(|spread| spread.test.ok());
        let reason = match found {
            Some(Err(undefined)) => Some(undefined),
            Some(Ok(spread)) => spread.test.err(),
            None => None,
        };
        let status = match cell.status.reason() {
            None | Some(Reason::OneUnit) if self.has_one_ordering => Reason::OneOrdering.into(),
            None | Some(Reason::OneUnit) => reason.map_or(Status::OK, Status::from),
            Some(_) => cell.status,
        };
        let [subsets, undefined_subsets] = [estimates.values.len(), estimates.undefined]
            .map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        SubsetIndependenceRow {
            study: cell.study.clone(),
            corpus: cell.corpus.clone(),
            metric: cell.metric.clone(),
            system: cell.system.clone(),
            reference_count: cell.reference_count,
            reference_choice: cell.reference_choice,
            references: cell.references.clone(),
            repeat: cell.repeat,
            replicates: cell.replicates,
            quantity,
            size: None,
            function: form.map(Form::function),
            fit: form.map(Form::fit),
            subsets,
            undefined_subsets,
            mean: spread.map(|spread| spread.mean),
            relative_spread: spread.map(|spread| 100.0 * spread.spread),
            relative_noise: spread.map(|spread| 100.0 * spread.noise),
            spread_ratio: spread
                .filter(|spread| spread.noise > 0.0)
                .map(|spread| spread.spread / spread.noise),
            q: test.map(|test| test.q),
            degrees_of_freedom: test.map(|test| test.degrees_of_freedom),
            p_value: test.map(|test| test.p_value),
            status,
        }
    }
}
