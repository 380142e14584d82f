//! The table `replicates`: scores of single replicates.

use super::KeptReplicates;
use super::ReplicateRow;
use crate::analyses::common::study_cells::{StudyCell, study_cells};
use crate::analyses::results::Results;

/// One row per replicate of each cell, in the order of cells; no rows for cells without a score. Rows
/// are made one by one.
pub fn each_replicate(results: &Results<'_>) -> impl Iterator<Item = ReplicateRow> {
    let asking =
        study_cells(results, |study| study.analyses.get::<super::options::Replicates>().is_some());
    asking.flat_map(move |place| of_cell(results, &place).into_iter().flatten())
}

fn of_cell<'a>(
    results: &'a Results<'a>,
    place: &StudyCell<'a>,
) -> Option<impl Iterator<Item = ReplicateRow> + use<'a>> {
    let StudyCell { grid, names, placement, at } = place;
    let outcome = results.outcome(grid, *at);
    outcome.result?;
    let (ordering, fraction) = (Some(&placement.ordering), placement.fraction);
    let cell = names.cell(results.plan, grid, *at, ordering, fraction, &outcome);
    let scores = results.requested(grid, &KeptReplicates).get(*at, &[at.scoring]);
    Some((1..).zip(scores).map(move |(replicate, score)| ReplicateRow {
        cell: cell.clone(),
        replicate,
        score,
    }))
}
