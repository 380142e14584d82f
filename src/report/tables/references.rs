//! References: what more of them are worth, and how alike they are.

use super::layout::{Layout, real, whole, with_error, words};
use crate::report::grid::{Cell, Grid};
use crate::report::place::{Place, Row, Rows};

/// More references against more segments, after Zhang & Vogel (2004), Tables 3 and 4.
pub(super) fn equivalence(place: &Place<'_>) -> Option<Grid> {
    let rows = place.rows("reference_equivalence")?.of_first_draws().of_one_ordering();
    let layout = Layout {
        word: "equivalence",
        about: "",
        caption: "What references are worth: the relative STDEV with so many of them, percent more segments \
                  that make up for one less, and the part of the data on which they are as precise as the \
                  smallest number on all."
            .to_owned(),
        keys: &["metric", "system", "references", "translators", "segments"],
        notes: vec!["Errors are those of a finite number of resamples.".to_owned()],
    };
    let line = |row: Row<'_>| {
        vec![
            words(row, "metric"),
            words(row, "system"),
            whole(row, "reference_count"),
            whole(row, "translators"),
            whole(row, "segments"),
        ]
    };
    layout.grid(place, &rows, line, |row| {
        vec![
            ("score".to_owned(), real(row, "score_mean")),
            ("STDEV, %".to_owned(), with_error(row, "relative_stdev_mean", "relative_stdev_error")),
            (
                "more segments, %".to_owned(),
                with_error(row, "more_segments", "more_segments_error"),
            ),
            ("equal data, %".to_owned(), with_error(row, "equal_data", "equal_data_error")),
        ]
    })
}

/// References scored against each other, after Hamon et al. (2007), Table 1: a column is the reference
/// that is scored, a line what it is scored against. A table per metric.
pub(super) fn cross_references(place: &Place<'_>) -> Vec<Grid> {
    let Some(rows) = place.rows("cross_references") else { return Vec::new() };
    let rows = rows.keep(|row| !row.is_null("system"));
    let of_metric = |(metric, rows): (&str, Rows<'_>)| {
        let layout = Layout {
            word: "references",
            about: metric,
            caption: "References scored against others, on the whole corpus.".to_owned(),
            keys: &["against"],
            notes: Vec::new(),
        };
        let others =
            rows.iter().filter_map(|row| row.number("reference_count")).fold(0.0, f64::max);
        // All others: one line, as in the paper.
        let against = |row: Row<'_>| {
            let count = row.number("reference_count").unwrap_or(0.0);
            let text = if count > 1.0 && count >= others {
                format!("{count} references")
            } else {
                row.text("references").to_owned()
            };
            vec![Cell::words(text)]
        };
        layout.grid(place, &rows, against, |row| {
            vec![(row.text("system").to_owned(), real(row, "score"))]
        })
    };
    rows.groups(|row| row.text("metric")).into_iter().filter_map(of_metric).collect()
}
