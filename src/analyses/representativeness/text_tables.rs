//! How well parts stand for the whole, as a text table.

use super::RepresentativenessRow;
use crate::presentation::{Layout, StudySection, TextTable, real, size_cell, whole, words};

/// Coefficients between scores on test sets and on the whole corpus.
pub(super) fn representativeness(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<RepresentativenessRow>().of_first_draws();
    // Sets of documents that share a size have no lines of their own.
    let rows = rows.keep(|row| row.cell.ordering.as_deref() != Some("exhaustive"));
    let title = rows.titles();
    let layout = Layout {
        word: "representativeness",
        caption: "Correlation of the systems' scores on each test set with those on the whole corpus.",
        ..Layout::default()
    };
    let key = |row: &RepresentativenessRow| {
        vec![
            ("ordering", words(row.cell.ordering.as_deref().unwrap_or_default())),
            ("documents", size_cell(&row.cell)),
            ("segments", whole(row.cell.segments)),
            ("systems", whole(row.systems)),
        ]
    };
    layout.table(section, &rows, key, |row| {
        vec![(format!("{} {}", title(row), row.coefficient), real(row.value))]
    })
}
