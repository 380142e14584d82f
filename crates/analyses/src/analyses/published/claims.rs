//! The table `claims`: what sources conclude, judged by the tables of a run.

use std::collections::BTreeMap;

use super::check::{Found, find};
use super::file::{Claim, Names, Published};
use super::lookup::TableLookup;
use super::spread::FEWEST_SEEDS;
use super::verdict::{Basis, ClaimVerdict};
use super::{ClaimRow, PublishedRow, print, real};
use crate::table::Contents;

/// The share of seeds with which a claim must hold to hold; if it fails with as many, it does not.
const SHARE_OF_SEEDS: f64 = 0.95;

/// One row per claim of `sources`, judged by `tables` and by the `published` values in them; by how far it holds with
/// the `seeds`, where these are enough.
pub(super) fn claims(
    sources: &[Published],
    tables: &BTreeMap<String, Contents>,
    published: &[PublishedRow],
    seeds: &[Vec<f64>],
) -> Vec<ClaimRow> {
    let mut lookup = TableLookup::new(tables);
    let mut seeds = seeds.iter();
    let mut rows = Vec::new();
    for source in sources {
        let in_source: Vec<&PublishedRow> =
            published.iter().filter(|row| *row.source == *source.source.key).collect();
        let print = print::tables(source);
        for (number, claim) in (1..).zip(&source.claims) {
            let judged = judge(claim, &source.names, &print, &mut lookup, &in_source);
            let seeds = seeds.next().map_or(&[][..], Vec::as_slice);
            rows.push(ClaimRow {
                source: source.source.key.as_str().into(),
                source_name: source.name().into(),
                number,
                real_text: claim
                    .id
                    .as_deref()
                    .and_then(|id| real::lines(&source.source.key, id, &source.real_text))
                    .map(Into::into),
                ..row(claim, judged, seeds)
            });
        }
    }
    rows
}

/// How far a claim holds with a seed: 1 where it does, or else the share of cases, or of orders, in which it does.
/// None where it cannot be told, or follows from published values, which have their own spread.
pub(super) fn with_seed(
    claim: &Claim,
    source: &Published,
    lookup: &mut TableLookup<'_>,
) -> Option<f64> {
    let is_of_run = claim.checks.iter().any(|check| !check.is_of_print());
    if !is_of_run || claim.checks.iter().any(|check| check.values.is_some()) {
        return None;
    }
    judge(claim, &source.names, &print::tables(source), lookup, &[])
        .ok()
        .map(|found| extent(&found))
}

/// All checks of a claim together.
fn judge(
    claim: &Claim,
    names: &Names,
    print: &BTreeMap<String, Contents>,
    lookup: &mut TableLookup<'_>,
    rows: &[&PublishedRow],
) -> Result<Found, String> {
    claim.reason.clone().map_or(Ok(()), Err)?;
    let (mut checked, mut lacking) = (Vec::new(), None);
    for check in &claim.checks {
        let one = if check.is_of_print() {
            find(check, &Names::new(), &mut TableLookup::new(print), &[])
        } else {
            find(check, names, lookup, rows)
        };
        match one {
            // Nothing is decided by it.
            Ok(one) if check.only_shown => {
                checked.push(Found { cases: 0, held: 0, holds: true, ..one });
            }
            Ok(one) => checked.push(one),
            Err(why) if check.optional => lacking = lacking.or(Some(why)),
            Err(why) => return Err(why_not(claim, why)),
        }
    }
    match lacking {
        Some(why) if checked.is_empty() => Err(why_not(claim, why)),
        _ => Ok(together(&checked)),
    }
}

/// Why a claim cannot be told, with what it needs if that is said.
fn why_not(claim: &Claim, why: String) -> String {
    match &claim.needs {
        Some(needs) => format!("it needs {needs} ({why})"),
        None => why,
    }
}

/// What all checks of a claim find.
fn together(checks: &[Found]) -> Found {
    let here: Vec<&str> = checks.iter().map(|check| &*check.here).collect();
    Found {
        cases: checks.iter().map(|check| check.cases).sum(),
        held: checks.iter().map(|check| check.held).sum(),
        holds: checks.iter().all(|check| check.holds),
        orders: checks.iter().filter_map(|check| check.orders).reduce(f64::min),
        here: here.join("; "),
    }
}

