//! Values in tables by table, column and coordinates.

use std::collections::{BTreeMap, BTreeSet};

use super::file::{HALF_WIDTH, Quantity, Reduce};
use super::target::Target;
use crate::presentation::extent;
use crate::stats::moments::mean;
use crate::stats::robust::median;
use crate::table::{CellValue, Contents};

/// Two-sided 95 % point of the normal distribution, for Monte-Carlo errors.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// Columns that stand for the value whose interval `ci_lower` and `ci_upper` are.
const ESTIMATES: [&str; 5] = ["score", "mean", "median", "coefficient", "delta"];

/// At most this many columns are named where rows cannot be distinguished.
const NAMED: usize = 4;

/// A reproduced value.
pub(super) struct Reproduced {
    pub(super) value: f64,
    pub(super) interval: Option<Interval>,
}

pub(super) struct Interval {
    pub(super) lower: f64,
    pub(super) upper: f64,
    pub(super) kind: &'static str,
}

/// The tables, and which of their rows have which values.
pub(super) struct TableLookup<'a> {
    tables: &'a BTreeMap<String, Contents>,
    /// Whether each row has one of the wanted values, by table, column and these values.
    rows: BTreeMap<(String, String, Vec<String>), Vec<bool>>,
}

impl<'a> TableLookup<'a> {
    pub(super) fn new(tables: &'a BTreeMap<String, Contents>) -> Self {
        Self { tables, rows: BTreeMap::new() }
    }

    pub(super) fn look_up(&mut self, target: &Target) -> Result<Reproduced, String> {
        let Quantity { table: name, column } = &target.quantity;
        let columns = columns_of(name, self.table(name)?, column)?;
        let needed: Vec<&str> = columns.iter().copied().chain(target.weight.as_deref()).collect();
        let (table, rows) = self.rows_of(target, &needed)?;
        let numbers = rows.iter().map(|row| (*row, number(table, &columns, *row)));
        let numbers: Vec<(usize, f64)> =
            numbers.filter_map(|(row, number)| Some((row, number?))).collect();
        let values: Vec<f64> = numbers.iter().map(|(_, number)| *number).collect();
        let Some(first) = values.first().copied() else {
            let status = rows.first().and_then(|row| table.value("status", *row).text());
            return Err(match status.filter(|status| *status != "ok") {
                Some(status) => format!("the row has no value: {status}"),
                None => "the column is null in this row".to_owned(),
            });
        };
        if let Some(reduce) = target.reduce {
            let value = match &target.weight {
                None => reduced(reduce, &values),
                Some(weight) => {
                    weighted_mean(numbers.into_iter().filter_map(|(row, value)| {
                        Some((value, table.value(weight, row).number()?))
                    }))
                }
            };
            let weight = target.weight.as_deref().unwrap_or_default();
            let value = value
                .ok_or_else(|| format!("the column `{weight}` has no weight in these rows"))?;
            return Ok(Reproduced { value, interval: None });
        }
        let same = values.iter().all(|value| value.total_cmp(&first).is_eq());
        if values.len() < rows.len() || !same {
            return Err(ambiguous(name, table, &rows));
        }
        Ok(Reproduced { value: first, interval: interval(table, column, rows[0], first) })
    }

    /// The combinations of values that the columns `each` have in the rows of a target, in the order of
    /// the table.
    pub(super) fn combinations(
        &mut self,
        target: &Target,
        each: &[&str],
    ) -> Result<Vec<Vec<String>>, String> {
        let (table, rows) = self.rows_of(target, each)?;
        let mut seen = BTreeSet::new();
        let combinations = rows.into_iter().map(|row| {
            each.iter().map(|column| written(table.value(column, row))).collect::<Vec<String>>()
        });
        Ok(combinations.filter(|combination| seen.insert(combination.clone())).collect())
    }

    fn table(&self, name: &str) -> Result<&'a Contents, String> {
        self.tables.get(name).ok_or_else(|| format!("this run has no table `{name}`"))
    }

    /// The table of a target, which has the `needed` columns, and the rows that are meant, at least one.
    fn rows_of(
        &mut self,
        target: &Target,
        needed: &[&str],
    ) -> Result<(&'a Contents, Vec<usize>), String> {
        let name = &target.quantity.table;
        let table = self.table(name)?;
        has_columns(name, table, needed)?;
        let rows = self.matching(name, table, &target.coordinates)?;
        Ok((table, rows))
    }

    /// The rows that have all `coordinates`, at least one.
    fn matching(
        &mut self,
        name: &str,
        table: &Contents,
        coordinates: &[(String, Vec<String>)],
    ) -> Result<Vec<usize>, String> {
        let mut rows: Vec<usize> = (0..table.rows()).collect();
        if rows.is_empty() {
            return Err(format!("the table `{name}` is empty"));
        }
        let mut seen: Vec<String> = Vec::new();
        for (key, wanted) in coordinates {
            has_columns(name, table, &[key])?;
            let place = (name.to_owned(), key.clone(), wanted.clone());
            let having = self.rows.entry(place).or_insert_with(|| {
                let has = |row| wanted.iter().any(|text| is(table.value(key, row), text));
                (0..table.rows()).map(has).collect()
            });
            rows.retain(|row| having[*row]);
            seen.push(format!("{key}={}", wanted.join("|")));
            if rows.is_empty() {
                return Err(format!("`{name}` has no row with {}", seen.join(", ")));
            }
        }
        Ok(rows)
    }
}

