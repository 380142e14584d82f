//! What is said of contributions, the same for terminal, Markdown and page.

use crate::analyses::examples::{Example, Examples, MetricParts, SystemExamples, UnitSpread};
use crate::presentation::{metric_in_print, number};
use crate::words::grouped;

/// What a reader must know, once for all systems.
pub(super) const NOTES: [&str; 2] = [
    "The contribution of a part is what the score changes where both systems exchange their outputs in this part \
     alone (docs/statistics/comparison.md).",
    "Segments are selected by their contributions: they illustrate the difference, and are no evidence for it.",
];

/// A number with its sign.
pub(super) fn signed(value: f64) -> String {
    let text = number(value.abs());
    let is_zero = text.chars().all(|c| matches!(c, '0' | '.'));
    match value {
        _ if is_zero => text,
        value if value < 0.0 => format!("-{text}"),
        _ => format!("+{text}"),
    }
}

/// The metrics of a system, that which selects segments before all others.
pub(super) fn metrics(system: &SystemExamples) -> impl Iterator<Item = &MetricParts> {
    let selects = |parts: &&MetricParts| Some(&parts.metric) == system.selected_by.as_ref();
    let others = system.metrics.iter().filter(move |parts| !selects(parts));
    system.metrics.iter().filter(selects).chain(others)
}

/// Both systems, with what their outputs are called below.
pub(super) fn headline(examples: &Examples, system: &SystemExamples) -> String {
    let [system, baseline] =
        [(&system.system, "mine"), (&examples.baseline, "base")].map(|(name, label)| {
            if name == label { name.clone() } else { format!("{name} ({label})") }
        });
    format!("Where {system} differs from {baseline}")
}

/// Scores, and how contributions spread.
pub(super) fn sentences(examples: &Examples, system: &str, parts: &MetricParts) -> Vec<String> {
    let MetricParts { metric, baseline_score, score, difference, .. } = parts;
    let (baseline, metric) = (&examples.baseline, metric_in_print(metric));
    let lower = if parts.higher_is_better { "" } else { ", lower is better" };
    let mut sentences = vec![format!(
        "By {metric} {system} has {}, {baseline} {} ({}{lower}).",
        number(*score),
        number(*baseline_score),
        signed(*difference),
    )];
    let units = [(parts.documents, "document"), (parts.segments, "segment")];
    let spreads = units.into_iter().filter_map(|(units, noun)| {
        units.map(|units| spread_sentence(units, noun, [system, baseline], *difference))
    });
    sentences.extend(spreads);
    sentences
}

fn spread_sentence(
    spread: UnitSpread,
    noun: &str,
    [system, baseline]: [&str; 2],
    difference: f64,
) -> String {
    let UnitSpread { units, favour_system, favour_baseline, half, .. } = spread;
    let [all, for_system, for_baseline] =
        [units, favour_system, favour_baseline].map(|count| grouped(count as u64));
    let half = match half {
        Some(half) => {
            format!("Half of the difference comes from {} of {all} {noun}s; ", grouped(half as u64))
        }
        None if difference == 0.0 => String::new(),
        None => format!("No {noun}s contribute half of the difference; "),
    };
    let favour = if favour_system == 1 { "favours" } else { "favour" };
    let neither = match units - favour_system - favour_baseline {
        0 => String::new(),
        neither => format!(", {} neither", grouped(neither as u64)),
    };
    format!(
        "{half}{for_system} of {all} {noun}s {favour} {system}, {for_baseline} {baseline}{neither}."
    )
}

/// What stands above the segments of one side, with the favoured system.
pub(super) fn side_title(favoured: &str, metric: &str, count: usize) -> String {
    let metric = metric_in_print(metric);
    match count {
        0 => format!("No segment favours {favoured} by {metric}."),
        1 => format!("The segment most in favour of {favoured}, by {metric}"),
        _ => format!("The {count} segments most in favour of {favoured}, by {metric}"),
    }
}

/// Both sides with the segments that favour it, that of the system first.
pub(super) fn sides<'a>(
    examples: &'a Examples,
    system: &'a SystemExamples,
) -> [(&'a str, &'a [Example]); 2] {
    [(&system.system, &system.in_favour), (&examples.baseline, &system.against)]
}

/// Where a segment stands.
pub(super) fn place(example: &Example) -> String {
    let document = example.document.as_ref().map(|name| format!(", document {name}"));
    let domain = example.domain.as_ref().map(|name| format!(", {name}"));
    let parts = [document, domain].map(Option::unwrap_or_default).concat();
    format!("Segment {}{parts}", example.segment)
}

/// Scores of the baseline and of the system, and the contribution to the difference by the metric that selects.
pub(super) fn scores(example: &Example, selected_by: Option<&str>) -> String {
    let score = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), number);
    let scores = example.scores.iter().map(|scores| {
        let metric = metric_in_print(&scores.metric);
        format!("{metric} {} → {}", score(scores.baseline_score), score(scores.score))
    });
    let text = scores.collect::<Vec<_>>().join(", ");
    let selecting = example.scores.iter().find(|scores| Some(&*scores.metric) == selected_by);
    match selecting.and_then(|scores| scores.contribution) {
        Some(contribution) => format!("{text}; contribution {}", signed(contribution)),
        None => text,
    }
}

/// Metrics that give no scores to compare.
pub(super) fn unscored(system: &SystemExamples) -> Option<String> {
    let metrics: Vec<String> = system.unscored.iter().map(|name| metric_in_print(name)).collect();
    let metrics = metrics.join(", ");
    (!metrics.is_empty()).then(|| format!("Not by {metrics}: a system has no comparable score."))
}
