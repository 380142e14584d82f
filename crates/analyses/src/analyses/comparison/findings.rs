//! Which systems differ significantly.

use super::ComparisonRow;
use super::finding_tables::{pair_table, standings_table, versus_baseline_table};
use super::notes::notes;
use super::summary::{MetricSummary, Standing, significant, summaries};
use super::vocabulary::{PairVerdict, ReportedTest};
use super::wording::{
    adjustment, amount, common_adjustment, decimals, difference, list, missing_verdicts, reason,
    unit,
};
use super::{all_metrics, margins, versus_baseline};
use crate::presentation::{Finding, StudySection, p_equals, share};
use crate::table::Resampled;
use crate::words::{capitalised, counted};

/// Metrics that sentences go into; a table has more.
const MOST_METRICS: usize = 3;

/// The verdict on the systems of a study: one pair, several against a baseline, or all pairs.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let metrics = summaries(section);
    let Some(first) = metrics.first() else { return Vec::new() };
    let (headline, table) = match first.baseline() {
        _ if first.pairs.len() == 1 => (of_pair(&metrics), pair_table(section, &metrics)),
        Some(baseline) => {
            (of_baseline(&metrics, baseline), versus_baseline_table(section, &metrics, baseline))
        }
        None => (of_all(&metrics), standings_table(section, &metrics)),
    };
    let sample = section.sample_in_words(first.first().cell.ordering.as_deref());
    let sample_words = sample.strip_prefix(", ").map(|sample| {
        let (initial, rest) = sample.split_at(1);
        format!("{}{rest} alone:", initial.to_uppercase())
    });
    let headline = margins::answer(&metrics).into_iter().chain([headline]);
    let headline = sample_words.into_iter().chain(headline).collect::<Vec<_>>();
    // The headline on one pair by one metric has the reason why there is no verdict.
    let is_told = metrics.len() == 1 && first.pairs.len() == 1;
    let missing = metrics.iter().filter(|_| !is_told).flat_map(missing_verdicts);
    let finding = Finding::new(section, "comparison", headline.join(" "))
        .sentence(setting(section, &metrics))
        .sentences(best_systems(&metrics))
        .sentences(versus_baseline::by_chance(&metrics))
        .sentences(missing.take(MOST_METRICS))
        .sentences(other_methods(&metrics))
        .sentences(all_metrics::sentences(&metrics))
        .sentences(margins::undecided(&metrics).into_iter().take(MOST_METRICS))
        .notes(notes(&metrics))
        .table(table);
    if section.is_for_people() {
        return vec![finding];
    }
    vec![metrics.iter().fold(finding, with_rows)]
}

