//! Curves through the deviations along all orderings, and the sizes that are read off them: made
//! once, for all tables that show them.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::form::Form;
use super::options::MinimalSize;
use super::series::Series;
use crate::analyses::results::{Coordinates, Results};
use crate::plan::Grid;
use crate::stats::regression::Regression;

/// Curves of all grids of a plan.
pub struct Curves(Vec<GridCurves>);

/// Curves of a grid by scoring, repeat and number of replicates: one for each path. None where no
/// minimal sizes are asked for.
pub(super) type GridCurves = BTreeMap<(usize, u32, u32), Vec<FittedCurve>>;

/// A series with the curves of all forms that are asked for, in their order.
pub(super) struct FittedCurve {
    pub(super) series: Series,
    pub(super) estimates: Vec<SizeEstimate>,
}

/// A curve, and what is read off it.
pub(super) struct SizeEstimate {
    pub(super) form: Form,
    /// `None` where there is no such curve.
    pub(super) regression: Option<Regression>,
    /// `x_min` and `x_max`.
    pub(super) sizes: [Option<f64>; 2],
    /// What the Monte-Carlo error of each deviation adds to them, as a share of these.
    pub(super) noise: [Option<Vec<f64>>; 2],
}

impl Curves {
    /// Fits all curves. Cost: two fits and one for every point of every path.
    pub fn new(results: &Results<'_>) -> Self {
        Self(results.plan.grids.iter().map(|grid| grid_curves(results, grid)).collect())
    }

    /// The grids of `results` that ask for minimal sizes, with what they ask for and their curves.
    pub(super) fn asking<'a>(
        &'a self,
        results: &'a Results<'a>,
    ) -> impl Iterator<Item = (&'a Grid, &'a MinimalSize, &'a GridCurves)> {
        let grids = results.plan.grids.iter().zip(&self.0);
        grids.filter_map(move |(grid, curves)| {
            let study = &results.plan.spec.studies[grid.study];
            Some((grid, study.analyses.get::<MinimalSize>()?, curves))
        })
    }
}

fn grid_curves(results: &Results<'_>, grid: &Grid) -> GridCurves {
    let Some(options) = results.plan.spec.studies[grid.study].analyses.get::<MinimalSize>() else {
        return GridCurves::new();
    };
    let draws = results.repeats_and_replicates(grid);
    let of_scoring = grid.scorings.par_iter().flat_map_iter(|scoring| {
        draws.iter().map(|(repeat, replicates)| {
            let (repeat, replicates) = (*repeat, *replicates);
            let at = Coordinates { test_set: 0, scoring: *scoring, repeat, replicates };
            let fitted = grid.paths.iter().map(|path| {
                let series = Series::along(results, grid, path, at, options.deviation);
                let forms = options.forms();
                let estimates = forms.iter().map(|form| series.read(*form, options)).collect();
                FittedCurve { series, estimates }
            });
            ((*scoring, repeat, replicates), fitted.collect())
        })
    });
    of_scoring.collect()
}
