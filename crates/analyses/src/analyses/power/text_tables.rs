//! What differences take, as a text table.

use super::PowerRow;
use crate::presentation::{
    Layout, StudySection, TextCell, TextTable, interval, percent, real, size_cell, whole, words,
};

/// What differences take, on the largest test set.
pub(super) fn power(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<PowerRow>().of_first_draws().of_one_ordering().of_most_documents();
    let title = rows.titles();
    let layout = Layout {
        word: "power",
        caption: "Data that show a true difference between two systems, and what this test set can show.",
        notes: &[
            "By the power of Student's test with the standard error of the difference; the observed \
             difference is never taken for the true one. For one planned comparison, and for any of the \
             pairs in the worst case of Holm's adjustment.",
        ],
        ..Layout::default()
    };
    let key = |row: &PowerRow| {
        vec![
            ("metric", TextCell::words(title(row))),
            ("A", words(&row.system_a)),
            ("B", words(&row.system_b)),
            ("difference", real(row.effect)),
            ("documents here", size_cell(&row.cell)),
            ("power", whole(row.power)),
            ("level", whole(row.level)),
        ]
    };
    layout.table(section, &rows, key, |row| {
        vec![
            ("documents needed".to_owned(), whole(row.required_documents)),
            ("segments needed".to_owned(), whole(row.required_segments)),
            (
                "interval in units".to_owned(),
                interval(row.required_units_lower, row.required_units_upper, 1.0),
            ),
            ("documents, any pair".to_owned(), whole(row.required_documents_any_pair)),
            ("power here".to_owned(), percent(row.power_at_this_size)),
            ("smallest that shows here".to_owned(), real(row.smallest_detectable_effect)),
        ]
    })
}