/// 1 for what holds, or else the share of orders or of cases that do.
fn extent(found: &Found) -> f64 {
    let share = found.orders.unwrap_or(found.held as f64 / found.cases.max(1) as f64);
    // 1 stands for what holds: a share of what does not hold is less.
    if found.holds { 1.0 } else { share.min(1.0 - f64::EPSILON) }
}

/// The row of a claim but for its source and number.
fn row(claim: &Claim, judged: Result<Found, String>, seeds: &[f64]) -> ClaimRow {
    let verdict = judged.as_ref().map(|found| {
        // Too few seeds decide nothing: what this run found stands alone.
        let extents = if seeds.len() < FEWEST_SEEDS { &[extent(found)] } else { seeds };
        of_basis(verdict(extents, found.orders.is_some()), claim.basis)
    });
    let verdict = verdict.ok();
    let mut here = judged.map_or_else(|why| why, |found| found.here);
    if seeds.len() > 1 {
        here += &format!("; holds with {} of {} seeds", holding(seeds), seeds.len());
    }
    ClaimRow {
        id: claim.id.as_deref().map(Into::into),
        place: claim.place.as_str().into(),
        claim: claim.claim.as_str().into(),
        paper: claim.published.as_str().into(),
        here: here.into(),
        basis: verdict.map(|_| claim.basis),
        verdict: verdict.unwrap_or_default(),
        figure: claim.figure.as_deref().map(Into::into),
        note: claim.note.as_deref().map(Into::into),
        ..ClaimRow::default()
    }
}

fn holding(extents: &[f64]) -> usize {
    extents.iter().filter(|extent| **extent >= 1.0).count()
}

/// The one rule for verdicts, by how far a claim holds with each seed: it holds where 95 % of them say so, does not where 95 %
/// say the contrary, and else in part. A claim about each order of the documents by itself fails where it holds in
/// none, and depends on the order between. With one corpus the cases stand for seeds: all, none or some.
fn verdict(extents: &[f64], by_order: bool) -> ClaimVerdict {
    let fails_wholly = by_order || extents.len() == 1;
    let failing = extents
        .iter()
        .filter(|extent| if fails_wholly { **extent <= 0.0 } else { **extent < 1.0 })
        .count();
    // A share of whole numbers is compared as such: 19 of 20 is 95 %.
    let enough = SHARE_OF_SEEDS * extents.len() as f64 - 1e-9;
    match (holding(extents), failing) {
        (holding, _) if holding as f64 >= enough => ClaimVerdict::Holds,
        (_, failing) if failing as f64 >= enough => ClaimVerdict::DoesNotHold,
        _ if by_order => ClaimVerdict::DependsOnTheOrder,
        _ => ClaimVerdict::HoldsInPart,
    }
}

