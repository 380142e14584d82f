//! Several systems against a baseline by several metrics, as one verdict.

use super::summary::MetricSummary;
use super::vocabulary::PairVerdict;
use super::wording::list;
use crate::words::in_a_row;

/// `gpt, by all 3 metrics. g and y are worse by all 3 metrics; mine is worse by COMET.`
pub(super) fn by_several_metrics(metrics: &[MetricSummary<'_>]) -> String {
    let tested: Vec<&MetricSummary<'_>> =
        metrics.iter().filter(|metric| metric.is_tested()).collect();
    let groups = |verdict| in_groups(&tested, verdict);
    let [better, worse] =
        [PairVerdict::Better, PairVerdict::Worse].map(|verdict| groups(Some(verdict)));
    let missing = groups(None);
    let mut sentences = vec![if better.is_empty() {
        "None.".to_owned()
    } else {
        let parts = better.iter().map(|(systems, by)| format!("{}, by {by}", list(systems)));
        format!("{}.", parts.collect::<Vec<_>>().join("; "))
    }];
    let told = |groups: &[(Vec<&str>, String)], is: &str, are: &str| -> Option<String> {
        let parts = groups.iter().map(|(systems, by)| {
            let verb = if systems.len() == 1 { is } else { are };
            format!("{} {verb} by {by}", list(systems))
        });
        (!groups.is_empty()).then(|| format!("{}.", parts.collect::<Vec<_>>().join("; ")))
    };
    sentences.extend(told(&worse, "is worse", "are worse"));
    sentences.extend(told(&missing, "has no verdict", "have no verdict"));
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
    let in_words = |titles: &[&str]| match (titles.len(), metrics.len()) {
        (1, _) => titles[0].to_owned(),
        (2, 2) => "both metrics".to_owned(),
        (count, all) if count == all => format!("all {all} metrics"),
        _ => in_a_row(titles, "and"),
    };
    groups.into_iter().map(|(systems, titles)| (systems, in_words(&titles))).collect()
}
