//! The table `published`: printed numbers beside those of this run.
//!
//! Printed numbers name a table, a column and coordinates, and are looked up in whatever tables
//! there are: nothing here depends on what a table is about.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::spec::published::{HALF_WIDTH, Missing, PrintedValue, Published, Reduce, Target};
use crate::table::{CellValue, Contents, PublishedRow};

/// Two-sided 95 % point of the normal distribution, for Monte-Carlo errors.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// Columns that stand for the value whose interval `ci_lower` and `ci_upper` are.
const ESTIMATES: [&str; 5] = ["score", "mean", "median", "coefficient", "delta"];

/// Columns of which at most so many are named where rows cannot be told apart.
const NAMED: usize = 4;

/// One row per printed number of `sources`, looked up in `tables`. Numbers of the corpora in
/// `synthetic` are predictions where the corpora were not fitted to them.
pub fn published(
    sources: &[&Published],
    tables: &BTreeMap<String, Contents>,
    synthetic: &BTreeSet<String>,
) -> Vec<PublishedRow> {
    let mut shelf = Shelf::new(tables);
    let mut rows = Vec::new();
    for source in sources {
        let key: Arc<str> = source.source.key.as_str().into();
        for value in &source.values {
            rows.push(row(&key, value, &mut shelf, synthetic));
        }
        rows.extend(source.missing.iter().map(|missing| not_available(&key, missing)));
    }
    rows
}

fn row(
    source: &Arc<str>,
    value: &PrintedValue,
    shelf: &mut Shelf<'_>,
    synthetic: &BTreeSet<String>,
) -> PublishedRow {
    let coordinate = |name: &str| -> Option<Arc<str>> {
        let (_, values) = value.coordinates.iter().find(|(own, _)| own == name)?;
        Some(values.join("|").into())
    };
    let corpora = value.coordinates.iter().find(|(name, _)| name == "corpus");
    let generated = corpora.is_some_and(|(_, names)| names.iter().all(|c| synthetic.contains(c)));
    let found = match &value.target {
        Ok(target) => shelf.look_up(target),
        Err(reason) => Err(reason.clone()),
    };
    let reproduced = found.as_ref().ok().map(|found| found.value);
    let interval = found.as_ref().ok().and_then(|found| found.interval.as_ref());
    let difference = reproduced.map(|reproduced| reproduced - value.value);
    let verdict = match (difference, interval) {
        (None, _) => "not-reproduced",
        // What is exactly half a unit off may be so by the last bit.
        (Some(difference), _) if difference.abs() <= value.half_unit * (1.0 + 1e-9) => {
            "within-rounding"
        }
        (_, Some(interval)) if (interval.lower..=interval.upper).contains(&value.value) => {
            "within-interval"
        }
        _ => "outside",
    };
    let coordinates = value.coordinates.iter();
    let coordinates = coordinates.map(|(name, values)| format!("{name}={}", values.join("|")));
    let text = |text: &Option<String>| text.as_deref().map(Arc::from);
    PublishedRow {
        source: source.clone(),
        place: value.place.as_str().into(),
        what: value.what.as_str().into(),
        corpus: coordinate("corpus"),
        metric: coordinate("metric"),
        system: coordinate("system"),
        coordinates: coordinates.collect::<Vec<_>>().join(", ").into(),
        quantity: value.target.as_ref().ok().map(|target| quantity(target).into()),
        unit: value.unit.as_str().into(),
        hedge: text(&value.hedge),
        printed: Some(value.printed.as_str().into()),
        printed_value: Some(value.value),
        half_unit: Some(value.half_unit),
        reproduced,
        difference,
        lower: interval.map(|interval| interval.lower),
        upper: interval.map(|interval| interval.upper),
        interval: interval.map(|interval| interval.kind.into()),
        verdict: verdict.into(),
        reason: found.err().map(Arc::from),
        basis: match (generated, value.calibrated) {
            (true, true) => "calibrated".into(),
            (true, false) => "prediction".into(),
            (false, _) => "measured".into(),
        },
        misprint: value.misprint.as_ref().map(|misprint| misprint.note.as_str().into()),
        corrected: value.misprint.as_ref().and_then(|misprint| misprint.corrected),
        note: text(&value.note),
    }
}

fn quantity(target: &Target) -> String {
    let column = format!("{}.{}", target.table, target.column);
    target.reduce.map_or(column.clone(), |reduce| format!("{} of {column}", reduce.name()))
}

fn not_available(source: &Arc<str>, missing: &Missing) -> PublishedRow {
    PublishedRow {
        source: source.clone(),
        place: missing.place.as_str().into(),
        what: missing.what.as_str().into(),
        verdict: "not-available".into(),
        reason: Some(missing.reason.as_str().into()),
        basis: "measured".into(),
        ..PublishedRow::default()
    }
}

/// A reproduced value.
struct Found {
    value: f64,
    interval: Option<Interval>,
}

struct Interval {
    lower: f64,
    upper: f64,
    kind: &'static str,
}

