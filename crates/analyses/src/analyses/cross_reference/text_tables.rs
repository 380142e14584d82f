//! References scored against each other, as text tables.

use super::CrossReferenceRow;
use crate::presentation::{Layout, StudySection, TextCell, TextTable, real};

/// References scored against each other, after Hamon et al. (2007), Table 1: a column is the reference
/// that is scored, a line what it is scored against. A table per metric.
pub(super) fn cross_references(section: &StudySection<'_>) -> Vec<TextTable> {
    let rows = section.rows::<CrossReferenceRow>().keep(|row| row.cell.system.is_some());
    let metrics = rows.groups(|row| &*row.cell.metric).into_iter();
    let tables = metrics.filter_map(|(metric, rows)| {
        let layout = Layout {
            word: "references",
            about: metric,
            caption: "References scored against others, on the whole corpus.",
            ..Layout::default()
        };
        let others = rows.iter().filter_map(|row| row.cell.reference_count).max();
        // All others: one line, as in the paper.
        let key = |row: &CrossReferenceRow| {
            let cell = &row.cell;
            let text = match cell.reference_count {
                Some(count) if count > 1 && cell.reference_count == others => {
                    format!("{count} references")
                }
                _ => cell.references.as_deref().unwrap_or_default().to_owned(),
            };
            vec![("against", TextCell::words(text))]
        };
        layout
            .table(section, &rows, key, |row| vec![(row.cell.system().to_owned(), real(row.score))])
    });
    tables.collect()
}
