//! How well parts stand for the whole, as a text table.

use super::RepresentativenessRow;
use crate::presentation::{Layout, StudySection, TextTable};

/// Coefficients between scores on test sets and on the whole corpus.
pub(super) fn representativeness(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<RepresentativenessRow>().of_first_draws();
    // Sets of documents that share a size have no lines of their own.
    let rows = rows.keep(|row| row.cell.ordering.as_deref() != Some("exhaustive"));
    let layout = Layout {
        word: "representativeness",
        caption: "Each test set compared with the whole corpus: correlation of the systems' scores, largest \
                  difference of a score, and the probability that a random part of its size prefers the \
                  same of two systems.",
        ..Layout::default()
    };
    layout.labelled(section, &rows)
}
