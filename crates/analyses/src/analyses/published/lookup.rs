//! Numbers that published values and claims look up in the tables of a run.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::file::{Check, Claim, HALF_WIDTH, Names, PRINT, Published, Quantity, Reduce};
use crate::config::model::Study;
use crate::presentation::extent;
use crate::stats::robust::median;
use crate::table::{CellValue, Contents};

/// Tables of a run by name.
pub(super) type RunTables = BTreeMap<String, Contents>;

/// A number in a table of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Table and column.
    pub quantity: Quantity,
    /// Columns and the values one of which they must have, under the names of the corpora.
    pub coordinates: Vec<(String, Vec<String>)>,
    /// What is made of several rows; exactly one must match without it.
    pub reduce: Option<Reduce>,
    /// The column that weights the rows of a mean.
    pub weight: Option<String>,
}

impl Target {
    /// Returns `true` if its coordinates allow rows of a study.
    pub fn may_be_of(&self, study: &Study) -> bool {
        let may_have = |column: &str, values: &[String]| {
            let wanted = self.coordinates.iter().find(|(name, _)| name == column);
            wanted.is_none_or(|(_, wanted)| wanted.iter().any(|wanted| values.contains(wanted)))
        };
        may_have("study", std::slice::from_ref(&study.name)) && may_have("corpus", &study.corpora)
    }

    /// Returns the target with `value` in a column, in place of any other coordinate there.
    pub(super) fn with(mut self, column: &str, value: &str) -> Self {
        self.coordinates.retain(|(name, _)| name != column);
        self.coordinates.push((column.to_owned(), vec![value.to_owned()]));
        self
    }

    /// Names table and column, with what is made of several rows.
    pub(super) fn words(&self) -> String {
        let Quantity { table, column } = &self.quantity;
        let weighted = if self.weight.is_some() { "weighted-" } else { "" };
        let reduce = self.reduce.map(|reduce| format!("{weighted}{} of ", reduce.name()));
        format!("{}{table}.{column}", reduce.unwrap_or_default())
    }
}

/// Returns the values that a coordinate allows; an empty text stands for `null`.
pub(super) fn alternatives(text: &str) -> Vec<String> {
    let value = |text: &str| if text == "null" { String::new() } else { text.to_owned() };
    text.split('|').map(value).collect()
}

/// Returns the name that tables have in `column` for what the source calls `name`.
pub(super) fn meant<'a>(names: &'a Names, column: &str, name: &'a str) -> &'a str {
    names.get(column).and_then(|names| names.get(name)).map_or(name, String::as_str)
}

/// Returns coordinates under the names that tables have.
pub(super) fn in_tables<'a>(
    at: impl IntoIterator<Item = (&'a String, &'a String)>,
    names: &Names,
) -> Vec<(String, Vec<String>)> {
    let coordinates = at.into_iter().map(|(column, text)| {
        let values = alternatives(text).into_iter();
        (column.clone(), values.map(|name| meant(names, column, &name).to_owned()).collect())
    });
    coordinates.collect()
}

/// Returns the ends of a range such as `1..5`.
pub(super) fn range(text: &str) -> Option<(f64, f64)> {
    let (least, largest) = text.split_once("..")?;
    let (least, largest) = (least.parse().ok()?, largest.parse().ok()?);
    (least < largest).then_some((least, largest))
}

impl Check {
    /// Returns `true` if it looks up printed values.
    pub(super) fn is_of_print(&self) -> bool {
        self.quantity.as_ref().is_some_and(|quantity| quantity.table == PRINT)
    }

    /// Returns the number that it is about, if it looks one up.
    pub(super) fn target(&self, names: &Names) -> Option<Target> {
        Some(Target {
            quantity: self.quantity.clone()?,
            coordinates: in_tables(&self.at, names),
            reduce: self.reduce,
            weight: None,
        })
    }

    /// Returns the second number beside `first`, if there is one: the same where the check says nothing else.
    pub(super) fn second(&self, first: &Target, names: &Names) -> Option<Target> {
        let seconds = [&self.less, &self.over, &self.pearson, &self.spearman];
        let other = seconds.into_iter().flatten().next()?;
        let mut second = first.clone();
        let differs = |name: &String| other.at.contains_key(name) || other.without.contains(name);
        second.coordinates.retain(|(name, _)| !differs(name));
        second.coordinates.extend(in_tables(&other.at, names));
        second.quantity = other.quantity.clone().unwrap_or(second.quantity);
        second.reduce = other.reduce.or(second.reduce);
        Some(second)
    }

