//! The table `published`: published values beside the reproduced ones.
//!
//! Published values name a table, a column and coordinates, and are looked up in whatever tables
//! there are: nothing here depends on what a table is about.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::lookup::{Interval, TableLookup};
use super::spread::{Spread, Spreads, ValueKey};
use super::{PublishedRow, PublishedSeedRow};
use crate::config::published::{Basis, Missing, PrintedValue, Published, Target};
use crate::table::Contents;

/// One row per published value of `sources`, looked up in `tables` and judged by its spread over `seeds`
/// where these are enough. Numbers of the corpora in `synthetic` are predictions where nothing else is
/// said.
pub fn published(
    sources: &[&Published],
    tables: &BTreeMap<String, Contents>,
    synthetic: &BTreeSet<String>,
    seeds: &[PublishedSeedRow],
) -> Vec<PublishedRow> {
    let mut lookup = TableLookup::new(tables);
    let spreads = Spreads::new(seeds);
    let mut rows = Vec::new();
    for source in sources {
        for value in &source.values {
            rows.push(row(source, value, &mut lookup, synthetic, &spreads));
        }
        rows.extend(source.missing.iter().map(|missing| not_available(source, missing)));
    }
    rows
}

fn row(
    source: &Published,
    value: &PrintedValue,
    lookup: &mut TableLookup<'_>,
    synthetic: &BTreeSet<String>,
    spreads: &Spreads<'_>,
) -> PublishedRow {
    let coordinate = |name: &str| -> Option<Arc<str>> {
        let (_, values) = value.coordinates.iter().find(|(own, _)| own == name)?;
        Some(values.join("|").into())
    };
    let found = match &value.target {
        Ok(target) => lookup.look_up(target),
        Err(reason) => Err(reason.clone()),
    };
    let quantity = value.target.as_ref().ok().map(quantity);
    let coordinates = coordinates(value);
    let spread = quantity.as_deref().and_then(|quantity| {
        spreads.of(&ValueKey {
            source: &source.source.key,
            place: &value.place,
            what: &value.what,
            coordinates: &coordinates,
            quantity,
        })
    });
    let corrected = value.misprint.as_ref().and_then(|misprint| misprint.corrected);
    let judged = Judged::new(corrected.unwrap_or((value.value, value.half_unit)));
    let reproduced = found.as_ref().ok().map(|found| found.value);
    let interval = found.as_ref().ok().and_then(|found| found.interval.as_ref());
    let verdict = reproduced.map(|reproduced| judged.verdict(reproduced, interval, spread));
    let text = |text: &Option<String>| text.as_deref().map(Arc::from);
    let cell = value.cell.as_ref();
    PublishedRow {
        source: source.source.key.as_str().into(),
        place: value.place.as_str().into(),
        what: value.what.as_str().into(),
        corpus: coordinate("corpus"),
        metric: coordinate("metric"),
        system: coordinate("system"),
        coordinates: coordinates.into(),
        quantity: quantity.map(Arc::from),
        unit: value.unit.as_str().into(),
        hedge: text(&value.hedge),
        printed: Some(value.printed.as_str().into()),
        printed_value: Some(value.value),
        half_unit: Some(value.half_unit),
        reproduced,
        difference: reproduced.map(|reproduced| reproduced - judged.value),
        lower: interval.map(|interval| interval.lower),
        upper: interval.map(|interval| interval.upper),
        interval: interval.map(|interval| interval.kind.into()),
        seeds: spread.map(|spread| spread.seeds),
        seeds_mean: spread.map(|spread| spread.mean),
        seeds_sd: spread.map(|spread| spread.sd),
        seeds_lower: spread.and_then(|spread| spread.ends).map(|(lower, _)| lower),
        seeds_upper: spread.and_then(|spread| spread.ends).map(|(_, upper)| upper),
        verdict: verdict.unwrap_or("not-reproduced").into(),
        reason: found.err().map(Arc::from),
        basis: verdict.map(|_| basis(value, synthetic).into()),
        misprint: value.misprint.as_ref().map(|misprint| misprint.note.as_str().into()),
        corrected: corrected.map(|(corrected, _)| corrected),
        note: text(&value.note),
        scale: Some(value.scale),
        reproduced_in_print: reproduced.map(|reproduced| reproduced / value.scale),
        source_name: source.name().into(),
        table_title: cell.map(|cell| cell.title.as_str().into()),
        table_heading: cell.map(|cell| cell.heading.as_str().into()),
        table_row: cell.map(|cell| cell.row.0.as_str().into()),
        row_number: cell.map(|cell| cell.row.1),
        table_column: cell.map(|cell| cell.column.0.as_str().into()),
        column_number: cell.map(|cell| cell.column.1),
    }
}

