//! The printed values of a source as tables, in which a check of a claim is looked up as in those of a run: a check
//! that print itself fails is not what the paper claims.

use std::collections::BTreeMap;

use super::file::Published;
use super::target::table_in_print;
use crate::table::Contents;

/// The table of all printed values, with the columns of the CSV file.
const ALL: &str = "print";

/// What it calls the value, which is in the unit of print.
const VALUE: &str = "value";

/// A row of a table to be: columns with texts, and columns with numbers.
#[derive(Debug, Default)]
struct Line {
    texts: Vec<(String, String)>,
    numbers: Vec<(String, f64)>,
}

/// The table `print`, and for each result table that printed values name one with the rows that are printed: their
/// coordinates, under the names of the source, and their numbers in the unit of the column. Known misprints are
/// corrected.
pub(super) fn tables(source: &Published) -> BTreeMap<String, Contents> {
    let mut tables: BTreeMap<String, Vec<Line>> = BTreeMap::new();
    for value in &source.values {
        let Some(number) = value.corrected.or(value.number) else { continue };
        let coordinates = value.coordinates.iter();
        let texts: Vec<(String, String)> =
            coordinates.map(|(name, values)| (name.clone(), values.join("|"))).collect();
        let places = [
            ("place", &*value.row.place),
            ("row", &value.line),
            ("column", &value.column),
            ("what", &value.row.what),
        ];
        let places = places.map(|(name, text)| (name.to_owned(), text.to_owned()));
        tables.entry(ALL.to_owned()).or_default().push(Line {
            texts: places.into_iter().chain(texts.clone()).collect(),
            numbers: vec![(VALUE.to_owned(), number.value / value.scale)],
        });
        if let Some(quantity) = &value.quantity {
            let lines = tables.entry(table_in_print(quantity, value.reduce)).or_default();
            add(lines, texts, &quantity.column, number.value);
        }
    }
    tables.into_iter().map(|(name, lines)| (name, contents(lines))).collect()
}

/// Adds a number to the row that has the same coordinates and lacks it, such as the other end of an interval.
fn add(lines: &mut Vec<Line>, texts: Vec<(String, String)>, column: &str, number: f64) {
    let mut lacking = None;
    for line in lines.iter_mut().filter(|line| line.texts == texts) {
        match value_of(&line.numbers, column) {
            // The same number in another unit may differ in its last bit.
            Some(known) if (known - number).abs() <= 1e-9 * number.abs() => return,
            Some(_) => {}
            None => lacking = lacking.or(Some(&mut line.numbers)),
        }
    }
    let number = (column.to_owned(), number);
    match lacking {
        Some(numbers) => numbers.push(number),
        None => lines.push(Line { texts, numbers: vec![number] }),
    }
}

fn value_of<'a, T>(cells: &'a [(String, T)], column: &str) -> Option<&'a T> {
    cells.iter().find(|(name, _)| name == column).map(|(_, value)| value)
}

fn contents(mut lines: Vec<Line>) -> Contents {
    for Line { numbers, .. } in &mut lines {
        let [lower, upper] =
            ["relative_lower", "relative_upper"].map(|end| value_of(numbers, end).copied());
        if let Some((lower, upper)) = lower.zip(upper) {
            numbers.push(("relative_half_width".to_owned(), (upper - lower) / 2.0));
        }
    }
    let (mut texts, mut numbers) = (Vec::new(), Vec::new());
    for (name, values) in columns(&lines, |line| &line.texts) {
        // A coordinate that is a number in every row is one, so that 0.1 is 0.10 and lies between others.
        let read =
            values.iter().map(|text| text.as_ref().map(|text| text.parse::<f64>()).transpose());
        match read.collect::<Result<Vec<Option<f64>>, _>>() {
            Ok(values) => numbers.push((name, values)),
            Err(_) => texts.push((name, values)),
        }
    }
    numbers.extend(columns(&lines, |line| &line.numbers));
    Contents::of_columns(lines.len(), texts, numbers)
}

/// The columns that any row has, each with a value or nothing for every row.
fn columns<T: Clone>(
    lines: &[Line],
    of: impl Fn(&Line) -> &Vec<(String, T)>,
) -> Vec<(String, Vec<Option<T>>)> {
    let mut names: Vec<&String> = Vec::new();
    for (name, _) in lines.iter().flat_map(&of) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let values = |name: &str| lines.iter().map(|line| value_of(of(line), name).cloned()).collect();
    names.into_iter().map(|name| (name.clone(), values(name))).collect()
}
