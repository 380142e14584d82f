//! One thing that a claim says, looked up in tables.

use super::PublishedRow;
use super::file::{Check, Coordinates, Names};
use super::lookup::TableLookup;
use super::target::{Target, alternatives, meant};
use super::verdict::ValueVerdict;
use crate::stats::correlation::{pearson, spearman};

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

impl Found {
    /// The same, where nothing is decided by it.
    pub(super) fn only_shown(self) -> Self {
        Self { cases: 0, held: 0, holds: true, ..self }
    }
}

fn is_enough(held: usize, cases: usize, share: f64) -> bool {
    held as f64 >= share * cases as f64 * (1.0 - 1e-12)
}

/// Judges a check by tables and by the published `rows` of its source; or why it cannot be told.
pub(super) fn find(
    check: &Check,
    names: &Names,
    lookup: &mut TableLookup<'_>,
    rows: &[&PublishedRow],
) -> Result<Found, String> {
    let mut found = match (&check.values, check.falling.as_ref().or(check.rising.as_ref())) {
        (Some(values), _) => {
            let is_meant = |row: &&&PublishedRow| {
                row.place.starts_with(&values.place)
                    && row.what.contains(&values.what)
                    && has(row, &values.at)
            };
            of_values(&rows.iter().filter(is_meant).copied().collect::<Vec<_>>(), check.share)?
        }
        (None, Some(along)) => of_order(check, along, names, lookup)?,
        (None, None) => of_numbers(check, names, lookup)?,
    };
    if let Some(label) = &check.label {
        found.here = format!("{label}: {}", found.here);
    }
    Ok(found)
}

/// Whether a published value has all these coordinates.
fn has(row: &PublishedRow, at: &Coordinates) -> bool {
    let value_of = |name: &str| {
        let mut parts = row.coordinates.split(", ").filter_map(|part| part.split_once('='));
        parts.find_map(|(key, value)| (key == name).then_some(value))
    };
    at.iter().all(|(name, text)| {
        let wanted = alternatives(text);
        value_of(name).is_some_and(|texts| {
            texts.split('|').all(|text| wanted.iter().any(|value| value == text))
        })
    })
}

fn of_values(rows: &[&PublishedRow], share: f64) -> Result<Found, String> {
    if rows.is_empty() {
        return Err("the file has no such values".to_owned());
    }
    let judged: Vec<&PublishedRow> =
        rows.iter().filter(|row| row.verdict.agrees().is_some()).copied().collect();
    let unjudged: Vec<String> = rows
        .iter()
        .filter(|row| row.verdict == ValueVerdict::NoInterval)
        .map(|row| row.reproduced_text())
        .collect();
    // Some that agree by their digits do not stand for others that nothing can judge.
    if !unjudged.is_empty() {
        return Err(format!(
            "here {}; one corpus gives no interval to judge {} by, several seeds of the generator do",
            listed(&unjudged),
            if unjudged.len() == 1 { "it" } else { "them" },
        ));
    }
    let whole: Vec<&PublishedRow> =
        rows.iter().filter(|row| row.verdict == ValueVerdict::WholeRange).copied().collect();
    let Some(first) = judged.first() else {
        if let Some(row) = whole.first() {
            return Err(nothing_can_fail(row));
        }
        let reason = rows.iter().find_map(|row| row.reason.as_deref());
        return Err(reason.unwrap_or("nothing here can be compared").to_owned());
    };
    let (cases, held) =
        (judged.len(), judged.iter().filter(|row| row.verdict.agrees() == Some(true)).count());
    let here = if cases == 1 {
        let interval = first.interval_text();
        let value = format!("{}{}", first.reproduced_text(), behind(&first.unit));
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
    let beside =
        |row: &&PublishedRow| format!("{} (here {})", row.printed_text(), row.over_seeds_text());
    let failing = || rows.iter().filter(|row| row.verdict.agrees() == Some(false));
    if rows.len() <= MOST {
        return rows.iter().map(beside).collect::<Vec<_>>().join(", ");
    }
    let named: Vec<String> = failing().take(MOST).map(beside).collect();
    match failing().count() {
        0 => format!("such as {}", beside(&rows[0])),
        count if count > MOST => format!("not {} and {} more", named.join(", "), count - MOST),
        _ => format!("not {}", named.join(", ")),
    }
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
    match numbers {
        [one] => one.clone(),
        [first @ .., last] if numbers.len() <= MOST => format!("{} and {last}", first.join(", ")),
        many => format!("{} and {} more", many[..MOST].join(", "), many.len() - MOST),
    }
}

/// A unit as it stands behind a number.
fn behind(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(" {unit}") }
}