/// Two systems.
fn of_pair(metrics: &[MetricSummary<'_>]) -> String {
    let ComparisonRow { system_a: a, system_b: b, .. } = metrics[0].first();
    match metrics {
        [metric] => of_pair_and_metric(metric),
        _ => format!("Is {a} better than {b}? {}", by_several_metrics(metrics)),
    }
}

/// The verdict on two systems by one metric.
fn of_pair_and_metric(metric: &MetricSummary<'_>) -> String {
    let (row, title) = (metric.first(), &metric.title);
    let (a, b) = (&row.system_a, &row.system_b);
    let difference = difference(row, false, decimals(&metric.pairs));
    let numbers = difference.map_or_else(String::new, |difference| {
        let p = row.p_adjusted.or(row.p_value);
        let p = p.map_or_else(String::new, |p| format!(", {}", p_equals(p)));
        format!(": {difference}{p}")
    });
    match row.conclusion() {
        Some(PairVerdict::Better) => format!("{a} is better than {b} ({title}){numbers}."),
        Some(PairVerdict::Worse) => format!("{a} is worse than {b} ({title}){numbers}."),
        Some(PairVerdict::NotSignificant) => {
            format!("{a} and {b} are not significantly different ({title}){numbers}.")
        }
        Some(PairVerdict::Identical) if row.is_tie_of_outputs() => {
            format!("{a} and {b} are tied ({title}): their outputs are identical.")
        }
        Some(PairVerdict::Identical) => {
            format!("{a} and {b} are identical: the same {title} in every {}.", unit(row))
        }
        None => format!("No verdict on {a} and {b} ({title}): {}.", reason(row)),
    }
}

/// The verdict on two systems by several metrics.
fn by_several_metrics(metrics: &[MetricSummary<'_>]) -> String {
    let [better, same, identical, worse] =
        PairVerdict::ALL.map(|verdict| titles_with(metrics, Some(verdict)));
    let missing = titles_with(metrics, None);
    let descriptive: Vec<&str> =
        metrics.iter().filter(|metric| !metric.is_tested()).map(|metric| &*metric.title).collect();
    let all = metrics.len() - descriptive.len();
    let of_all = |count: usize| match metrics.iter().find(|metric| metric.is_tested()) {
        Some(primary) if (count, all) == (1, 1) => format!("{}, the primary metric", primary.title),
        _ if (count, all) == (2, 2) => "both metrics".to_owned(),
        _ if count == all => format!("all {all} metrics"),
        _ => format!("{count} of {all} metrics"),
    };
    let (answer, is_same_told) = match (better.len(), worse.len()) {
        (0, 0) if identical.len() == all => {
            return format!("No, they are identical by {}.", of_all(all));
        }
        (0, 0) if missing.len() == all => {
            return format!("No metric has a verdict: {}.", reason(metrics[0].first()));
        }
        (0, 0) => ("Not shown: no difference is significant".to_owned(), true),
        (_, 0) => (format!("Yes, by {}", named(&better, &of_all)), false),
        (0, _) => (format!("No, it is worse by {}", named(&worse, &of_all)), false),
        _ => (
            format!(
                "It depends on the metric: better by {}, worse by {}",
                list(&better),
                list(&worse)
            ),
            false,
        ),
    };
    let others = [
        (if is_same_told { Vec::new() } else { same }, "not significant"),
        (identical, "identical"),
        (missing, "no verdict"),
        (descriptive, "descriptive"),
    ];
    let others = others.into_iter().filter(|(titles, _)| !titles.is_empty());
    let others: Vec<String> =
        others.map(|(titles, verdict)| format!("; {}: {verdict}", list(&titles))).collect();
    format!("{answer}{}.", others.concat())
}

/// Tested metrics by which this is concluded.
fn titles_with<'m>(
    metrics: &'m [MetricSummary<'_>],
    conclusion: Option<PairVerdict>,
) -> Vec<&'m str> {
    let tested = metrics.iter().filter(|metric| metric.is_tested());
    let concluding = tested.filter(|metric| metric.first().conclusion() == conclusion);
    concluding.map(|metric| &*metric.title).collect()
}

/// Metrics by name where some dissent, else all of them.
fn named(titles: &[&str], of_all: &impl Fn(usize) -> String) -> String {
    let all = of_all(titles.len());
    if all.contains(" of ") { list(titles) } else { all }
}

