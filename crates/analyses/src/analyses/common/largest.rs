//! The largest test set of a study: what findings are about.

use crate::presentation::Rows;
use crate::table::{Cell, ReportRow};

/// Rows about the largest test set of the ordering that stands for all, with the study's first draws.
pub(crate) fn largest_test_set<'a, R: ReportRow>(
    rows: &Rows<'a, R>,
    cell: impl Fn(&R) -> &Cell,
) -> Rows<'a, R> {
    // Test sets of as many documents may differ in segments, and samples of one size do not: the
    // first one stands for all.
    let rows = rows.of_first_draws().of_one_ordering().of_most_documents();
    let rows = rows.of_largest(|row| cell(row).segments.map(|segments| segments as f64));
    let first = rows.first().map(|row| cell(row).test_set.clone());
    rows.keep(|row| Some(&cell(row).test_set) == first.as_ref())
}

/// Smallest and largest of those values that there are.
pub(crate) fn extremes(values: impl Iterator<Item = Option<f64>>) -> Option<(f64, f64)> {
    values.flatten().fold(None, |range, value| {
        Some(
            range.map_or((value, value), |(low, high): (f64, f64)| {
                (low.min(value), high.max(value))
            }),
        )
    })
}
