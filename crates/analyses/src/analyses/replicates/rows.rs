//! The table `replicates`: scores of single replicates.

use super::KeptReplicates;
use super::ReplicateRow;
use crate::analyses::results::{CellResults, Results};

/// One row per replicate of each cell, in the order of cells; no rows for cells without a score. Rows
/// are made one by one.
pub fn each_replicate<'a>(results: &'a Results<'a>) -> impl Iterator<Item = ReplicateRow> {
    let cells = results.cells(|study| study.analyses.get::<super::options::Replicates>().is_some());
    cells.flat_map(|place| replicates(&place).into_iter().flatten())
}

fn replicates(place: &CellResults<'_>) -> Option<impl Iterator<Item = ReplicateRow> + use<>> {
    let outcome = place.outcome();
    outcome.result?;
    let (cell, at) = (place.cell(&outcome), place.at);
    let scores = place.on_corpus.requested(&KeptReplicates).get(at, &[at.scoring]);
    Some((1..).zip(scores).map(move |(replicate, score)| ReplicateRow {
        cell: cell.clone(),
        replicate,
        score,
    }))
}
