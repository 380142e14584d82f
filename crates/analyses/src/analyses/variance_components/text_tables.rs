//! Components and judges as text tables.

use super::finding_tables::{deviation, interval, name};
use super::{JudgeRow, VarianceComponentRow};
use crate::presentation::{Layout, StudySection, TextTable, percent, whole, words};

/// What ratings vary with.
pub(super) fn components(section: &StudySection<'_>) -> Option<TextTable> {
    let layout = Layout {
        word: "variance_components",
        caption: "Components of the variance of ratings, as standard deviations in points.",
        ..Layout::default()
    };
    let rows = section.rows::<VarianceComponentRow>();
    let key = |row: &VarianceComponentRow| {
        vec![
            ("criterion", words(&row.criterion)),
            ("component", words(name(row))),
            ("ratings", whole(row.ratings)),
            ("judges", whole(row.judges)),
        ]
    };
    layout.table(section, &rows, key, |row| {
        vec![
            ("standard deviation".to_owned(), deviation(row.value)),
            ("interval".to_owned(), interval(row)),
            ("leaving out".to_owned(), words(row.leave_out.name())),
            ("share".to_owned(), percent(row.share)),
            ("share of a difference".to_owned(), percent(row.difference_share)),
            ("status".to_owned(), words(row.status.in_words())),
        ]
    })
}

/// How severe each judge is.
pub(super) fn judges(section: &StudySection<'_>) -> Option<TextTable> {
    let layout = Layout {
        word: "judges",
        caption: "Severity of judges: points by which they score the same outputs worse than the mean judge.",
        ..Layout::default()
    };
    layout.labelled(section, &section.rows::<JudgeRow>())
}
