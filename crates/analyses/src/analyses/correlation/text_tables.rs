//! Correlations of metrics as a text table.

use super::CorrelationRow;
use super::findings::value_in_words;
use crate::presentation::{Layout, StudySection, TextCell, TextTable, size_cell, whole, words};

/// How well metrics agree with each other or with judges, on the largest test set.
pub(super) fn correlations(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<CorrelationRow>().of_first_draws();
    let rows = rows.of_one_ordering().of_most_documents().keep(|row| row.against.is_none());
    let title = rows.titles();
    let layout = Layout {
        word: "correlations",
        caption: "Correlation of metrics on the largest test set, with intervals over resamples.",
        notes: &[
            "Positive where two metrics agree on what is better. Replicates add noise to scores, so that \
             intervals lie nearer to 0 than coefficients.",
        ],
        ..Layout::default()
    };
    let key = |row: &CorrelationRow| {
        vec![
            ("metric", TextCell::words(title(row))),
            ("with", words(&row.other_metric)),
            ("over", words(row.over.name())),
            ("systems", whole(row.systems)),
            ("documents", size_cell(&row.cell)),
            ("level", whole(row.ci_level)),
        ]
    };
    layout.table(section, &rows, key, |row| {
        vec![(row.kind.name().to_owned(), TextCell::number(value_in_words(row), row.coefficient))]
    })
}