fn has_columns(name: &str, table: &Contents, columns: &[&str]) -> Result<(), String> {
    match columns.iter().find(|column| table.column(column).is_none()) {
        Some(column) => Err(format!("the table `{name}` has no column `{column}`")),
        None => Ok(()),
    }
}

/// Whether a value is what is `wanted`, or lies in the range that is.
fn is(value: CellValue<'_>, wanted: &str) -> bool {
    let lies_in = |(least, most): (&str, &str)| {
        let (least, most): (f64, f64) = (least.parse().ok()?, most.parse().ok()?);
        value.number().map(|value| (least..=most).contains(&value))
    };
    value.is(wanted) || wanted.split_once("..").and_then(lies_in).unwrap_or(false)
}

/// The column of a number, or the two whose difference is the width of a row's interval.
fn columns_of<'t>(name: &str, table: &Contents, column: &'t str) -> Result<Vec<&'t str>, String> {
    if column != HALF_WIDTH || table.column(column).is_some() {
        return Ok(vec![column]);
    }
    let mut pairs = [["lower", "upper"], ["ci_lower", "ci_upper"]].into_iter();
    let ends = pairs.find(|ends| has_columns(name, table, ends).is_ok());
    ends.map(Vec::from).ok_or_else(|| format!("the table `{name}` has no interval"))
}

/// The number in a row of a column, or half of what lies between those of two; yes and no are 1 and 0.
fn number(table: &Contents, columns: &[&str], row: usize) -> Option<f64> {
    if let [lower, upper] = columns {
        let (lower, upper) = (table.value(lower, row), table.value(upper, row));
        return Some((upper.number()? - lower.number()?) / 2.0);
    }
    match table.value(columns[0], row) {
        CellValue::Boolean(value) => Some(f64::from(u8::from(value))),
        other => other.number(),
    }
}

/// A value as a coordinate has it.
fn written(value: CellValue<'_>) -> String {
    match value {
        CellValue::Null => String::new(),
        CellValue::Boolean(value) => value.to_string(),
        CellValue::Integer(value) => value.to_string(),
        CellValue::Real(value) => value.to_string(),
        CellValue::Text(value) => value.to_owned(),
    }
}

/// The mean of values with weights; none where the weights do not add up to more than 0.
fn weighted_mean(pairs: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let (sum, weights) = pairs.fold((0.0, 0.0), |(sum, weights), (value, weight)| {
        (sum + value * weight, weights + weight)
    });
    (weights > 0.0).then(|| sum / weights)
}

fn reduced(reduce: Reduce, values: &[f64]) -> Option<f64> {
    let (least, largest) = extent(values.iter().copied());
    match reduce {
        Reduce::Min => Some(least),
        Reduce::Max => Some(largest),
        Reduce::Mean => mean(values.iter().copied()),
        Reduce::Median => median(values),
        Reduce::Count => Some(values.len() as f64),
    }
}

/// Why one number cannot be set beside `rows`: the columns of names and counts in which they differ.
fn ambiguous(name: &str, table: &Contents, rows: &[usize]) -> String {
    let columns = table
        .columns()
        // These differ wherever a size or a metric does, which the message names.
        .filter(|name| !["test_set", "segments", "judged_segments", "signature"].contains(name))
        .filter(|name| {
            let mut values = rows.iter().map(|row| table.value(name, *row));
            let first = table.value(name, rows[0]);
            let are_names = |value| matches!(value, CellValue::Text(_) | CellValue::Integer(_));
            values.clone().all(are_names) && values.any(|value| value != first)
        });
    let columns: Vec<String> = columns.take(NAMED).map(|name| format!("`{name}`")).collect();
    let differ = if columns.is_empty() { "" } else { ", which differ in " };
    format!("{} rows of `{name}` match{differ}{}", rows.len(), columns.join(", "))
}

/// The interval of the value in a row: that of the column itself, that of the row where the column
/// is what it is about, or else the Monte-Carlo error of the column.
fn interval(table: &Contents, column: &str, row: usize, value: f64) -> Option<Interval> {
    let number = |suffix: &str| table.value(&format!("{column}{suffix}"), row).number();
    let ends = number("_lower").zip(number("_upper")).or_else(|| {
        let is_estimate = ESTIMATES.contains(&column);
        let [lower, upper] = ["ci_lower", "ci_upper"].map(|end| table.value(end, row).number());
        lower.zip(upper).filter(|_| is_estimate)
    });
    if let Some((lower, upper)) = ends {
        return Some(Interval { lower, upper, kind: "confidence" });
    }
    let width = NORMAL_95 * number("_error")?;
    Some(Interval { lower: value - width, upper: value + width, kind: "monte-carlo" })
}
