//! The table `published`: printed numbers beside those of this run.
//!
//! Printed numbers name a table, a column and coordinates, and are looked up in whatever tables
//! there are: nothing here depends on what a table is about.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::PublishedRow;
use super::lookup::TableLookup;
use crate::config::published::{Missing, PrintedValue, Published, Target};
use crate::table::Contents;

/// One row per printed number of `sources`, looked up in `tables`. Numbers of the corpora in
/// `synthetic` are predictions where the corpora were not fitted to them.
pub fn published(
    sources: &[&Published],
    tables: &BTreeMap<String, Contents>,
    synthetic: &BTreeSet<String>,
) -> Vec<PublishedRow> {
    let mut lookup = TableLookup::new(tables);
    let mut rows = Vec::new();
    for source in sources {
        let key: Arc<str> = source.source.key.as_str().into();
        for value in &source.values {
            rows.push(row(&key, value, &mut lookup, synthetic));
        }
        rows.extend(source.missing.iter().map(|missing| not_available(&key, missing)));
    }
    rows
}

fn row(
    source: &Arc<str>,
    value: &PrintedValue,
    lookup: &mut TableLookup<'_>,
    synthetic: &BTreeSet<String>,
) -> PublishedRow {
    let coordinate = |name: &str| -> Option<Arc<str>> {
        let (_, values) = value.coordinates.iter().find(|(own, _)| own == name)?;
        Some(values.join("|").into())
    };
    let corpora = value.coordinates.iter().find(|(name, _)| name == "corpus");
    let generated = corpora.is_some_and(|(_, names)| names.iter().all(|c| synthetic.contains(c)));
    let found = match &value.target {
        Ok(target) => lookup.look_up(target),
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
    let text = |text: &Option<String>| text.as_deref().map(Arc::from);
    PublishedRow {
        source: source.clone(),
        place: value.place.as_str().into(),
        what: value.what.as_str().into(),
        corpus: coordinate("corpus"),
        metric: coordinate("metric"),
        system: coordinate("system"),
        coordinates: coordinates(value).into(),
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

/// All coordinates under the names that the source uses.
pub(super) fn coordinates(value: &PrintedValue) -> String {
    let coordinates = value.coordinates.iter();
    let coordinates = coordinates.map(|(name, values)| format!("{name}={}", values.join("|")));
    coordinates.collect::<Vec<_>>().join(", ")
}

/// What reproduces a value, in words.
pub(super) fn quantity(target: &Target) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::TestSetRow;
    use crate::config::published::parse;

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
