//! Several systems against a baseline by several metrics, as one verdict.

use super::summary::MetricSummary;
use super::vocabulary::PairVerdict;
use super::wording::{decimals, list};
use crate::words::in_a_row;

/// `gpt, by all 3 metrics. g and y are worse by all 3 metrics; mine is worse by COMET.`
pub(super) fn by_several_metrics(metrics: &[MetricSummary<'_>]) -> String {
    let tested: Vec<&MetricSummary<'_>> =
        metrics.iter().filter(|metric| metric.is_tested()).collect();
    let [better, worse, missing] = [Some(PairVerdict::Better), Some(PairVerdict::Worse), None]
        .map(|verdict| in_groups(&tested, verdict));
    let mut sentences = vec![if better.is_empty() {
        "None.".to_owned()
    } else {
        let parts = better.iter().map(|(systems, by)| format!("{}, by {by}", list(systems)));
        format!("{}.", parts.collect::<Vec<_>>().join("; "))
    }];
    for (groups, is, are) in
        [(worse, "is worse", "are worse"), (missing, "has no verdict", "have no verdict")]
    {
        let parts = groups.iter().map(|(systems, by)| {
            let verb = if systems.len() == 1 { is } else { are };
            format!("{} {verb} by {by}", list(systems))
        });
        if !groups.is_empty() {
            sentences.push(format!("{}.", parts.collect::<Vec<_>>().join("; ")));
        }
    }
    sentences.join(" ")
}

/// Systems with this verdict, those together that have it by the same metrics, with these in words.
fn in_groups<'a>(
    metrics: &[&MetricSummary<'a>],
    verdict: Option<PairVerdict>,
) -> Vec<(Vec<&'a str>, String)> {
    let mut by_system: Vec<(&str, Vec<&str>)> = Vec::new();
    for metric in metrics {
        for row in metric.with(verdict) {
            match by_system.iter_mut().find(|(system, _)| *system == &*row.system_a) {
                Some((_, titles)) => titles.push(&metric.title),
                None => by_system.push((&row.system_a, vec![&metric.title])),
            }
        }
    }
    let mut groups: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for (system, titles) in by_system {
        match groups.iter_mut().find(|(_, other)| *other == titles) {
            Some((systems, _)) => systems.push(system),
            None => groups.push((vec![system], titles)),
        }
    }
    // Those by most metrics first.
    groups.sort_by_key(|(_, titles)| std::cmp::Reverse(titles.len()));
    let in_words = groups.into_iter().map(|(systems, titles)| {
        let by = match (titles.len(), metrics.len()) {
            (1, _) => titles[0].to_owned(),
            (2, 2) => "both metrics".to_owned(),
            (count, all) if count == all => format!("all {all} metrics"),
            _ => in_a_row(&titles, "and"),
        };
        (systems, by)
    });
    in_words.collect()
}

/// Share of a gain that is worth a sentence where it is due to chance.
const NOTEWORTHY: f64 = 0.05;

/// What the best of several systems gains by chance, of what it gains: `Chance explains 0.41 of the +1.20 of X by BLEU.`
pub(super) fn by_chance(metrics: &[MetricSummary<'_>]) -> Option<String> {
    let parts = metrics.iter().filter(|metric| metric.is_tested()).filter_map(|metric| {
        let best = metric.pairs.iter().find(|row| row.chance_gain.is_some())?;
        let (delta, chance) = (best.delta?, best.chance_gain?);
        let share = chance / delta;
        // Nothing is gained, or hardly any of it by chance.
        if !share.is_finite() || share < NOTEWORTHY {
            return None;
        }
        let (title, system, digits) = (&metric.title, &best.system_a, decimals(&metric.pairs));
        let (delta, chance) = (format!("{delta:+.digits$}"), format!("{:.digits$}", chance.abs()));
        Some(if share < 1.0 {
            format!("{chance} of the {delta} of {system} by {title}")
        } else {
            format!("all of the {delta} of {system} by {title} ({chance} is to be expected)")
        })
    });
    let parts: Vec<String> = parts.collect();
    let tried = metrics.first()?.pairs.len();
    (!parts.is_empty()).then(|| {
        format!(
            "The best of {tried} is also the luckiest. Chance explains {}.",
            in_a_row(&parts, "and")
        )
    })
}
