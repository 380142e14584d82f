//! The cells of studies, one after the other.

use std::sync::Arc;

use crate::analyses::results::{CellNames, Coordinates, Results};
use crate::config::model::Study;
use crate::plan::{Grid, Placement};

/// Where a cell is.
pub(in crate::analyses) struct StudyCell<'a> {
    pub(in crate::analyses) grid: &'a Grid,
    pub(in crate::analyses) names: Arc<CellNames>,
    pub(in crate::analyses) placement: &'a Placement,
    pub(in crate::analyses) at: Coordinates,
}

/// The cells of the studies that are `wanted`.
pub(in crate::analyses) fn study_cells<'a>(
    results: &'a Results<'a>,
    wanted: impl Fn(&Study) -> bool + 'a,
) -> impl Iterator<Item = StudyCell<'a>> {
    let plan = results.plan;
    let grids = plan.grids.iter().filter(move |grid| wanted(&plan.spec.studies[grid.study]));
    grids.flat_map(move |grid| {
        let names = Arc::new(CellNames::new(results.plan, grid));
        grid.scorings.iter().flat_map(move |scoring| {
            let (names, scoring) = (names.clone(), *scoring);
            grid.placements.iter().flat_map(move |placement| {
                let names = names.clone();
                let draws = results.repeats_and_replicates(grid).into_iter();
                draws.map(move |(repeat, replicates)| {
                    let test_set = placement.test_set;
                    let at = Coordinates { test_set, scoring, repeat, replicates };
                    StudyCell { grid, names: names.clone(), placement, at }
                })
            })
        })
    })
}
