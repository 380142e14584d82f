//! The tables `test_sets` and `scores`: plan and results as rows.

use std::iter;
use std::sync::Arc;

use rayon::prelude::*;

use super::{ScoreRow, TestSetRow};
use crate::analyses::common::study_cells::{StudyCell, study_cells};
use crate::analyses::results::Results;
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
            let own = test_set.documents.iter().zip(test_set.document_ranges(corpus));
            own.map(move |(index, segments)| TestSetRow {
                corpus: name.clone(),
                test_set: id.clone(),
                document: documents[*index].clone(),
                segments: segments.len() as u64,
            })
        })
    })
}

/// One row per cell, in the order of studies, corpora, scorings, placements, repeats, replicates.
pub fn scores(results: &Results<'_>) -> Vec<ScoreRow> {
    each_score(results).collect()
}

/// Cells whose rows are made at once, by all threads.
const STRETCH: usize = 1 << 14;

/// The rows of [`scores`], a stretch at a time: of exhaustive studies, all of them would fill the
/// memory.
pub fn each_score(results: &Results<'_>) -> impl Iterator<Item = ScoreRow> {
    let mut places = study_cells(results, |_| true);
    let stretches = iter::from_fn(move || {
        let stretch: Vec<StudyCell<'_>> = places.by_ref().take(STRETCH).collect();
        (!stretch.is_empty()).then_some(stretch)
    });
    stretches.flat_map(move |stretch| {
        let rows = stretch.into_par_iter().map(|place| score(results, &place));
        rows.collect::<Vec<ScoreRow>>()
    })
}

fn score(results: &Results<'_>, place: &StudyCell<'_>) -> ScoreRow {
    let StudyCell { grid, names, placement, at } = place;
    let (plan, at) = (results.plan, *at);
    let outcome = results.outcome(grid, at);
    let (ordering, fraction) = (Some(&placement.ordering), placement.fraction);
    let result = outcome.result;
    ScoreRow {
        cell: names.cell(plan, grid, at, ordering, fraction, &outcome),
        score: result.and_then(|result| result.score),
        mean: result.and_then(|result| result.mean),
        median: result.and_then(|result| result.median),
        stdev: result.and_then(|result| result.stdev),
        relative_stdev: result.and_then(|result| results.relative_stdev(grid, at.scoring, &result)),
        stdev_error: result.and_then(|result| result.stdev_error),
        ci_level: plan.spec.studies[grid.study].level,
        ci_method: result
            .and_then(|result| result.ci_method)
            .map(|method| names.scorings[at.scoring].method(method).into()),
        ci_lower: result.and_then(|result| result.ci_lower),
        ci_upper: result.and_then(|result| result.ci_upper),
        half_width: result.and_then(|result| Some((result.ci_upper? - result.ci_lower?) / 2.0)),
        undefined_replicates: result.map(|result| result.undefined_replicates),
        design_effect: result.and_then(|result| result.design_effect),
        icc: result.and_then(|result| result.icc),
        resample: names.scorings[at.scoring].resample.clone(),
        signature: names.scorings[at.scoring].signature.clone(),
    }
}
