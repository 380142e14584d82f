//! The table `replicates`: scores of single replicates, where a study keeps them.

use std::sync::Arc;

use super::{CellNames, Coordinates, Results};
use crate::execute::Answer;
use crate::plan::Question;
use crate::table::ReplicateRow;

/// One row per replicate of each cell, in the order of cells; no rows for cells without a score.
pub fn replicates(results: Results<'_>) -> Vec<ReplicateRow> {
    let plan = results.plan;
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let Some(question) = Question::replicates(&plan.spec.studies[grid.study]) else { continue };
        let names = CellNames::new(plan, grid);
        for scoring in &grid.scorings {
            for placement in &grid.placements {
                for (repeat, replicates) in results.repeats_and_replicates(grid) {
                    let (test_set, scoring) = (placement.test_set, *scoring);
                    let at = Coordinates { test_set, scoring, repeat, replicates };
                    let outcome = results.outcome(grid, at);
                    if outcome.result.is_none() {
                        continue;
                    }
                    let (ordering, fraction) = (Some(&placement.ordering), placement.fraction);
                    let cell = names.cell(plan, grid, at, ordering, fraction, &outcome);
                    let Answer::Replicates(scores) =
                        results.answer(grid, at, &question, Arc::from([scoring]))
                    else {
                        unreachable!("an answer has the kind of its question")
                    };
                    rows.extend((1..).zip(scores).map(|(replicate, score)| ReplicateRow {
                        cell: cell.clone(),
                        replicate,
                        score: *score,
                    }));
                }
            }
        }
    }
    rows
}
