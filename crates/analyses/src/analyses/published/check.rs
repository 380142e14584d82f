//! One thing that a claim says, looked up in tables.

use super::PublishedRow;
use super::lookup::TableLookup;
use crate::config::published::{Against, Check, Relation, Subject, Target};

/// What is found.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Found {
    /// Number of cases, and of those that agree.
    pub(super) cases: usize,
    pub(super) held: usize,
    /// Whether enough of them agree.
    pub(super) holds: bool,
    /// Whether it holds in some orders of the documents and not in others.
    pub(super) depends_on_order: bool,
    /// The numbers in words.
    pub(super) here: String,
}

/// Judges a check by tables and by the published `rows` of its source; or why it cannot be told.
pub(super) fn find(
    check: &Check,
    lookup: &mut TableLookup<'_>,
    rows: &[&PublishedRow],
) -> Result<Found, String> {
    let mut found = match &check.subject {
        Subject::Values { place, what, at } => {
            let is_meant = |row: &&&PublishedRow| {
                row.place.starts_with(place) && row.what.contains(what) && has(row, at)
            };
            of_values(&rows.iter().filter(is_meant).copied().collect::<Vec<_>>(), check.share)?
        }
        Subject::Numbers { .. } => of_numbers(check, lookup)?,
        Subject::Order { target, along, order, ascending } => {
            of_order(target, along, order, *ascending, lookup, check.share)?
        }
    };
    if let Some(label) = &check.label {
        found.here = format!("{label}: {}", found.here);
    }
    Ok(found)
}

/// Whether a published value has all these coordinates.
fn has(row: &PublishedRow, at: &[(String, Vec<String>)]) -> bool {
    let own = |name: &str| {
        let mut parts = row.coordinates.split(", ").filter_map(|part| part.split_once('='));
        parts.find_map(|(key, value)| (key == name).then_some(value))
    };
    at.iter().all(|(name, values)| {
        own(name)
            .is_some_and(|own| own.split('|').all(|own| values.iter().any(|value| value == own)))
    })
}

fn is_enough(held: usize, cases: usize, share: f64) -> bool {
    held as f64 >= share * cases as f64 * (1.0 - 1e-12)
}

