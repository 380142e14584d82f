//! Words and choices that figures and tables share.

use crate::table::{CellValue, Contents};

/// The metric with the number of references, which tells it apart from its other rows.
pub(super) fn metric_name(table: &Contents, row: usize) -> String {
    let metric = text(table, "metric", row);
    let (count, choice) =
        (table.value("reference_count", row), text(table, "reference_choice", row));
    match (count, choice.as_str()) {
        (CellValue::Integer(count), "first") => {
            format!("{metric} ({count} {})", if count == 1 { "reference" } else { "references" })
        }
        (CellValue::Integer(_), _) => format!("{metric} ({})", text(table, "references", row)),
        _ => metric,
    }
}

/// What [`metric_name`] is made of.
pub(super) fn metric_key(table: &Contents, row: usize) -> ([&str; 3], u64) {
    let text = |column| table.value(column, row).text().unwrap_or_default();
    (["metric", "reference_choice", "references"].map(text), whole(table, "reference_count", row))
}

/// Names of metrics without the references where these tell nothing apart.
pub(super) fn shortened(names: &[String]) -> Vec<String> {
    let plain = |name: &str| name.split(" (").next().unwrap_or_default().to_owned();
    let is_alone =
        |name: &&String| names.iter().filter(|other| plain(other) == plain(name)).count() == 1;
    names.iter().map(|name| if is_alone(&name) { plain(name) } else { name.clone() }).collect()
}

/// Text in a row, empty where there is none.
pub(super) fn text(table: &Contents, column: &str, row: usize) -> String {
    table.value(column, row).text().unwrap_or_default().to_owned()
}

/// A whole number in a row, nought where there is none.
pub(super) fn whole(table: &Contents, column: &str, row: usize) -> u64 {
    match table.value(column, row) {
        CellValue::Integer(number) => number,
        _ => 0,
    }
}

/// The place of a name in a list, which it joins where it is new.
pub(super) fn position(names: &mut Vec<String>, name: String) -> usize {
    names.iter().position(|other| *other == name).unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    })
}

/// Rows of the first repeat and number of replicates.
pub(super) fn of_first_draws(table: &Contents, rows: &[usize]) -> Vec<usize> {
    let draws = |row: usize| (table.value("repeat", row), table.value("B", row));
    let Some(first) = rows.first().map(|row| draws(*row)) else { return Vec::new() };
    rows.iter().copied().filter(|row| draws(*row) == first).collect()
}

/// The ordering that stands for all in a figure: that of the corpus, or else the first.
pub(super) fn ordering(table: &Contents, rows: &[usize]) -> Option<String> {
    let own = |row: &usize| table.value("ordering", *row).text().unwrap_or_default();
    let mut orderings = rows.iter().map(own);
    // Samples have as many orderings as rows: no list of them is made.
    let first = orderings.next()?;
    let standing = if orderings.any(|ordering| ordering == "corpus") { "corpus" } else { first };
    Some(standing.to_owned())
}
