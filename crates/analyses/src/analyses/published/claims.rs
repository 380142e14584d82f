//! The table `claims`: what sources conclude, judged by the tables of a run.

use std::collections::BTreeMap;

use super::check::{Found, find};
use super::file::{Claim, Names, Published};
use super::lookup::TableLookup;
use super::spread::{FEWEST_SEEDS, Spreads, ValueKey};
use super::{ClaimRow, PublishedRow, PublishedSeedRow};
use crate::table::Contents;

/// What stands for the quantity of claims in the table of seeds.
pub(super) const CLAIM: &str = "claim";

/// The share of seeds with which a claim must hold to hold.
const SHARE_OF_SEEDS: f64 = 0.95;

/// One row per claim of `sources`, judged by `tables` and by the `published` values in them.
pub(super) fn claims(
    sources: &[Published],
    tables: &BTreeMap<String, Contents>,
    published: &[PublishedRow],
    seeds: &[PublishedSeedRow],
) -> Vec<ClaimRow> {
    let mut lookup = TableLookup::new(tables);
    let spreads = Spreads::new(seeds);
    let mut rows = Vec::new();
    for source in sources {
        let own: Vec<&PublishedRow> =
            published.iter().filter(|row| *row.source == *source.source.key).collect();
        for (number, claim) in (1..).zip(&source.claims) {
            let judged = judge(claim, &source.names, &mut lookup, &own);
            let key = key(source, claim);
            rows.push(row(source, number, claim, &judged, spreads.values(&key)));
        }
    }
    rows
}

/// How the table of seeds calls a claim.
pub(super) fn key(source: &Published, claim: &Claim) -> ValueKey {
    [&*source.source.key, &claim.place, &claim.claim, "", CLAIM].map(str::to_owned)
}

/// With a seed: 1 where a claim holds, or else the share of its cases that do. None where it cannot be told,
/// or follows from published values, which have their own spread.
pub(super) fn with_seed(claim: &Claim, names: &Names, lookup: &mut TableLookup<'_>) -> Option<f64> {
    if claim.checks.iter().any(|check| check.values.is_some()) {
        return None;
    }
    let judged = judge(claim, names, lookup, &[]).ok()?;
    Some(if judged.holds { 1.0 } else { judged.held as f64 / judged.cases.max(1) as f64 })
}

/// All checks of a claim together.
fn judge(
    claim: &Claim,
    names: &Names,
    lookup: &mut TableLookup<'_>,
    rows: &[&PublishedRow],
) -> Result<Found, String> {
    claim.reason.clone().map_or(Ok(()), Err)?;
    let mut all = Found { holds: true, ..Found::default() };
    let mut here: Vec<String> = Vec::new();
    for check in &claim.checks {
        let checked = find(check, names, lookup, rows)?;
        all.cases += checked.cases;
        all.held += checked.held;
        all.holds &= checked.holds;
        all.depends_on_order |= checked.depends_on_order;
        here.push(checked.here);
    }
    all.here = here.join("; ");
    Ok(all)
}

fn row(
    source: &Published,
    number: u32,
    claim: &Claim,
    judged: &Result<Found, String>,
    seeds: &[f64],
) -> ClaimRow {
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let holding = seeds.iter().filter(|share| **share >= 1.0).count();
    let has_seeds = seeds.len() > 1;
    let found = judged.as_ref().ok();
    ClaimRow {
        source: source.source.key.as_str().into(),
        number,
        source_name: source.name().into(),
        place: claim.place.as_str().into(),
        claim: claim.claim.as_str().into(),
        published: claim.published.as_str().into(),
        here: found.map(|found| found.here.as_str().into()),
        cases: found.map(|found| count(found.cases)),
        held: found.map(|found| count(found.held)),
        seeds: has_seeds.then(|| count(seeds.len())),
        seeds_holding: has_seeds.then(|| count(holding)),
        verdict: found
            .map_or("cannot-be-told", |found| verdict(found, seeds.len(), holding))
            .into(),
        basis: found.map(|_| claim.basis.name().into()),
        reason: judged.as_ref().err().map(|reason| reason.as_str().into()),
        figure: claim.figure.as_deref().map(Into::into),
        note: claim.note.as_deref().map(Into::into),
    }
}

/// The verdict on one corpus; with enough seeds, on all of them.
fn verdict(found: &Found, seeds: usize, holding: usize) -> &'static str {
    let on_this_corpus = match found {
        Found { holds: true, .. } => "holds",
        Found { depends_on_order: true, .. } => "depends-on-the-order",
        Found { held: 0, .. } => "does-not-hold",
        _ => "holds-in-part",
    };
    if seeds < FEWEST_SEEDS {
        return on_this_corpus;
    }
    let share = holding as f64 / seeds as f64;
    match on_this_corpus {
        _ if share >= SHARE_OF_SEEDS => "holds",
        "holds" if holding == 0 => "does-not-hold",
        "does-not-hold" if share <= 1.0 - SHARE_OF_SEEDS => "does-not-hold",
        "depends-on-the-order" => "depends-on-the-order",
        _ => "holds-in-part",
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

    fn judged(rest: &str, seeds: &[PublishedSeedRow]) -> ClaimRow {
        let file = read(&SourceText::new("file.toml", &format!("{FILE}{rest}")), None)
            .unwrap_or_else(|problems| panic!("{problems}"));
        let mut rows = claims(&[file], &tables(), &[], seeds);
        assert_eq!(rows.len(), 1);
        rows.remove(0)
    }

    fn verdict_and_here(rest: &str) -> (String, String) {
        let row = judged(rest, &[]);
        let here = row.here.or(row.reason).expect("one of them");
        (row.verdict.to_string(), here.to_string())
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
        assert_eq!((row.basis, row.cases, row.seeds), (None, None, None));
    }

    /// It holds on this corpus; what counts is on how many.
    #[test]
    fn seeds_decide_where_there_are_enough() {
        let check = "[[claims.checks]]\nquantity = \"test_sets.segments\"\nat = { test_set = \"u\" }\nat-least = 9\n";
        let seeds = |holding: usize, of: usize| {
            let row = |seed: usize| PublishedSeedRow {
                source: "paper".into(),
                place: "P".into(),
                what: "C.".into(),
                coordinates: "".into(),
                quantity: CLAIM.into(),
                seed: seed as u64,
                reproduced: Some(if seed < holding { 1.0 } else { 0.5 }),
            };
            (0..of).map(row).collect::<Vec<_>>()
        };
        for (holding, of, verdict) in [
            (20, 20, "holds"),
            (19, 20, "holds"),
            (18, 20, "holds-in-part"),
            (1, 20, "holds-in-part"),
            (0, 20, "does-not-hold"),
            (0, 4, "holds"),
        ] {
            let row = judged(check, &seeds(holding, of));
            let counts = (row.seeds, row.seeds_holding);
            let count = |count: usize| u32::try_from(count).ok();
            assert_eq!(counts, (count(of), count(holding)));
            assert_eq!(&*row.verdict, verdict, "{holding} of {of}");
        }
    }
}
