//! The printed values of a source as tables, in which a check of a claim is looked up as in those of a run: a check
//! that print itself fails is not what the paper claims.

use std::collections::BTreeMap;

use super::file::Published;
use super::printed::PrintedValue;
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
        let texts = coordinates(value);
        let places = [
            ("place", &value.place),
            ("row", &value.row),
            ("column", &value.column),
            ("what", &value.what),
        ];
        let places = places.map(|(name, text)| (name.to_owned(), text.clone()));
        tables.entry(ALL.to_owned()).or_default().push(Line {
            texts: places.into_iter().chain(texts.clone()).collect(),
            numbers: vec![(VALUE.to_owned(), number.value / value.scale)],
        });
        let Some(quantity) = &value.quantity else { continue };
        let lines = tables.entry(table_in_print(quantity, value.reduce)).or_default();
        add(lines, texts, &quantity.column, number.value);
    }
    tables.into_iter().map(|(name, lines)| (name, contents(lines))).collect()
}

fn coordinates(value: &PrintedValue) -> Vec<(String, String)> {
    let joined = value.coordinates.iter().map(|(name, values)| (name.clone(), values.join("|")));
    joined.collect()
}

/// Adds a number to the row that has the same coordinates and lacks it, such as the other end of an interval.
fn add(lines: &mut Vec<Line>, texts: Vec<(String, String)>, column: &str, number: f64) {
    let lacks = |line: &&mut Line| {
        line.texts == texts && line.numbers.iter().all(|(name, _)| name != column)
    };
    // The same number in another unit may differ in its last bit.
    let is_same = |(name, value): &(String, f64)| {
        name == column && (value - number).abs() <= 1e-9 * number.abs()
    };
    let repeats = lines.iter().any(|line| line.texts == texts && line.numbers.iter().any(is_same));
    if repeats {
        return;
    }
    if let Some(line) = lines.iter_mut().find(lacks) {
        line.numbers.push((column.to_owned(), number));
    } else {
        lines.push(Line { texts, numbers: vec![(column.to_owned(), number)] });
    }
}

fn contents(mut lines: Vec<Line>) -> Contents {
    for line in &mut lines {
        let number = |wanted: &str| {
            line.numbers.iter().find_map(|(name, number)| (name == wanted).then_some(*number))
        };
        if let (Some(lower), Some(upper)) = (number("relative_lower"), number("relative_upper")) {
            line.numbers.push(("relative_half_width".to_owned(), (upper - lower) / 2.0));
        }
    }
    let texts = columns(&lines, |line| &line.texts);
    let numbers = columns(&lines, |line| &line.numbers);
    // A coordinate that is a number in every row is one, so that 0.1 is 0.10 and lies between others.
    let number = |text: &Option<String>| text.as_ref().map(|text| text.parse::<f64>().ok());
    let (numeric, texts): (Vec<_>, Vec<_>) = texts
        .into_iter()
        .partition(|(_, values)| values.iter().filter_map(number).all(|number| number.is_some()));
    let numeric = numeric
        .into_iter()
        .map(|(name, values)| (name, values.iter().map(|text| number(text).flatten()).collect()));
    Contents::of_columns(lines.len(), texts, numeric.chain(numbers))
}

/// The columns that any row has, each with a value or nothing for every row.
fn columns<T: Clone>(
    lines: &[Line],
    of: impl Fn(&Line) -> &Vec<(String, T)>,
) -> Vec<(String, Vec<Option<T>>)> {
    let mut columns: Vec<(String, Vec<Option<T>>)> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        for (name, value) in of(line) {
            let place =
                columns.iter().position(|(column, _)| column == name).unwrap_or_else(|| {
                    columns.push((name.clone(), vec![None; lines.len()]));
                    columns.len() - 1
                });
            columns[place].1[index] = Some(value.clone());
        }
    }
    columns
}
