//! Scores of the segments and documents of a test set.

use crate::plan::{JobResults, ScoredTestSet};
use crate::stats::direction::Direction;

/// Which scores of a system are better.
pub fn direction(job: &JobResults<'_>, system: &ScoredTestSet) -> Direction {
    Direction::from_higher_is_better(job.higher_is_better(system.scoring))
}

/// Scores of all segments of the test set; NaN where there is none.
///
/// # Panics
///
/// If the metric scores whole documents, which a validated spec does not ask for.
pub fn segment_scores(system: &ScoredTestSet) -> Vec<f64> {
    assert!(!system.per_document, "a validated spec reads segments where all metrics have them");
    let scores = (0..system.rows.len()).map(|row| {
        let sums = system.rows.is_present(row).then(|| system.rows.row(row));
        finite(sums.and_then(|sums| system.scorer.score(sums)))
    });
    scores.collect()
}

/// Scores of all documents, which are the units of the job; NaN where there is none.
pub(crate) fn document_scores(job: &JobResults<'_>, system: &ScoredTestSet) -> Vec<f64> {
    let sums = job.unit_rows(system);
    let units = sums.chunks_exact(system.rows.columns().max(1)).enumerate();
    let scores = units.map(|(unit, sums)| {
        let counts = job.rows_of_unit(system, unit).any(|row| system.rows.is_present(row));
        finite(counts.then(|| system.scorer.score(sums)).flatten())
    });
    scores.collect()
}

fn finite(score: Option<f64>) -> f64 {
    score.filter(|score| score.is_finite()).unwrap_or(f64::NAN)
}
