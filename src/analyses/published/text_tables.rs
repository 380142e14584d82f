//! Published values next to reproduced ones.

use std::sync::Arc;

use super::PublishedRow;
use crate::presentation::{
    FileName, LONGEST, Rows, TextCell, TextTable, number, real, whole, words,
};
use crate::table::Tables;

/// Printed beside reproduced numbers: a count of agreement, then one table per source.
pub(crate) fn published_text_tables(tables: &Tables) -> Vec<TextTable> {
    let sources = Rows::all(tables).groups(|row: &PublishedRow| &*row.source);
    if sources.is_empty() {
        return Vec::new();
    }
    let mut tables = vec![agreement(&sources)];
    for (source, rows) in &sources {
        let header = [
            "place",
            "what",
            "of",
            "published",
            "unit",
            "reproduced",
            "difference",
            "verdict",
            "basis",
            "remarks",
        ];
        tables.push(TextTable {
            name: FileName::new(&["published", source]),
            caption: format!("Published values of {source} next to reproduced ones."),
            header: header.map(TextCell::words).to_vec(),
            rows: rows.iter().take(LONGEST).map(side_by_side).collect(),
            notes: vec![
                "Differences are in the unit of the reproduced value. Within rounding: at most half a \
                 unit of the last published digit; within interval: the published value lies in the \
                 interval of the reproduced one. Calibrated: the generated corpus was fitted to this \
                 value; prediction: it was not."
                    .to_owned(),
            ],
        });
    }
    tables
}

/// Verdicts in the order of tables, in words, and their class on the page.
const VERDICTS: [(&str, &str, &str); 5] = [
    ("within-rounding", "within rounding", "good"),
    ("within-interval", "within interval", "good"),
    ("outside", "outside", "bad"),
    ("not-reproduced", "nothing to compare", ""),
    ("not-available", "not available", ""),
];

fn agreement(sources: &[(&str, Rows<'_, PublishedRow>)]) -> TextTable {
    let mut lines = Vec::new();
    for (source, rows) in sources {
        for basis in ["prediction", "calibrated", "measured"] {
            let rows = rows.keep(|row| &*row.basis == basis);
            if rows.is_empty() {
                continue;
            }
            let counts = VERDICTS.iter().map(|(verdict, _, _)| {
                whole(rows.iter().filter(|row| &*row.verdict == *verdict).count() as u64)
            });
            let basis = if basis == "measured" { "not from a generated corpus" } else { basis };
            lines.push([*source, basis].map(TextCell::words).into_iter().chain(counts).collect());
        }
    }
    let header = ["source", "basis"].into_iter().chain(VERDICTS.iter().map(|(_, words, _)| *words));
    TextTable {
        name: FileName::new(&["published-agreement"]),
        caption: "How many published values are reproduced.".to_owned(),
        header: header.map(TextCell::words).collect(),
        rows: lines,
        notes: vec![
            "Within rounding: the values differ by at most half a unit of the last published digit. Within \
             interval: the published value lies in the interval of the reproduced one. Outside: neither. \
             Nothing to compare: the remark says why. Prediction: the corpus was not fitted to it; \
             calibrated: it was."
                .to_owned(),
        ],
    }
}

fn side_by_side(row: &PublishedRow) -> Vec<TextCell> {
    // The coordinates that are not the same in most rows.
    let told = ["ordering", "function", "fit", "method", "level", "study"];
    let coordinates = row.coordinates.split(", ").filter_map(|part| match part.split_once('=') {
        Some((name, value)) => (!told.contains(&name)).then_some(value),
        None => (!told.contains(&part)).then_some(part),
    });
    let text = |text: &Option<Arc<str>>| text.as_deref().unwrap_or_default().to_owned();
    let printed = [text(&row.hedge), text(&row.printed)].join(" ").trim().to_owned();
    let (_, said, class) =
        VERDICTS.into_iter().find(|(name, _, _)| *name == &*row.verdict).unwrap_or(("", "", ""));
    let remarks = [&row.reason, &row.misprint, &row.note].map(|remark| remark.as_deref());
    let remarks: Vec<&str> =
        remarks.into_iter().flatten().filter(|text| !text.is_empty()).collect();
    vec![
        words(&row.place),
        words(&row.what),
        TextCell::words(coordinates.collect::<Vec<_>>().join(", ")),
        TextCell::number(printed, row.printed_value),
        words(&row.unit),
        real(row.reproduced),
        TextCell::optional(row.difference, |value| {
            format!("{}{}", if value > 0.0 { "+" } else { "" }, number(value))
        }),
        words(said).css_class(class),
        words(&row.basis),
        TextCell::words(remarks.join("; ")),
    ]
}
