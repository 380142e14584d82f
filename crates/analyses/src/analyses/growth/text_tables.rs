//! Means over document orders as a text table.

use super::GrowthRow;
use crate::presentation::{
    Layout, StudySection, TextCell, TextTable, size_cell, whole, with_error, words,
};

/// Means over orderings or samples, after Zhang & Vogel (2004), Table 2.
pub(super) fn growth(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<GrowthRow>().of_first_draws();
    let title = rows.titles();
    // One order has no spread.
    let is_single = rows.iter().all(|row| row.orderings == 1);
    let caption = if is_single {
        "Scores and deviations by size."
    } else {
        "Mean scores and deviations over orders of the documents or over samples, with their spread."
    };
    let layout = Layout {
        word: "growth",
        caption,
        notes: &[
            "STDEV: that of the bootstrap, percent of the mean where the metric has a true zero.",
        ],
        ..Layout::default()
    };
    layout.table(section, &rows, key, |row| {
        let deviation = if row.relative_stdev_mean.is_none() {
            with_error(row.stdev_mean, row.stdev_spread)
        } else {
            with_error(row.relative_stdev_mean, row.relative_stdev_spread)
        };
        let metric = title(row);
        let stdev = format!("{metric} STDEV");
        vec![(metric, with_error(row.score_mean, row.score_spread)), (stdev, deviation)]
    })
}

fn key(row: &GrowthRow) -> Vec<(&'static str, TextCell)> {
    vec![
        ("system", words(row.cell.system())),
        ("documents", size_cell(&row.cell)),
        ("orderings", whole(row.orderings)),
    ]
}
