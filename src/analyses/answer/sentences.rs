//! The answer in sentences.

use super::finding::{documents, name};
use super::{Answer, MetricAnswer};
use crate::presentation::{share, size};

/// Whether the documents at hand are enough, in one sentence.
pub(super) fn verdict(answer: &Answer, target: f64) -> String {
    let at_hand = f64::from(answer.documents);
    let is_enough = |metric: &&MetricAnswer| {
        let most = metric.target.documents.map(|(_, most)| most);
        metric.target.absent == 0 && most.is_some_and(|most| most <= at_hand)
    };
    let (enough, all) = (answer.metrics.iter().filter(is_enough).count(), answer.metrics.len());
    let unit = if answer.relative { " %" } else { "" };
    let share = match enough {
        0 => "enough for none of the metrics".to_owned(),
        _ if enough == all && all == 1 => "enough".to_owned(),
        _ if enough == all => "enough for every metric".to_owned(),
        _ => format!("enough for {enough} of {all} metrics"),
    };
    format!("{} documents are {share} to know scores to ±{target}{unit}.", answer.documents)
}

/// How many documents the wanted precision takes, in words.
pub(super) fn precision(level: f64, answer: &Answer, target: f64) -> String {
    let unit = if answer.relative { " % of the score" } else { " points of the score" };
    let at_hand = f64::from(answer.documents);
    let (mut enough, mut more, mut never) = (Vec::new(), Vec::new(), Vec::new());
    for metric in &answer.metrics {
        let name = name(answer, metric);
        match (documents(metric.target), metric.target.documents) {
            (Some(span), Some((_, most))) if most <= at_hand && metric.target.absent == 0 => {
                enough.push(format!("{name} {span}"));
            }
            (Some(span), Some(_)) => more.push(format!("{name} {span}")),
            _ => never.push(name),
        }
    }
    let mut text = format!("For a {level} % interval within ±{target}{unit}, ");
    let count = answer.documents;
    let sentences = [
        (&enough, format!("these {count} documents are enough for: {} documents", list(&enough))),
        (
            &more,
            format!(
                "more than these {count} documents, for some systems at least, are needed for: {} documents",
                list(&more)
            ),
        ),
        (&never, format!("no number of documents within reach is enough for: {}", list(&never))),
    ];
    let sentences: Vec<String> = sentences
        .into_iter()
        .filter(|(names, _)| !names.is_empty())
        .map(|(_, sentence)| sentence)
        .collect();
    text += &sentences.join("; ");
    text + ". Where a span is given, systems and orders of the documents differ: plan for its upper end."
}

/// From which size on the ranking holds, in words.
pub(super) fn ranking(answer: &Answer) -> String {
    let (mut early, mut late, mut open) = (Vec::new(), Vec::new(), Vec::new());
    let half = f64::from(answer.documents) / 2.0;
    let ranked = |metric: &&MetricAnswer| metric.rank_stable_from.curves > 0;
    if answer.metrics.iter().any(|metric| metric.ranking_holds.is_some()) {
        return probable_ranking(answer);
    }
    for metric in answer.metrics.iter().filter(ranked) {
        let name = name(answer, metric);
        match metric.rank_stable_from.documents {
            Some((_, most)) if metric.rank_stable_from.absent == 0 => {
                let entry = format!("{name} (from {})", size(most));
                if most <= half { early.push(entry) } else { late.push(entry) }
            }
            _ => open.push(name),
        }
    }
    if early.is_empty() && late.is_empty() && open.is_empty() {
        return "There is nothing to rank: fewer than two systems have scores.".to_owned();
    }
    let mut sentences = Vec::new();
    if !early.is_empty() {
        sentences.push(format!(
            "In every order of the documents that was tried, the ranking of the systems is final before half of the test set for {}",
            list(&early)
        ));
    }
    if !late.is_empty() {
        sentences.push(format!(
            "it settles only in the second half for {}: more documents could still change it",
            list(&late)
        ));
    }
    if !open.is_empty() {
        sentences.push(format!(
            "it still changes with the last documents, in some order at least, for {}: there it cannot be trusted",
            list(&open)
        ));
    }
    let text = sentences.join("; ");
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!(
        "{first}{}. This is what was observed; no probability is attached to it.",
        letters.as_str()
    )
}

/// From which size on the ranking holds with the wanted probability, in words.
fn probable_ranking(answer: &Answer) -> String {
    let (mut reached, mut open, mut probability) = (Vec::new(), Vec::new(), None);
    for metric in &answer.metrics {
        let Some(holds) = metric.ranking_holds else { continue };
        probability = Some(holds.probability);
        let name = name(answer, metric);
        match documents(holds.from) {
            Some(span) if holds.from.absent == 0 => reached.push(format!("{name} (from {span})")),
            _ => open.push(name),
        }
    }
    let mut sentences = Vec::new();
    if !reached.is_empty() {
        sentences.push(format!(
            "the ranking of the whole corpus comes out of a test set for {}",
            list(&reached)
        ));
    }
    if !open.is_empty() {
        sentences.push(format!(
            "no size at hand is enough, in some order of the documents at least, for {}: some systems are \
             too close",
            list(&open)
        ));
    }
    let probability = share(probability.unwrap_or_default());
    format!("With a probability of {probability} %, {}.", sentences.join("; "))
}

/// "a", "a and b", "a, b and c".
fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
