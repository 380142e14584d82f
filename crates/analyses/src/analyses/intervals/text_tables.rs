//! Intervals as a text table.

use super::IntervalRow;
use crate::presentation::{
    Layout, StudySection, TextTable, interval, real, relative, size_cell, whole, words,
};

/// Medians and intervals, after Zhang & Vogel (2004), Tables 1, 3, 4 and 5: systems, sizes, B and
/// methods down, metrics with their references across.
pub(super) fn intervals(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<IntervalRow>().keep(|row| row.cell.repeat == 1).of_one_ordering();
    // Of every set of documents, none but the whole stands for its size.
    let is_exhaustive = rows.first()?.cell.ordering.as_deref() == Some("exhaustive");
    let rows = if is_exhaustive { rows.of_most_documents() } else { rows };
    let title = rows.titles();
    let layout = Layout {
        word: "intervals",
        caption: "Intervals of scores: relative to the median of the replicates where the metric has a \
                  true zero.",
        ..Layout::default()
    };
    let key = |row: &IntervalRow| {
        vec![
            ("system", words(row.cell.system())),
            ("documents", size_cell(&row.cell)),
            ("B", whole(row.cell.replicates)),
            ("method", words(row.method.name())),
            ("level", whole(row.level)),
        ]
    };
    layout.table(section, &rows, key, |row| {
        let metric = title(row);
        let ends = if row.relative_lower.is_none() {
            interval(row.lower, row.upper, 1.0)
        } else {
            relative(row.relative_lower, row.relative_upper)
        };
        vec![
            (format!("{metric} median"), real(row.replicate_median)),
            (format!("{metric} interval"), ends),
        ]
    })
}
