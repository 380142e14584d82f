//! The tables `test_sets` and `scores`: plan and results as rows.

use std::iter;
use std::sync::Arc;

use rayon::prelude::*;

use super::{ScoreRow, TestSetRow};
use crate::analyses::results::{CellResults, GridResults, Results};
use crate::plan::Plan;

/// One row per test set and document, made one by one: samples of a large corpus have many.
pub fn each_test_set(plan: &Plan) -> impl Iterator<Item = TestSetRow> {
    plan.corpora.iter().flat_map(|corpus_plan| {
        let corpus = &corpus_plan.corpus;
        let name: Arc<str> = corpus.name.as_str().into();
        let documents: Arc<[Arc<str>]> =
            corpus.documents.iter().map(|document| document.id.as_str().into()).collect();
        corpus_plan.test_sets.iter().flat_map(move |test_set| {
            let (name, documents) = (name.clone(), documents.clone());
            let id: Arc<str> = test_set.id.to_string().into();
            let documents_of_set = test_set.documents.iter().zip(test_set.document_ranges(corpus));
            documents_of_set.map(move |(index, segments)| TestSetRow {
                corpus: name.clone(),
                test_set: id.clone(),
                document: documents[*index].clone(),
                segments: segments.len() as u64,
            })
        })
    })
}

/// One row per cell, in the order of studies, corpora, scorings, placements, repeats, replicates.
pub fn scores<'a>(results: &'a Results<'a>) -> Vec<ScoreRow> {
    each_score(results).collect()
}

/// Cells whose rows are made at once, by all threads.
const STRETCH: usize = 1 << 14;

/// The rows of [`scores`], a stretch at a time: of exhaustive studies, all of them would fill the
/// memory.
pub fn each_score<'a>(results: &'a Results<'a>) -> impl Iterator<Item = ScoreRow> {
    let mut cells = results.cells(|_| true);
    let stretches = iter::from_fn(move || {
        let stretch: Vec<CellResults<'_>> = cells.by_ref().take(STRETCH).collect();
        (!stretch.is_empty()).then_some(stretch)
    });
    stretches.flat_map(|stretch| {
        stretch.into_par_iter().map(|place| score(&place)).collect::<Vec<ScoreRow>>()
    })
}

fn score(place: &CellResults<'_>) -> ScoreRow {
    let CellResults { on_corpus, at, .. } = place;
    let GridResults { results, grid, study, .. } = on_corpus;
    let outcome = place.outcome();
    let names = place.scoring();
    let summary = outcome.result.unwrap_or_default();
    ScoreRow {
        cell: place.cell(&outcome),
        score: summary.score,
        mean: summary.mean,
        median: summary.median,
        stdev: summary.stdev,
        relative_stdev: results.relative_stdev(grid, at.scoring, &summary),
        stdev_error: summary.stdev_error,
        ci_level: study.level,
        ci_method: summary.ci_method.map(|method| names.method(method)),
        ci_lower: summary.ci_lower,
        ci_upper: summary.ci_upper,
        half_width: summary.margin(),
        undefined_replicates: outcome.result.map(|result| result.undefined_replicates),
        design_effect: summary.design_effect,
        icc: summary.icc,
        resample: names.resample,
        signature: names.signature.clone(),
    }
}
