//! Cells by size: growth, intervals, and how stable these are.

use crate::presentation::{
    Layout, StudySection, TextTable, interval, real, relative, size_cell, whole, with_error, words,
};
use crate::table::{GrowthRow, IntervalRow, StabilityRow};

/// Means over orderings or samples, after Zhang & Vogel (2004), Table 2.
pub(super) fn growth(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<GrowthRow>().of_first_draws();
    let title = rows.titles();
    let layout = Layout {
        word: "growth",
        caption: "Mean scores and deviations over orderings of the documents or over samples, with \
                  their spread.",
        notes: &[
            "STDEV: that of the bootstrap, percent of the mean where the metric has a true zero.",
        ],
        ..Layout::default()
    };
    let key = |row: &GrowthRow| {
        vec![
            ("system", words(row.cell.system())),
            ("documents", size_cell(&row.cell)),
            ("orderings", whole(row.orderings)),
        ]
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
            ("method", words(&row.method)),
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

/// Deviations of the ends of intervals, after Zhang & Vogel (2004), Table 6.
pub(super) fn stability(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<StabilityRow>().of_one_ordering();
    let title = rows.titles();
    let layout = Layout {
        word: "stability",
        caption: "Mean of intervals over repetitions of their draws, and standard deviation of their ends.",
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