    /// Returns the root by which the number of a case is multiplied.
    pub(super) fn root(&self, case: &Target) -> f64 {
        let is_root = |(name, _): &&(String, _)| self.times_root.as_ref() == Some(name);
        let root = case.coordinates.iter().find(is_root);
        root.map_or(1.0, |(_, values)| values.concat().parse().map_or(f64::NAN, f64::sqrt))
    }
}

impl Claim {
    /// Returns everything that it looks up in tables of a run.
    pub(super) fn targets(&self, names: &Names) -> Vec<Target> {
        let checks = self.checks.iter().filter(|check| !check.is_of_print());
        let firsts = checks.filter_map(|check| Some((check, check.target(names)?)));
        let both = firsts.map(|(check, first)| [check.second(&first, names), Some(first)]);
        both.flatten().flatten().collect()
    }
}

impl Published {
    /// Returns everything that is looked up in tables of a run: for its values and for its claims.
    pub fn targets(&self) -> Vec<Target> {
        let values = self.values.iter().filter_map(|value| value.target.clone().ok());
        values.chain(self.claims.iter().flat_map(|claim| claim.targets(&self.names))).collect()
    }
}

/// Two-sided 95 % point of the normal distribution, for Monte-Carlo errors.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// Columns that stand for the value whose interval `ci_lower` and `ci_upper` are.
const ESTIMATES: [&str; 5] = ["score", "mean", "median", "coefficient", "delta"];

/// The largest number of columns that a message about several rows names.
const MAX_COLUMNS: usize = 4;

/// The ends of an interval, and which interval it is.
pub(super) type Interval = (f64, f64, &'static str);

/// Returns a number of the tables, and the interval of its row if there is one.
pub(super) fn look_up(
    tables: &RunTables,
    target: &Target,
) -> Result<(f64, Option<Interval>), String> {
    let Quantity { table: name, column } = &target.quantity;
    let needed = Some(column).filter(|column| *column != HALF_WIDTH);
    let needed = needed.into_iter().chain(&target.weight).map(String::as_str);
    let (table, rows) = rows_of(tables, target, &needed.collect::<Vec<_>>())?;
    let half_width = |row: usize| {
        let mut pairs = [["lower", "upper"], ["ci_lower", "ci_upper"]].into_iter();
        pairs.find_map(|ends| {
            let [lower, upper] = ends.map(|end| table.value(end, row).number());
            Some((upper? - lower?) / 2.0)
        })
    };
    let number = |row: usize| match table.value(column, row) {
        CellValue::Null if column == HALF_WIDTH => half_width(row),
        CellValue::Boolean(value) => Some(f64::from(u8::from(value))),
        value => value.number(),
    };
    let weight = |row: usize| {
        let weight = target.weight.as_ref().map(|name| table.value(name, row).number());
        weight.map_or(1.0, Option::unwrap_or_default)
    };
    let numbers = rows.iter().filter_map(|row| Some((number(*row)?, weight(*row))));
    let (values, weights): (Vec<f64>, Vec<f64>) = numbers.unzip();
    let Some(first) = values.first().copied() else {
        let status = table.value("status", rows[0]).text().filter(|status| *status != "ok");
        let status = status.map(|status| format!("the row has no value: {status}"));
        return Err(status.unwrap_or_else(|| "the column is null in this row".to_owned()));
    };
    let is_one = values.iter().all(|value| value.total_cmp(&first).is_eq());
    let reduced = match target.reduce {
        None if is_one && values.len() == rows.len() => {
            return Ok((first, interval(table, column, rows[0], first)));
        }
        None => return Err(ambiguous(name, table, &rows)),
        Some(Reduce::Min) => Some(extent(values.into_iter()).0),
        Some(Reduce::Max) => Some(extent(values.into_iter()).1),
        Some(Reduce::Median) => median(&values),
        Some(Reduce::Count) => Some(values.len() as f64),
        Some(Reduce::Mean) => {
            let sum: f64 = values.iter().zip(&weights).map(|(value, weight)| value * weight).sum();
            let weights: f64 = weights.iter().sum();
            (weights > 0.0).then(|| sum / weights)
        }
    };
    Ok((reduced.ok_or("the rows have no weights")?, None))
}

/// Returns the combinations of values that the columns `each` have in the rows of a target, in the order of the table.
pub(super) fn combinations(
    tables: &RunTables,
    target: &Target,
    each: &[&str],
) -> Result<Vec<Vec<String>>, String> {
    let (table, rows) = rows_of(tables, target, each)?;
    let written = |value: CellValue<'_>| match value.json() {
        Value::Null => String::new(),
        Value::String(text) => text,
        other => other.to_string(),
    };
    let mut seen = BTreeSet::new();
    let combinations = rows.into_iter().map(|row| {
        each.iter().map(|column| written(table.value(column, row))).collect::<Vec<String>>()
    });
    Ok(combinations.filter(|combination| seen.insert(combination.clone())).collect())
}

