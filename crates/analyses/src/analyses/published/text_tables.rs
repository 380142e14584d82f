//! Published values next to reproduced ones.

use super::PublishedRow;
use super::printed_tables::printed_tables;
use super::tally::tallies;
use super::verdict::Basis;
use crate::presentation::{FileName, LONGEST, Rows, TextCell, TextTable, words};
use crate::table::Tables;

/// What people see of published values.
#[derive(Debug, Default)]
pub struct PublishedTextTables {
    /// How many are reproduced.
    pub tallies: Vec<TextTable>,
    /// Printed tables in their own rows and columns.
    pub printed: Vec<TextTable>,
    /// Every value in a line, one table per source.
    pub values: Vec<TextTable>,
}

/// Published beside reproduced numbers.
pub fn published_text_tables(tables: &Tables) -> PublishedTextTables {
    let rows = Rows::all(tables);
    if rows.is_empty() {
        return PublishedTextTables::default();
    }
    let sources = rows.groups(|row: &PublishedRow| (&*row.source, &*row.source_name));
    PublishedTextTables {
        tallies: tallies(&rows),
        printed: printed_tables(&rows),
        values: sources.iter().map(|((key, name), rows)| every_value(key, name, rows)).collect(),
    }
}

fn every_value(key: &str, name: &str, rows: &Rows<'_, PublishedRow>) -> TextTable {
    let header = [
        "place",
        "what",
        "of",
        "published",
        "reproduced",
        "interval",
        "unit",
        "verdict",
        "basis",
        "remarks",
    ];
    TextTable {
        name: FileName::new(&["published", key]),
        caption: format!("All published values of {name} next to reproduced ones."),
        header: header.map(TextCell::words).to_vec(),
        rows: rows.iter().take(LONGEST).map(side_by_side).collect(),
        notes: vec![
            "Numbers are in the unit of print; the table of the run has them in that of its columns. \
             Intervals: of seeds, the 95 % prediction interval for one further corpus; of one corpus, its \
             confidence interval; Monte Carlo, 1.96 standard errors of the finite number of replicates. A \
             misprint is judged by its correction, where that is known."
                .to_owned(),
        ],
        ..TextTable::default()
    }
}

fn side_by_side(row: &PublishedRow) -> Vec<TextCell> {
    // The coordinates that are not the same in most rows.
    let told = ["ordering", "function", "fit", "method", "level", "study"];
    let coordinates = row.coordinates.split(", ").filter_map(|part| match part.split_once('=') {
        Some((name, value)) => (!told.contains(&name)).then_some(value),
        None => (!told.contains(&part)).then_some(part),
    });
    let (said, class) = row.verdict.in_words();
    let class = if row.is_told_by_agreement() { class } else { "" };
    let corrected = row.corrected.map(|value| format!("corrected: {}", row.in_print(value)));
    let remarks = [&row.reason, &row.misprint, &row.note].map(|remark| remark.as_deref());
    let remarks: Vec<&str> = remarks
        .into_iter()
        .flatten()
        .chain(corrected.as_deref())
        .filter(|text| !text.is_empty())
        .collect();
    vec![
        words(&row.place),
        words(&row.what),
        TextCell::words(coordinates.collect::<Vec<_>>().join(", ")),
        TextCell::number(row.printed_text(), row.printed_value),
        TextCell::number(row.reproduced_text(), row.reproduced_in_print),
        TextCell::words(row.interval_text()),
        words(&row.unit),
        words(said).css_class(class),
        words(row.basis.map_or("", Basis::name)),
        TextCell::words(remarks.join("; ")),
    ]
}
