//! What published values and claims look up in the tables of a run, and how.

use std::collections::{BTreeMap, BTreeSet};

use super::file::{
    Check, Claim, Coordinates, HALF_WIDTH, Names, Other, PRINT, Published, Quantity, Reduce,
};
use crate::config::model::Study;
use crate::presentation::extent;
use crate::stats::robust::median;
use crate::table::{CellValue, Contents};

/// Where a number is reproduced.
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
    /// Whether its coordinates leave it open that a row of a study is meant.
    pub fn may_be_of(&self, study: &Study) -> bool {
        let may_have = |column: &str, values: &[String]| {
            let wanted = self.coordinates.iter().find(|(name, _)| name == column);
            wanted.is_none_or(|(_, wanted)| wanted.iter().any(|wanted| values.contains(wanted)))
        };
        may_have("study", std::slice::from_ref(&study.name)) && may_have("corpus", &study.corpora)
    }

    /// The same with `value` in a column, whatever it had there.
    pub(super) fn with(mut self, column: &str, value: &str) -> Self {
        self.coordinates.retain(|(name, _)| name != column);
        self.coordinates.push((column.to_owned(), vec![value.to_owned()]));
        self
    }

    /// Table and column, with what is made of several rows.
    pub(super) fn words(&self) -> String {
        let Quantity { table, column } = &self.quantity;
        match (self.reduce, &self.weight) {
            (None, _) => format!("{table}.{column}"),
            (Some(reduce), None) => format!("{} of {table}.{column}", reduce.name()),
            (Some(reduce), Some(_)) => format!("weighted-{} of {table}.{column}", reduce.name()),
        }
    }
}

/// The values that a coordinate allows, of which nothing is an empty text.
pub(super) fn alternatives(text: &str) -> Vec<String> {
    let value = |text: &str| if text == "null" { String::new() } else { text.to_owned() };
    text.split('|').map(value).collect()
}

/// The name that tables have in `column` for what the source calls `name`.
pub(super) fn meant<'a>(names: &'a Names, column: &str, name: &'a str) -> &'a str {
    names.get(column).and_then(|names| names.get(name)).map_or(name, String::as_str)
}

impl Check {
    /// Returns `true` if it looks up printed values.
    pub(super) fn is_of_print(&self) -> bool {
        self.quantity.as_ref().is_some_and(|quantity| quantity.table == PRINT)
    }

    /// The number that it is about, if it looks one up.
    pub(super) fn target(&self, names: &Names) -> Option<Target> {
        Some(Target {
            quantity: self.quantity.clone()?,
            coordinates: in_tables(&self.at, names),
            reduce: self.reduce,
            weight: None,
        })
    }

    /// The second number beside the first, `target`, if there is one. Where it says nothing else, it is as the first.
    pub(super) fn second(&self, target: &Target, names: &Names) -> Option<Target> {
        let seconds = [&self.less, &self.over, &self.pearson, &self.spearman];
        let other: &Other = seconds.into_iter().flatten().next()?;
        let mut second = target.clone();
        let is_other = |name: &String| other.at.contains_key(name) || other.without.contains(name);
        second.coordinates.retain(|(name, _)| !is_other(name));
        second.coordinates.extend(in_tables(&other.at, names));
        second.quantity = other.quantity.clone().unwrap_or(second.quantity);
        second.reduce = other.reduce.or(second.reduce);
        Some(second)
    }
}

/// Returns coordinates under the names that tables have.
fn in_tables(at: &Coordinates, names: &Names) -> Vec<(String, Vec<String>)> {
    let coordinates = at.iter().map(|(column, text)| (column.clone(), alternatives(text)));
    let mut coordinates = coordinates.collect::<Vec<_>>();
    translate(&mut coordinates, names);
    coordinates
}

/// Gives coordinates the names that tables have for those of the source.
pub(super) fn translate(coordinates: &mut [(String, Vec<String>)], names: &Names) {
    for (column, wanted) in coordinates {
        for name in wanted {
            *name = meant(names, column, name).to_owned();
        }
    }
}

impl Claim {
    /// Everything that it looks up in tables of a run.
    pub(super) fn targets(&self, names: &Names) -> Vec<Target> {
        let checks = self.checks.iter().filter(|check| !check.is_of_print());
        let both = checks.filter_map(|check| {
            let first = check.target(names)?;
            Some([check.second(&first, names), Some(first)])
        });
        both.flatten().flatten().collect()
    }
}

impl Published {
    /// Everything that is looked up in tables: for its values and for its claims.
    pub fn targets(&self) -> Vec<Target> {
        let of_values = self.values.iter().filter_map(|value| value.target.clone().ok());
        of_values.chain(self.claims.iter().flat_map(|claim| claim.targets(&self.names))).collect()
    }
}

/// Two-sided 95 % point of the normal distribution, for Monte-Carlo errors.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// Columns that stand for the value whose interval `ci_lower` and `ci_upper` are.
const ESTIMATES: [&str; 5] = ["score", "mean", "median", "coefficient", "delta"];

/// At most this many columns are named where rows cannot be distinguished.
const NAMED: usize = 4;

/// A reproduced value.
pub(super) struct Reproduced {
    pub(super) value: f64,
    /// The ends of its interval, and which interval it is.
    pub(super) interval: Option<(f64, f64, &'static str)>,
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
            let value = match reduce {
                Reduce::Min => Some(extent(values.iter().copied()).0),
                Reduce::Max => Some(extent(values.iter().copied()).1),
                Reduce::Median => median(&values),
                Reduce::Count => Some(values.len() as f64),
                Reduce::Mean => {
                    let (mut sum, mut weights) = (0.0, 0.0);
                    for (row, value) in &numbers {
                        let weight = target.weight.as_deref();
                        let weight = weight.map(|name| table.value(name, *row).number());
                        if let Some(weight) = weight.unwrap_or(Some(1.0)) {
                            sum += value * weight;
                            weights += weight;
                        }
                    }
                    // Weights that do not add up to more than 0 give no mean.
                    (weights > 0.0).then(|| sum / weights)
                }
            };
            let value = value.ok_or("the rows have no weights")?;
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

    /// The table of a target, which has the `needed` columns, and the rows with its coordinates, at least one.
    fn rows_of(
        &mut self,
        target: &Target,
        needed: &[&str],
    ) -> Result<(&'a Contents, Vec<usize>), String> {
        let name = &target.quantity.table;
        let table = self.table(name)?;
        has_columns(name, table, needed)?;
        let mut rows: Vec<usize> = (0..table.rows()).collect();
        if rows.is_empty() {
            return Err(format!("the table `{name}` is empty"));
        }
        let mut seen: Vec<String> = Vec::new();
        for (key, wanted) in &target.coordinates {
            has_columns(name, table, &[key])?;
            let place = (name.clone(), key.clone(), wanted.clone());
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
        Ok((table, rows))
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
fn interval(
    table: &Contents,
    column: &str,
    row: usize,
    value: f64,
) -> Option<(f64, f64, &'static str)> {
    let number = |suffix: &str| table.value(&format!("{column}{suffix}"), row).number();
    let ends = number("_lower").zip(number("_upper")).or_else(|| {
        let is_estimate = ESTIMATES.contains(&column);
        let [lower, upper] = ["ci_lower", "ci_upper"].map(|end| table.value(end, row).number());
        lower.zip(upper).filter(|_| is_estimate)
    });
    if let Some((lower, upper)) = ends {
        return Some((lower, upper, "confidence"));
    }
    let width = NORMAL_95 * number("_error")?;
    Some((value - width, value + width, "monte-carlo"))
}
