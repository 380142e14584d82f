//! One thing that a claim says, looked up in tables.

use std::collections::BTreeMap;

use super::PublishedRow;
use super::file::{Check, Coordinates, Names};
use super::lookup::TableLookup;
use super::target::{Second, Target, alternatives, meant};
use super::verdict::ValueVerdict;
use crate::presentation::extent;
use crate::stats::correlation::{pearson, spearman};
use crate::words::in_a_row;

/// What is found.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Found {
    /// Number of cases, and of those that agree.
    pub(super) cases: usize,
    pub(super) held: usize,
    /// Whether enough of them agree.
    pub(super) holds: bool,
    /// The share of orders of the documents in which enough agree, where each is judged by itself.
    pub(super) orders: Option<f64>,
    /// The numbers in words.
    pub(super) here: String,
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

/// Judges a check by tables and by the published `rows` of its source; or why it cannot be told.
pub(super) fn find(
    check: &Check,
    names: &Names,
    lookup: &mut TableLookup<'_>,
    rows: &[&PublishedRow],
) -> Result<Found, String> {
    let mut found = if let Some(values) = &check.values {
        let rows = rows.iter().filter(|row| row.place.starts_with(&values.place));
        let rows = rows.filter(|row| row.what.contains(&values.what) && has(row, &values.at));
        of_values(&rows.copied().collect::<Vec<_>>(), check.share)?
    } else if let Some(along) = check.falling.as_ref().or(check.rising.as_ref()) {
        of_order(check, along, names, lookup)?
    } else {
        of_numbers(check, names, lookup)?
    };
    if let Some(label) = &check.label {
        found.here = format!("{label}: {}", found.here);
    }
    Ok(found)
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
    if rows.is_empty() {
        return Err("the file has no such values".to_owned());
    }
    let unjudged = rows.iter().filter(|row| row.verdict == ValueVerdict::NoInterval);
    let unjudged: Vec<String> = unjudged.map(|row| row.reproduced_text()).collect();
    // Some that agree by their digits do not stand for others that nothing can judge.
    if !unjudged.is_empty() {
        return Err(format!(
            "here {}; one corpus gives no interval to judge {} by, several seeds of the generator do",
            listed(&unjudged),
            if unjudged.len() == 1 { "it" } else { "them" },
        ));
    }
    let judged = rows.iter().filter(|row| row.verdict.agrees().is_some());
    let judged: Vec<&PublishedRow> = judged.copied().collect();
    let whole: Vec<&&PublishedRow> =
        rows.iter().filter(|row| row.verdict == ValueVerdict::WholeRange).collect();
    let Some(first) = judged.first() else {
        let reason = rows.iter().find_map(|row| row.reason.as_deref());
        let reason = reason.unwrap_or("nothing here can be compared");
        return Err(whole.first().map_or_else(|| reason.to_owned(), |row| nothing_can_fail(row)));
    };
    let cases = judged.len();
    let held = judged.iter().filter(|row| row.verdict.agrees() == Some(true)).count();
    let here = if cases == 1 {
        let value = format!("{}{}", first.reproduced_text(), behind(&first.unit));
        let interval = first.interval_text();
        if interval.is_empty() { value } else { format!("{value}; {interval}") }
    } else {
        format!("{held} of {cases} published values agree: {}", compared(&judged))
    };
    let here = match whole.len() {
        0 => here,
        more => format!("{here}; intervals of {more} more hold all that is possible"),
    };
    Ok(Found::new(held, cases, share, here))
}

/// Published values beside those that are here; of many, those that do not agree, and of many such the first ones.
fn compared(rows: &[&PublishedRow]) -> String {
    const MOST: usize = 6;
    let is_short = rows.len() <= MOST;
    let told = rows.iter().filter(|row| is_short || row.verdict.agrees() == Some(false));
    let named = told.clone().take(MOST).map(|row| beside(row)).collect::<Vec<_>>().join(", ");
    if is_short {
        return named;
    }
    match told.count() {
        0 => format!("such as {}", beside(rows[0])),
        count if count > MOST => format!("not {named} and {} more", count - MOST),
        _ => format!("not {named}"),
    }
}

fn beside(row: &PublishedRow) -> String {
    format!("{} (here {})", row.printed_text(), row.over_seeds_text())
}

