//! Pairs of systems: tests, and how much data they need.

use super::layout::{Layout, interval, percent, real, size, whole, with_error, words};
use crate::report::grid::{Cell, Grid};
use crate::report::place::{Place, Row};

/// Tests of pairs on the largest test set.
pub(super) fn comparisons(place: &Place<'_>) -> Option<Grid> {
    let rows =
        place.rows("comparisons")?.of_first_draws().of_one_ordering().of_largest("documents");
    let title = rows.titles();
    let layout = Layout {
        word: "comparisons",
        about: "",
        caption: "Comparisons of pairs of systems on the largest test set.".to_owned(),
        keys: &["metric", "A", "B", "method", "documents", "level", "adjustment"],
        notes: vec![
            "Verdicts by the adjusted p-value: > A is better, < B is better, ~ not told apart; none where \
             units or replicates are too few for any."
                .to_owned(),
        ],
    };
    let line = |row: Row<'_>| {
        vec![
            Cell::words(title(row)),
            words(row, "system_a"),
            words(row, "system_b"),
            words(row, "method"),
            size(row),
            whole(row, "level"),
            words(row, "adjustment"),
        ]
    };
    layout.grid(place, &rows, line, |row| {
        vec![
            ("A - B".to_owned(), real(row, "delta")),
            ("interval".to_owned(), interval(row, ("ci_lower", "ci_upper"), 1.0, "")),
            ("A wins".to_owned(), percent(row, "win_rate")),
            ("p".to_owned(), with_error(row, "p_value", "p_error")),
            ("p adjusted".to_owned(), real(row, "p_adjusted")),
            ("verdict".to_owned(), words(row, "verdict")),
        ]
    })
}

/// What differences take, on the largest test set.
pub(super) fn power(place: &Place<'_>) -> Option<Grid> {
    let rows = place.rows("power")?.of_first_draws().of_one_ordering().of_largest("documents");
    let title = rows.titles();
    let layout = Layout {
        word: "power",
        about: "",
        caption:
            "Data that show a true difference between two systems, and what this test set can show."
                .to_owned(),
        keys: &["metric", "A", "B", "difference", "documents here", "power", "level"],
        notes: vec![
            "By the power of Student's test with the deviation of the paired bootstrap; the observed \
             difference is never taken for the true one. For one test, unadjusted for the number of \
             pairs."
                .to_owned(),
        ],
    };
    let line = |row: Row<'_>| {
        vec![
            Cell::words(title(row)),
            words(row, "system_a"),
            words(row, "system_b"),
            real(row, "effect"),
            size(row),
            whole(row, "power"),
            whole(row, "level"),
        ]
    };
    layout.grid(place, &rows, line, |row| {
        vec![
            ("documents needed".to_owned(), whole(row, "required_documents")),
            ("segments needed".to_owned(), whole(row, "required_segments")),
            ("power here".to_owned(), percent(row, "power_at_this_size")),
            ("smallest that shows here".to_owned(), real(row, "smallest_detectable_effect")),
        ]
    })
}
