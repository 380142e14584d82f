//! Cells of printed tables: which rows and columns there are, and in which order.

use super::document::{LayoutTable, PublishedDocument};
use super::values::{PrintedCell, PrintedValue};
use crate::config::problems::SpecProblems;
use crate::config::source::SpecPath;

/// Gives the values of printed tables their cells.
pub(super) fn arrange(
    document: &PublishedDocument,
    values: &mut [(PrintedValue, (String, String))],
    problems: &mut SpecProblems<'_>,
) {
    for (index, table) in document.tables.iter().flatten().enumerate() {
        let at = SpecPath::of(["tables"]).then(index);
        let placed: Vec<usize> =
            (0..values.len()).filter(|value| values[*value].0.place == table.place).collect();
        if placed.is_empty() {
            let message = format!("no value has the place \"{}\"", table.place);
            problems.error(&at.then("place"), message, "write it as the values do");
            continue;
        }
        let names = |name: fn(&(String, String)) -> &String| -> Vec<&str> {
            placed.iter().map(|value| name(&values[*value].1).as_str()).collect()
        };
        let rows =
            ordered(table.rows.as_deref(), &names(|(row, _)| row), &at.then("rows"), problems);
        let columns = names(|(_, column)| column);
        let columns = ordered(table.columns.as_deref(), &columns, &at.then("columns"), problems);
        for value in placed {
            let (value, (row, column)) = &mut values[value];
            value.cell = Some(cell(table, row, column, &rows, &columns));
        }
    }
}

/// Names in the order in which they are listed; others in that of their first appearance.
fn ordered(
    listed: Option<&[String]>,
    names: &[&str],
    at: &SpecPath,
    problems: &mut SpecProblems<'_>,
) -> Vec<String> {
    let mut order: Vec<String> = Vec::new();
    for (index, name) in listed.unwrap_or_default().iter().enumerate() {
        if !names.contains(&name.as_str()) {
            let message = format!("no value is in \"{name}\"");
            problems.error(&at.then(index), message, "write it as the values do");
        }
        order.push(name.clone());
    }
    for name in names {
        if !order.iter().any(|known| known == name) {
            order.push((*name).to_owned());
        }
    }
    order
}

fn cell(
    table: &LayoutTable,
    row: &str,
    column: &str,
    rows: &[String],
    columns: &[String],
) -> PrintedCell {
    let place = |names: &[String], name: &str| {
        let index = names.iter().position(|known| known == name).unwrap_or_default();
        (name.to_owned(), u32::try_from(index).unwrap_or(u32::MAX))
    };
    PrintedCell {
        title: table.title.clone(),
        heading: table.heading.clone().unwrap_or_default(),
        row: place(rows, row),
        column: place(columns, column),
    }
}
