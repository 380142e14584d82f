//! Scores of all segments by several systems, for what is computed over systems once all jobs are finished.

use rayon::prelude::*;
use serde::Serialize;

use crate::plan::prices::SCORE;
use crate::plan::{Group, JobResults, Question, ScoredTestSet, TaskSize, Work};

/// Scores of the segments of the test set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SegmentTable;

impl Question for SegmentTable {
    /// By system of the group, then segment; not a number where there is no score.
    type Result = Vec<Vec<f64>>;
    const TAG: &'static str = "segment table";

    fn work(&self, size: &TaskSize) -> Work {
        Work::plain(size.scorings as f64 * size.segments * SCORE)
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        8.0 * size.scorings as f64 * size.segments
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        group.scorings.par_iter().map(|scoring| sentence_scores(job.system(*scoring))).collect()
    }
}

/// Scores of all segments as the metric is defined for sentences.
///
/// # Panics
///
/// If the metric scores whole documents, which a validated spec does not ask for.
fn sentence_scores(system: &ScoredTestSet) -> Vec<f64> {
    assert!(!system.per_document, "a validated spec reads segments where all metrics have them");
    (0..system.rows.len())
        .map(|row| {
            let is_present = system.rows.is_present(row);
            let score = is_present.then(|| system.scorer.score_segment(system.rows.row(row)));
            score.flatten().filter(|score| score.is_finite()).unwrap_or(f64::NAN)
        })
        .collect()
}
