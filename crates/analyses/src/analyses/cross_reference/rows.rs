//! The table `cross_references`: references scored against each other.

use super::CrossReferenceRow;
use crate::analyses::results::{CellNames, Coordinates, Results};
use crate::plan::Grid;
use crate::table::Cell;

/// One row per reference and set of others, then the mean over all of a metric and count; in the order
/// of studies, corpora, metrics, counts, references, sets, numbers of replicates.
pub fn cross_references(results: &Results<'_>) -> Vec<CrossReferenceRow> {
    let plan = results.plan;
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let Some(whole) = grid.whole else { continue };
        let names = CellNames::new(plan, grid);
        let scorings = &plan.corpora[grid.corpus].scorings;
        let kind = |index: &usize| {
            let references = scorings[*index].references.as_ref();
            (scorings[*index].metric, references.map_or(0, |set| set.indices.len()))
        };
        for of_kind in grid.cross_references.chunk_by(|one, other| kind(one) == kind(other)) {
            for (repeat, replicates) in results.repeats_and_replicates(grid) {
                let of_scoring = |scoring: &usize| {
                    let at = Coordinates { test_set: whole, scoring: *scoring, repeat, replicates };
                    row(results, grid, &names, at)
                };
                let own: Vec<CrossReferenceRow> = of_kind.iter().map(of_scoring).collect();
                let mean = mean(&own);
                rows.extend(own);
                rows.push(mean);
            }
        }
    }
    rows
}

fn row(
    results: &Results<'_>,
    grid: &Grid,
    names: &CellNames,
    at: Coordinates,
) -> CrossReferenceRow {
    let outcome = results.outcome(grid, at);
    let result = outcome.result;
    CrossReferenceRow {
        cell: names.cell(results.plan, grid, at, None, None, &outcome),
        score: result.and_then(|result| result.score),
        stdev: result.and_then(|result| result.stdev),
        ci_level: results.plan.spec.studies[grid.study].level,
        ci_lower: result.and_then(|result| result.ci_lower),
        ci_upper: result.and_then(|result| result.ci_upper),
        signature: names.scorings[at.scoring].signature.clone(),
    }
}

/// The mean of rows of one metric and count; absent where any score is.
fn mean(rows: &[CrossReferenceRow]) -> CrossReferenceRow {
    let first = &rows[0];
    let scores: Option<Vec<f64>> = rows.iter().map(|row| row.score).collect();
    let status = rows.iter().map(|row| &row.cell.status).find(|status| !status.is_ok());
    CrossReferenceRow {
        cell: Cell {
            system: None,
            references: None,
            judged_segments: None,
            judged_documents: None,
            status: status.unwrap_or(&first.cell.status).clone(),
            ..first.cell.clone()
        },
        score: scores.map(|scores| scores.iter().sum::<f64>() / scores.len() as f64),
        stdev: None,
        ci_lower: None,
        ci_upper: None,
        ..first.clone()
    }
}
