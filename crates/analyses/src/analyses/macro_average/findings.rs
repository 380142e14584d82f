//! Which system is best over all corpora.

use super::row::MacroAverageRow;
use super::summary::{MetricSummary, PairCount, summaries};
use super::text_tables;
use super::vocabulary::{Basis, Quantity};
use crate::analyses::common::phrases::MOST_LINES;
use crate::presentation::{Finding, StudySection, chance, number, share};
use crate::stats::reason::{Reason, Status};
use crate::words::{grouped, in_a_row, listing};

/// Corpora that a headline names.
const NAMED: usize = 3;

/// Systems whose clusters are named.
const IN_CLUSTERS: usize = 20;

/// What intervals over corpora rest on.
pub(super) const INDEPENDENT: &str = "Corpora are taken to be independent. With the same source texts or judges intervals are too narrow.";

/// What the metrics show, with a table of the best systems.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    with_lines(section, MOST_LINES)
}

/// The same with a table of all systems, where no file has them.
pub fn with_all_systems(section: &StudySection<'_>) -> Vec<Finding> {
    with_lines(section, usize::MAX)
}

fn with_lines(section: &StudySection<'_>, most: usize) -> Vec<Finding> {
    let metrics = summaries(section);
    let Some(first) = metrics.first() else { return Vec::new() };
    let mut headlines = metrics.iter().map(|metric| {
        let text = headline(metric);
        if metrics.len() > 1 { format!("By {}: {text}", metric.title) } else { text }
    });
    let headline = headlines.next().unwrap_or_default();
    let sentences = if metrics.len() == 1 {
        let sentences = [of_ranks(first), of_pairs(first), of_clusters(first)];
        sentences.into_iter().flatten().collect()
    } else {
        // A finding has four sentences at most.
        headlines.take(4).collect::<Vec<_>>()
    };
    let finding = Finding::new(section, super::request::KEY, headline)
        .sentences(sentences)
        .notes(notes(&metrics))
        .rows(metrics.iter().flat_map(|metric| metric.rows.iter()))
        .table(text_tables::of_finding(section, &metrics, most));
    vec![finding]
}

/// The corpora in words: by name, where these are few.
pub(super) fn corpora(metric: &MetricSummary<'_>) -> String {
    let names: Vec<&str> = metric.corpora.iter().map(|(name, _)| *name).collect();
    match names.len() {
        0 => "all corpora".to_owned(),
        count if count <= NAMED => in_a_row(&names, "and"),
        count => format!("{count} corpora"),
    }
}

/// The verdict on a metric.
pub(super) fn headline(metric: &MetricSummary<'_>) -> String {
    let (title, over) = (&metric.title, corpora(metric));
    let best = metric.best(|system| system.score);
    let first = match best.as_slice() {
        [] => {
            let status = metric.first().map_or(Reason::NoData.into(), |row| row.status);
            let compared = metric.systems.len();
            return if compared < 2 {
                format!(
                    "There is nothing to compare over {over}: {compared} system{} on all.",
                    if compared == 1 { " has scores" } else { "s have scores" }
                )
            } else {
                format!("There is no order of systems over {over}: {}.", status.in_words())
            };
        }
        [first] => first,
        tied => {
            let names: Vec<&str> = tied.iter().map(|system| system.name).collect();
            return format!("{} have the same mean {title} over {over}.", in_a_row(&names, "and"));
        }
    };
    let mean = first.score.value.map(number).unwrap_or_default();
    let margin =
        margin(first.score).map_or_else(String::new, |margin| format!(" ±{}", number(margin)));
    let Some(probability) = first.score.best_probability else {
        return format!("{} has the best mean {title} over {over}: {mean}{margin}.", first.name);
    };
    let rival = metric.systems.iter().filter(|system| system.name != first.name);
    let rival = rival
        .filter_map(|system| Some((system.name, system.score.best_probability?)))
        .max_by(|one, other| one.1.total_cmp(&other.1))
        // Less would be printed as 0 %, and beside a sure winner no rival is worth a word.
        .filter(|(_, share)| *share >= 0.005 && probability < first.score.level);
    let rival =
        rival.map_or_else(String::new, |(name, share)| format!(", {name} in {}", chance(share)));
    let of = if is_of_new_test_sets(first.score) {
        format!("best in {} of new test sets{rival}", chance(probability))
    } else {
        format!("first in {} of resamples{rival}", chance(probability))
    };
    let of_mean = format!("mean {title} {mean}{margin}");
    if probability >= first.score.level {
        let near = not_worse(metric, first.name);
        let near = match near.as_slice() {
            [] => String::new(),
            [one] => format!(", not significantly better than {one}"),
            several => format!(", not significantly better than {} others", several.len()),
        };
        format!(
            "The best system over {over} by mean score is {} ({of_mean}; {of}){near}.",
            first.name
        )
    } else if probability >= 0.5 {
        format!(
            "The best system over {over} by mean score is probably {} ({of_mean}; {of}).",
            first.name
        )
    } else {
        format!(
            "No system is clearly the best over {over} by mean score: {} is first ({of_mean}; {of}).",
            first.name
        )
    }
}

