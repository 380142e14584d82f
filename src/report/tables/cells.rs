//! Cells by size: growth, intervals, and how stable these are.

use super::layout::{Layout, interval, real, relative, size, whole, with_error, words};
use crate::report::grid::Grid;
use crate::report::place::{Place, Row};

/// Means over orderings or samples, after Zhang & Vogel (2004), Table 2.
pub(super) fn growth(place: &Place<'_>) -> Option<Grid> {
    let rows = place.rows("growth")?.of_first_draws();
    let title = rows.titles();
    let layout = Layout {
        word: "growth",
        about: "",
        caption:
            "Mean scores and deviations over orderings of the documents or over samples, with \
                  their spread."
                .to_owned(),
        keys: &["system", "documents", "orderings"],
        notes: vec![
            "STDEV: that of the bootstrap, percent of the mean where the metric has a true zero."
                .to_owned(),
        ],
    };
    let line = |row: Row<'_>| vec![words(row, "system"), size(row), whole(row, "orderings")];
    layout.grid(place, &rows, line, |row| {
        let deviation = if row.is_null("relative_stdev_mean") {
            with_error(row, "stdev_mean", "stdev_spread")
        } else {
            with_error(row, "relative_stdev_mean", "relative_stdev_spread")
        };
        let metric = title(row);
        vec![
            (metric.clone(), with_error(row, "score_mean", "score_spread")),
            (format!("{metric} STDEV"), deviation),
        ]
    })
}

/// Medians and intervals, after Zhang & Vogel (2004), Tables 1, 3, 4 and 5: systems, sizes, B and
/// methods down, metrics with their references across.
pub(super) fn intervals(place: &Place<'_>) -> Option<Grid> {
    let rows = place.rows("intervals")?;
    let rows = rows.keep(|row| row.number("repeat") == Some(1.0)).of_one_ordering();
    // Of every set of documents, none but the whole stands for its size.
    let is_exhaustive = rows.first()?.text("ordering") == "exhaustive";
    let rows = if is_exhaustive { rows.of_largest("documents") } else { rows };
    let title = rows.titles();
    let layout = Layout {
        word: "intervals",
        about: "",
        caption:
            "Intervals of scores: relative to the median of the replicates where the metric has a \
                  true zero."
                .to_owned(),
        keys: &["system", "documents", "B", "method", "level"],
        notes: Vec::new(),
    };
    let line = |row: Row<'_>| {
        vec![
            words(row, "system"),
            size(row),
            whole(row, "B"),
            words(row, "method"),
            whole(row, "level"),
        ]
    };
    layout.grid(place, &rows, line, |row| {
        let metric = title(row);
        let ends = if row.is_null("relative_lower") {
            interval(row, ("lower", "upper"), 1.0, "")
        } else {
            relative(row, ("relative_lower", "relative_upper"))
        };
        vec![
            (format!("{metric} median"), real(row, "replicate_median")),
            (format!("{metric} interval"), ends),
        ]
    })
}

/// Deviations of the ends of intervals, after Zhang & Vogel (2004), Table 6.
pub(super) fn stability(place: &Place<'_>) -> Option<Grid> {
    let rows = place.rows("stability")?.of_one_ordering();
    let title = rows.titles();
    let layout = Layout {
        word: "stability",
        about: "",
        caption: "Mean of intervals over repetitions of their draws, and standard deviation of their ends."
            .to_owned(),
        keys: &["B", "system", "documents", "method", "level", "repetitions"],
        notes: vec![
            "Relative to the median, and deviations in percentage points, where the metric has a true zero."
                .to_owned(),
        ],
    };
    let line = |row: Row<'_>| {
        vec![
            whole(row, "B"),
            words(row, "system"),
            size(row),
            words(row, "method"),
            whole(row, "level"),
            whole(row, "repeats"),
        ]
    };
    layout.grid(place, &rows, line, |row| {
        let metric = title(row);
        let (lower, upper, ends) = if row.is_null("relative_mean_lower") {
            ("stdev_lower", "stdev_upper", interval(row, ("mean_lower", "mean_upper"), 1.0, ""))
        } else {
            let ends = relative(row, ("relative_mean_lower", "relative_mean_upper"));
            ("relative_stdev_lower", "relative_stdev_upper", ends)
        };
        vec![
            (format!("{metric} lower STDEV"), real(row, lower)),
            (format!("{metric} upper STDEV"), real(row, upper)),
            (format!("{metric} interval"), ends),
        ]
    })
}
