//! The tables `test_sets` and `scores`: plan and results as rows.

use super::{CellNames, Coordinates, Results};
use crate::plan::Plan;
use crate::table::{ScoreRow, TestSetRow};

/// One row per test set and document.
pub fn test_sets(plan: &Plan) -> Vec<TestSetRow> {
    let mut rows = Vec::new();
    for corpus_plan in &plan.corpora {
        let corpus = &corpus_plan.corpus;
        for test_set in &corpus_plan.test_sets {
            let id: std::sync::Arc<str> = test_set.id.to_string().into();
            rows.extend(test_set.documents.iter().map(|index| {
                let document = &corpus.documents[*index];
                TestSetRow {
                    corpus: corpus.name.as_str().into(),
                    test_set: id.clone(),
                    document: document.id.as_str().into(),
                    segments: document.segments.len() as u64,
                }
            }));
        }
    }
    rows
}

/// One row per cell, in the order of studies, corpora, scorings, placements, repeats, replicates.
pub fn scores(results: Results<'_>) -> Vec<ScoreRow> {
    let plan = results.plan;
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let names = CellNames::new(plan, grid);
        let level = plan.spec.studies[grid.study].level;
        for scoring in &grid.scorings {
            for placement in &grid.placements {
                for (repeat, replicates) in results.repeats_and_replicates(grid) {
                    let (test_set, scoring) = (placement.test_set, *scoring);
                    let at = Coordinates { test_set, scoring, repeat, replicates };
                    let outcome = results.outcome(grid, at);
                    let (ordering, fraction) = (Some(&placement.ordering), placement.fraction);
                    let result = outcome.result;
                    rows.push(ScoreRow {
                        cell: names.cell(plan, grid, at, ordering, fraction, &outcome),
                        score: result.and_then(|result| result.score),
                        mean: result.and_then(|result| result.mean),
                        median: result.and_then(|result| result.median),
                        stdev: result.and_then(|result| result.stdev),
                        relative_stdev: result
                            .and_then(|result| results.relative_stdev(grid, scoring, result)),
                        stdev_error: result.and_then(|result| result.stdev_error),
                        ci_level: level,
                        ci_lower: result.and_then(|result| result.ci_lower),
                        ci_upper: result.and_then(|result| result.ci_upper),
                        undefined_replicates: result.map(|result| result.undefined_replicates),
                        design_effect: result.and_then(|result| result.design_effect),
                        icc: result.and_then(|result| result.icc),
                        resample: names.resample.clone(),
                        signature: names.scorings[scoring].signature.clone(),
                    });
                }
            }
        }
    }
    rows
}
