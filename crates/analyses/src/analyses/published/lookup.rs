//! Values in tables by table, column and coordinates.

use std::collections::{BTreeMap, BTreeSet};

use super::file::{HALF_WIDTH, Quantity, Reduce};
use super::target::{Target, table_in_print};
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
    /// Whether they hold printed values: what a row does not tell, it does not depend on.
    is_print: bool,
    /// Rows in order, by table, column and wanted values.
    rows: BTreeMap<(String, String, Vec<String>), Vec<usize>>,
}

impl<'a> TableLookup<'a> {
    pub(super) fn new(tables: &'a BTreeMap<String, Contents>) -> Self {
        Self { tables, is_print: false, rows: BTreeMap::new() }
    }

    /// Of tables of printed values.
    pub(super) fn on_print(tables: &'a BTreeMap<String, Contents>) -> Self {
        Self { is_print: true, ..Self::new(tables) }
    }

    /// The number itself, if several rows were made one in print already.
    fn printed(&mut self, target: &Target) -> Option<Target> {
        let table = table_in_print(&target.quantity, target.reduce);
        let contents =
            self.tables.get(&table).filter(|_| self.is_print && target.reduce.is_some())?;
        contents.column(&target.quantity.column)?;
        self.matching(&table, contents, &target.coordinates).ok()?;
        let quantity = Quantity { table, column: target.quantity.column.clone() };
        Some(Target { quantity, reduce: None, weight: None, ..target.clone() })
    }

    pub(super) fn look_up(&mut self, target: &Target) -> Result<Reproduced, String> {
        let printed = self.printed(target);
        let target = printed.as_ref().unwrap_or(target);
        let Quantity { table: name, column } = &target.quantity;
        let table = self.table(name)?;
        let is_half_width = column == HALF_WIDTH && table.column(column).is_none();
        let ends = ends_of_half_width(table).filter(|_| is_half_width);
        if is_half_width && ends.is_none() {
            return Err(format!("the table `{name}` has no interval"));
        }
        let needed = Some(column).filter(|_| ends.is_none()).into_iter().chain(&target.weight);
        has_columns(name, table, needed)?;
        let mut rows = self.matching(name, table, &target.coordinates)?;
        if self.is_print {
            rows.retain(|row| table.value(column, *row) != CellValue::Null);
        }
        let value = |row: usize| match ends {
            None => number(table.value(column, row)),
            Some((lower, upper)) => {
                let (lower, upper) = (table.value(lower, row), table.value(upper, row));
                Some((upper.number()? - lower.number()?) / 2.0)
            }
        };
        let values: Vec<f64> = rows.iter().filter_map(|row| value(*row)).collect();
        let Some(first) = values.first().copied() else {
            let status = rows.first().and_then(|row| table.value("status", *row).text());
            let status = status.filter(|status| *status != "ok");
            return Err(status.map_or_else(
                || "the column is null in this row".to_owned(),
                |status| format!("the row has no value: {status}"),
            ));
        };
        if let Some(reduce) = target.reduce {
            let pair = |(row, weight)| Some((value(row)?, table.value(weight, row).number()?));
            let value = match &target.weight {
                None => reduced(reduce, values),
                Some(weight) => weighted_mean(rows.iter().filter_map(|row| pair((*row, weight))))
                    .ok_or_else(|| {
                    format!("the column `{weight}` has no weight in these rows")
                })?,
            };
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
        let printed = self.printed(target);
        let target = printed.as_ref().unwrap_or(target);
        let name = &target.quantity.table;
        let table = self.table(name)?;
        has_columns(name, table, each)?;
        let mut combinations: Vec<Vec<String>> = Vec::new();
        let mut seen = BTreeSet::new();
        let column = &target.quantity.column;
        for row in self.matching(name, table, &target.coordinates)? {
            if self.is_print && table.value(column, row) == CellValue::Null {
                continue;
            }
            let combination: Vec<String> =
                each.iter().map(|column| written(table.value(column, row))).collect();
            let is_told = !self.is_print || combination.iter().all(|value| !value.is_empty());
            if is_told && seen.insert(combination.clone()) {
                combinations.push(combination);
            }
        }
        Ok(combinations)
    }

    fn table(&self, name: &str) -> Result<&'a Contents, String> {
        self.tables.get(name).ok_or_else(|| format!("this run has no table `{name}`"))
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
        let is_print = self.is_print;
        for (key, wanted) in coordinates {
            // Print without a column does not depend on it; numbers that it does not have are in no range.
            let is_range = wanted.iter().any(|text| text.contains(".."));
            if is_print && !is_range && table.column(key).is_none() {
                continue;
            }
            has_columns(name, table, [key])?;
            let place = (name.to_owned(), key.clone(), wanted.clone());
            let having = self.rows.entry(place).or_insert_with(|| {
                let has = |row: &usize| {
                    let value = table.value(key, *row);
                    (is_print && !is_range && value == CellValue::Null)
                        || wanted.iter().any(|text| is(value, text))
                };
                (0..table.rows()).filter(has).collect()
            });
            rows.retain(|row| having.binary_search(row).is_ok());
            seen.push(format!("{key}={}", wanted.join("|")));
            if rows.is_empty() {
                return Err(format!("`{name}` has no row with {}", seen.join(", ")));
            }
        }
        Ok(rows)
    }
}