fn of_numbers(check: &Check, names: &Names, lookup: &mut TableLookup<'_>) -> Result<Found, String> {
    // Values with the order of the documents, where each is judged by itself.
    let values = cases(check, names, lookup)?;
    let agrees = |value: f64| {
        check.at_least.is_none_or(|least| value >= least)
            && check.at_most.is_none_or(|most| value <= most)
    };
    let held = values.iter().filter(|(_, value)| agrees(*value)).count();
    let here = in_words(check, &values, held);
    let mut found = Found::new(held, values.len(), check.share, here);
    if check.by_order {
        let mut orders: Vec<&str> = values.iter().map(|(order, _)| order.as_str()).collect();
        orders.sort_unstable();
        orders.dedup();
        let holds = |order: &&&str| {
            let own: Vec<f64> =
                values.iter().filter(|(own, _)| own == **order).map(|(_, value)| *value).collect();
            is_enough(own.iter().filter(|value| agrees(**value)).count(), own.len(), check.share)
        };
        let holding = orders.iter().filter(holds).count();
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
    let target = check.target(names).ok_or_else(String::new)?;
    let other = check.other(names);
    let order = check.by_order.then_some("ordering");
    let each: Vec<&str> = order.into_iter().chain(check.each.iter().map(String::as_str)).collect();
    let combinations =
        if each.is_empty() { vec![Vec::new()] } else { lookup.combinations(&target, &each)? };
    let mut of_case = |combination: &[String]| -> Result<f64, String> {
        let (mut first, mut second) = (target.clone(), other.clone());
        let mut factor = 1.0;
        for (column, value) in each.iter().zip(combination) {
            first = first.with(column, value);
            // What the second number is about stays, whatever the case.
            second = second.map(|(second, differing)| {
                let is_fixed = differing.contains(column);
                (if is_fixed { second } else { second.with(column, value) }, differing)
            });
            if check.times_root.as_deref() == Some(column) {
                factor = value.parse::<f64>().map_or(f64::NAN, f64::sqrt);
            }
        }
        if let (Some((second, differing)), Some(along)) = (&second, &check.along) {
            let is_shared = !differing.contains(&along.as_str());
            return correlation(check, [&first, second], (along, is_shared), lookup);
        }
        let value = lookup.look_up(&first)?.value * factor;
        let Some((second, _)) = second else { return Ok(value / check.scale) };
        let second = lookup.look_up(&second)?.value;
        Ok(if check.over.is_some() { value / second } else { (value - second) / check.scale })
    };
    let (mut values, mut reason) = (Vec::new(), None);
    for combination in &combinations {
        let order = if check.by_order { combination[0].clone() } else { String::new() };
        match of_case(combination) {
            Ok(value) => values.push((order, value)),
            Err(why) => reason = reason.or(Some(why)),
        }
    }
    if values.is_empty() { Err(reason.unwrap_or_default()) } else { Ok(values) }
}

/// The correlation of two numbers over the values that the column `along` has in the rows of the first, and of the
/// second where it `is_shared`.
fn correlation(
    check: &Check,
    [first, second]: [&Target; 2],
    (along, is_shared): (&str, bool),
    lookup: &mut TableLookup<'_>,
) -> Result<f64, String> {
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for point in lookup.combinations(first, &[along])? {
        x.push(lookup.look_up(&first.clone().with(along, &point[0]))?.value);
        let second = second.clone();
        let second = if is_shared { second.with(along, &point[0]) } else { second };
        y.push(lookup.look_up(&second)?.value);
    }
    let coefficient = if check.pearson.is_some() { pearson(&x, &y) } else { spearman(&x, &y) };
    coefficient.map_err(|reason| format!("the correlation is not defined: {reason}"))
}

/// The numbers of the cases, `held` of which agree.
fn in_words(check: &Check, values: &[(String, f64)], held: usize) -> String {
    let ends = (f64::INFINITY, f64::NEG_INFINITY);
    let (low, high) =
        values.iter().fold(ends, |(low, high), (_, value)| (low.min(*value), high.max(*value)));
    let shown = |value: f64| {
        let decimals = usize::from(check.decimals.min(9));
        let text = format!("{value:.decimals$}");
        // A zero has no sign.
        let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
        text.strip_prefix('-').filter(|_| is_zero).map_or(text.clone(), str::to_owned)
    };
    let (cases, unit) = (values.len(), behind(&check.unit));
    match cases {
        1 => format!("{}{unit}", shown(low)),
        // Yes and no.
        _ if (low, high) == (0.0, 1.0) || low.total_cmp(&high).is_eq() => {
            format!("{held} of {cases}")
        }
        _ => format!("{} to {}{unit}, {held} of {cases}", shown(low), shown(high)),
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