/// Returns the table of a target, which must have the `needed` columns, and the rows with its coordinates, at least one.
fn rows_of<'a>(
    tables: &'a RunTables,
    target: &Target,
    needed: &[&str],
) -> Result<(&'a Contents, Vec<usize>), String> {
    let name = &target.quantity.table;
    let table = tables.get(name).ok_or_else(|| format!("this run has no table `{name}`"))?;
    let column = |column: &str| {
        let missing = || format!("the table `{name}` has no column `{column}`");
        table.column(column).ok_or_else(missing)
    };
    needed.iter().try_for_each(|needed| column(needed).map(|_| ()))?;
    let mut rows: Vec<usize> = (0..table.rows()).collect();
    if rows.is_empty() {
        return Err(format!("the table `{name}` is empty"));
    }
    let mut seen: Vec<String> = Vec::new();
    for (name_of_column, wanted) in &target.coordinates {
        let values = column(name_of_column)?;
        rows.retain(|row| wanted.iter().any(|text| is(values.at(*row), text)));
        seen.push(format!("{name_of_column}={}", wanted.join("|")));
        if rows.is_empty() {
            return Err(format!("`{name}` has no row with {}", seen.join(", ")));
        }
    }
    Ok((table, rows))
}

/// Returns `true` if a value is the `wanted` one, or lies in the wanted range.
fn is(value: CellValue<'_>, wanted: &str) -> bool {
    let lies_in = |(least, largest): (f64, f64)| {
        value.number().is_some_and(|value| (least..=largest).contains(&value))
    };
    value.is(wanted) || range(wanted).is_some_and(lies_in)
}

/// Says that a target has several `rows`, and in which columns they differ.
fn ambiguous(name: &str, table: &Contents, rows: &[usize]) -> String {
    let columns = table
        .columns()
        // These differ wherever a size or a metric does, which the message names.
        .filter(|name| !["test_set", "segments", "judged_segments", "signature"].contains(name))
        .filter(|name| {
            let mut values = rows.iter().map(|row| table.value(name, *row));
            let first = table.value(name, rows[0]);
            let is_name = |value| matches!(value, CellValue::Text(_) | CellValue::Integer(_));
            values.clone().all(is_name) && values.any(|value| value != first)
        });
    let columns: Vec<String> = columns.take(MAX_COLUMNS).map(|name| format!("`{name}`")).collect();
    let differ = if columns.is_empty() { "" } else { ", which differ in " };
    format!("{} rows of `{name}` match{differ}{}", rows.len(), columns.join(", "))
}

/// Returns the interval of the value in a row: the interval of the column itself, of the row if the column is its
/// estimate, or else the Monte-Carlo error of the column.
fn interval(table: &Contents, column: &str, row: usize, value: f64) -> Option<Interval> {
    let number = |name: &str| table.value(name, row).number();
    let beside = |end: &str| number(&format!("{column}_{end}"));
    let shared = ESTIMATES.contains(&column).then_some(["ci_lower", "ci_upper"]);
    let shared = shared.and_then(|[lower, upper]| number(lower).zip(number(upper)));
    if let Some((lower, upper)) = beside("lower").zip(beside("upper")).or(shared) {
        return Some((lower, upper, "confidence"));
    }
    let width = NORMAL_95 * beside("error")?;
    Some((value - width, value + width, "monte-carlo"))
}
