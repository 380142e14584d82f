//! The best system in a sentence, over all metrics.

use super::ranks::{MetricRanks, Place};
use crate::presentation::chance;
use crate::words::in_a_row;

/// Systems that a sentence names.
const NAMED: usize = 6;

/// What a metric says of the best system.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Call<'a> {
    /// One is significantly better than all others.
    Best(&'a str),
    /// No other is significantly better than these, which do not differ significantly, or have `untested` pairs.
    Undecided { systems: Vec<&'a str>, untested: bool },
    /// There is no test.
    NoVerdict,
}

impl<'a> Call<'a> {
    fn new(metric: &MetricRanks<'a>) -> Self {
        if !metric.has_verdicts() {
            return Self::NoVerdict;
        }
        let machines = metric.places.iter().filter(|place| !place.is_reference);
        let names: Vec<&str> = machines.clone().map(|place| place.system).collect();
        let unbeaten: Vec<&Place<'a>> = machines
            .filter(|place| !place.worse_than.iter().any(|other| names.contains(other)))
            .collect();
        match unbeaten[..] {
            [best]
                if best.better_than.iter().filter(|other| names.contains(other)).count() + 1
                    == names.len() =>
            {
                Self::Best(best.system)
            }
            _ => {
                let systems: Vec<&str> = unbeaten.iter().map(|place| place.system).collect();
                let missing = metric.summary.with(None);
                let untested = missing.iter().any(|row| {
                    [&*row.system_a, &*row.system_b].iter().all(|own| systems.contains(own))
                });
                Self::Undecided { systems, untested }
            }
        }
    }

    /// Returns `true` if a system may be the best.
    fn allows(&self, system: &str) -> bool {
        match self {
            Self::Best(best) => *best == system,
            Self::Undecided { systems, .. } => systems.contains(&system),
            Self::NoVerdict => true,
        }
    }
}

/// Which system is the best, and how many pairs differ.
pub(super) fn verdict(metrics: &[MetricRanks<'_>]) -> String {
    let mut calls: Vec<(Call<'_>, Vec<&str>)> = Vec::new();
    for metric in metrics {
        let call = Call::new(metric);
        match calls.iter_mut().find(|(other, _)| *other == call) {
            Some((_, titles)) => titles.push(&metric.title),
            None => calls.push((call, vec![&metric.title])),
        }
    }
    let pairs = pairs(metrics).map_or_else(String::new, |pairs| format!("; {pairs}"));
    let (all, any) = match metrics.len() {
        1 => (format!("by {}", metrics[0].title), String::new()),
        2 => ("by both metrics".to_owned(), " by either metric".to_owned()),
        count => (format!("by all {count} metrics"), format!(" by any of {count} metrics")),
    };
    if let [(call, _)] = &calls[..] {
        return match call {
            Call::Best(system) => format!("{system}, {all}{pairs}."),
            Call::Undecided { systems, untested } => {
                format!("Not decided: {}{any}{pairs}.", do_not_differ(systems, *untested))
            }
            Call::NoVerdict => "No verdict: no two systems can be tested.".to_owned(),
        };
    }
    let parts: Vec<String> = calls.iter().map(|(call, titles)| part(call, titles)).collect();
    let best = calls.iter().find_map(|(call, _)| match call {
        Call::Best(system) => Some(*system),
        _ => None,
    });
    let start = match best {
        None => "Not decided: ",
        // A metric that leaves the best system open does not contradict one that names it.
        Some(best) if calls.iter().all(|(call, _)| call.allows(best)) => "",
        Some(_) => "It depends on the metric: ",
    };
    format!("{start}{}{pairs}.", parts.join("; "))
}

/// `gpt by BLEU and chrF`.
fn part(call: &Call<'_>, titles: &[&str]) -> String {
    let by = format!("by {}", in_a_row(titles, "and"));
    match call {
        Call::Best(system) => format!("{system} {by}"),
        Call::Undecided { systems, untested } => {
            format!("{by} {}", do_not_differ(systems, *untested))
        }
        Call::NoVerdict => format!("{by} there is no verdict"),
    }
}

/// `a, b and c do not differ significantly`, or are not distinguished, where some have no test.
fn do_not_differ(systems: &[&str], untested: bool) -> String {
    let names = if systems.len() <= NAMED {
        in_a_row(systems, "and")
    } else {
        format!("{} and {} more", systems[..NAMED].join(", "), systems.len() - NAMED)
    };
    if systems.len() < 2 {
        return format!("{names} is not significantly better than all others");
    }
    let differ = if untested { "are not distinguished" } else { "do not differ significantly" };
    format!("{names} {differ}")
}

/// `13 of 15 pairs differ`, by each metric where these find different numbers.
fn pairs(metrics: &[MetricRanks<'_>]) -> Option<String> {
    let tested: Vec<&MetricRanks<'_>> =
        metrics.iter().filter(|metric| metric.has_verdicts()).collect();
    let first = tested.first()?;
    let all = first.summary.pairs.len();
    let counts: Vec<usize> = tested.iter().map(|metric| metric.summary.significant()).collect();
    let (least, most) = (counts.iter().min()?, counts.iter().max()?);
    // Of one pair the verdict itself says whether it differs.
    if all == 1 {
        return None;
    }
    let are_as_many = tested.iter().all(|metric| metric.summary.pairs.len() == all);
    Some(if least == most && are_as_many {
        let differ = if *least == 1 { "differs" } else { "differ" };
        let ignoring = match tested[..] {
            [metric] => metric.summary.significant_for_same_judges(),
            _ => None,
        };
        let ignoring = ignoring
            .map_or_else(String::new, |count| format!(" ({count} would if judges were ignored)"));
        format!("{least} of {all} pairs {differ}{ignoring}")
    } else if tested.len() <= 3 {
        let counts = tested.iter().zip(&counts).map(|(metric, count)| {
            format!("{count} of {} by {}", metric.summary.pairs.len(), metric.title)
        });
        format!("pairs that differ: {}", counts.collect::<Vec<_>>().join(", "))
    } else {
        format!("{least} to {most} of {all} pairs differ")
    })
}

/// What new test sets would say of the best system and of the complete order.
pub(super) fn new_test_sets(metrics: &[MetricRanks<'_>]) -> Vec<String> {
    let known = metrics.iter().filter_map(|metric| {
        let new = metric.new?;
        let best = new.best_system.as_deref()?;
        let name = metric.place(best).map_or_else(|| best.to_owned(), Place::name);
        Some((&*metric.title, name, new.best_again?, new))
    });
    let known: Vec<_> = known.collect();
    let Some((_, best, first, _)) = known.first() else { return Vec::new() };
    let is_same_share = known.iter().all(|(.., again, _)| chance(*again) == chance(*first));
    let again = if known.iter().all(|(_, other, ..)| other == best) {
        let by_metric: Vec<String> = known
            .iter()
            .map(|(title, _, again, _)| format!("{} ({title})", chance(*again)))
            .collect();
        let shares = if is_same_share { chance(*first) } else { in_a_row(&by_metric, "and") };
        format!("{best} comes first again in {shares} of new test sets.")
    } else {
        let all: Vec<String> = known
            .iter()
            .map(|(title, system, again, _)| format!("{system} {} ({title})", chance(*again)))
            .collect();
        format!("First again in new test sets: {}.", all.join(", "))
    };
    let orders = known
        .iter()
        .filter(|(.., new)| new.systems > 2)
        .filter_map(|(title, .., new)| Some((*title, chance(new.order_is_true?))));
    let orders: Vec<(&str, String)> = orders.collect();
    let order = orders.first().map(|(_, first)| {
        if orders.iter().all(|(_, other)| other == first) {
            return format!(" Complete order: right in {first}.");
        }
        let all: Vec<String> =
            orders.iter().map(|(title, share)| format!("{share} ({title})")).collect();
        format!(" Complete order: right in {}.", all.join(", "))
    });
    vec![again + &order.unwrap_or_default()]
}