/// The tables, and which of their rows have which values.
struct Shelf<'a> {
    tables: &'a BTreeMap<String, Contents>,
    /// Rows in order, by table, column and wanted values.
    rows: BTreeMap<(String, String, Vec<String>), Vec<usize>>,
}

impl<'a> Shelf<'a> {
    fn new(tables: &'a BTreeMap<String, Contents>) -> Self {
        Self { tables, rows: BTreeMap::new() }
    }

    fn look_up(&mut self, target: &Target) -> Result<Found, String> {
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
            _ => table.value(&target.column, row).number(),
        };
        let values: Vec<f64> = rows.iter().filter_map(|row| value(*row)).collect();
        let Some(first) = values.first().copied() else {
            let status = table.value("status", rows[0]).text().filter(|status| *status != "ok");
            return Err(status.map_or_else(
                || "the column is null in this row".to_owned(),
                |status| format!("the row has no value: {status}"),
            ));
        };
        if let Some(reduce) = target.reduce {
            return Ok(Found { value: reduced(reduce, values), interval: None });
        }
        let same = values.iter().all(|value| value.total_cmp(&first).is_eq());
        if values.len() < rows.len() || !same {
            return Err(ambiguous(name, table, &rows));
        }
        Ok(Found { value: first, interval: interval(table, &target.column, rows[0], first) })
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

fn reduced(reduce: Reduce, mut values: Vec<f64>) -> f64 {
    let count = values.len();
    match reduce {
        Reduce::Min => values.into_iter().fold(f64::INFINITY, f64::min),
        Reduce::Max => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
        Reduce::Mean => values.iter().sum::<f64>() / count as f64,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::published::parse;
    use crate::table::TestSetRow;

    const FILE: &str = r#"
        [source]
        key = "paper"
        authors = "A"
        title = "T"
        venue = "V"
        year = 2004
        [[values]]
        place = "P"
        what = "W"
        unit = ""
        quantity = "test_sets.segments"
        at = { corpus = "c" }
        "#;

    fn tables() -> BTreeMap<String, Contents> {
        let row = |document: &str, segments| TestSetRow {
            corpus: "c".into(),
            test_set: "t".into(),
            document: document.into(),
            segments,
        };
        let table = Contents::of(&[row("d1", 7), row("d2", 12), row("d3", 12)]);
        BTreeMap::from([("test_sets".to_owned(), table)])
    }

    fn one(rest: &str) -> PublishedRow {
        let file = parse("file.toml", &format!("{FILE}{rest}")).expect("valid");
        let mut rows = published(&[&file], &tables(), &BTreeSet::from(["c".to_owned()]));
        assert_eq!(rows.len(), 1);
        rows.remove(0)
    }

    #[test]
    fn numbers_are_found_by_their_coordinates() {
        let found = one("down = \"document\"\nprinted = { d1 = \"7\" }");
        assert_eq!((&*found.verdict, found.reproduced), ("within-rounding", Some(7.0)));
        assert_eq!((&*found.basis, found.difference), ("prediction", Some(0.0)));
        let rounded = one("scale = 0.1\ndown = \"document\"\nprinted = { d1 = \"71\" }");
        assert_eq!(&*rounded.verdict, "outside");
        let edge = one("scale = 0.1\ndown = \"document\"\nprinted = { d1 = \"70\" }");
        assert_eq!(&*edge.verdict, "within-rounding");
        let fitted = one("calibrated = true\ndown = \"document\"\nprinted = { d2 = \"11.4\" }");
        assert_eq!((&*fitted.verdict, &*fitted.basis), ("outside", "calibrated"));
        // Two rows that agree are one number.
        let twice = one("down = \"segments\"\nprinted = { 12 = \"12\" }");
        assert_eq!(twice.reproduced, Some(12.0));
    }

    #[test]
    fn several_rows_make_one_number_only_where_it_is_said_how() {
        for (reduce, value) in [("min", 7.0), ("max", 12.0), ("median", 12.0), ("mean", 31.0 / 3.0)]
        {
            let found = one(&format!("reduce = \"{reduce}\"\nprinted = \"1\""));
            assert_eq!(found.reproduced, Some(value), "{reduce}");
            assert_eq!(
                found.quantity.as_deref(),
                Some(&*format!("{reduce} of test_sets.segments"))
            );
        }
        let reason = |rest: &str| {
            let row = one(rest);
            assert_eq!(&*row.verdict, "not-reproduced");
            row.reason.expect("there is one").to_string()
        };
        assert_eq!(
            reason("printed = \"1\""),
            "3 rows of `test_sets` match, which differ in `document`"
        );
        assert_eq!(
            reason("down = \"document\"\nprinted = { d9 = \"1\" }"),
            "`test_sets` has no row with corpus=c, document=d9"
        );
        assert_eq!(
            reason("down = \"colour\"\nprinted = { red = \"1\" }"),
            "the table `test_sets` has no column `colour`"
        );
    }
}
