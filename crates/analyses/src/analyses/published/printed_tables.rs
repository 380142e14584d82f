//! Tables of a source in their own rows and columns, published and reproduced values below each other in one cell.

use std::collections::BTreeMap;

use super::PublishedRow;
use super::in_print::css_class;
use crate::presentation::{FileName, Rows, TextCell, TextTable, words};
use crate::table::Tables;
use crate::table::shown::text;

/// Returns the printed tables of all sources, in the order of their files.
pub fn printed_tables(tables: &Tables) -> Vec<TextTable> {
    let rows = Rows::<PublishedRow>::all(tables).keep(|row| row.table_title.is_some());
    let places = rows.groups(|row| (&*row.source, &*row.place));
    let mut tables: Vec<TextTable> = places.iter().map(|(_, rows)| table(rows)).collect();
    // Once is enough.
    if let Some(first) = tables.first_mut() {
        first.notes.insert(0, legend(&rows));
    }
    tables
}

fn table(rows: &Rows<'_, PublishedRow>) -> TextTable {
    let mut lines: BTreeMap<Option<u32>, &str> = BTreeMap::new();
    let mut columns: BTreeMap<Option<u32>, &str> = BTreeMap::new();
    let mut cells: BTreeMap<_, Vec<&PublishedRow>> = BTreeMap::new();
    for row in rows.iter() {
        lines.insert(row.row_number, text(row.table_row.as_ref()));
        columns.insert(row.column_number, text(row.table_column.as_ref()));
        cells.entry((row.row_number, row.column_number)).or_default().push(row);
    }
    let first = rows.first().expect("a group has a row");
    let heading = text(first.table_heading.as_ref());
    let line = |(number, name): (&Option<u32>, &&str)| {
        let cells = columns.keys().map(|column| cells.get(&(*number, *column)));
        let cells = cells.map(|rows| rows.map_or_else(TextCell::default, |rows| cell(rows)));
        std::iter::once(words(name)).chain(cells).collect()
    };
    TextTable {
        name: FileName::new(&["printed", &first.source, &first.place]),
        caption: format!(
            "{}, {}: {}",
            first.source_name,
            first.place,
            text(first.table_title.as_ref())
        ),
        header: std::iter::once(&heading).chain(columns.values()).map(|name| words(name)).collect(),
        rows: lines.iter().map(line).collect(),
        notes: remarks(rows),
        ..TextTable::default()
    }
}

/// How cells are to be read.
fn legend(rows: &Rows<'_, PublishedRow>) -> String {
    let reproduced = if rows.iter().any(|row| row.seeds_median.is_some()) {
        "the median over seeds of the generator ± their standard deviation"
    } else {
        "the reproduced value"
    };
    format!(
        "As printed, and below it {reproduced}, in the unit of print. ✓ agrees, ✗ does not, c was fitted, f follows from \
         what was fitted, = has a closed form, i was put in, no mark: nothing to judge by."
    )
}

/// The values of a cell: all that is printed there, and below it all that is reproduced, each in a line with its mark.
fn cell(rows: &[&PublishedRow]) -> TextCell {
    let printed: Vec<String> = rows.iter().map(|row| row.printed_text()).collect();
    let mut lines = printed.join(" ").trim_end().to_owned();
    for row in rows {
        lines += format!("\n{} {}", row.over_seeds_text(), row.mark()).trim_end();
    }
    let value = rows.first().and_then(|row| row.reproduced);
    TextCell::number(lines, value).css_class(css_class(rows))
}

/// Each misprint and each reason once: the same remark about another cell says nothing new.
fn remarks(rows: &Rows<'_, PublishedRow>) -> Vec<String> {
    let mut remarks: Vec<String> = Vec::new();
    for row in rows.iter() {
        let [line, column] = [&row.table_row, &row.table_column].map(|name| text(name.as_ref()));
        let misprint =
            row.misprint.iter().map(|text| format!("Misprint ({line}, {column}): {text}."));
        let reason = row.reason.iter().map(|text| format!("Not compared: {text}."));
        for remark in misprint.chain(reason) {
            if remarks.iter().all(|known| said(known) != said(&remark)) {
                remarks.push(remark);
            }
        }
    }
    remarks
}

/// A remark without the cell that it is about.
fn said(remark: &str) -> Option<&str> {
    remark.split_once(": ").map(|(_, said)| said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::published::{Basis, ValueVerdict};

    fn row(
        line: (&str, u32),
        column: (&str, u32),
        printed: &str,
        reproduced: f64,
        verdict: &str,
    ) -> PublishedRow {
        PublishedRow {
            source: "paper".into(),
            source_name: "Author 2004".into(),
            place: "Table 1".into(),
            printed: Some(printed.into()),
            reproduced: Some(reproduced),
            verdict: ValueVerdict::from_name(verdict).unwrap(),
            basis: Some(Basis::Predicted),
            scale: Some(1.0),
            table_title: Some("Scores".into()),
            table_heading: Some("System".into()),
            table_row: Some(line.0.into()),
            row_number: Some(line.1),
            table_column: Some(column.0.into()),
            column_number: Some(column.1),
            ..PublishedRow::default()
        }
    }

    #[test]
    fn cells_lie_where_they_are_printed() {
        let (a, b) = (("A", 0), ("B", 1));
        let mut tables = Tables::default();
        tables.insert(vec![
            row(b, ("Interval", 1), "-1.69", -2.304, "outside"),
            row(b, ("Interval", 1), "+1.69", 1.7, "within-spread"),
            row(a, ("Median", 0), "7.19", 7.02, "within-interval"),
            PublishedRow {
                basis: Some(Basis::Calibrated),
                ..row(b, ("Median", 0), "6.2", 6.2, "within-rounding")
            },
        ]);
        let printed = printed_tables(&tables);
        assert_eq!(printed.len(), 1);
        assert_eq!(printed[0].caption, "Author 2004, Table 1: Scores");
        let lines: Vec<Vec<&str>> = std::iter::once(&printed[0].header)
            .chain(&printed[0].rows)
            .map(|line| line.iter().map(|cell| cell.text.as_str()).collect())
            .collect();
        // Sorted by their numbers, whatever the order of the rows; several values share a cell.
        assert_eq!(lines[0], ["System", "Median", "Interval"]);
        assert_eq!(lines[1], ["A", "7.19\n7.020 ✓", ""]);
        assert_eq!(lines[2], ["B", "6.2\n6.20 c", "-1.69 +1.69\n-2.304 ✗\n+1.700 ✓"]);
        assert_eq!(printed[0].rows[1][1].css_class, "");
        assert_eq!(printed[0].rows[1][2].css_class, "middling");
    }
}