/// Whether places are shares of new test sets, and not of resamples.
pub(super) fn is_of_new_test_sets(row: &MacroAverageRow) -> bool {
    row.basis == Some(Basis::NewTestSets)
}

/// Half of the width of the interval of a mean score.
pub(super) fn margin(row: &MacroAverageRow) -> Option<f64> {
    row.lower.zip(row.upper).map(|(lower, upper)| 0.5 * (upper - lower))
}

/// Who is first by mean rank.
fn of_ranks(metric: &MetricSummary<'_>) -> Option<String> {
    let by_score: Vec<&str> =
        metric.best(|system| system.score).iter().map(|system| system.name).collect();
    let best = metric.best(|system| system.rank);
    let first = best.first()?;
    let (rank, beaten) = (first.rank.value?, first.share.value?);
    let of =
        format!("{rank:.2} of {}, {} of the others beaten", metric.systems.len(), chance(beaten));
    let names: Vec<&str> = best.iter().map(|system| system.name).collect();
    Some(match names.as_slice() {
        [name] if by_score == [*name] => format!("It is also first by mean rank ({of})."),
        [name] => format!("By mean rank {name} is first ({of})."),
        tied => format!("By mean rank {} are first ({of}).", in_a_row(tied, "and")),
    })
}

/// How many pairs differ.
fn of_pairs(metric: &MetricSummary<'_>) -> Option<String> {
    let [scores, shares] =
        [Quantity::Score, Quantity::ShareBeaten].map(|quantity| metric.pairs(quantity));
    let level = share(metric.first()?.level);
    (scores.all > 0).then(|| {
        let pairs = if scores.all == 1 { "pair" } else { "pairs" };
        format!(
            "Significant differences among {} {pairs} (Holm, {level} %): {} of mean scores, {} of shares beaten.",
            grouped(scores.all as u64),
            of_tested(&scores),
            of_tested(&shares),
        )
    })
}

/// How many of the tested pairs differ.
fn of_tested(pairs: &PairCount) -> String {
    if pairs.all > 0 && pairs.tested == 0 {
        return "none tested".to_owned();
    }
    grouped(pairs.different as u64)
}

/// Systems that the first one is not significantly better than by mean score.
fn not_worse<'a>(metric: &MetricSummary<'a>, first: &str) -> Vec<&'a str> {
    let others = metric.systems.iter().map(|system| system.name).filter(|name| *name != first);
    let significant = metric
        .differences
        .iter()
        .filter(|row| row.quantity == Quantity::Score && row.is_significant());
    let different: Vec<(&str, &str)> =
        significant.map(|row| (&*row.system_a, &*row.system_b)).collect();
    others
        .filter(|name| !different.contains(&(first, name)) && !different.contains(&(name, first)))
        .collect()
}

/// Clusters by mean scores.
fn of_clusters(metric: &MetricSummary<'_>) -> Option<String> {
    if metric.systems.len() > IN_CLUSTERS || metric.systems.len() < 3 {
        return None;
    }
    let clusters: Vec<u32> =
        metric.systems.iter().map(|system| system.score.cluster).collect::<Option<_>>()?;
    let last = *clusters.last()?;
    if last == 1 {
        return Some("All systems are in one cluster by mean scores.".to_owned());
    }
    let names = (1..=last).map(|cluster| {
        let own = metric.systems.iter().zip(&clusters).filter(|(_, own)| **own == cluster);
        let names: Vec<&str> = own.map(|(system, _)| system.name).collect();
        format!("{cluster} {}", names.join(", "))
    });
    let names: Vec<String> = names.collect();
    Some(format!("Clusters by mean scores: {}.", names.join(" | ")))
}

