//! Cells of two tables, paired by key.

use std::cmp::Ordering;

use serde_json::{Value, json};

use super::{ColumnDiff, Example, NOISE, NumberChange, TableDiff, Tolerance};
use crate::table::{CellValue, ColumnValues, Contents};

/// A key column in both tables; a table that has no such column holds nulls.
type KeyColumn<'a> = (&'a str, Option<ColumnValues<'a>>, Option<ColumnValues<'a>>);

/// A value column that both tables have.
struct ValueColumn<'a> {
    name: &'a str,
    a: ColumnValues<'a>,
    b: ColumnValues<'a>,
    diff: ColumnDiff,
}

impl ValueColumn<'_> {
    /// The differences, the largest as a share of the largest magnitude in the column.
    fn finished(mut self, rows_a: usize, rows_b: usize) -> ColumnDiff {
        if let Some(largest) = &mut self.diff.largest {
            let magnitude = |values: &ColumnValues<'_>, rows: usize| {
                let numbers = (0..rows).filter_map(|row| number(values.at(row)));
                numbers.filter(|number| number.is_finite()).fold(0.0, |a: f64, b| a.max(b.abs()))
            };
            let largest_magnitude = magnitude(&self.a, rows_a).max(magnitude(&self.b, rows_b));
            largest.of_column = (largest.a - largest.b).abs() / largest_magnitude;
        }
        self.diff
    }
}

/// A real or whole number.
#[expect(clippy::cast_precision_loss, reason = "for magnitudes")]
fn number(value: CellValue<'_>) -> Option<f64> {
    match value {
        CellValue::Real(value) => Some(value),
        CellValue::Integer(value) => Some(value as f64),
        _ => None,
    }
}

/// Fills `diff` with what differs between `a` and `b`, whose rows these columns distinguish.
pub(super) fn compare(
    diff: &mut TableDiff,
    keys: &[&str],
    (a, b): (&Contents, &Contents),
    tolerance: Tolerance,
    examples: usize,
) {
    let keys: Vec<KeyColumn<'_>> =
        keys.iter().map(|name| (*name, a.column(name), b.column(name))).collect();
    diff.columns_removed = missing_columns(a, b);
    diff.columns_added = missing_columns(b, a);
    let mut values: Vec<ValueColumn<'_>> = Vec::new();
    for name in a.columns().filter(|name| keys.iter().all(|(key, ..)| key != name)) {
        if let (Some(in_a), Some(in_b)) = (a.column(name), b.column(name)) {
            let diff = ColumnDiff { column: name.to_owned(), ..ColumnDiff::default() };
            values.push(ValueColumn { name, a: in_a, b: in_b, diff });
        }
    }
    let rows_a = sorted(a.rows(), |row, other| compare_keys(&keys, (0, row), (0, other)));
    let rows_b = sorted(b.rows(), |row, other| compare_keys(&keys, (1, row), (1, other)));
    let (mut next_a, mut next_b) = (rows_a.iter().peekable(), rows_b.iter().peekable());
    loop {
        let order = match (next_a.peek(), next_b.peek()) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(row_a), Some(row_b)) => compare_keys(&keys, (0, **row_a), (1, **row_b)),
        };
        let row_a = if order.is_le() { next_a.next() } else { None };
        let row_b = if order.is_ge() { next_b.next() } else { None };
        let (kind, key, changes) = match (row_a, row_b) {
            (Some(row), None) => {
                diff.removed += 1;
                ("removed", key_of(&keys, (0, *row)), Vec::new())
            }
            (None, Some(row)) => {
                diff.added += 1;
                ("added", key_of(&keys, (1, *row)), Vec::new())
            }
            (Some(row_a), Some(row_b)) => {
                let changes = changes(&mut values, &keys, (*row_a, *row_b), tolerance);
                if changes.is_empty() {
                    continue;
                }
                diff.changed += 1;
                ("changed", key_of(&keys, (0, *row_a)), changes)
            }
            (None, None) => unreachable!("a side is taken at every step"),
        };
        if diff.examples.len() < examples {
            diff.examples.push(Example { kind, key, values: changes });
        }
    }
    let (in_a, in_b) = (a.rows(), b.rows());
    diff.columns = values.into_iter().map(|column| column.finished(in_a, in_b)).collect();
    diff.columns.retain(|column| column.changed + column.within_tolerance > 0);
    diff.equal = diff.added + diff.removed + diff.changed == 0
        && diff.columns_added.is_empty()
        && diff.columns_removed.is_empty();
}

fn missing_columns(of: &Contents, other: &Contents) -> Vec<String> {
    of.columns().filter(|name| other.column(name).is_none()).map(str::to_owned).collect()
}

