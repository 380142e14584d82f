//! Scores on the largest test sets.

use super::{ScoreRow, undefined};
use crate::presentation::{FileName, StudySection, TextCell, TextTable, number, real};
use crate::words::grouped_count;

/// Scores of all systems on the largest test sets.
pub(super) fn scores(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<ScoreRow>().of_most_documents();
    let cell = &rows.first()?.cell;
    // Documents of one segment each are no more than segments.
    let size = match cell.segments {
        Some(segments) if segments == u64::from(cell.documents) => {
            grouped_count(segments, "segment")
        }
        _ => grouped_count(cell.documents.into(), "document"),
    };
    let metrics = rows.by_metric();
    let header = metrics.iter().map(|metric| metric.title.as_str());
    let lines = rows.groups(|row| row.cell.system()).into_iter().map(|(system, _)| {
        let cells = metrics.iter().map(|metric| {
            // Orderings, repeats and numbers of replicates share the score.
            let row = metric.rows.iter().find(|row| row.cell.system() == system);
            row.map_or_else(|| real(None::<f64>), score_cell)
        });
        std::iter::once(TextCell::words(system)).chain(cells).collect()
    });
    let StudySection { study, corpus, .. } = section;
    Some(TextTable {
        name: FileName::new(&["scores", study, corpus]),
        caption: format!(
            "Scores on the largest test set ({size}), with {} % intervals. \
             Study {study}, corpus {corpus}.",
            section.level()
        ),
        header: std::iter::once("system").chain(header).map(TextCell::words).collect(),
        rows: lines.collect(),
        notes: [
            Some(format!("The bootstrap resamples {}.", section.unit().name())),
            undefined(&rows).map(|text| text + "."),
        ]
        .into_iter()
        .flatten()
        .collect(),
        source: Some("scores"),
        ..TextTable::default()
    })
}

fn score_cell(row: &ScoreRow) -> TextCell {
    let Some(score) = row.score else { return real(None::<f64>) };
    let interval = row.ci_lower.zip(row.ci_upper);
    let interval = interval
        .map_or(String::new(), |(low, high)| format!(" [{}, {}]", number(low), number(high)));
    TextCell::number(format!("{}{interval}", number(score)), Some(score))
}
