//! Curves through the deviations along all orderings, and the sizes that are read off them: made
//! once, for all tables that show them.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::series::Series;
use super::{Coordinates, Results};
use crate::plan::{Form, Grid};
use crate::spec::model::MinimalSize;
use crate::stats::regression::Regression;

/// Curves of all grids of a plan.
pub struct Curves(Vec<OfGrid>);

/// Curves of a grid by scoring, repeat and number of replicates: one for each path. None where no
/// minimal sizes are asked for.
pub(super) type OfGrid = BTreeMap<(usize, u32, u32), Vec<Curved>>;

/// A series with the curves of all forms that are asked for, in their order.
pub(super) struct Curved {
    pub(super) series: Series,
    pub(super) readings: Vec<Reading>,
}

/// A curve, and what is read off it.
pub(super) struct Reading {
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
    pub fn new(results: Results<'_>) -> Self {
        Self(results.plan.grids.iter().map(|grid| of_grid(results, grid)).collect())
    }

    /// The grids of `results` that ask for minimal sizes, with what they ask for and their curves.
    pub(super) fn asking<'a>(
        &'a self,
        results: Results<'a>,
    ) -> impl Iterator<Item = (&'a Grid, &'a MinimalSize, &'a OfGrid)> {
        let grids = results.plan.grids.iter().zip(&self.0);
        grids.filter_map(move |(grid, curves)| {
            let study = &results.plan.spec.studies[grid.study];
            Some((grid, study.minimal_size.as_ref()?, curves))
        })
    }
}

fn of_grid(results: Results<'_>, grid: &Grid) -> OfGrid {
    let Some(options) = &results.plan.spec.studies[grid.study].minimal_size else {
        return OfGrid::new();
    };
    let draws = results.repeats_and_replicates(grid);
    let of_scoring = grid.scorings.par_iter().flat_map_iter(|scoring| {
        draws.iter().map(|(repeat, replicates)| {
            let (repeat, replicates) = (*repeat, *replicates);
            let at = Coordinates { test_set: 0, scoring: *scoring, repeat, replicates };
            let curved = grid.paths.iter().map(|path| {
                let series = Series::along(results, grid, path, at, options.deviation);
                let forms = options.forms();
                let readings = forms.iter().map(|form| series.read(*form, options)).collect();
                Curved { series, readings }
            });
            ((*scoring, repeat, replicates), curved.collect())
        })
    });
    of_scoring.collect()
}
