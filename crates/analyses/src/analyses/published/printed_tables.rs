//! Tables of a source in their own rows and columns, published and reproduced values below each other in one cell.

use std::collections::BTreeMap;

use super::PublishedRow;
use crate::presentation::{FileName, Rows, TextCell, TextTable, words};

/// The printed tables of all sources, in the order of their files.
pub(super) fn printed_tables(rows: &Rows<'_, PublishedRow>) -> Vec<TextTable> {
    let rows = rows.keep(|row| row.table_title.is_some());
    let mut tables: Vec<TextTable> = rows
        .groups(|row| (&*row.source, &*row.place))
        .iter()
        .map(|(_, rows)| table(rows))
        .collect();
    // Once is enough.
    if let Some(first) = tables.first_mut() {
        first.notes.insert(0, legend(&rows));
    }
    tables
}

fn table(rows: &Rows<'_, PublishedRow>) -> TextTable {
    let mut lines: BTreeMap<u32, &str> = BTreeMap::new();
    let mut columns: BTreeMap<u32, &str> = BTreeMap::new();
    let mut cells: BTreeMap<(u32, u32), Vec<&PublishedRow>> = BTreeMap::new();
    for row in rows.iter() {
        let (line, column) = (row.row_number.unwrap_or(0), row.column_number.unwrap_or(0));
        lines.insert(line, row.table_row.as_deref().unwrap_or_default());
        columns.insert(column, row.table_column.as_deref().unwrap_or_default());
        cells.entry((line, column)).or_default().push(row);
    }
    let first = rows.first();
    let text = |text: fn(&PublishedRow) -> Option<&str>| first.and_then(text).unwrap_or_default();
    let source = text(|row| Some(&*row.source_name));
    let place = text(|row| Some(&*row.place));
    let header =
        std::iter::once(text(|row| row.table_heading.as_deref())).chain(columns.values().copied());
    let line = |(number, name): (&u32, &&str)| {
        let of_column = |column: &u32| {
            cells.get(&(*number, *column)).map_or_else(TextCell::default, |rows| cell(rows))
        };
        std::iter::once(words(name)).chain(columns.keys().map(of_column)).collect()
    };
    TextTable {
        name: FileName::new(&["printed", text(|row| Some(&*row.source)), place]),
        caption: format!("{source}, {place}: {}", text(|row| row.table_title.as_deref())),
        header: header.map(TextCell::words).collect(),
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

/// The values of a cell: all that is printed there, and all that is reproduced.
fn cell(rows: &[&PublishedRow]) -> TextCell {
    let printed: Vec<String> = rows.iter().map(|row| row.printed_text()).collect();
    // Each value has a line of its own, with its mark.
    let reproduced = rows.iter().map(|row| format!("{} {}", row.over_seeds_text(), row.mark()));
    let lines: Vec<String> = std::iter::once(printed.join(" ")).chain(reproduced).collect();
    let text = lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n");
    let told: Vec<bool> = rows
        .iter()
        .filter(|row| row.is_told_by_agreement())
        .filter_map(|row| row.verdict.agrees())
        .collect();
    let class = match (told.contains(&true), told.contains(&false)) {
        (true, false) => "good",
        (false, true) => "bad",
        (true, true) => "middling",
        (false, false) => "",
    };
    let value = rows.first().and_then(|row| row.reproduced);
    TextCell::number(text, value).css_class(class)
}

/// Each misprint and each reason once.
fn remarks(rows: &Rows<'_, PublishedRow>) -> Vec<String> {
    let mut remarks: Vec<String> = Vec::new();
    for row in rows.iter() {
        let where_ = || {
            format!(
                "{}, {}",
                row.table_row.as_deref().unwrap_or_default(),
                row.table_column.as_deref().unwrap_or_default()
            )
        };
        let misprint =
            row.misprint.as_deref().map(|text| format!("Misprint ({}): {text}.", where_()));
        let reason = row.reason.as_deref().map(|text| format!("Not compared: {text}."));
        for remark in misprint.into_iter().chain(reason) {
            // The same remark about another cell says nothing new.
            let tail = |text: &str| text.split_once(": ").map(|(_, tail)| tail.to_owned());
            if remarks.iter().all(|known| tail(known) != tail(&remark)) {
                remarks.push(remark);
            }
        }
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::published::{Basis, ValueVerdict};
    use crate::table::Tables;

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
        let printed = printed_tables(&Rows::all(&tables));
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