fn has_columns(
    name: &str,
    table: &Contents,
    columns: impl IntoIterator<Item = impl AsRef<str>>,
) -> Result<(), String> {
    let missing = columns.into_iter().find(|column| table.column(column.as_ref()).is_none());
    let refusal = |column: &str| format!("the table `{name}` has no column `{column}`");
    missing.map_or(Ok(()), |column| Err(refusal(column.as_ref())))
}

/// Whether a value is what is `wanted`, or lies in the range that is.
fn is(value: CellValue<'_>, wanted: &str) -> bool {
    let lies_in = |(least, most): (&str, &str)| {
        let (least, most): (f64, f64) = (least.parse().ok()?, most.parse().ok()?);
        value.number().map(|value| (least..=most).contains(&value))
    };
    value.is(wanted) || wanted.split_once("..").and_then(lies_in).unwrap_or(false)
}

/// The columns whose difference is the width of a row's interval.
fn ends_of_half_width(table: &Contents) -> Option<(&'static str, &'static str)> {
    let pairs = [("lower", "upper"), ("ci_lower", "ci_upper")];
    pairs
        .into_iter()
        .find(|(lower, upper)| table.column(lower).is_some() && table.column(upper).is_some())
}

/// A value as a number; yes and no are 1 and 0.
fn number(value: CellValue<'_>) -> Option<f64> {
    match value {
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

fn reduced(reduce: Reduce, mut values: Vec<f64>) -> f64 {
    let count = values.len();
    match reduce {
        Reduce::Min => values.into_iter().fold(f64::INFINITY, f64::min),
        Reduce::Max => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
        Reduce::Mean => values.iter().sum::<f64>() / count as f64,
        Reduce::Count => count as f64,
        Reduce::Median => {
            values.sort_by(f64::total_cmp);
            f64::midpoint(values[(count - 1) / 2], values[count / 2])
        }
    }
}

/// Why one number cannot be set beside `rows`: the columns of names and counts in which they differ.
fn ambiguous(name: &str, table: &Contents, rows: &[usize]) -> String {
    let differs = |name: &&str| {
        let Some(column) = table.column(name) else { return false };
        let first = column.at(rows[0]);
        rows.iter().all(|row: &usize| {
            matches!(column.at(*row), CellValue::Text(_) | CellValue::Integer(_))
        }) && rows.iter().any(|row| column.at(*row) != first)
    };
    let columns: Vec<String> = table
        .columns()
        .filter(|name| !["test_set", "segments", "judged_segments", "signature"].contains(name))
        .filter(differs)
        .take(NAMED)
        .map(|name| format!("`{name}`"))
        .collect();
    let differ = match columns.as_slice() {
        [] => String::new(),
        columns => format!(", which differ in {}", columns.join(", ")),
    };
    format!("{} rows of `{name}` match{differ}", rows.len())
}

/// The interval of the value in a row: that of the column itself, that of the row where the column
/// is what it is about, or else the Monte-Carlo error of the column.
fn interval(table: &Contents, column: &str, row: usize, value: f64) -> Option<Interval> {
    let ends = |lower: &str, upper: &str| {
        let lower = table.value(lower, row).number()?;
        let upper = table.value(upper, row).number()?;
        Some(Interval { lower, upper, kind: "confidence" })
    };
    let own = || ends(&format!("{column}_lower"), &format!("{column}_upper"));
    let monte_carlo = || {
        let error = table.value(&format!("{column}_error"), row).number()?;
        let width = NORMAL_95 * error;
        Some(Interval { lower: value - width, upper: value + width, kind: "monte-carlo" })
    };
    own()
        .or_else(|| ESTIMATES.contains(&column).then(|| ends("ci_lower", "ci_upper")).flatten())
        .or_else(monte_carlo)
}
