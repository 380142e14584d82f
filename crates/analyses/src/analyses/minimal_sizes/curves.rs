//! Curves through the deviations along all orderings, and the sizes that are read off them: made
//! once, for all tables that show them.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::form::Form;
use super::options::MinimalSize;
use super::series::Series;
use crate::analyses::results::{GridResults, Results};
use crate::stats::regression::Regression;

/// Curves of all studies on corpora that ask for minimal sizes, in their order.
pub struct Curves(Vec<GridCurves>);

/// Curves of a grid by scoring, repeat and number of replicates: one for each path.
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
    pub fn new<'a>(results: &'a Results<'a>) -> Self {
        Self(asking(results).map(|(on_corpus, options)| grid_curves(&on_corpus, options)).collect())
    }

    /// Studies on corpora that ask for minimal sizes, with what they ask for and their curves.
    pub(super) fn asking<'a>(
        &'a self,
        results: &'a Results<'a>,
    ) -> impl Iterator<Item = (GridResults<'a>, &'a MinimalSize, &'a GridCurves)> {
        let asking = asking(results).zip(&self.0);
        asking.map(|((on_corpus, options), curves)| (on_corpus, options, curves))
    }
}

fn asking<'a>(
    results: &'a Results<'a>,
) -> impl Iterator<Item = (GridResults<'a>, &'a MinimalSize)> {
    results.asking(|study| study.analyses.get::<MinimalSize>())
}

fn grid_curves(on_corpus: &GridResults<'_>, options: &MinimalSize) -> GridCurves {
    let grid = on_corpus.grid;
    let each_scoring = grid.scorings.par_iter().flat_map_iter(|scoring| {
        on_corpus.draws().map(|draw| {
            let fitted = grid.paths.iter().map(|path| {
                let at = draw.at(0, *scoring);
                let series = Series::along(on_corpus, path, at, options.deviation);
                let forms = options.forms();
                let estimates = forms.iter().map(|form| series.read(*form, options)).collect();
                FittedCurve { series, estimates }
            });
            ((*scoring, draw.repeat, draw.replicates), fitted.collect())
        })
    });
    each_scoring.collect()
}
