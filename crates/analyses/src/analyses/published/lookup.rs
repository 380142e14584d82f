//! Values in tables by table, column and coordinates.

use std::collections::{BTreeMap, BTreeSet};

use crate::config::published::{HALF_WIDTH, Reduce, Target};
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
    /// Rows in order, by table, column and wanted values.
    rows: BTreeMap<(String, String, Vec<String>), Vec<usize>>,
}

impl<'a> TableLookup<'a> {
    pub(super) fn new(tables: &'a BTreeMap<String, Contents>) -> Self {
        Self { tables, rows: BTreeMap::new() }
    }

    pub(super) fn look_up(&mut self, target: &Target) -> Result<Reproduced, String> {
        let name = target.table.as_str();
        let Some(table) = self.tables.get(name) else {
            return Err(format!("this run has no table `{name}`"));
        };
        let ends = ends_of_half_width(table);
        if target.column == HALF_WIDTH && ends.is_none() {
            return Err(format!("the table `{name}` has no interval"));
        }
        if target.column != HALF_WIDTH && table.column(&target.column).is_none() {
            return Err(format!("the table `{name}` has no column `{}`", target.column));
        }
        let rows = self.matching(name, table, &target.coordinates)?;
        let value = |row: usize| match ends {
            Some((lower, upper)) if target.column == HALF_WIDTH => {
                let (lower, upper) = (table.value(lower, row), table.value(upper, row));
                Some((upper.number()? - lower.number()?) / 2.0)
            }
            _ => number(table.value(&target.column, row)),
        };
        let values: Vec<f64> = rows.iter().filter_map(|row| value(*row)).collect();
        let Some(first) = values.first().copied() else {
            let status = table.value("status", rows[0]).text().filter(|status| *status != "ok");
            return Err(status.map_or_else(
                || "the column is null in this row".to_owned(),
                |status| format!("the row has no value: {status}"),
            ));
        };
        match (target.reduce, &target.weight) {
            (Some(Reduce::WeightedMean), Some(weight)) => {
                if table.column(weight).is_none() {
                    return Err(format!("the table `{name}` has no column `{weight}`"));
                }
                let pair = |row: &usize| Some((value(*row)?, table.value(weight, *row).number()?));
                let value = weighted_mean(rows.iter().filter_map(pair))
                    .ok_or_else(|| format!("the column `{weight}` has no weight in these rows"))?;
                return Ok(Reproduced { value, interval: None });
            }
            (Some(reduce), _) => {
                return Ok(Reproduced { value: reduced(reduce, values), interval: None });
            }
            (None, _) => {}
        }
        let same = values.iter().all(|value| value.total_cmp(&first).is_eq());
        if values.len() < rows.len() || !same {
            return Err(ambiguous(name, table, &rows));
        }
        Ok(Reproduced { value: first, interval: interval(table, &target.column, rows[0], first) })
    }

    /// The combinations of values that the columns `each` have in the rows of a target, in the order of
    /// the table, as far as columns of numbers lie where `among` says.
    pub(super) fn combinations(
        &mut self,
        target: &Target,
        each: &[String],
        among: &[(String, [f64; 2])],
    ) -> Result<Vec<Vec<String>>, String> {
        let name = target.table.as_str();
        let Some(table) = self.tables.get(name) else {
            return Err(format!("this run has no table `{name}`"));
        };
        let mut columns = each.iter().chain(among.iter().map(|(column, _)| column));
        if let Some(missing) = columns.find(|column| table.column(column).is_none()) {
            return Err(format!("the table `{name}` has no column `{missing}`"));
        }
        let mut rows = self.matching(name, table, &target.coordinates)?;
        rows.retain(|row| {
            among.iter().all(|(column, [least, most])| {
                let value = table.value(column, *row).number();
                value.is_some_and(|value| value >= *least && value <= *most)
            })
        });
        if rows.is_empty() {
            return Err(format!("`{name}` has no row where the columns are as they must be"));
        }
        let mut combinations: Vec<Vec<String>> = Vec::new();
        let mut seen = BTreeSet::new();
        for row in rows {
            let combination: Vec<String> =
                each.iter().map(|column| written(table.value(column, row))).collect();
            if seen.insert(combination.clone()) {
                combinations.push(combination);
            }
        }
        Ok(combinations)
    }

    /// The rows that have all `coordinates`, at least one.
    fn matching(
        &mut self,
        name: &str,
        table: &Contents,
        coordinates: &[(String, Vec<String>)],
    ) -> Result<Vec<usize>, String> {
        let mut rows: Option<Vec<usize>> = None;
        let mut seen: Vec<String> = Vec::new();
        for (key, wanted) in coordinates {
            let Some(column) = table.column(key) else {
                return Err(format!("the table `{name}` has no column `{key}`"));
            };
            let place = (name.to_owned(), key.clone(), wanted.clone());
            let having = self.rows.entry(place).or_insert_with(|| {
                let has = |row: &usize| wanted.iter().any(|text| column.at(*row).is(text));
                (0..table.rows()).filter(has).collect()
            });
            let kept = match rows {
                None => having.clone(),
                Some(rows) => {
                    rows.into_iter().filter(|row| having.binary_search(row).is_ok()).collect()
                }
            };
            seen.push(format!("{key}={}", wanted.join("|")));
            if kept.is_empty() {
                return Err(format!("`{name}` has no row with {}", seen.join(", ")));
            }
            rows = Some(kept);
        }
        let rows = rows.unwrap_or_else(|| (0..table.rows()).collect());
        if rows.is_empty() { Err(format!("the table `{name}` is empty")) } else { Ok(rows) }
    }
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
        // Without weights, all rows weigh the same; files of published values always name weights.
        Reduce::Mean | Reduce::WeightedMean => values.iter().sum::<f64>() / count as f64,
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
        let is_name =
            |row: &usize| matches!(column.at(*row), CellValue::Text(_) | CellValue::Integer(_));
        let first = column.at(rows[0]);
        rows.iter().all(is_name) && rows.iter().any(|row| column.at(*row) != first)
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
    let of_row = || ESTIMATES.contains(&column).then(|| ends("ci_lower", "ci_upper")).flatten();
    let monte_carlo = || {
        let error = table.value(&format!("{column}_error"), row).number()?;
        let width = NORMAL_95 * error;
        Some(Interval { lower: value - width, upper: value + width, kind: "monte-carlo" })
    };
    own().or_else(of_row).or_else(monte_carlo)
}
