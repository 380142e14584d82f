//! The table `published`: published values beside the reproduced ones.
//!
//! Published values name a table, a column and coordinates, and are looked up in whatever tables
//! there are: nothing here depends on what a table is about.

use std::collections::{BTreeMap, BTreeSet};

use super::PublishedRow;
use super::file::Published;
use super::lookup::{Interval, Reproduced, TableLookup};
use super::number::Number;
use super::printed::PrintedValue;
use super::spread::Spread;
use super::verdict::{Basis, ValueVerdict};
use crate::table::Contents;

/// The share of what is possible from which on an interval says nothing.
const WHOLE: f64 = 0.8;

/// One row per published value of `sources`, looked up in `tables` and judged by its spread over `seeds`
/// where these are enough. Numbers of the corpora in `synthetic` are predictions where nothing else is
/// said.
pub(super) fn published(
    sources: &[Published],
    tables: &BTreeMap<String, Contents>,
    synthetic: &BTreeSet<String>,
    seeds: &[Vec<f64>],
) -> Vec<PublishedRow> {
    let mut lookup = TableLookup::new(tables);
    let mut spreads = seeds.iter().map(|values| Spread::new(values));
    let mut rows = Vec::new();
    for source in sources {
        for value in &source.values {
            let spread = spreads.next().flatten();
            rows.push(PublishedRow {
                source: source.source.key.as_str().into(),
                source_name: source.name().into(),
                ..row(value, &mut lookup, synthetic, spread)
            });
        }
    }
    rows
}

fn row(
    value: &PrintedValue,
    lookup: &mut TableLookup<'_>,
    synthetic: &BTreeSet<String>,
    spread: Option<Spread>,
) -> PublishedRow {
    let found =
        value.target.as_ref().map_err(String::clone).and_then(|target| lookup.look_up(target));
    // Of a misprint counts the correction.
    let judged = value.corrected.or(value.number);
    let compared = found.as_ref().ok().zip(judged);
    let reproduced = compared.map(|(found, _)| found.value);
    let ends = spread.and_then(|spread| spread.ends);
    let interval = compared.and_then(|(found, _)| match ends {
        Some((lower, upper)) => Some((lower, upper, "seeds")),
        None => found.interval.as_ref().map(|own| (own.lower, own.upper, own.kind)),
    });
    let to_judge = compared.filter(|_| value.unjudged.is_none());
    let verdict = to_judge.map(|(found, judged)| match ends {
        Some(ends) if is_whole(ends, value) => ValueVerdict::WholeRange,
        _ => verdict(judged, found, spread),
    });
    let without_verdict = match (value.number, reproduced) {
        (None, _) => ValueVerdict::NotAvailable,
        (Some(_), None) => ValueVerdict::NotReproduced,
        (Some(_), Some(_)) => ValueVerdict::NotJudged,
    };
    PublishedRow {
        reproduced,
        difference: compared.map(|(found, judged)| found.value - judged.value),
        lower: interval.map(|(lower, _, _)| lower),
        upper: interval.map(|(_, upper, _)| upper),
        interval: interval.map(|(_, _, kind)| kind.into()),
        seeds: spread.map(|spread| spread.seeds),
        seeds_mean: spread.map(|spread| spread.mean),
        seeds_median: spread.map(|spread| spread.median),
        seeds_sd: spread.map(|spread| spread.sd),
        verdict: verdict.unwrap_or(without_verdict),
        reason: found.err().map(Into::into).or_else(|| value.unjudged.clone()),
        basis: verdict.map(|_| basis(value, synthetic)),
        ..value.row.clone()
    }
}

/// With enough seeds their spread decides, which is what a corpus of the same kind may have; the value
/// of one corpus may agree by luck. Else rounding, and then the interval of the one corpus.
fn verdict(judged: Number, found: &Reproduced, spread: Option<Spread>) -> ValueVerdict {
    let Number { value, half_unit } = judged;
    if let Some(holds) = spread.and_then(|spread| spread.holds(value, half_unit)) {
        return if holds { ValueVerdict::WithinSpread } else { ValueVerdict::Outside };
    }
    // What is exactly half a unit off may be so by the last bit.
    if (found.value - value).abs() <= half_unit * (1.0 + 1e-9) {
        return ValueVerdict::WithinRounding;
    }
    match &found.interval {
        None => ValueVerdict::NoInterval,
        Some(Interval { lower, upper, .. }) if (*lower..=*upper).contains(&value) => {
            ValueVerdict::WithinInterval
        }
        Some(_) => ValueVerdict::Outside,
    }
}