/// What a reproduced value is compared with: the printed value, or its correction.
struct Judged {
    value: f64,
    half_unit: f64,
}

impl Judged {
    fn new((value, half_unit): (f64, f64)) -> Self {
        Self { value, half_unit }
    }

    /// With enough seeds their spread decides, which is what a corpus of the same kind may have; the value
    /// of one corpus may agree by luck. Else rounding, and then the interval of the one corpus.
    fn verdict(
        &self,
        reproduced: f64,
        interval: Option<&Interval>,
        spread: Option<Spread>,
    ) -> &'static str {
        if let Some(holds) = spread.and_then(|spread| spread.holds(self.value, self.half_unit)) {
            return if holds { "within-spread" } else { "outside" };
        }
        // What is exactly half a unit off may be so by the last bit.
        if (reproduced - self.value).abs() <= self.half_unit * (1.0 + 1e-9) {
            return "within-rounding";
        }
        match interval {
            Some(interval) if (interval.lower..=interval.upper).contains(&self.value) => {
                "within-interval"
            }
            Some(_) => "outside",
            None => "no-interval",
        }
    }
}

/// How a value that is compared depends on what the corpora were fitted to. Without corpora among its
/// coordinates it is about all of them.
fn basis(value: &PrintedValue, synthetic: &BTreeSet<String>) -> &'static str {
    let corpora = value.coordinates.iter().find(|(name, _)| name == "corpus");
    let is_generated = match corpora {
        Some((_, names)) => names.iter().all(|corpus| synthetic.contains(corpus)),
        None => !synthetic.is_empty(),
    };
    if is_generated || value.basis == Basis::ClosedForm { value.basis.name() } else { "measured" }
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

