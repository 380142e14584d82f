//! The table `claims`: conclusions of sources, judged by the tables of a run.

use std::collections::BTreeMap;

use super::file::{Check, Claim, Published, ValuesOfClaim};
use super::lookup::{RunTables, Target, alternatives, combinations, look_up, meant};
use super::rows::FEWEST_SEEDS;
use super::verdict::{Basis, ClaimVerdict, ValueVerdict};
use super::{ClaimRow, PublishedRow, real};
use crate::presentation::extent;
use crate::stats::correlation::{pearson, spearman};
use crate::words::in_a_row;

/// The share of seeds with which a claim must hold to hold; if it fails with as many, it does not.
const SHARE_OF_SEEDS: f64 = 0.95;

/// Returns a row for each claim of `sources`, judged by `tables`, by the `published` values in them and, if there are
/// enough `seeds`, by how far the claim holds with each.
pub(super) fn claims(
    sources: &[Published],
    tables: &RunTables,
    published: &[PublishedRow],
    seeds: &[Vec<f64>],
) -> Vec<ClaimRow> {
    let mut seeds = seeds.iter();
    let mut rows = Vec::new();
    for source in sources {
        let key = &source.source.key;
        let values: Vec<_> = published.iter().filter(|row| *row.source == **key).collect();
        let judge = Judge { source, tables, values: &values };
        for (number, claim) in (1..).zip(&source.claims) {
            let judged = judge.claim(claim);
            let seeds = seeds.next().map_or(&[][..], Vec::as_slice);
            let verdict = judged.as_ref().ok().map(|outcome| {
                // Too few seeds decide nothing: the outcome of this run stands alone.
                let extents = if seeds.len() < FEWEST_SEEDS { &[outcome.extent()] } else { seeds };
                // Agreement of what was fitted or put in says nothing about the claim; disagreement says that the fit failed.
                match (verdict(extents, outcome.orders.is_some()), claim.basis) {
                    (ClaimVerdict::Holds, Basis::Calibrated) => ClaimVerdict::Fitted,
                    (ClaimVerdict::Holds, Basis::Follows | Basis::Input) => ClaimVerdict::Follows,
                    (verdict, _) => verdict,
                }
            });
            let mut here = judged.map_or_else(|why| why, |outcome| outcome.here);
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

/// Returns how far a claim holds with a seed: 1 if it does, or else the share of cases, or of orders, in which it does.
/// Returns `None` if it cannot be told, or follows from published values, which have their own spread.
pub(super) fn with_seed(claim: &Claim, source: &Published, tables: &RunTables) -> Option<f64> {
    let is_of_run = claim.checks.iter().any(|check| !check.is_of_print());
    let judge = Judge { source, tables, values: &[] };
    Some(is_of_run.then(|| judge.claim(claim))?.ok()?.extent())
}

/// Returns the number of seeds with which a claim holds.
fn holding(extents: &[f64]) -> usize {
    extents.iter().filter(|extent| **extent >= 1.0).count()
}

/// Returns the verdict on a claim by how far it holds with each seed: it holds if 95 % of them say so, does not hold if 95 %
/// say the contrary, and else in part. A claim about each order of the documents by itself fails if it holds in
/// none, and depends on the order between. With one corpus the cases stand for seeds: all, none or some.
fn verdict(extents: &[f64], by_order: bool) -> ClaimVerdict {
    let fails_wholly = by_order || extents.len() == 1;
    let fails = |extent: &&f64| if fails_wholly { **extent <= 0.0 } else { **extent < 1.0 };
    // A share of whole numbers is compared as such: 19 of 20 is 95 %.
    let is_enough = |seeds| seeds as f64 >= SHARE_OF_SEEDS * extents.len() as f64 - 1e-9;
    if is_enough(holding(extents)) {
        ClaimVerdict::Holds
    } else if is_enough(extents.iter().filter(fails).count()) {
        ClaimVerdict::DoesNotHold
    } else if by_order {
        ClaimVerdict::DependsOnTheOrder
    } else {
        ClaimVerdict::HoldsInPart
    }
}

/// The outcome of a check, or of all checks of a claim.
#[derive(Debug, Default)]
struct Outcome {
    /// Number of cases.
    cases: usize,
    /// Number of cases that agree.
    held: usize,
    /// `true` if enough cases agree.
    holds: bool,
    /// The share of orders of the documents in which enough cases agree, if each order is judged by itself.
    orders: Option<f64>,
    /// The numbers in words.
    here: String,
}

impl Outcome {
    /// Returns the outcome of the cases. It holds if at least a `share` of them agree.
    fn new(agree: &[bool], share: f64) -> Self {
        let (held, cases) = (agree.iter().filter(|agrees| **agrees).count(), agree.len());
        // A share of all cases that is a whole number may exceed it by rounding.
        let holds = held as f64 >= share * cases as f64 * (1.0 - 1e-12);
        Self { cases, held, holds, ..Self::default() }
    }

    /// Returns 1 if it holds, or else the share of orders or of cases that do.
    fn extent(&self) -> f64 {
        let share = self.orders.unwrap_or(self.held as f64 / self.cases.max(1) as f64);
        // 1 stands for what holds: a share of what does not hold is less.
        if self.holds { 1.0 } else { share.min(1.0 - f64::EPSILON) }
    }
}

/// Everything by which the claims of a source are judged.
#[derive(Clone, Copy)]
struct Judge<'a> {
    source: &'a Published,
    tables: &'a RunTables,
    /// The published values of the source.
    values: &'a [&'a PublishedRow],
}

impl Judge<'_> {
    /// Returns the outcome of all checks of a claim together, or why it cannot be told.
    fn claim(&self, claim: &Claim) -> Result<Outcome, String> {
        claim.reason.clone().map_or(Ok(()), Err)?;
        let (mut outcomes, mut lacking) = (Vec::new(), None);
        for check in &claim.checks {
            match self.check(check) {
                Ok(outcome) => outcomes.push(outcome),
                Err(why) if check.optional => lacking = lacking.or(Some(why)),
                Err(why) => {
                    (outcomes, lacking) = (Vec::new(), Some(why));
                    break;
                }
            }
        }
        if let (Some(why), []) = (lacking, &outcomes[..]) {
            let needs = claim.needs.as_ref().map(|needs| format!("it needs {needs} ({why})"));
            return Err(needs.unwrap_or(why));
        }
        let here: Vec<&str> = outcomes.iter().map(|outcome| &*outcome.here).collect();
        Ok(Outcome {
            cases: outcomes.iter().map(|outcome| outcome.cases).sum(),
            held: outcomes.iter().map(|outcome| outcome.held).sum(),
            holds: outcomes.iter().all(|outcome| outcome.holds),
            orders: outcomes.iter().filter_map(|outcome| outcome.orders).reduce(f64::min),
            here: here.join("; "),
        })
    }

    /// Returns the outcome of a check, or why there is none.
    fn check(&self, check: &Check) -> Result<Outcome, String> {
        let print = check.is_of_print().then(|| self.source.print());
        let judge = Judge { tables: print.as_ref().unwrap_or(self.tables), ..*self };
        let mut outcome = match (check.target(&self.source.names), &check.falling) {
            (None, _) => judge.of_values(check),
            (Some(target), None) => judge.of_numbers(check, &target),
            (Some(target), Some(along)) => judge.of_order(check, &target, along),
        }?;
        if check.only_shown {
            // Nothing is decided by it.
            outcome = Outcome { holds: true, here: outcome.here, ..Outcome::default() };
        }
        if let Some(label) = &check.label {
            outcome.here = format!("{label}: {}", outcome.here);
        }
        Ok(outcome)
    }

    /// Returns the outcome of a check of published values.
    fn of_values(&self, check: &Check) -> Result<Outcome, String> {
        let is_named = |row: &&PublishedRow| {
            let has = |(name, text): (&String, &String)| {
                row.coordinates.split(", ").any(|one| one.split_once('=') == Some((name, text)))
            };
            check.values.as_ref().is_some_and(|ValuesOfClaim { place, what, at }| {
                row.place.starts_with(place) && row.what.contains(what) && at.iter().all(has)
            })
        };
        let rows = self.values.iter().copied().filter(is_named);
        let with = |wanted| rows.clone().filter(|row| row.verdict == wanted).collect::<Vec<_>>();
        let (unjudged, whole) = (with(ValueVerdict::NoInterval), with(ValueVerdict::WholeRange));
        let judged: Vec<_> = rows.clone().filter(|row| row.verdict.agrees().is_some()).collect();
        let agree: Vec<bool> =
            judged.iter().map(|row| row.verdict.agrees() == Some(true)).collect();
        let mut outcome = Outcome::new(&agree, check.share);
        outcome.here = match (&unjudged[..], &judged[..], &whole[..]) {
            // Some that agree by their digits do not stand for others that nothing can judge.
            ([_, others @ ..], ..) => {
                let (it, texts) =
                    (if others.is_empty() { "it" } else { "them" }, listed(&unjudged));
                return Err(format!(
                    "here {texts}; one corpus gives no interval to judge {it} by, several seeds of the generator do",
                ));
            }
            // An interval that holds nearly all that is possible decides nothing.
            ([], [], [row, ..]) => {
                return Err(format!(
                    "here {}, and {} with other seeds, of the possible {}: hardly any value could fail",
                    row.reproduced_text(),
                    row.interval_text(),
                    row.possible.as_deref().unwrap_or_default().replace("..", " to "),
                ));
            }
            ([], [], []) => {
                let nothing = match rows.clone().next() {
                    None => "the file has no such values",
                    Some(_) => "nothing here can be compared",
                };
                let reason = rows.clone().find_map(|row| row.reason.as_deref());
                return Err(reason.unwrap_or(nothing).to_owned());
            }
            ([], [row], _) => {
                let number = row.reproduced_text() + &behind(&row.unit);
                format!("{number}; {}", row.interval_text()).trim_end_matches("; ").to_owned()
            }
            _ => {
                let Outcome { held, cases, .. } = outcome;
                format!("{held} of {cases} published values agree: {}", compared(&judged))
            }
        };
        if let more @ 1.. = whole.len() {
            let here = outcome.here;
            outcome.here = format!("{here}; intervals of {more} more hold all that is possible");
        }
        Ok(outcome)
    }

    /// Compares the number of each case, in the unit of print, with the limits, or says why there is none.
    fn of_numbers(&self, check: &Check, target: &Target) -> Result<Outcome, String> {
        let order = check.by_order.then_some("ordering");
        let each = order.into_iter().chain(check.each.iter().map(String::as_str));
        let each: Vec<&str> = each.collect();
        // The numbers by order of the documents.
        let mut orders: BTreeMap<Option<String>, Vec<f64>> = BTreeMap::new();
        let mut reasons = Vec::new();
        for combination in combinations(self.tables, target, &each)? {
            let cells = each.iter().zip(&combination);
            let target = cells.fold(target.clone(), |target, (name, cell)| target.with(name, cell));
            match self.number(check, &target) {
                Ok(value) => {
                    orders.entry(combination.into_iter().next()).or_default().push(value);
                }
                Err(why) => reasons.push(why),
            }
        }
        let values: Vec<f64> = orders.values().flatten().copied().collect();
        if values.is_empty() {
            return Err(reasons.into_iter().next().unwrap_or_default());
        }
        let agrees = |value: &f64| {
            check.at_least.is_none_or(|least| *value >= least)
                && check.at_most.is_none_or(|most| *value <= most)
        };
        let outcome = |values: &[f64]| {
            Outcome::new(&values.iter().map(agrees).collect::<Vec<_>>(), check.share)
        };
        let mut whole = outcome(&values);
        whole.here = in_words(check, &values, whole.held);
        if check.by_order {
            let holding = orders.values().filter(|values| outcome(values).holds).count();
            whole.here = format!("{}; in {holding} of {} orders", whole.here, orders.len());
            whole.holds = holding == orders.len();
            whole.orders = Some(holding as f64 / orders.len() as f64);
        }
        Ok(whole)
    }

    /// Returns the number of a case in the unit of print: the first number with the second. A correlation of both is over
    /// the values that the column `along` has in the rows of the first, and of the second if they share it.
    fn number(&self, check: &Check, first: &Target) -> Result<f64, String> {
        let value = |target: &Target| look_up(self.tables, target).map(|(value, _)| value);
        let second = |first: &Target| {
            let second = check.second(first, &self.source.names);
            second.map(|second| value(&second)).transpose()
        };
        let Some(along) = &check.along else {
            let first_value = value(first)? * check.root(first);
            return Ok(match second(first)? {
                Some(second) if check.over.is_some() => first_value / second,
                second => (first_value - second.unwrap_or(0.0)) / check.scale,
            });
        };
        let (mut x, mut y) = (Vec::new(), Vec::new());
        for point in combinations(self.tables, first, &[along])? {
            let first = first.clone().with(along, &point[0]);
            x.push(value(&first)?);
            y.extend(second(&first)?);
        }
        let coefficient = if check.pearson.is_some() { pearson(&x, &y) } else { spearman(&x, &y) };
        coefficient.map_err(|reason| format!("the correlation is not defined: {reason}"))
    }

    /// Compares the number of each value of the column `along` with the next, which must be smaller.
    fn of_order(&self, check: &Check, target: &Target, along: &str) -> Result<Outcome, String> {
        let mut values = Vec::new();
        for name in check.at.get(along).map(|text| alternatives(text)).unwrap_or_default() {
            let target = target.clone().with(along, meant(&self.source.names, along, &name));
            values.push((look_up(self.tables, &target)?.0, name));
        }
        let falls: Vec<bool> = values.windows(2).map(|pair| pair[0].0 > pair[1].0).collect();
        values.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let here: Vec<String> = values.into_iter().map(|(_, name)| name).collect();
        Ok(Outcome { here: here.join(", "), ..Outcome::new(&falls, check.share) })
    }
}