fn notes(metrics: &[MetricSummary<'_>]) -> Vec<String> {
    let mut notes = left_out(metrics.iter());
    let Some(first) = metrics.first() else { return notes };
    let missing: Vec<Status> = metrics
        .iter()
        .filter_map(|metric| metric.systems.first())
        .filter(|system| system.score.best_probability.is_none())
        .map(|system| system.score.status)
        .collect();
    if let Some(status) = missing.first() {
        notes.push(format!("Without joint resamples: {}.", status.in_words()));
    }
    notes.extend(of_weights(first));
    notes.extend(metrics.iter().find_map(too_few_replicates));
    notes.extend(of_places(metrics));
    notes.push(
        "Corpora may have scales of their own, so that one decides the mean score: then read mean rank and share beaten. \
         Both are among the systems compared."
            .to_owned(),
    );
    notes.push(INDEPENDENT.to_owned());
    notes
}

/// What corpora weigh, where that differs.
pub(super) fn of_weights(metric: &MetricSummary<'_>) -> Option<String> {
    // Weights are divided by their sum: equal ones may differ by rounding.
    if metric.corpora.windows(2).all(|pair| (pair[0].1 - pair[1].1).abs() < 1e-12) {
        return None;
    }
    let weights = metric.corpora.iter();
    let weights: Vec<String> =
        weights.map(|(name, weight)| format!("{name} {} %", share(*weight))).collect();
    Some(format!("Weights: {}.", weights.join(", ")))
}

/// What places are shares of.
fn of_places(metrics: &[MetricSummary<'_>]) -> Vec<String> {
    let firsts = metrics.iter().filter_map(|metric| metric.systems.first());
    let known = firsts.map(|system| system.score).filter(|row| row.best_probability.is_some());
    let known: Vec<bool> = known.map(is_of_new_test_sets).collect();
    let mut notes = Vec::new();
    if known.contains(&true) {
        notes.push(
            "New test sets: of the same sizes, of other documents of the same kind. Observed differences are larger than true \
             ones; they are corrected for that (docs/statistics/rankings.md)."
                .to_owned(),
        );
    }
    if known.contains(&false) {
        notes.push(
            "Resamples take the scores of these test sets for the truth. New test sets put the same system first less often."
                .to_owned(),
        );
    }
    notes
}

/// Which systems are not compared, by the corpora that they lack.
pub(super) fn left_out<'m, 'a: 'm>(
    metrics: impl Iterator<Item = &'m MetricSummary<'a>>,
) -> Vec<String> {
    let mut told: Vec<Vec<(String, Vec<String>)>> = Vec::new();
    let mut notes = Vec::new();
    for metric in metrics {
        let groups = by_lacking_corpora(metric);
        if groups.is_empty() || told.contains(&groups) {
            continue;
        }
        let systems = groups.iter().map(|(lacks, systems)| {
            format!("{} (no score on {lacks})", listing(systems.iter().map(String::as_str)))
        });
        let systems: Vec<String> = systems.collect();
        let by = if told.is_empty() { String::new() } else { format!(" by {}", metric.title) };
        notes.push(format!("Not compared{by}: {}.", systems.join("; ")));
        told.push(groups);
    }
    notes
}

/// Systems that are not compared, with the corpora that they lack.
fn by_lacking_corpora(metric: &MetricSummary<'_>) -> Vec<(String, Vec<String>)> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for row in &metric.left_out {
        let lacks = row.lacks.as_deref().unwrap_or_default().to_owned();
        match groups.iter_mut().find(|(known, _)| *known == lacks) {
            Some((_, systems)) => systems.push(row.system.to_string()),
            None => groups.push((lacks, vec![row.system.to_string()])),
        }
    }
    groups
}

/// With how many replicates differences of shares could be significant after Holm, where they are too few.
fn too_few_replicates(metric: &MetricSummary<'_>) -> Option<String> {
    let too_few = Reason::TooFewReplicates.into();
    let row = metric.differences.iter().find(|row| row.status == too_few)?;
    let enough = 2.0 * f64::from(row.family.max(1)) / (1.0 - row.level);
    Some(format!(
        "B = {} is too small for differences of shares beaten to be significant after Holm: `B = {}` or more.",
        grouped(row.replicates.into()),
        crate::value::whole_up(enough)
    ))
}

#[cfg(test)]
#[path = "findings_tests.rs"]
mod tests;
