//! Samples of a corpus: whether intervals and conclusions from them are right.

use super::layout::{Layout, interval, percent, real, whole, words};
use crate::report::grid::{Cell, Grid};
use crate::report::place::{Place, Row};

/// How many intervals hold the truth (Koehn 2004, section 5).
pub(super) fn coverage(place: &Place<'_>) -> Option<Grid> {
    let rows = place.rows("coverage")?.of_first_draws();
    let title = rows.titles();
    let layout = Layout {
        word: "coverage",
        about: "",
        caption: "Intervals from samples that hold the true score.".to_owned(),
        keys: &["sampling", "segments", "system", "method", "level", "truth"],
        notes: vec![
            "The interval is that of the share, as if samples were independent.".to_owned(),
        ],
    };
    let line = |row: Row<'_>| {
        let system = if row.is_null("system") { "all" } else { row.text("system") };
        vec![
            words(row, "sampling"),
            whole(row, "segments"),
            Cell::words(system),
            words(row, "method"),
            whole(row, "nominal"),
            words(row, "truth"),
        ]
    };
    layout.grid(place, &rows, line, |row| {
        let metric = title(row);
        let ends = interval(row, ("observed_lower", "observed_upper"), 100.0, "");
        let share = percent(row, "observed");
        let text = if row.is_null("observed") {
            share.text
        } else {
            format!("{} of {} ({})", whole(row, "held").text, whole(row, "trials").text, share.text)
        };
        vec![
            (format!("{metric} hold"), Cell::number(text, row.number("observed"))),
            (format!("{metric} interval, %"), ends),
        ]
    })
}

/// Conclusions right and wrong by pair and size, after Koehn (2004), Table 3.
pub(super) fn conclusions_by_size(place: &Place<'_>) -> Option<Grid> {
    let rows = place.rows("conclusions")?.of_first_draws();
    let rows = rows.keep(|row| !row.is_null("nominal") && !row.is_null("segments"));
    let title = rows.titles();
    let layout = Layout {
        word: "conclusions",
        about: "",
        caption: "Conclusions from one sample by the paired bootstrap: percent of the samples with a right \
                  and with a wrong one, by segments of the sample."
            .to_owned(),
        keys: &["metric", "A", "B", "sampling", "level", "truth"],
        notes: vec!["12 / 1: 12 % right and 1 % wrong conclusions, and none from the others.".to_owned()],
    };
    let line = |row: Row<'_>| {
        let pair =
            |column: &str| Cell::words(if row.is_null(column) { "all" } else { row.text(column) });
        vec![
            Cell::words(title(row)),
            pair("system_a"),
            pair("system_b"),
            words(row, "sampling"),
            whole(row, "nominal"),
            words(row, "truth"),
        ]
    };
    layout.grid(place, &rows, line, |row| {
        let share = |column: &str| {
            let trials = row.number("trials").filter(|trials| *trials > 0.0)?;
            Some(100.0 * row.number(column)? / trials)
        };
        let shares = share("correct").zip(share("wrong"));
        let text = shares
            .map_or_else(|| "–".to_owned(), |(right, wrong)| format!("{right:.0} / {wrong:.0}"));
        let cell = Cell::number(text, shares.map(|(right, _)| right));
        vec![
            ("true difference".to_owned(), real(row, "true_difference")),
            (format!("{} segments", whole(row, "segments").text), cell),
        ]
    })
}

/// Conclusions that are right, by how sure they are, after Koehn (2004), Table 4.
pub(super) fn conclusions_by_significance(place: &Place<'_>) -> Option<Grid> {
    let rows = place.rows("conclusions")?.of_first_draws();
    let rows = rows.keep(|row| !row.is_null("significance_lower") && row.is_null("system_a"));
    let title = rows.titles();
    let layout = Layout {
        word: "conclusions-by-significance",
        about: "",
        caption:
            "Comparisons on one sample taken as conclusions, by the share of resamples that the \
                  better system wins: how many are right."
                .to_owned(),
        keys: &["metric", "resamples won", "sampling", "segments", "truth"],
        notes: Vec::new(),
    };
    let line = |row: Row<'_>| {
        let bound = |column: &str| {
            row.number(column).map_or_else(String::new, |share| format!("{}", 100.0 * share))
        };
        let bounds = format!("{}-{} %", bound("significance_lower"), bound("significance_upper"));
        let segments =
            if row.is_null("segments") { "all".to_owned() } else { whole(row, "segments").text };
        vec![
            Cell::words(title(row)),
            Cell::number(bounds, row.number("significance_lower")),
            words(row, "sampling"),
            Cell::words(segments),
            words(row, "truth"),
        ]
    };
    layout.grid(place, &rows, line, |row| {
        vec![
            ("conclusions".to_owned(), whole(row, "drawn")),
            ("right".to_owned(), percent(row, "correct_share")),
            (
                "interval, %".to_owned(),
                interval(row, ("correct_share_lower", "correct_share_upper"), 100.0, ""),
            ),
            ("mean share won".to_owned(), percent(row, "mean_significance")),
        ]
    })
}