/// Why a value whose interval holds nearly all that is possible decides nothing.
fn nothing_can_fail(row: &PublishedRow) -> String {
    format!(
        "here {}, and {} with other seeds, of the possible {}: hardly any value could fail",
        row.reproduced_text(),
        row.interval_text(),
        row.possible.as_deref().unwrap_or_default().replace("..", " to "),
    )
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

fn of_numbers(check: &Check, names: &Names, lookup: &mut TableLookup<'_>) -> Result<Found, String> {
    let values = cases(check, names, lookup)?;
    let mut held = 0;
    // Of each order of the documents the cases, and those that agree.
    let mut orders: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (order, value) in &values {
        let agrees = check.at_least.is_none_or(|least| *value >= least)
            && check.at_most.is_none_or(|most| *value <= most);
        let counts = orders.entry(order).or_default();
        counts.0 += 1;
        counts.1 += usize::from(agrees);
        held += usize::from(agrees);
    }
    let here = in_words(check, &values, held);
    let mut found = Found::new(held, values.len(), check.share, here);
    if check.by_order {
        let holding = orders.values().filter(|(cases, held)| is_enough(*held, *cases, check.share));
        let holding = holding.count();
        found.here = format!("{}; in {holding} of {} orders", found.here, orders.len());
        found.holds = holding == orders.len();
        found.orders = Some(holding as f64 / orders.len() as f64);
    }
    Ok(found)
}

/// The number of each case in the unit of print, with the order of the documents if that counts; or why
/// there is none.
fn cases(
    check: &Check,
    names: &Names,
    lookup: &mut TableLookup<'_>,
) -> Result<Vec<(String, f64)>, String> {
    let first = check.target(names).ok_or_else(String::new)?;
    let second = check.second(names);
    let order = check.by_order.then_some("ordering");
    let each: Vec<&str> = order.into_iter().chain(check.each.iter().map(String::as_str)).collect();
    let combinations =
        if each.is_empty() { vec![Vec::new()] } else { lookup.combinations(&first, &each)? };
    let root = each.iter().position(|column| check.times_root.as_deref() == Some(column));
    let (mut values, mut reason) = (Vec::new(), None);
    for combination in combinations {
        let (mut first, mut second) = (first.clone(), second.clone());
        for (column, value) in each.iter().zip(&combination) {
            first = first.with(column, value);
            second = second.map(|second| second.with(column, value));
        }
        let factor =
            root.map_or(1.0, |place| combination[place].parse::<f64>().map_or(f64::NAN, f64::sqrt));
        match number(check, &first, second.as_ref(), factor, lookup) {
            Ok(number) => {
                let order = if check.by_order { combination[0].clone() } else { String::new() };
                values.push((order, number));
            }
            Err(why) => reason = reason.or(Some(why)),
        }
    }
    if values.is_empty() { Err(reason.unwrap_or_default()) } else { Ok(values) }
}

/// The number of a case in the unit of print: the first number, `factor` times as large, with the second.
fn number(
    check: &Check,
    first: &Target,
    second: Option<&Second<'_>>,
    factor: f64,
    lookup: &mut TableLookup<'_>,
) -> Result<f64, String> {
    if let (Some(second), Some(along)) = (second, &check.along) {
        return correlation(check, first, second, along, lookup);
    }
    let value = lookup.look_up(first)?.value * factor;
    let Some(second) = second else { return Ok(value / check.scale) };
    let second = lookup.look_up(&second.target)?.value;
    Ok(if check.over.is_some() { value / second } else { (value - second) / check.scale })
}

/// The correlation of two numbers over the values that the column `along` has in the rows of the first, and of the
/// second where they share it.
fn correlation(
    check: &Check,
    first: &Target,
    second: &Second<'_>,
    along: &str,
    lookup: &mut TableLookup<'_>,
) -> Result<f64, String> {
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for point in lookup.combinations(first, &[along])? {
        x.push(lookup.look_up(&first.clone().with(along, &point[0]))?.value);
        y.push(lookup.look_up(&second.clone().with(along, &point[0]).target)?.value);
    }
    let coefficient = if check.pearson.is_some() { pearson(&x, &y) } else { spearman(&x, &y) };
    coefficient.map_err(|reason| format!("the correlation is not defined: {reason}"))
}

/// The numbers of the cases, `held` of which agree.
fn in_words(check: &Check, values: &[(String, f64)], held: usize) -> String {
    let (low, high) = extent(values.iter().map(|(_, value)| *value));
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

/// Whether numbers fall or rise from each value of the column `along` to the next.
fn of_order(
    check: &Check,
    along: &str,
    names: &Names,
    lookup: &mut TableLookup<'_>,
) -> Result<Found, String> {
    let target = check.target(names).ok_or_else(String::new)?;
    let printed = check.at.get(along).map(|text| alternatives(text)).unwrap_or_default();
    let mut values: Vec<(&str, f64)> = Vec::new();
    for name in &printed {
        let value = lookup.look_up(&target.clone().with(along, meant(names, along, name)))?.value;
        values.push((name, if check.rising.is_some() { -value } else { value }));
    }
    let cases = values.len().saturating_sub(1);
    let held = values.windows(2).filter(|pair| pair[0].1 > pair[1].1).count();
    values.sort_by(|one, other| other.1.total_cmp(&one.1));
    let here: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
    Ok(Found::new(held, cases, check.share, here.join(", ")))
}
