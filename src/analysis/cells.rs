//! The tables `test_sets` and `scores`: plan and results as rows.

use std::rc::Rc;

use super::{CellNames, Coordinates, Results};
use crate::plan::{Grid, Placement, Plan};
use crate::table::{ScoreRow, TestSetRow};

/// One row per test set and document.
pub fn test_sets(plan: &Plan) -> Vec<TestSetRow> {
    let mut rows = Vec::new();
    for corpus_plan in &plan.corpora {
        let corpus = &corpus_plan.corpus;
        for test_set in &corpus_plan.test_sets {
            let id: std::sync::Arc<str> = test_set.id.to_string().into();
            let documents = test_set.documents.iter().zip(test_set.document_ranges(corpus));
            rows.extend(documents.map(|(index, segments)| TestSetRow {
                corpus: corpus.name.as_str().into(),
                test_set: id.clone(),
                document: corpus.documents[*index].id.as_str().into(),
                segments: segments.len() as u64,
            }));
        }
    }
    rows
}

/// One row per cell, in the order of studies, corpora, scorings, placements, repeats, replicates.
pub fn scores(results: Results<'_>) -> Vec<ScoreRow> {
    each_score(results).collect()
}

/// The rows of [`scores`] one by one: of exhaustive studies, all of them would fill the memory.
pub fn each_score(results: Results<'_>) -> impl Iterator<Item = ScoreRow> {
    results.plan.grids.iter().flat_map(move |grid| {
        let names = Rc::new(CellNames::new(results.plan, grid));
        grid.scorings.iter().flat_map(move |scoring| {
            let (names, scoring) = (names.clone(), *scoring);
            grid.placements.iter().flat_map(move |placement| {
                let names = names.clone();
                let draws = results.repeats_and_replicates(grid).into_iter();
                draws.map(move |(repeat, replicates)| {
                    let test_set = placement.test_set;
                    let at = Coordinates { test_set, scoring, repeat, replicates };
                    score(results, grid, &names, placement, at)
                })
            })
        })
    })
}

fn score(
    results: Results<'_>,
    grid: &Grid,
    names: &CellNames,
    placement: &Placement,
    at: Coordinates,
) -> ScoreRow {
    let plan = results.plan;
    let outcome = results.outcome(grid, at);
    let (ordering, fraction) = (Some(&placement.ordering), placement.fraction);
    let result = outcome.result;
    ScoreRow {
        cell: names.cell(plan, grid, at, ordering, fraction, &outcome),
        score: result.and_then(|result| result.score),
        mean: result.and_then(|result| result.mean),
        median: result.and_then(|result| result.median),
        stdev: result.and_then(|result| result.stdev),
        relative_stdev: result.and_then(|result| results.relative_stdev(grid, at.scoring, result)),
        stdev_error: result.and_then(|result| result.stdev_error),
        ci_level: plan.spec.studies[grid.study].level,
        ci_lower: result.and_then(|result| result.ci_lower),
        ci_upper: result.and_then(|result| result.ci_upper),
        undefined_replicates: result.map(|result| result.undefined_replicates),
        design_effect: result.and_then(|result| result.design_effect),
        icc: result.and_then(|result| result.icc),
        resample: names.resample.clone(),
        signature: names.scorings[at.scoring].signature.clone(),
    }
}
