//! What differences of automatic scores vary with, from the influence values of segments.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::plan::{Group, JobResults};
use crate::stats::judges::texts::{self, DocumentSquares};
use crate::stats::{Jackknife, Reason};

/// Differences of a group of systems on a test set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct DifferenceSquares {
    /// By document: means over pairs of systems.
    pub documents: Vec<DocumentSquares>,
    /// Score of each system.
    pub scores: Vec<f64>,
}

/// The differences of the systems of `group`, or why there are none.
pub(super) fn differences(
    job: &JobResults<'_>,
    group: &Group<'_>,
) -> Result<DifferenceSquares, Reason> {
    if group.scorings.len() < 2 {
        return Err(Reason::TooFewUnits);
    }
    let test_set = &job.corpus.test_sets[job.coordinates.test_set];
    let documents = test_set.document_ranges(&job.corpus.corpus);
    let (mut influences, mut scores) = (Vec::new(), Vec::new());
    let mut present: Option<Vec<bool>> = None;
    for scoring in group.scorings {
        let system = job.system(*scoring);
        if system.per_document {
            return Err(Reason::ScoresOfDocuments);
        }
        if !system.is_additive() {
            return Err(Reason::NotAdditive);
        }
        let segments = documents.last().map_or(0, |last| last.end);
        let scored: Vec<bool> =
            (0..segments).map(|segment| system.rows.is_present(segment)).collect();
        if present.get_or_insert_with(|| scored.clone()) != &scored {
            return Err(Reason::DifferentSegments);
        }
        let kept = (0..segments).filter(|segment| scored[*segment]);
        let rows: Vec<i64> = kept.flat_map(|segment| system.rows.row(segment).to_vec()).collect();
        let jackknife =
            Jackknife::new(&rows, system.rows.columns(), &|sums| system.scorer.score(sums))?;
        influences.push(jackknife.influence());
        scores.push(system.score.ok_or(Reason::Undefined)?);
    }
    let present = present.unwrap_or_default();
    let mut end = 0;
    let ranges = documents.iter().map(|document| -> Range<usize> {
        let count = document.clone().filter(|segment| present[*segment]).count();
        end += count;
        end - count..end
    });
    let documents = texts::squares(&influences, &ranges.collect::<Vec<_>>());
    Ok(DifferenceSquares { documents, scores })
}
