//! How well parts stand for the whole, as a text table.

use super::RepresentativenessRow;
use crate::presentation::{
    Layout, StudySection, TextTable, percent, real, size_cell, whole, words,
};

/// Coefficients between scores on test sets and on the whole corpus.
pub(super) fn representativeness(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<RepresentativenessRow>().of_first_draws();
    // Sets of documents that share a size have no lines of their own.
    let rows = rows.keep(|row| row.cell.ordering.as_deref() != Some("exhaustive"));
    let title = rows.titles();
    let layout = Layout {
        word: "representativeness",
        caption: "Each test set compared with the whole corpus: correlation of the systems' scores, largest \
                  difference of a score, and the probability that a random part of its size prefers the \
                  same of two systems.",
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
        let metric = title(row);
        vec![
            (format!("{metric} same decision"), percent(row.same_decision_probability)),
            (format!("{metric} largest difference"), real(row.largest_difference)),
            (format!("{metric} {}", row.coefficient), real(row.value)),
        ]
    })
}
