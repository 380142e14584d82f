//! The table `print`: the printed values of a source, which checks of its claims may look up.

use std::collections::BTreeMap;

use super::file::{PRINT, Published};
use super::printed::PrintedValue;
use crate::table::Contents;

/// Returns the table `print` alone: the columns of the CSV file with `value` in the unit of print, and `printed_value`
/// in the unit of the result table. Known misprints are corrected.
pub(super) fn tables(source: &Published) -> BTreeMap<String, Contents> {
    let values = source.values.iter();
    let printed: Vec<_> =
        values.filter_map(|value| Some((value, value.corrected.or(value.number)?.value))).collect();
    let mut names = vec!["place", "row", "column", "what"];
    for (name, _) in printed.iter().flat_map(|(value, _)| &value.coordinates) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let (mut texts, mut numbers) = (Vec::new(), Vec::new());
    for name in names {
        let cells: Vec<Option<String>> =
            printed.iter().map(|(value, _)| cell(value, name)).collect();
        let read =
            cells.iter().map(|text| text.as_ref().map(|text| text.parse::<f64>()).transpose());
        match read.collect::<Result<Vec<Option<f64>>, _>>() {
            Ok(values) => numbers.push((name.to_owned(), values)),
            Err(_) => texts.push((name.to_owned(), cells)),
        }
    }
    let column = |of: &dyn Fn(&PrintedValue, f64) -> f64| {
        printed.iter().map(|(value, number)| Some(of(value, *number))).collect()
    };
    numbers.push(("value".to_owned(), column(&|value, number| number / value.scale)));
    numbers.push(("printed_value".to_owned(), column(&|_, number| number)));
    BTreeMap::from([(PRINT.to_owned(), Contents::of_columns(printed.len(), texts, numbers))])
}

/// Returns the cell of a value in a column of the CSV file.
fn cell(value: &PrintedValue, name: &str) -> Option<String> {
    match name {
        "place" => Some(value.row.place.to_string()),
        "row" => Some(value.line.clone()),
        "column" => Some(value.column.clone()),
        "what" => Some(value.row.what.to_string()),
        _ => value.coordinate(name).map(|values| values.join("|")),
    }
}
