//! Published values next to reproduced ones.

use super::claim_tables::table_of_claims;
use super::in_print::css_class;
use super::printed_tables::printed_tables;
use super::tally::{by_basis, tallies};
use super::verdict::Basis;
use super::{ClaimRow, PublishedRow};
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
    let lines: Vec<_> = rows.iter().take(LONGEST).map(side_by_side).collect();
    TextTable {
        name: FileName::new(&["published", key]),
        caption: format!("All published values of {name} next to reproduced ones."),
        header: lines.iter().take(1).flatten().map(|(heading, _)| words(heading)).collect(),
        rows: lines.into_iter().map(|line| line.map(|(_, cell)| cell).to_vec()).collect(),
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

/// A line, with the headings of its columns.
fn side_by_side(row: &PublishedRow) -> [(&'static str, TextCell); 10] {
    // The coordinates that are not the same in most rows.
    let told = ["ordering", "function", "fit", "method", "level", "study"];
    let coordinates =
        row.coordinates.split(", ").map(|part| part.split_once('=').unwrap_or((part, part)));
    let coordinates = coordinates.filter(|(name, _)| !told.contains(name)).map(|(_, value)| value);
    let corrected = row.corrected.map(|value| format!("corrected: {}", row.in_print(value)));
    let remarks = [&row.reason, &row.misprint, &row.note].map(|remark| remark.as_deref());
    let remarks = remarks.into_iter().flatten().chain(corrected.as_deref());
    let remarks: Vec<&str> = remarks.filter(|text| !text.is_empty()).collect();
    [
        ("place", words(&row.place)),
        ("what", words(&row.what)),
        ("of", TextCell::words(coordinates.collect::<Vec<_>>().join(", "))),
        ("published", TextCell::number(row.printed_text(), row.printed_value)),
        ("reproduced", TextCell::number(row.reproduced_text(), row.reproduced_in_print)),
        ("interval", TextCell::words(row.interval_text())),
        ("unit", words(&row.unit)),
        ("verdict", words(row.verdict.in_words()).css_class(css_class(&[row]))),
        ("basis", words(row.basis.map_or("", Basis::name))),
        ("remarks", TextCell::words(remarks.join("; "))),
    ]
}

/// The claims of a run as a table of Markdown, for documents that quote its results.
pub fn claims_markdown(rows: &[ClaimRow]) -> String {
    lines(&table_of_claims("", "", &rows.iter().collect(), &std::iter::empty().collect()))
}

/// How many published values of several runs are reproduced, as a table of Markdown with a line for each
/// source and basis, and one for all predictions.
pub fn tally_markdown(rows: &[PublishedRow]) -> String {
    lines(&by_basis(&rows.iter().collect()))
}

/// The table without what stands above and below it.
fn lines(table: &TextTable) -> String {
    let text = table.markdown();
    text.lines().filter(|line| line.starts_with('|')).flat_map(|line| [line, "\n"]).collect()
}
