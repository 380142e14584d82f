//! How sure rankings are, how well parts stand for the whole, and how well metrics and judges agree.

use super::layout::{Layout, percent, real, size, whole, with_error, words};
use crate::report::grid::{Cell, Grid};
use crate::report::place::{Place, Row, Rows};

/// Probabilities of ranks on the largest test set, a table per metric.
pub(super) fn ranks(place: &Place<'_>) -> Vec<Grid> {
    let Some(rows) = place.rows("ranks") else { return Vec::new() };
    let rows = rows.of_first_draws().of_one_ordering();
    let of_metric = |(metric, rows): (String, Rows<'_>)| {
        let rows = rows.of_largest("documents");
        let layout = Layout {
            word: "ranks",
            about: &metric,
            caption: "Ranks: by the scores, the range of ranks over resamples, clusters of systems whose \
                      ranges overlap, and the probability of each rank."
                .to_owned(),
            keys: &["system", "documents", "level"],
            notes: Vec::new(),
        };
        let line = |row: Row<'_>| vec![words(row, "system"), size(row), whole(row, "level")];
        layout.grid(place, &rows, line, |row| {
            let ends = row.number("rank_lower").zip(row.number("rank_upper"));
            let range = ends.map_or_else(
                || "–".to_owned(),
                |(low, high)| {
                    if low < high { format!("{low}-{high}") } else { format!("{low}") }
                },
            );
            let rank = whole(row, "rank").text;
            vec![
                ("score".to_owned(), real(row, "score")),
                ("rank".to_owned(), whole(row, "observed_rank")),
                ("range".to_owned(), Cell::number(range, ends.map(|(low, _)| low))),
                ("cluster".to_owned(), whole(row, "cluster")),
                (format!("P({rank})"), percent(row, "probability")),
            ]
        })
    };
    rows.by_metric().into_iter().filter_map(of_metric).collect()
}

/// How probable the ranking of the whole corpus is, by size.
pub(super) fn rank_stability(place: &Place<'_>) -> Option<Grid> {
    let rows = place.rows("rank_stability")?.of_first_draws().of_one_ordering();
    let title = rows.titles();
    let layout = Layout {
        word: "rank-stability",
        about: "",
        caption: "Probability that resamples rank the systems as the whole corpus does, and the size from \
                  which on that is probable enough."
            .to_owned(),
        keys: &["metric", "documents", "wanted", "systems"],
        notes: Vec::new(),
    };
    let line = |row: Row<'_>| {
        vec![Cell::words(title(row)), size(row), percent(row, "probability"), whole(row, "systems")]
    };
    layout.grid(place, &rows, line, |row| {
        vec![
            ("ranking holds".to_owned(), percent(row, "holds")),
            ("best holds".to_owned(), percent(row, "best_holds")),
            ("distances deviate, %".to_owned(), real(row, "distance_deviation")),
            ("holds from, documents".to_owned(), whole(row, "stable_from")),
            ("distances from, documents".to_owned(), whole(row, "distances_stable_from")),
        ]
    })
}

/// Coefficients between scores on test sets and on the whole corpus.
pub(super) fn representativeness(place: &Place<'_>) -> Option<Grid> {
    let rows = place.rows("representativeness")?.of_first_draws();
    // Sets of documents that share a size have no lines of their own.
    let rows = rows.keep(|row| row.text("ordering") != "exhaustive");
    let title = rows.titles();
    let layout = Layout {
        word: "representativeness",
        about: "",
        caption:
            "Correlation of the systems' scores on each test set with those on the whole corpus."
                .to_owned(),
        keys: &["ordering", "documents", "segments", "systems"],
        notes: Vec::new(),
    };
    let line = |row: Row<'_>| {
        vec![words(row, "ordering"), size(row), whole(row, "segments"), whole(row, "systems")]
    };
    layout.grid(place, &rows, line, |row| {
        vec![(format!("{} {}", title(row), row.text("coefficient")), real(row, "value"))]
    })
}

/// How well metrics agree with each other or with judges, on the largest test set.
pub(super) fn correlations(place: &Place<'_>) -> Option<Grid> {
    let rows = place.rows("correlations")?.of_first_draws().of_one_ordering();
    let rows = rows.of_largest("documents").keep(|row| row.is_null("against"));
    let title = rows.titles();
    let layout = Layout {
        word: "correlations",
        about: "",
        caption: "Correlation of metrics on the largest test set, with intervals over resamples."
            .to_owned(),
        keys: &["metric", "with", "over", "systems", "documents", "level"],
        notes: vec![
            "Positive where two metrics agree on what is better. Replicates add noise to scores, so that \
             intervals lie nearer to 0 than coefficients."
                .to_owned(),
        ],
    };
    let line = |row: Row<'_>| {
        vec![
            Cell::words(title(row)),
            words(row, "other_metric"),
            words(row, "over"),
            whole(row, "systems"),
            size(row),
            whole(row, "ci_level"),
        ]
    };
    layout.grid(place, &rows, line, |row| {
        let ends = row.number("ci_lower").zip(row.number("ci_upper"));
        let ends = ends.map_or_else(String::new, |(low, high)| format!(" [{low:.3}, {high:.3}]"));
        let cell = Cell::optional(row.number("coefficient"), |value| format!("{value:.3}{ends}"));
        vec![(row.text("kind").to_owned(), cell)]
    })
}

/// How much judges agree.
pub(super) fn agreement(place: &Place<'_>) -> Option<Grid> {
    let rows = place.rows("agreement")?;
    let layout = Layout {
        word: "agreement",
        about: "",
        caption: "Agreement of judges, with standard errors by the jackknife over documents."
            .to_owned(),
        keys: &["criterion", "system", "segments"],
        notes: Vec::new(),
    };
    let line = |row: Row<'_>| {
        let system = if row.is_null("system") { "all" } else { row.text("system") };
        vec![words(row, "criterion"), Cell::words(system), whole(row, "segments")]
    };
    layout.grid(place, rows, line, |row| {
        let option = row.text("option");
        let option = if option.is_empty() { String::new() } else { format!(", {option}") };
        let heading = format!("{}{option}", row.text("measure").replace('-', " "));
        vec![(heading, with_error(row, "value", "standard_error"))]
    })
}