/// How a value that is compared depends on what the corpora were fitted to. Without corpora among its
/// coordinates it is about all of them.
fn basis(value: &PrintedValue, synthetic: &BTreeSet<String>) -> Basis {
    let is_generated = match value.coordinate("corpus") {
        Some(names) => names.iter().all(|corpus| synthetic.contains(corpus)),
        None => !synthetic.is_empty(),
    };
    if is_generated || value.basis == Basis::ClosedForm { value.basis } else { Basis::Measured }
}

/// Whether an interval holds nearly all that is possible, so that hardly any value could fail.
fn is_whole((lower, upper): (f64, f64), value: &PrintedValue) -> bool {
    value.possible.is_some_and(|(least, largest)| {
        let (one, other) = (least * value.scale, largest * value.scale);
        // A negative scale exchanges the ends.
        let (least, largest) = (one.min(other), one.max(other));
        upper.min(largest) - lower.max(least) >= WHOLE * (largest - least)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::TestSetRow;
    use crate::analyses::published::read;
    use crate::diagnostic::SourceText;

    const FILE: &str = "values = \"file.csv\"\n[source]\nkey = \"paper\"\nauthors = \"A\"\ntitle = \"T\"\n\
                        venue = \"V\"\nyear = 2004\n";

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

    /// The file with one value and what its line says beside.
    fn file(value: &str, cells: &[(&str, &str)]) -> Published {
        let names: Vec<&str> = cells.iter().map(|(name, _)| *name).collect();
        let cells: Vec<&str> = cells.iter().map(|(_, cell)| *cell).collect();
        let csv = format!(
            "place,what,value,unit,reproduced_by,corpus,{}\nP,W,{value},,test_sets.segments,c,{}\n",
            names.join(","),
            cells.join(",")
        );
        let (file, csv) = (SourceText::new("file.toml", FILE), SourceText::new("file.csv", &csv));
        read(&file, Some(&csv)).unwrap_or_else(|problems| panic!("{problems}"))
    }

    fn row_of(value: &str, cells: &[(&str, &str)]) -> PublishedRow {
        let corpora = BTreeSet::from(["c".to_owned()]);
        let mut rows = published(&[file(value, cells)], &tables(), &corpora, &[]);
        assert_eq!(rows.len(), 1);
        rows.remove(0)
    }

    #[test]
    fn numbers_are_found_by_their_coordinates() {
        let first = row_of("7", &[("document", "d1")]);
        assert_eq!((first.verdict.name(), first.reproduced), ("within-rounding", Some(7.0)));
        assert_eq!(
            (first.basis.map(Basis::name), first.difference),
            (Some("predicted"), Some(0.0))
        );
        let rounded = row_of("71", &[("scale", "0.1"), ("document", "d1")]);
        assert_eq!((rounded.verdict.name(), rounded.reproduced), ("no-interval", Some(7.0)));
        let edge = row_of("70", &[("scale", "0.1"), ("document", "d1")]);
        assert_eq!(edge.verdict.name(), "within-rounding");
        let fitted = row_of("11.4", &[("basis", "calibrated"), ("document", "d2")]);
        assert_eq!(
            (fitted.verdict.name(), fitted.basis.map(Basis::name)),
            ("no-interval", Some("calibrated"))
        );
        // Two rows that agree are one number.
        assert_eq!(row_of("12", &[("segments", "12")]).reproduced, Some(12.0));
        assert_eq!(row_of("7", &[("segments", "1..8")]).reproduced, Some(7.0));
    }

    #[test]
    fn several_rows_make_one_number_only_where_it_is_said_how() {
        for (reduce, value) in [("min", 7.0), ("max", 12.0), ("median", 12.0), ("mean", 31.0 / 3.0)]
        {
            let reduced = row_of("1", &[("reduce", reduce)]);
            assert_eq!(reduced.reproduced, Some(value), "{reduce}");
            assert_eq!(
                reduced.quantity.as_deref(),
                Some(&*format!("{reduce} of test_sets.segments"))
            );
        }
        let reason = |name: &str, cell: &str| {
            let row = row_of("1", &[(name, cell)]);
            assert_eq!((row.verdict.name(), row.basis.map(Basis::name)), ("not-reproduced", None));
            row.reason.expect("there is one").to_string()
        };
        assert_eq!(
            reason("document", ""),
            "3 rows of `test_sets` match, which differ in `document`"
        );
        assert_eq!(reason("document", "d9"), "`test_sets` has no row with corpus=c, document=d9");
        assert_eq!(reason("colour", "red"), "the table `test_sets` has no column `colour`");
    }

    /// 7 of one row and 12 of two, by hand: (7 x 7 + 12 x 12 + 12 x 12) / 31.
    #[test]
    fn rows_are_weighted() {
        let pooled = row_of("10.9", &[("reduce", "mean"), ("weight", "segments")]);
        assert!((pooled.reproduced.expect("three rows") - 337.0 / 31.0).abs() < 1e-12);
        assert_eq!(pooled.verdict.name(), "within-rounding");
        assert_eq!(pooled.quantity.as_deref(), Some("weighted-mean of test_sets.segments"));
        let without = row_of("10.9", &[("reduce", "mean"), ("weight", "size")]);
        assert_eq!(without.reason.as_deref(), Some("the table `test_sets` has no column `size`"));
    }

    #[test]
    fn misprints_are_judged_by_their_correction() {
        let misprint = [("document", "d1"), ("misprint", "n")];
        let corrected = row_of("65", &[&misprint[..], &[("corrected", "7.0")]].concat());
        assert_eq!(
            (corrected.verdict.name(), corrected.difference),
            ("within-rounding", Some(0.0))
        );
        assert_eq!((corrected.printed_value, corrected.corrected), (Some(65.0), Some(7.0)));
        let unknown = row_of("65", &misprint);
        assert_eq!((unknown.verdict.name(), unknown.difference), ("no-interval", Some(-58.0)));
    }

    /// The value in a run whose seeds have these `values`.
    fn with_seeds(printed: &str, cells: &[(&str, &str)], values: &[f64]) -> PublishedRow {
        let corpora = BTreeSet::from(["c".to_owned()]);
        let file = file(printed, &[&[("document", "d1")], cells].concat());
        let mut rows = published(&[file], &tables(), &corpora, &[values.to_vec()]);
        rows.remove(0)
    }

    /// The value of the first seed is 7. Student's t with 4 degrees of freedom: 2.7764 x 1.5811 x
    /// sqrt(1.2) = 4.8089, from 4.1911 to 13.8089.
    const FIVE: [f64; 5] = [7.0, 8.0, 9.0, 10.0, 11.0];

    #[test]
    fn spread_over_seeds_decides() {
        let row = with_seeds("14", &[], &FIVE);
        assert_eq!((row.verdict.name(), row.seeds), ("within-spread", Some(5)));
        let ends = (row.lower.expect("five"), row.upper.expect("five"));
        assert!((ends.0 - 4.1911).abs() < 1e-4 && (ends.1 - 13.8089).abs() < 1e-4, "{ends:?}");
        assert_eq!(with_seeds("14.0", &[], &FIVE).verdict.name(), "outside");
        // Within rounding of this corpus, and far from what seeds have.
        let others = [90.0, 91.0, 92.0, 90.5, 91.5, 92.5, 91.0];
        assert_eq!(with_seeds("7", &[], &others).verdict.name(), "outside");
        let four = with_seeds("14", &[], &FIVE[..4]);
        assert_eq!((four.verdict.name(), four.seeds, four.lower), ("no-interval", Some(4), None));
    }

    /// Of 1 to 12 the interval of 4.19 to 13.81 holds 71 %, of 3 to 12 it holds 87 %.
    #[test]
    fn an_interval_of_all_that_is_possible_says_nothing() {
        let verdict = |cells: &[_]| with_seeds("9", cells, &FIVE).verdict.name();
        assert_eq!(verdict(&[("possible", "1..12")]), "within-spread");
        assert_eq!(verdict(&[("possible", "3..12")]), "whole-range");
        assert_eq!(verdict(&[("possible", "-12..-3"), ("scale", "-1")]), "whole-range");
        let row = with_seeds("9", &[("possible", "3..12")], &FIVE);
        assert_eq!((row.possible.as_deref(), row.verdict.agrees()), (Some("3..12"), None));
    }

    #[test]
    fn what_is_not_judged_is_shown_with_the_reason() {
        let row = with_seeds("9", &[("unjudged", "ratio of sums near 0")], &FIVE);
        assert_eq!(
            (row.verdict.name(), row.reproduced, row.basis),
            ("not-judged", Some(7.0), None)
        );
        assert_eq!(row.reason.as_deref(), Some("ratio of sums near 0"));
    }
}
