//! Deviations of the ends of intervals as a text table.

use super::StabilityRow;
use crate::presentation::{
    Layout, StudySection, TextTable, interval, real, relative, size_cell, whole, words,
};

/// Deviations of the ends of intervals, after Zhang & Vogel (2004), Table 6.
pub(super) fn stability(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<StabilityRow>().of_one_ordering();
    let title = rows.titles();
    let layout = Layout {
        word: "stability",
        caption: "Mean of intervals over repetitions of the resampling, and standard deviation of their ends.",
        notes: &[
            "Relative to the median, and deviations in percentage points, where the metric has a true zero.",
        ],
        ..Layout::default()
    };
    let key = |row: &StabilityRow| {
        vec![
            ("B", whole(row.cell.replicates)),
            ("system", words(row.cell.system())),
            ("documents", size_cell(&row.cell)),
            ("method", words(&row.method)),
            ("level", whole(row.level)),
            ("repetitions", whole(row.repeats)),
        ]
    };
    layout.table(section, &rows, key, |row| {
        let metric = title(row);
        let (lower, upper, ends) = if row.relative_mean_lower.is_none() {
            (row.stdev_lower, row.stdev_upper, interval(row.mean_lower, row.mean_upper, 1.0))
        } else {
            let ends = relative(row.relative_mean_lower, row.relative_mean_upper);
            (row.relative_stdev_lower, row.relative_stdev_upper, ends)
        };
        vec![
            (format!("{metric} lower STDEV"), real(lower)),
            (format!("{metric} upper STDEV"), real(upper)),
            (format!("{metric} interval"), ends),
        ]
    })
}
