//! Tests of pairs of systems as a text table.

use super::ComparisonRow;
use crate::presentation::{
    Layout, StudySection, TextCell, TextTable, interval, percent, real, size_cell, whole,
    with_error, words,
};

/// Tests of pairs on the largest test set.
pub(super) fn comparisons(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<ComparisonRow>().of_first_draws();
    let rows = rows.of_one_ordering().of_most_documents();
    let title = rows.titles();
    let layout = Layout {
        word: "comparisons",
        caption: "Comparisons of pairs of systems on the largest test set.",
        notes: &[
            "Verdicts by the adjusted p-value: > A is better, < B is better, ~ not significantly different; \
             none where units or replicates are too few for any.",
        ],
        ..Layout::default()
    };
    let key = |row: &ComparisonRow| {
        vec![
            ("metric", TextCell::words(title(row))),
            ("A", words(&row.system_a)),
            ("B", words(&row.system_b)),
            ("method", words(&row.method)),
            ("documents", size_cell(&row.cell)),
            ("level", whole(row.level)),
            ("adjustment", words(row.adjustment.name())),
        ]
    };
    layout.table(section, &rows, key, |row| {
        vec![
            ("A - B".to_owned(), real(row.delta)),
            ("interval".to_owned(), interval(row.ci_lower, row.ci_upper, 1.0)),
            ("A wins".to_owned(), percent(row.win_rate)),
            ("p".to_owned(), with_error(row.p_value, row.p_error)),
            ("p adjusted".to_owned(), real(row.p_adjusted)),
            ("verdict".to_owned(), words(row.verdict.as_deref().unwrap_or_default())),
        ]
    })
}
