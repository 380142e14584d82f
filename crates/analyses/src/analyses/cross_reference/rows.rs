//! The table `cross_references`: references scored against each other.

use crate::analyses::{Coordinates, CrossReferenceRow, GridResults, Results};
use crate::table::Cell;

/// One row per reference and set of others, then the mean over all of a metric and count; in the order
/// of studies, corpora, metrics, counts, references, sets, numbers of replicates.
pub fn cross_references<'a>(results: &'a Results<'a>) -> Vec<CrossReferenceRow> {
    let mut rows = Vec::new();
    for (on_corpus, ()) in results.asking(|_| Some(())) {
        let Some(whole) = on_corpus.grid.whole else { continue };
        let by_size = on_corpus.grid.cross_references.chunk_by(|one, other| {
            let [one, other] = [one, other].map(|index| {
                let scoring = on_corpus.scoring(*index);
                (scoring.metric, scoring.references.as_ref().map_or(0, |set| set.indices.len()))
            });
            one == other
        });
        for scorings in by_size {
            for draw in on_corpus.draws() {
                let scores =
                    scorings.iter().map(|scoring| row(&on_corpus, draw.at(whole, *scoring)));
                let scores: Vec<CrossReferenceRow> = scores.collect();
                let mean = mean(&scores);
                rows.extend(scores);
                rows.push(mean);
            }
        }
    }
    rows
}

fn row(on_corpus: &GridResults<'_>, at: Coordinates) -> CrossReferenceRow {
    let outcome = on_corpus.outcome(at);
    let summary = outcome.result.unwrap_or_default();
    CrossReferenceRow {
        cell: on_corpus.cell(at, None, &outcome),
        score: summary.score,
        stdev: summary.stdev,
        ci_level: on_corpus.study.level,
        ci_lower: summary.ci_lower,
        ci_upper: summary.ci_upper,
        signature: on_corpus.names.scorings[at.scoring].signature.clone(),
    }
}

/// The mean of rows of one metric and count; absent where any score is.
fn mean(rows: &[CrossReferenceRow]) -> CrossReferenceRow {
    let first = &rows[0];
    let scores: Option<Vec<f64>> = rows.iter().map(|row| row.score).collect();
    let status = rows.iter().map(|row| row.cell.status).find(|status| !status.is_ok());
    CrossReferenceRow {
        cell: Cell {
            system: None,
            references: None,
            judged_segments: None,
            judged_documents: None,
            status: status.unwrap_or(first.cell.status),
            ..first.cell.clone()
        },
        score: scores.map(|scores| scores.iter().sum::<f64>() / scores.len() as f64),
        stdev: None,
        ci_lower: None,
        ci_upper: None,
        ..first.clone()
    }
}