/// Agreement of what was fitted or put in says nothing about the claim; disagreement says that the fit failed.
fn of_basis(verdict: ClaimVerdict, basis: Basis) -> ClaimVerdict {
    match (verdict, basis) {
        (ClaimVerdict::Holds, Basis::Calibrated) => ClaimVerdict::Fitted,
        (ClaimVerdict::Holds, Basis::Follows | Basis::Input) => ClaimVerdict::Follows,
        _ => verdict,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::TestSetRow;
    use crate::analyses::published::read;
    use crate::diagnostic::SourceText;

    const FILE: &str = "[source]\nkey = \"paper\"\nauthors = \"A\"\ntitle = \"T\"\nvenue = \"V\"\nyear = 2004\n\
        [names.document]\nfirst = \"d1\"\n\
        [[claims]]\nplace = \"P\"\nclaim = \"C.\"\npublished = \"x\"\n";

    fn tables() -> BTreeMap<String, Contents> {
        let row = |set: &str, document: &str, segments| TestSetRow {
            corpus: "c".into(),
            test_set: set.into(),
            document: document.into(),
            segments,
        };
        let rows = [row("t", "d1", 7), row("t", "d2", 12), row("t", "d3", 20), row("u", "d1", 9)];
        BTreeMap::from([("test_sets".to_owned(), crate::table::contents_of(rows).unwrap())])
    }

    fn judged(rest: &str, seeds: &[f64]) -> ClaimRow {
        let file = read(&SourceText::new("file.toml", &format!("{FILE}{rest}")), None)
            .unwrap_or_else(|problems| panic!("{problems}"));
        let mut rows = claims(&[file], &tables(), &[], &[seeds.to_vec()]);
        assert_eq!(rows.len(), 1);
        rows.remove(0)
    }

    fn verdict_and_here(rest: &str) -> (String, String) {
        let row = judged(rest, &[]);
        (row.verdict.name().to_owned(), row.here.to_string())
    }

    fn is(rest: &str, verdict: &str, here: &str) {
        let rest = format!("[[claims.checks]]\nquantity = \"test_sets.segments\"\n{rest}");
        assert_eq!(verdict_and_here(&rest), (verdict.to_owned(), here.to_owned()), "{rest}");
    }

    #[test]
    fn numbers_are_compared_with_limits() {
        let t = "at = { test_set = \"t\", document = \"first\" }\ndecimals = 0\n";
        is(&format!("{t}at-least = 6"), "holds", "7");
        is(
            &format!("{t}at-most = 6\nunit = \"segments\"\nlabel = \"only\""),
            "does-not-hold",
            "only: 7 segments",
        );
        is(
            "at = { test_set = \"t\", segments = \"10..20\" }\neach = [\"document\"]\nat-least = 15\ndecimals = 0",
            "holds-in-part",
            "12 to 20, 1 of 2",
        );
        is(
            "reduce = \"mean\"\nweight = \"segments\"\nat = { document = \"d2|d3\" }\nat-least = 17",
            "holds",
            "17.00",
        );
        is("reduce = \"mean\"\nat-least = 12\nat-most = 12\ndecimals = 1", "holds", "12.0");
        let each =
            "at = { test_set = \"t\" }\neach = [\"document\"]\ndecimals = 0\nat-least = 10\n";
        is(each, "holds-in-part", "7 to 20, 2 of 3");
        is(&format!("{each}share = 0.6"), "holds", "7 to 20, 2 of 3");
        is(
            "at = { document = \"d9\" }\nat-least = 1",
            "cannot-be-told",
            "`test_sets` has no row with document=d9",
        );
        is(
            "at-least = 1",
            "cannot-be-told",
            "4 rows of `test_sets` match, which differ in `document`",
        );
    }

    #[test]
    fn two_numbers_are_compared_with_each_other() {
        let against = "at = { test_set = \"t\", document = \"d2\" }\nless = { at = { document = \"first\" } }\n";
        is(&format!("{against}at-least = 0\nscale = 10"), "holds", "0.50");
        // Each document less the first of the same set.
        let each = format!("{against}each = [\"document\"]\ndecimals = 0\nat-least = 1")
            .replace(", document = \"d2\"", "");
        is(&each, "holds-in-part", "0 to 13, 2 of 3");
        let over = against.replace("less", "over");
        is(&format!("{over}at-most = 1"), "does-not-hold", "1.71");
    }

    #[test]
    fn orders_are_judged_by_neighbours() {
        let along = |documents: &str, way: &str| {
            format!("at = {{ test_set = \"t\", document = \"{documents}\" }}\n{way} = \"document\"")
        };
        is(&along("d3|d2|first", "falling"), "holds", "d3, d2, first");
        is(&along("d3|first|d2", "falling"), "holds-in-part", "d3, d2, first");
        is(&along("first|d3", "rising"), "holds", "first, d3");
        is(&along("first|d3", "falling"), "does-not-hold", "d3, first");
    }

    #[test]
    fn what_cannot_be_told_says_why() {
        assert_eq!(
            verdict_and_here("reason = \"it needs a decoder\""),
            ("cannot-be-told".to_owned(), "it needs a decoder".to_owned())
        );
        let row = judged("reason = \"it needs a decoder\"", &[]);
        assert_eq!(row.basis, None);
    }

    /// It holds on this corpus; what counts is on how many.
    #[test]
    fn seeds_decide_where_there_are_enough() {
        let check = "[[claims.checks]]\nquantity = \"test_sets.segments\"\nat = { test_set = \"u\" }\nat-least = 9\n";
        let seeds = |holding: usize, of: usize| -> Vec<f64> {
            (0..of).map(|seed| if seed < holding { 1.0 } else { 0.5 }).collect()
        };
        for of in 2..=40 {
            for holding in 0..=of {
                let row = judged(check, &seeds(holding, of));
                assert!(row.here.ends_with(&format!("; holds with {holding} of {of} seeds")));
                // In whole numbers: 20 times the share is 19 or more, 1 or less, or between.
                let expected = match 20 * holding {
                    _ if of < FEWEST_SEEDS => "holds",
                    twenty if twenty >= 19 * of => "holds",
                    twenty if twenty <= of => "does-not-hold",
                    _ => "holds-in-part",
                };
                assert_eq!(row.verdict.name(), expected, "{holding} of {of}");
            }
        }
    }

    #[test]
    fn orders_and_bases_have_verdicts_of_their_own() {
        let all = |extent: f64| vec![extent; 20];
        assert_eq!(verdict(&all(0.3), true).name(), "depends-on-the-order");
        assert_eq!(verdict(&all(0.3), false).name(), "does-not-hold");
        assert_eq!(verdict(&all(0.0), true).name(), "does-not-hold");
        let some: Vec<f64> = (0..20).map(|seed| if seed < 5 { 1.0 } else { 0.0 }).collect();
        assert_eq!(verdict(&some, true).name(), "depends-on-the-order");
        assert_eq!(verdict(&all(1.0), true).name(), "holds");
        assert_eq!(verdict(&[0.3], true).name(), "depends-on-the-order");
        assert_eq!(verdict(&[0.3], false).name(), "holds-in-part");
        let check =
            "[[claims.checks]]\nquantity = \"test_sets.segments\"\nat = { test_set = \"u\" }\n";
        for (basis, limit, verdict) in [
            ("calibrated", 9, "fitted"),
            ("follows", 9, "follows"),
            ("input", 9, "follows"),
            ("closed-form", 9, "holds"),
            ("calibrated", 10, "does-not-hold"),
        ] {
            let row = judged(&format!("basis = \"{basis}\"\n{check}at-least = {limit}\n"), &[]);
            assert_eq!((row.verdict.name(), row.basis.map(Basis::name)), (verdict, Some(basis)));
        }
    }

    /// The printed 700 hundredths are 7, and 4 is in no table of a run.
    #[test]
    fn printed_values_are_looked_up() {
        const VALUES: &str = "place,row,what,value,unit,scale,reproduced_by,reason,corpus,document\n\
            T,1,size,700,,0.01,test_sets.segments,,c,first\n\
            T,4,other,4,,,,unknown,,x\n";
        let row = |quantity: &str, other: &str| {
            let text = format!(
                "values = \"v.csv\"\n{FILE}[[claims.checks]]\nquantity = \"{quantity}\"\nat = {{ row = \"1\" }}\n\
                 over = {{ at = {{ row = \"{other}\" }} }}\nat-least = 1\n"
            );
            let values = SourceText::new("v.csv", VALUES);
            let file = read(&SourceText::new("file.toml", &text), Some(&values))
                .unwrap_or_else(|problems| panic!("{problems}"));
            let row = claims(&[file], &tables(), &[], &[]).remove(0);
            (row.verdict.name(), row.here.to_string())
        };
        assert_eq!(row("print.value", "4"), ("holds", "175.00".to_owned()));
        assert_eq!(row("print.printed_value", "4"), ("holds", "1.75".to_owned()));
        assert_eq!(row("print.value", "9").0, "cannot-be-told");
    }

    /// Segments 7, 12 and 20 of three documents against their squares by hand; ranks agree throughout.
    #[test]
    fn numbers_are_correlated_along_a_column() {
        let along = |rest: &str| {
            format!(
                "[[claims.checks]]\nquantity = \"test_sets.segments\"\nat = {{ test_set = \"t\" }}\n\
                     along = \"document\"\nat-least = 0.9\n{rest}"
            )
        };
        let same = along("pearson = { at = { test_set = \"t\" } }");
        assert_eq!(verdict_and_here(&same), ("holds".to_owned(), "1.00".to_owned()));
        let alone = along("spearman = { at = { test_set = \"u\" } }");
        assert_eq!(verdict_and_here(&alone).0, "cannot-be-told");
    }
}