fn not_available(source: &Published, missing: &Missing) -> PublishedRow {
    PublishedRow {
        source: source.source.key.as_str().into(),
        source_name: source.name().into(),
        place: missing.place.as_str().into(),
        what: missing.what.as_str().into(),
        verdict: "not-available".into(),
        reason: Some(missing.reason.as_str().into()),
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
        let table =
            crate::table::contents_of([row("d1", 7), row("d2", 12), row("d3", 12)]).unwrap();
        BTreeMap::from([("test_sets".to_owned(), table)])
    }

    fn one(rest: &str) -> PublishedRow {
        let file = parse("file.toml", &format!("{FILE}{rest}")).expect("valid");
        let mut rows = published(&[&file], &tables(), &BTreeSet::from(["c".to_owned()]), &[]);
        assert_eq!(rows.len(), 1);
        rows.remove(0)
    }

    #[test]
    fn numbers_are_found_by_their_coordinates() {
        let found = one("down = \"document\"\nprinted = { d1 = \"7\" }");
        assert_eq!((&*found.verdict, found.reproduced), ("within-rounding", Some(7.0)));
        assert_eq!((found.basis.as_deref(), found.difference), (Some("predicted"), Some(0.0)));
        let rounded = one("scale = 0.1\ndown = \"document\"\nprinted = { d1 = \"71\" }");
        assert_eq!((&*rounded.verdict, rounded.reproduced_in_print), ("no-interval", Some(70.0)));
        let edge = one("scale = 0.1\ndown = \"document\"\nprinted = { d1 = \"70\" }");
        assert_eq!(&*edge.verdict, "within-rounding");
        let fitted =
            one("basis = \"calibrated\"\ndown = \"document\"\nprinted = { d2 = \"11.4\" }");
        assert_eq!(
            (&*fitted.verdict, fitted.basis.as_deref()),
            ("no-interval", Some("calibrated"))
        );
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
            assert_eq!((&*row.verdict, row.basis.as_deref()), ("not-reproduced", None));
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

    /// 7 of one row and 12 of two, by hand: (7 x 7 + 12 x 12 + 12 x 12) / 31.
    #[test]
    fn rows_are_weighted() {
        let pooled = "reduce = \"weighted-mean\"\nweight = \"segments\"\nprinted = \"10.9\"";
        let found = one(pooled);
        assert!((found.reproduced.expect("found") - 337.0 / 31.0).abs() < 1e-12);
        assert_eq!(&*found.verdict, "within-rounding");
        let without = one(&pooled.replace("segments\"", "size\""));
        assert_eq!(without.reason.as_deref(), Some("the table `test_sets` has no column `size`"));
    }

    #[test]
    fn misprints_are_judged_by_their_correction() {
        let file =
            "down = \"document\"\nprinted = { d1 = \"65\" }\n[[values.misprints]]\nnote = \"n\"\n";
        let found = one(&format!("{file}corrected = \"7.0\""));
        assert_eq!((&*found.verdict, found.difference), ("within-rounding", Some(0.0)));
        assert_eq!((found.printed_value, found.corrected), (Some(65.0), Some(7.0)));
        let unknown = one(file);
        assert_eq!((&*unknown.verdict, unknown.difference), ("no-interval", Some(-58.0)));
    }

    #[test]
    fn spread_over_seeds_decides() {
        let seeds = |values: &[f64]| -> Vec<PublishedSeedRow> {
            let row = |(seed, value): (u64, &f64)| PublishedSeedRow {
                source: "paper".into(),
                place: "P".into(),
                what: "W".into(),
                coordinates: "corpus=c, document=d1".into(),
                quantity: "test_sets.segments".into(),
                seed,
                reproduced: Some(*value),
            };
            (1..).zip(values).map(row).collect()
        };
        let verdict = |printed: &str, values: &[f64]| {
            let rest = format!("down = \"document\"\nprinted = {{ d1 = \"{printed}\" }}");
            let file = parse("file.toml", &format!("{FILE}{rest}")).expect("valid");
            let corpora = BTreeSet::from(["c".to_owned()]);
            let mut rows = published(&[&file], &tables(), &corpora, &seeds(values));
            rows.remove(0)
        };
        // The value of the first seed is 7. Student's t with 4 degrees of freedom: 2.7764 x 1.5811 x
        // sqrt(1.2) = 4.8089, from 4.1911 to 13.8089.
        let five = [7.0, 8.0, 9.0, 10.0, 11.0];
        let found = verdict("14", &five);
        assert_eq!((&*found.verdict, found.seeds), ("within-spread", Some(5)));
        let ends = (found.seeds_lower.expect("five"), found.seeds_upper.expect("five"));
        assert!((ends.0 - 4.1911).abs() < 1e-4 && (ends.1 - 13.8089).abs() < 1e-4, "{ends:?}");
        assert_eq!(&*verdict("14.0", &five).verdict, "outside");
        // Within rounding of this corpus, and far from what seeds have.
        let others = [90.0, 91.0, 92.0, 90.5, 91.5, 92.5, 91.0];
        assert_eq!(&*verdict("7", &others).verdict, "outside");
        let four = verdict("14", &five[..4]);
        assert_eq!((&*four.verdict, four.seeds, four.seeds_lower), ("no-interval", Some(4), None));
    }
}