/// Whether no two rows have the same values in all of these columns.
pub(super) fn are_distinct(keys: &[&str], table: &Contents) -> bool {
    let keys: Vec<KeyColumn<'_>> =
        keys.iter().map(|name| (*name, table.column(name), None)).collect();
    let rows = sorted(table.rows(), |row, other| compare_keys(&keys, (0, row), (0, other)));
    rows.windows(2).all(|pair| compare_keys(&keys, (0, pair[0]), (0, pair[1])).is_ne())
}

/// Row numbers in the order of `compare`; rows with equal keys stay in the order of the file.
fn sorted(rows: usize, compare: impl Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut sorted: Vec<usize> = (0..rows).collect();
    sorted.sort_by(|row, other| compare(*row, *other));
    sorted
}

/// The key column's value at a side (0 for the first table, 1 for the second) and a row.
fn key_at<'a>(column: &KeyColumn<'a>, (side, row): (usize, usize)) -> CellValue<'a> {
    let values = if side == 0 { column.1 } else { column.2 };
    values.map_or(CellValue::Null, |values| values.at(row))
}

fn compare_keys(keys: &[KeyColumn<'_>], one: (usize, usize), other: (usize, usize)) -> Ordering {
    let orders = keys.iter().map(|key| compare_values(key_at(key, one), key_at(key, other)));
    orders.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

fn compare_values(one: CellValue<'_>, other: CellValue<'_>) -> Ordering {
    use CellValue::{Boolean, Integer, Null, Real, Text};
    let rank = |value| match value {
        Null => 0,
        Boolean(_) => 1,
        Integer(_) => 2,
        Real(_) => 3,
        Text(_) => 4,
    };
    match (one, other) {
        (Boolean(one), Boolean(other)) => one.cmp(&other),
        (Integer(one), Integer(other)) => one.cmp(&other),
        (Real(one), Real(other)) => one.total_cmp(&other),
        (Text(one), Text(other)) => one.cmp(other),
        _ => rank(one).cmp(&rank(other)),
    }
}

/// Values of a pair of rows that differ beyond the tolerance; takes note of every difference.
fn changes(
    values: &mut [ValueColumn<'_>],
    keys: &[KeyColumn<'_>],
    (row_a, row_b): (usize, usize),
    tolerance: Tolerance,
) -> Vec<(String, Value, Value)> {
    let mut changes = Vec::new();
    for column in values {
        let (a, b) = (column.a.at(row_a), column.b.at(row_b));
        // Zeros of either sign are equal, and so are undefined numbers.
        if a == b || compare_values(a, b).is_eq() {
            continue;
        }
        let distance = distance(a, b);
        if distance.is_some_and(|(_, relative)| relative <= NOISE) {
            continue;
        }
        let beyond = distance.is_none_or(|(absolute, relative)| {
            !(absolute <= tolerance.absolute || relative <= tolerance.relative)
        });
        let diff = &mut column.diff;
        let is_worst = match (distance, diff.largest_absolute) {
            (Some((absolute, _)), largest_so_far) => {
                largest_so_far.is_none_or(|known| absolute > known)
            }
            (None, _) => diff.worst.is_empty(),
        };
        if is_worst {
            diff.worst = key_of(keys, (0, row_a));
        }
        if let Some((absolute, relative)) = distance {
            diff.largest_absolute = Some(larger(diff.largest_absolute, absolute));
            diff.largest_relative = Some(larger(diff.largest_relative, relative));
        }
        if beyond {
            diff.changed += 1;
            let numbers = number(a).zip(number(b)).map(|(a, b)| (a, b, (a - b).abs()));
            let largest = diff.largest.as_ref().map(|largest| (largest.a - largest.b).abs());
            if let Some((a, b, by)) = numbers.filter(|(.., by)| by.is_finite())
                && largest.is_none_or(|largest| by > largest)
            {
                let key = key_of(keys, (0, row_a));
                diff.largest = Some(NumberChange { key, a, b, of_column: 0.0 });
            }
            changes.push((column.name.to_owned(), json!(a), json!(b)));
        } else {
            diff.within_tolerance += 1;
        }
    }
    changes
}

fn larger(old_largest: Option<f64>, new: f64) -> f64 {
    old_largest.map_or(new, |old| old.max(new))
}

/// How far two finite real numbers are apart, absolutely and as a share of the larger magnitude.
fn distance(a: CellValue<'_>, b: CellValue<'_>) -> Option<(f64, f64)> {
    let (CellValue::Real(a), CellValue::Real(b)) = (a, b) else { return None };
    let absolute = (a - b).abs();
    absolute.is_finite().then(|| (absolute, absolute / a.abs().max(b.abs())))
}

fn key_of(keys: &[KeyColumn<'_>], at: (usize, usize)) -> Vec<(String, Value)> {
    let values = keys.iter().map(|key| (key.0, key_at(key, at)));
    let values = values.filter(|(_, value)| *value != CellValue::Null);
    values.map(|(name, value)| (name.to_owned(), json!(value))).collect()
}