/// Sets published values beside the reproduced ones; of many, those that do not agree, and of many such the first ones.
fn compared(rows: &[&PublishedRow]) -> String {
    const MOST: usize = 6;
    let beside =
        |row: &&PublishedRow| format!("{} (here {})", row.printed_text(), row.over_seeds_text());
    let is_short = rows.len() <= MOST;
    let shown = rows.iter().filter(|row| is_short || row.verdict.agrees() == Some(false));
    let named = shown.clone().take(MOST).map(beside).collect::<Vec<_>>().join(", ");
    match shown.count() {
        _ if is_short => named,
        0 => format!("such as {}", beside(&rows[0])),
        count if count > MOST => format!("not {named} and {} more", count - MOST),
        _ => format!("not {named}"),
    }
}

/// Lists the reproduced values, of many the first ones.
fn listed(rows: &[&PublishedRow]) -> String {
    const MOST: usize = 4;
    let numbers = rows.iter().take(MOST).map(|row| row.reproduced_text());
    let more = rows.len().checked_sub(MOST).filter(|more| *more > 0);
    let more = more.map(|more| format!("{more} more"));
    in_a_row(&numbers.chain(more).collect::<Vec<_>>(), "and")
}

/// Returns a blank and the unit, to follow a number; nothing without a unit.
fn behind(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(" {unit}") }
}

/// Writes the numbers of the cases and how many of them agree, `held`.
fn in_words(check: &Check, values: &[f64], held: usize) -> String {
    let ((low, high), cases) = (extent(values.iter().copied()), values.len());
    let shown = |value: f64| {
        let decimals = usize::from(check.decimals.unwrap_or(2).min(9));
        let text = format!("{value:.decimals$}");
        // A zero has no sign.
        let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
        if is_zero { text.replace('-', "") } else { text }
    };
    let unit = behind(&check.unit);
    match cases {
        1 => format!("{}{unit}", shown(low)),
        // Yes and no.
        _ if (low, high) == (0.0, 1.0) || low.total_cmp(&high).is_eq() => {
            format!("{held} of {cases}")
        }
        _ => format!("{} to {}{unit}, {held} of {cases}", shown(low), shown(high)),
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

    fn tables() -> RunTables {
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
