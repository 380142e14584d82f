//! The table `claims`: what sources conclude, judged by the tables of a run.

use std::collections::BTreeMap;

use super::file::{Check, Claim, Coordinates, Names, Published};
use super::lookup::{TableLookup, Target, alternatives, meant};
use super::read::print_tables;
use super::rows::FEWEST_SEEDS;
use super::verdict::{Basis, ClaimVerdict, ValueVerdict};
use super::{ClaimRow, PublishedRow, real};
use crate::presentation::extent;
use crate::stats::correlation::{pearson, spearman};
use crate::table::Contents;
use crate::words::in_a_row;

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
        let key = &source.source.key;
        let in_source: Vec<&PublishedRow> =
            published.iter().filter(|row| *row.source == **key).collect();
        let print = print_tables(source);
        for (number, claim) in (1..).zip(&source.claims) {
            let judged = judge(claim, &source.names, &print, &mut lookup, &in_source);
            let seeds = seeds.next().map_or(&[][..], Vec::as_slice);
            let verdict = judged.as_ref().ok().map(|found| {
                // Too few seeds decide nothing: what this run found stands alone.
                let extents = if seeds.len() < FEWEST_SEEDS { &[share_held(found)] } else { seeds };
                // Agreement of what was fitted or put in says nothing about the claim; disagreement says that the fit failed.
                match (verdict(extents, found.orders.is_some()), claim.basis) {
                    (ClaimVerdict::Holds, Basis::Calibrated) => ClaimVerdict::Fitted,
                    (ClaimVerdict::Holds, Basis::Follows | Basis::Input) => ClaimVerdict::Follows,
                    (verdict, _) => verdict,
                }
            });
            let mut here = judged.map_or_else(|why| why, |found| found.here);
            if seeds.len() > 1 {
                here = format!("{here}; holds with {} of {} seeds", holding(seeds), seeds.len());
            }
            let id = claim.id.as_deref();
            let real_text = id.and_then(|id| real::lines(key, id, &source.real_text));
            rows.push(ClaimRow {
                source: key.as_str().into(),
                number,
                id: id.map(Into::into),
                source_name: source.name().into(),
                place: claim.place.as_str().into(),
                claim: claim.claim.as_str().into(),
                paper: claim.published.as_str().into(),
                here: here.into(),
                real_text: real_text.map(Into::into),
                verdict: verdict.unwrap_or_default(),
                basis: verdict.map(|_| claim.basis),
                figure: claim.figure.as_deref().map(Into::into),
                note: claim.note.as_deref().map(Into::into),
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
    let judged = judge(claim, &source.names, &print_tables(source), lookup, &[]);
    judged.ok().map(|found| share_held(&found))
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
    // With what the claim needs, if that is said.
    let why_not = |why| match &claim.needs {
        Some(needs) => format!("it needs {needs} ({why})"),
        None => why,
    };
    let (mut checked, mut lacking) = (Vec::new(), None);
    for check in &claim.checks {
        let one = if check.is_of_print() {
            let lookup = &mut TableLookup::new(print);
            Judge { check, names: &Names::new(), lookup }.find(&[])
        } else {
            Judge { check, names, lookup }.find(rows)
        };
        match one {
            // Nothing is decided by it.
            Ok(one) if check.only_shown => {
                checked.push(Found { cases: 0, held: 0, holds: true, ..one });
            }
            Ok(one) => checked.push(one),
            Err(why) if check.optional => lacking = lacking.or(Some(why)),
            Err(why) => return Err(why_not(why)),
        }
    }
    if let (Some(why), []) = (lacking, &checked[..]) {
        return Err(why_not(why));
    }
    let here: Vec<&str> = checked.iter().map(|check| &*check.here).collect();
    Ok(Found {
        cases: checked.iter().map(|check| check.cases).sum(),
        held: checked.iter().map(|check| check.held).sum(),
        holds: checked.iter().all(|check| check.holds),
        orders: checked.iter().filter_map(|check| check.orders).reduce(f64::min),
        here: here.join("; "),
    })
}

/// 1 for what holds, or else the share of orders or of cases that do.
fn share_held(found: &Found) -> f64 {
    let share = found.orders.unwrap_or(found.held as f64 / found.cases.max(1) as f64);
    // 1 stands for what holds: a share of what does not hold is less.
    if found.holds { 1.0 } else { share.min(1.0 - f64::EPSILON) }
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

/// What is found.
#[derive(Clone, Debug, Default, PartialEq)]
struct Found {
    /// Number of cases, and of those that agree.
    cases: usize,
    held: usize,
    /// Whether enough of them agree.
    holds: bool,
    /// The share of orders of the documents in which enough agree, where each is judged by itself.
    orders: Option<f64>,
    /// The numbers in words.
    here: String,
}

impl Found {
    /// With `held` of `cases`, enough of which agree if that is the `share`.
    fn new(held: usize, cases: usize, share: f64, here: String) -> Self {
        Self { cases, held, holds: is_enough(held, cases, share), orders: None, here }
    }
}

fn is_enough(held: usize, cases: usize, share: f64) -> bool {
    // A share of all cases that is a whole number may exceed it by rounding.
    held as f64 >= share * cases as f64 * (1.0 - 1e-12)
}

/// A check, the names of its source, and the tables that decide.
struct Judge<'a, 'b> {
    check: &'a Check,
    names: &'a Names,
    lookup: &'a mut TableLookup<'b>,
}

/// Whether a published value has all these coordinates.
fn has(row: &PublishedRow, at: &Coordinates) -> bool {
    at.iter().all(|(name, text)| {
        let mut parts = row.coordinates.split(", ").filter_map(|part| part.split_once('='));
        let wanted = alternatives(text);
        parts.find(|(parts, _)| parts == name).is_some_and(|(_, texts)| {
            texts.split('|').all(|text| wanted.iter().any(|value| value == text))
        })
    })
}

fn of_values(rows: &[&PublishedRow], share: f64) -> Result<Found, String> {
    let with = |wanted| rows.iter().filter(move |row| row.verdict == wanted);
    let unjudged: Vec<String> =
        with(ValueVerdict::NoInterval).map(|row| row.reproduced_text()).collect();
    // Some that agree by their digits do not stand for others that nothing can judge.
    if !unjudged.is_empty() {
        return Err(format!(
            "here {}; one corpus gives no interval to judge {} by, several seeds of the generator do",
            listed(&unjudged),
            if unjudged.len() == 1 { "it" } else { "them" },
        ));
    }
    let judged: Vec<(&PublishedRow, bool)> =
        rows.iter().filter_map(|row| Some((*row, row.verdict.agrees()?))).collect();
    let Some((first, _)) = judged.first() else {
        // An interval that holds nearly all that is possible decides nothing.
        if let Some(row) = with(ValueVerdict::WholeRange).next() {
            return Err(format!(
                "here {}, and {} with other seeds, of the possible {}: hardly any value could fail",
                row.reproduced_text(),
                row.interval_text(),
                row.possible.as_deref().unwrap_or_default().replace("..", " to "),
            ));
        }
        let nothing = match rows {
            [] => "the file has no such values",
            _ => "nothing here can be compared",
        };
        let reason = rows.iter().find_map(|row| row.reason.as_deref());
        return Err(reason.unwrap_or(nothing).to_owned());
    };
    let cases = judged.len();
    let held = judged.iter().filter(|(_, agrees)| *agrees).count();
    let interval = first.interval_text();
    let mut here = match cases {
        1 if interval.is_empty() => format!("{}{}", first.reproduced_text(), behind(&first.unit)),
        1 => format!("{}{}; {interval}", first.reproduced_text(), behind(&first.unit)),
        _ => format!("{held} of {cases} published values agree: {}", compared(&judged)),
    };
    if let more @ 1.. = with(ValueVerdict::WholeRange).count() {
        here = format!("{here}; intervals of {more} more hold all that is possible");
    }
    Ok(Found::new(held, cases, share, here))
}

/// Published values beside those that are here; of many, those that do not agree, and of many such the first ones.
fn compared(rows: &[(&PublishedRow, bool)]) -> String {
    const MOST: usize = 6;
    let beside = |(row, _): &(&PublishedRow, bool)| {
        format!("{} (here {})", row.printed_text(), row.over_seeds_text())
    };
    let is_short = rows.len() <= MOST;
    let told = rows.iter().filter(|(_, agrees)| is_short || !agrees);
    let named = told.clone().take(MOST).map(beside).collect::<Vec<_>>().join(", ");
    match told.count() {
        _ if is_short => named,
        0 => format!("such as {}", beside(&rows[0])),
        count if count > MOST => format!("not {named} and {} more", count - MOST),
        _ => format!("not {named}"),
    }
}

/// Some numbers in words; of many the first ones.
fn listed(numbers: &[String]) -> String {
    const MOST: usize = 4;
    match numbers.len().saturating_sub(MOST) {
        0 => in_a_row(numbers, "and"),
        more => format!("{} and {more} more", numbers[..MOST].join(", ")),
    }
}

/// A unit as it stands behind a number.
fn behind(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(" {unit}") }
}

impl Judge<'_, '_> {
    /// What is found in the tables, or by the published `rows` of the source; or why it cannot be told.
    fn find(mut self, rows: &[&PublishedRow]) -> Result<Found, String> {
        let check = self.check;
        let mut found = match (&check.values, &check.falling) {
            (Some(values), _) => {
                let rows = rows.iter().filter(|row| row.place.starts_with(&values.place));
                let rows =
                    rows.filter(|row| row.what.contains(&values.what) && has(row, &values.at));
                of_values(&rows.copied().collect::<Vec<_>>(), check.share)?
            }
            (None, Some(along)) => self.of_order(along)?,
            (None, None) => self.of_numbers()?,
        };
        if let Some(label) = &check.label {
            found.here = format!("{label}: {}", found.here);
        }
        Ok(found)
    }

    /// Compares the number of each case, in the unit of print, with the limits; or why there is none.
    fn of_numbers(&mut self) -> Result<Found, String> {
        let check = self.check;
        let target = check.target(self.names).ok_or_else(String::new)?;
        let order = check.by_order.then_some("ordering");
        let each: Vec<&str> =
            order.into_iter().chain(check.each.iter().map(String::as_str)).collect();
        let combinations = match each[..] {
            [] => vec![Vec::new()],
            _ => self.lookup.combinations(&target, &each)?,
        };
        // Of each order of the documents whether its cases agree.
        let mut orders: BTreeMap<Option<String>, Vec<bool>> = BTreeMap::new();
        let (mut values, mut reason) = (Vec::new(), None);
        for combination in combinations {
            let (mut target, mut factor) = (target.clone(), 1.0);
            for (column, value) in each.iter().zip(&combination) {
                target = target.with(column, value);
                if check.times_root.as_deref() == Some(column) {
                    factor = value.parse::<f64>().map_or(f64::NAN, f64::sqrt);
                }
            }
            match self.number(&target, factor) {
                Ok(value) => {
                    values.push(value);
                    let agrees = check.at_least.is_none_or(|least| value >= least)
                        && check.at_most.is_none_or(|most| value <= most);
                    orders.entry(combination.into_iter().next()).or_default().push(agrees);
                }
                Err(why) => reason = reason.or(Some(why)),
            }
        }
        if values.is_empty() {
            return Err(reason.unwrap_or_default());
        }
        let held_of = |cases: &[bool]| cases.iter().filter(|agrees| **agrees).count();
        let held = orders.values().map(|cases| held_of(cases)).sum();
        let here = in_words(check, &values, held);
        let mut found = Found::new(held, values.len(), check.share, here);
        if check.by_order {
            let holds = |cases: &&Vec<bool>| is_enough(held_of(cases), cases.len(), check.share);
            let holding = orders.values().filter(holds).count();
            found.here = format!("{}; in {holding} of {} orders", found.here, orders.len());
            found.holds = holding == orders.len();
            found.orders = Some(holding as f64 / orders.len() as f64);
        }
        Ok(found)
    }

    /// The number of a case in the unit of print: the first number, `factor` times as large, with the second. A
    /// correlation of both is over the values that the column `along` has in the rows of the first, and of the second where
    /// they share it.
    fn number(&mut self, target: &Target, factor: f64) -> Result<f64, String> {
        let check = self.check;
        let Some(along) = &check.along else {
            let value = self.lookup.look_up(target)?.value * factor;
            let Some(second) = check.second(target, self.names) else {
                return Ok(value / check.scale);
            };
            let second = self.lookup.look_up(&second)?.value;
            let is_share = check.over.is_some();
            return Ok(if is_share { value / second } else { (value - second) / check.scale });
        };
        let (mut x, mut y) = (Vec::new(), Vec::new());
        for point in self.lookup.combinations(target, &[along])? {
            let first = target.clone().with(along, &point[0]);
            x.push(self.lookup.look_up(&first)?.value);
            let second = check.second(&first, self.names).ok_or_else(String::new)?;
            y.push(self.lookup.look_up(&second)?.value);
        }
        let coefficient = if check.pearson.is_some() { pearson(&x, &y) } else { spearman(&x, &y) };
        coefficient.map_err(|reason| format!("the correlation is not defined: {reason}"))
    }

    /// Whether numbers fall from each value of the column `along` to the next.
    fn of_order(&mut self, along: &str) -> Result<Found, String> {
        let target = self.check.target(self.names).ok_or_else(String::new)?;
        let printed = self.check.at.get(along).map(|text| alternatives(text)).unwrap_or_default();
        let mut values: Vec<(&str, f64)> = Vec::new();
        for name in &printed {
            let target = target.clone().with(along, meant(self.names, along, name));
            values.push((name, self.lookup.look_up(&target)?.value));
        }
        let cases = values.len().saturating_sub(1);
        let held = values.windows(2).filter(|pair| pair[0].1 > pair[1].1).count();
        values.sort_by(|one, other| other.1.total_cmp(&one.1));
        let here: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
        Ok(Found::new(held, cases, self.check.share, here.join(", ")))
    }
}

/// The numbers of the cases, `held` of which agree.
fn in_words(check: &Check, values: &[f64], held: usize) -> String {
    let (low, high) = extent(values.iter().copied());
    let (cases, unit) = (values.len(), behind(&check.unit));
    let [shown_low, shown_high] = [low, high].map(|value| {
        let decimals = usize::from(check.decimals.min(9));
        let text = format!("{value:.decimals$}");
        // A zero has no sign.
        let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
        if is_zero { text.replace('-', "") } else { text }
    });
    match cases {
        1 => format!("{shown_low}{unit}"),
        // Yes and no.
        _ if (low, high) == (0.0, 1.0) || low.total_cmp(&high).is_eq() => {
            format!("{held} of {cases}")
        }
        _ => format!("{shown_low} to {shown_high}{unit}, {held} of {cases}"),
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
        let along = |documents: &str| {
            format!(
                "at = {{ test_set = \"t\", document = \"{documents}\" }}\nfalling = \"document\""
            )
        };
        is(&along("d3|d2|first"), "holds", "d3, d2, first");
        is(&along("d3|first|d2"), "holds-in-part", "d3, d2, first");
        is(&along("first|d3"), "does-not-hold", "d3, first");
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