/// Several systems against one.
fn of_baseline(metrics: &[MetricSummary<'_>], baseline: &str) -> String {
    let [metric] = metrics else {
        return format!(
            "Which systems are better than {baseline}? {}",
            versus_baseline::by_several_metrics(metrics)
        );
    };
    let how = with_adjustment(&metric.title, metric.first());
    let [better, worse] =
        [PairVerdict::Better, PairVerdict::Worse].map(|verdict| metric.with(Some(verdict)).len());
    if better + worse == 0 {
        return format!("No system is significantly different from {baseline} ({how}).");
    }
    let better = match better {
        0 => "None".to_owned(),
        count => count.to_string(),
    };
    let are = if better == "1" { "is" } else { "are" };
    let worse = match worse {
        0 => String::new(),
        1 => "; 1 is worse".to_owned(),
        worse => format!("; {worse} are worse"),
    };
    format!(
        "{better} of {} {are} significantly better than {baseline} ({how}){worse}.",
        counted(metric.pairs.len(), "system")
    )
}

/// All pairs of several systems.
fn of_all(metrics: &[MetricSummary<'_>]) -> String {
    let [metric] = metrics else {
        let tested = metrics.iter().filter(|metric| metric.is_tested());
        let counts: Vec<String> = tested
            .map(|metric| {
                format!("{} of {} by {}", metric.significant(), metric.pairs.len(), metric.title)
            })
            .collect();
        let how = common_adjustment(metrics).map_or_else(String::new, |how| format!(" ({how})"));
        return format!("Significantly different pairs of systems: {}{how}.", counts.join(", "));
    };
    let how = with_adjustment(&metric.title, metric.first());
    let pairs = metric.pairs.len();
    let of_pairs = format!("of {} of systems", counted(pairs, "pair"));
    match metric.significant() {
        0 if metric.with(None).len() == pairs => {
            format!("No pair of systems has a verdict ({how}).")
        }
        0 => format!("No pair of systems is significantly different ({how})."),
        1 => format!("1 {of_pairs} is significantly different ({how})."),
        count => format!("{count} {of_pairs} are significantly different ({how})."),
    }
}

/// Which systems are best, where all pairs of several are compared.
fn best_systems(metrics: &[MetricSummary<'_>]) -> Vec<String> {
    if metrics[0].pairs.len() == 1 || metrics[0].baseline().is_some() {
        return Vec::new();
    }
    let shown = metrics.iter().take(MOST_METRICS);
    shown.filter_map(|metric| best(metric, metrics.len() > 1)).collect()
}

/// Which system is best and whom it does not beat.
fn best(metric: &MetricSummary<'_>, names_metric: bool) -> Option<String> {
    let standings = metric.standings();
    let others = standings.len() - 1;
    let best = standings.iter().find(|standing| standing.worse_than.is_empty())?;
    if best.better_than.is_empty() {
        return None;
    }
    let Standing { system, better_than, .. } = best;
    let by = if names_metric { format!(" by {}", metric.title) } else { String::new() };
    let rest: Vec<&str> = standings
        .iter()
        .map(|standing| standing.system)
        .filter(|other| other != system && !better_than.contains(other))
        .collect();
    Some(if rest.is_empty() {
        let all = if others == 2 { "both".to_owned() } else { format!("all {others}") };
        format!("Best{by}: {system}, significantly better than {all} others.")
    } else {
        format!(
            "Best{by}: {system}, significantly better than {} of {others} others (not than {}).",
            better_than.len(),
            list(&rest)
        )
    })
}

/// `BLEU, Holm over 66 pairs`.
fn with_adjustment(metric: &str, row: &ComparisonRow) -> String {
    adjustment(row).map_or_else(|| metric.to_owned(), |how| format!("{metric}, {how}"))
}

/// What was compared, and how.
pub(crate) fn setting(section: &StudySection<'_>, metrics: &[MetricSummary<'_>]) -> String {
    let row = metrics[0].first();
    let units = match row.resample {
        // Documents are what is left out or exchanged: segments within them are resampled only.
        Resampled::TwoStage => Resampled::Documents,
        units => units,
    };
    let units = capitalised(units.in_words());
    let how = match row.method {
        ReportedTest::JackknifeT | ReportedTest::TwoWayT => format!("{units} left out in turn"),
        ReportedTest::ApproximateRandomization
        | ReportedTest::ExactRandomization
        | ReportedTest::SacrebleuRandomization => format!("{units} exchanged"),
        ReportedTest::SacrebleuBootstrap => "Single segments resampled".to_owned(),
        ReportedTest::PairedBootstrap
        | ReportedTest::DifferenceInterval
        | ReportedTest::CentredBootstrap => format!("{units} resampled"),
    };
    let others = metrics.iter().filter(|metric| metric.first().method != row.method);
    let others: Vec<String> = others
        .map(|metric| format!(" By {}: {}.", metric.title, metric.first().method.name()))
        .collect();
    let sample = section.sample_in_words(row.cell.ordering.as_deref());
    format!(
        "{}{sample}. {how} ({}, level {} %).{}",
        amount(metrics[0].pairs.iter().map(|row| &row.cell)),
        row.method.name(),
        share(row.level),
        others.concat()
    )
}

/// What the other methods of the study find.
fn other_methods(metrics: &[MetricSummary<'_>]) -> Option<String> {
    let methods = metrics[0].other_methods.iter().map(|(method, _)| *method);
    let counts = methods.map(|method| {
        let by_metric = metrics.iter().take(MOST_METRICS).filter_map(|metric| {
            let (_, rows) = metric.other_methods.iter().find(|(other, _)| *other == method)?;
            Some(format!("{} of {} by {}", significant(rows), rows.len(), metric.title))
        });
        format!("{} {}", method.name(), by_metric.collect::<Vec<_>>().join(", "))
    });
    let counts: Vec<String> = counts.collect();
    (!counts.is_empty())
        .then(|| format!("Significantly different by other methods: {}.", counts.join("; ")))
}

/// With a row for scripts for each pair and method, and the scores of the two.
fn with_rows(finding: Finding, metric: &MetricSummary<'_>) -> Finding {
    let others = metric.other_methods.iter().flat_map(|(_, rows)| rows);
    metric.pairs.iter().chain(others).fold(finding, |finding, row| finding.row(*row))
}

#[cfg(test)]
#[path = "findings_tests.rs"]
mod tests;