fn of_values(rows: &[&PublishedRow], share: f64) -> Result<Found, String> {
    if rows.is_empty() {
        return Err("the file has no such values".to_owned());
    }
    let judged: Vec<&PublishedRow> =
        rows.iter().filter(|row| row.agrees().is_some()).copied().collect();
    let unjudged: Vec<String> = rows
        .iter()
        .filter(|row| &*row.verdict == "no-interval")
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
    let Some(first) = judged.first() else {
        let reason = rows.iter().find_map(|row| row.reason.as_deref());
        return Err(reason.unwrap_or("nothing here can be compared").to_owned());
    };
    let (cases, held) =
        (judged.len(), judged.iter().filter(|row| row.agrees() == Some(true)).count());
    let here = if cases == 1 {
        let interval = first.interval_text();
        let unit = if first.unit.is_empty() { String::new() } else { format!(" {}", first.unit) };
        let value = format!("{}{unit}", first.reproduced_text());
        if interval.is_empty() { value } else { format!("{value}; {interval}") }
    } else {
        format!("{held} of {cases} published values agree")
    };
    let holds = is_enough(held, cases, share);
    Ok(Found { cases, held, holds, depends_on_order: false, here })
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

/// A target with further coordinates, or others in the place of its own.
fn with(target: &Target, names: &[String], values: &[String]) -> Target {
    let mut target = target.clone();
    for (name, value) in names.iter().zip(values) {
        target.coordinates.retain(|(own, _)| own != name);
        target.coordinates.push((name.clone(), vec![value.clone()]));
    }
    target
}

fn of_numbers(check: &Check, lookup: &mut TableLookup<'_>) -> Result<Found, String> {
    let Subject::Numbers { target, against, each, among, limits, by_order } = &check.subject else {
        return Err(String::new());
    };
    let order = by_order.then(|| "ordering".to_owned());
    let names: Vec<String> = order.into_iter().chain(each.iter().cloned()).collect();
    let combinations = if names.is_empty() && among.is_empty() {
        vec![Vec::new()]
    } else {
        lookup.combinations(target, &names, among)?
    };
    // Values with the order of the documents, where each is judged by itself.
    let mut values: Vec<(String, f64)> = Vec::new();
    let mut reason = None;
    for combination in &combinations {
        let first = lookup.look_up(&with(target, &names, combination)).map(|found| found.value);
        let value = first.and_then(|value| match against {
            None => Ok(value / check.scale),
            Some(Against { target, own, relation }) => {
                // What the second number is about stays, whatever the case.
                let (names, values): (Vec<String>, Vec<String>) = names
                    .iter()
                    .zip(combination)
                    .filter(|(name, _)| !own.contains(name))
                    .map(|(name, value)| (name.clone(), value.clone()))
                    .unzip();
                let other = lookup.look_up(&with(target, &names, &values))?.value;
                Ok(match relation {
                    Relation::Difference => (value - other) / check.scale,
                    Relation::Ratio => value / other,
                })
            }
        });
        let group = if *by_order { combination[0].clone() } else { String::new() };
        match value {
            Ok(value) => values.push((group, value)),
            Err(why) => reason = reason.or(Some(why)),
        }
    }
    if values.is_empty() {
        return Err(reason.unwrap_or_default());
    }
    let (least, most) = *limits;
    let agrees = |value: f64| {
        least.is_none_or(|least| value >= least) && most.is_none_or(|most| value <= most)
    };
    let (cases, held) = (values.len(), values.iter().filter(|(_, value)| agrees(*value)).count());
    let (low, high) =
        values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (_, value)| {
            (low.min(*value), high.max(*value))
        });
    let shown = |value: f64| {
        let decimals = usize::from(check.decimals);
        let text = format!("{value:.decimals$}");
        // A zero has no sign.
        if text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.')) {
            text.trim_start_matches('-').to_owned()
        } else {
            text
        }
    };
    let unit = if check.unit.is_empty() { String::new() } else { format!(" {}", check.unit) };
    let mut here = match cases {
        1 => format!("{}{unit}", shown(low)),
        // Yes and no.
        _ if (low, high) == (0.0, 1.0) || low.total_cmp(&high).is_eq() => {
            format!("{held} of {cases}")
        }
        _ => format!("{} to {}{unit}, {held} of {cases}", shown(low), shown(high)),
    };
    if !by_order {
        let holds = is_enough(held, cases, check.share);
        return Ok(Found { cases, held, holds, depends_on_order: false, here });
    }
    let mut orders: Vec<&str> = values.iter().map(|(order, _)| order.as_str()).collect();
    orders.sort_unstable();
    orders.dedup();
    let holding = orders.iter().filter(|order| {
        let own: Vec<f64> =
            values.iter().filter(|(own, _)| own == **order).map(|(_, value)| *value).collect();
        is_enough(own.iter().filter(|value| agrees(**value)).count(), own.len(), check.share)
    });
    let holding = holding.count();
    here = format!("{here}; in {holding} of {} orders", orders.len());
    Ok(Found {
        cases,
        held,
        holds: holding == orders.len(),
        depends_on_order: holding > 0 && holding < orders.len(),
        here,
    })
}

fn of_order(
    target: &Target,
    along: &str,
    order: &[(String, String)],
    ascending: bool,
    lookup: &mut TableLookup<'_>,
    share: f64,
) -> Result<Found, String> {
    let name = [along.to_owned()];
    let mut values: Vec<(&str, f64)> = Vec::new();
    for (printed, own) in order {
        let value = lookup.look_up(&with(target, &name, std::slice::from_ref(own)))?.value;
        values.push((printed, if ascending { -value } else { value }));
    }
    let (cases, held) =
        (values.len() - 1, values.windows(2).filter(|pair| pair[0].1 > pair[1].1).count());
    values.sort_by(|one, other| other.1.total_cmp(&one.1));
    let here: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
    let holds = is_enough(held, cases, share);
    Ok(Found { cases, held, holds, depends_on_order: false, here: here.join(", ") })
}
