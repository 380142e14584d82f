//! Which systems differ significantly.

use std::fmt::Write;

use serde_json::{Value, json};

use super::ComparisonRow;
use super::all_metrics;
use super::finding_tables::{pair_table, standings_table, versus_baseline_table};
use super::options::Adjustment;
use super::summary::{MetricSummary, PairVerdict, Standing, summaries};
use super::wording::{
    adjustment, amount, common_adjustment, decimals, difference, list, missing_verdicts, p_of, unit,
};
use crate::presentation::{Finding, StudySection, number, share};
use crate::table::Resampled;
use crate::words::{capitalised, counted};

/// Metrics that sentences go into; a table has more.
const MOST_METRICS: usize = 3;

/// The verdict on the systems of a study: one pair, several against a baseline, or all pairs.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let metrics = summaries(section);
    let Some(first) = metrics.first() else { return Vec::new() };
    let finding = match first.baseline() {
        _ if first.pairs.len() == 1 => of_pair(section, &metrics),
        Some(baseline) => of_baseline(section, &metrics, baseline),
        None => of_all(section, &metrics),
    };
    let finding = all_metrics::sentences(&metrics).into_iter().fold(finding, Finding::sentence);
    let finding = with_margins(finding, &metrics);
    let finding = notes(finding, &metrics);
    if section.is_for_people() {
        return vec![finding];
    }
    let rows = metrics.iter().flat_map(rows);
    vec![rows.fold(finding, Finding::json_row)]
}

/// Two systems.
fn of_pair(section: &StudySection<'_>, metrics: &[MetricSummary<'_>]) -> Finding {
    let first = metrics[0].first();
    let (a, b) = (&*first.system_a, &*first.system_b);
    let headline = if let [metric] = metrics {
        of_pair_and_metric(metric)
    } else {
        let verdict =
            |metric: &MetricSummary<'_>| (metric.title.clone(), PairVerdict::of(metric.first()));
        let verdicts: Vec<(String, PairVerdict)> = metrics.iter().map(verdict).collect();
        format!("Is {a} better than {b}? {}", answer(&verdicts))
    };
    let finding = Finding::new(section, "comparison", headline).sentence(setting(section, first));
    let finding = with_missing(finding, metrics, metrics.len() > 1);
    with_other_methods(finding, metrics).table(pair_table(section, metrics))
}

/// The verdict on two systems by one metric.
fn of_pair_and_metric(metric: &MetricSummary<'_>) -> String {
    let row = metric.first();
    let (a, b, title) = (&row.system_a, &row.system_b, &metric.title);
    let found = || {
        let difference = difference(row, false, decimals(&metric.pairs))?;
        let p = p_of(row).map_or_else(String::new, |p| format!(", {p}"));
        Some(format!(": {difference}{p}"))
    };
    let found = found().unwrap_or_default();
    match PairVerdict::of(row) {
        PairVerdict::Better => format!("{a} is better than {b} ({title}){found}."),
        PairVerdict::Worse => format!("{a} is worse than {b} ({title}){found}."),
        PairVerdict::NotSignificant => {
            format!("{a} and {b} are not significantly different ({title}){found}.")
        }
        PairVerdict::Identical => {
            format!("{a} and {b} are identical: the same {title} in every {}.", unit(row))
        }
        PairVerdict::Missing | PairVerdict::Descriptive => {
            let reason = missing_verdicts(metric).into_iter().next().unwrap_or_default();
            let reason = reason.split_once(": ").map_or("no p-value.", |(_, reason)| reason);
            format!("No verdict on {a} and {b} ({title}): {reason}")
        }
    }
}

/// The verdict on two systems by several metrics, which have these names.
pub fn answer(metrics: &[(String, PairVerdict)]) -> String {
    let titles = |wanted: PairVerdict| -> Vec<&str> {
        let of_verdict = metrics.iter().filter(|(_, verdict)| *verdict == wanted);
        of_verdict.map(|(title, _)| title.as_str()).collect()
    };
    let (better, worse) = (titles(PairVerdict::Better), titles(PairVerdict::Worse));
    let (same, identical) = (titles(PairVerdict::NotSignificant), titles(PairVerdict::Identical));
    let (missing, descriptive) = (titles(PairVerdict::Missing), titles(PairVerdict::Descriptive));
    let all = metrics.len() - descriptive.len();
    let primary = metrics.iter().find(|(_, verdict)| *verdict != PairVerdict::Descriptive);
    let of_all = |count: usize| match count {
        1 if all == 1
            && let Some((primary, _)) = primary =>
        {
            format!("{primary}, the primary metric")
        }
        2 if all == 2 => "both metrics".to_owned(),
        _ if count == all => format!("all {all} metrics"),
        _ => format!("{count} of {all} metrics"),
    };
    let (mut text, told_same) = match (better.len(), worse.len()) {
        (0, 0) if identical.len() == all => {
            return format!("No, they are identical by {}.", of_all(all));
        }
        (0, 0) if missing.len() == all => return "No metric has a verdict.".to_owned(),
        (0, 0) => ("Not shown: no difference is significant".to_owned(), true),
        (_, 0) => (format!("Yes, on {}", of_all(better.len())), false),
        (0, _) => (format!("No, it is worse on {}", of_all(worse.len())), false),
        _ => (
            format!(
                "It depends on the metric: better on {}, worse on {}",
                list(&better),
                list(&worse)
            ),
            false,
        ),
    };
    let mut add = |titles: &[&str], verdict: &str| {
        if !titles.is_empty() {
            write!(text, "; {}: {verdict}", list(titles)).expect("writing to a string cannot fail");
        }
    };
    if !told_same {
        add(&same, "not significant");
    }
    add(&identical, "identical");
    add(&missing, "no verdict");
    add(&descriptive, "descriptive");
    text + "."
}

/// Several systems against one.
fn of_baseline(
    section: &StudySection<'_>,
    metrics: &[MetricSummary<'_>],
    baseline: &str,
) -> Finding {
    let first = &metrics[0];
    let others = first.pairs.len();
    let better =
        |metric: &MetricSummary<'_>| metric.count(|verdict| verdict == PairVerdict::Better);
    let worse = |metric: &MetricSummary<'_>| metric.count(|verdict| verdict == PairVerdict::Worse);
    let headline = if let [metric] = metrics {
        let how = with_adjustment(&metric.title, metric.first());
        match (better(metric), worse(metric)) {
            (0, 0) => {
                format!("No system is significantly different from {baseline} ({how}).")
            }
            (count, worse) => {
                let are = if count == 1 { "is" } else { "are" };
                let worse = match worse {
                    0 => String::new(),
                    1 => "; 1 is worse".to_owned(),
                    worse => format!("; {worse} are worse"),
                };
                format!(
                    "{} of {} {are} significantly better than {baseline} ({how}){worse}.",
                    none_or(count),
                    counted(others, "system")
                )
            }
        }
    } else {
        let of_metric = |metric: &MetricSummary<'_>| {
            format!("{} of {} by {}", better(metric), metric.pairs.len(), metric.title)
        };
        let tested = metrics.iter().filter(|metric| metric.is_tested());
        let counts: Vec<String> = tested.map(of_metric).collect();
        let how = common_adjustment(metrics).map_or_else(String::new, |how| format!(" ({how})"));
        format!("Systems significantly better than {baseline}: {}{how}.", counts.join(", "))
    };
    let finding =
        Finding::new(section, "comparison", headline).sentence(setting(section, first.first()));
    let finding = with_missing(finding, metrics, true);
    with_other_methods(finding, metrics).table(versus_baseline_table(section, metrics, baseline))
}

/// All pairs of several systems.
fn of_all(section: &StudySection<'_>, metrics: &[MetricSummary<'_>]) -> Finding {
    let first = metrics[0].first();
    let different = |metric: &MetricSummary<'_>| metric.count(PairVerdict::is_significant);
    let headline = if let [metric] = metrics {
        let how = with_adjustment(&metric.title, first);
        let pairs = metric.pairs.len();
        let of_pairs = format!("of {} of systems", counted(pairs, "pair"));
        match different(metric) {
            0 if metric.count(|verdict| {
                matches!(verdict, PairVerdict::Missing | PairVerdict::Descriptive)
            }) == pairs =>
            {
                format!("No pair of systems has a verdict ({how}).")
            }
            0 => format!("No pair of systems is significantly different ({how})."),
            1 => format!("1 {of_pairs} is significantly different ({how})."),
            count => format!("{count} {of_pairs} are significantly different ({how})."),
        }
    } else {
        let of_metric = |metric: &MetricSummary<'_>| {
            format!("{} of {} by {}", different(metric), metric.pairs.len(), metric.title)
        };
        let tested = metrics.iter().filter(|metric| metric.is_tested());
        let counts: Vec<String> = tested.map(of_metric).collect();
        let how = common_adjustment(metrics).map_or_else(String::new, |how| format!(" ({how})"));
        format!("Significantly different pairs of systems: {}{how}.", counts.join(", "))
    };
    let finding = Finding::new(section, "comparison", headline).sentence(setting(section, first));
    let best =
        metrics.iter().take(MOST_METRICS).filter_map(|metric| best(metric, metrics.len() > 1));
    let finding = best.fold(finding, Finding::sentence);
    let finding = with_missing(finding, metrics, true);
    with_other_methods(finding, metrics).table(standings_table(section, metrics))
}

/// Which system is best and whom it does not beat.
fn best(metric: &MetricSummary<'_>, names_metric: bool) -> Option<String> {
    let standings = metric.standings();
    let others = standings.len() - 1;
    let best = standings.iter().find(|own| own.worse_than.is_empty())?;
    if best.better_than.is_empty() {
        return None;
    }
    let Standing { system, better_than, .. } = best;
    let by = if names_metric { format!(" by {}", metric.title) } else { String::new() };
    let rest: Vec<&str> = standings
        .iter()
        .map(|own| own.system)
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

fn none_or(count: usize) -> String {
    if count == 0 { "None".to_owned() } else { count.to_string() }
}

/// `BLEU, Holm over 66 pairs`.
fn with_adjustment(metric: &str, row: &ComparisonRow) -> String {
    adjustment(row).map_or_else(|| metric.to_owned(), |how| format!("{metric}, {how}"))
}

/// What was compared, and how.
fn setting(section: &StudySection<'_>, row: &ComparisonRow) -> String {
    let units = match row.resample {
        Resampled::TwoStage => Resampled::Documents,
        units => units,
    };
    let units = capitalised(units.in_words());
    let how = match &*row.method {
        "jackknife-t" | "two-way-t" => format!("{units} left out in turn"),
        method if method.contains("randomization") || method.ends_with("-ar") => {
            format!("{units} exchanged")
        }
        "sacrebleu-paired-bs" => "Single segments resampled".to_owned(),
        _ => format!("{units} resampled"),
    };
    let sample = section.sample_in_words(row.cell.ordering.as_deref());
    format!("{}{sample}. {how} ({}, level {} %).", amount(&row.cell), row.method, share(row.level))
}

/// With the reasons for verdicts that are missing, unless the headline has them.
fn with_missing(finding: Finding, metrics: &[MetricSummary<'_>], tells: bool) -> Finding {
    let sentences = metrics.iter().filter(|_| tells).flat_map(missing_verdicts);
    sentences.take(MOST_METRICS).fold(finding, Finding::sentence)
}

/// With what the other methods of the study find.
fn with_other_methods(mut finding: Finding, metrics: &[MetricSummary<'_>]) -> Finding {
    let methods = metrics[0].other_methods.iter().map(|(method, _)| *method);
    let mut counts = Vec::new();
    for method in methods {
        let of_metric = |metric: &MetricSummary<'_>| {
            let (_, rows) = metric.other_methods.iter().find(|(other, _)| *other == method)?;
            let different = rows.iter().filter(|row| PairVerdict::of(row).is_significant()).count();
            Some(format!("{different} of {} by {}", rows.len(), metric.title))
        };
        let of_metrics: Vec<String> =
            metrics.iter().take(MOST_METRICS).filter_map(of_metric).collect();
        counts.push(format!("{method} {}", of_metrics.join(", ")));
    }
    if !counts.is_empty() {
        let counts = counts.join("; ");
        finding = finding.sentence(format!("Significantly different by other methods: {counts}."));
    }
    finding
}

/// With the verdicts on the margins of the spec.
fn with_margins(finding: Finding, metrics: &[MetricSummary<'_>]) -> Finding {
    let of_metric = |metric: &MetricSummary<'_>| {
        let margin = metric.pairs.iter().find_map(|row| row.margin)?;
        let systems = |verdict: &str| -> Vec<&str> {
            let rows = metric.pairs.iter();
            let of_verdict = rows.filter(|row| row.margin_verdict.as_deref() == Some(verdict));
            of_verdict.map(|row| &*row.system_a).collect()
        };
        let words = ["pass", "fail", "inconclusive"].map(|verdict| (verdict, systems(verdict)));
        let words: Vec<String> = words
            .iter()
            .filter(|(_, systems)| !systems.is_empty())
            .map(|(verdict, systems)| format!("{verdict} ({})", list(systems)))
            .collect();
        let words = if words.is_empty() { "no verdict".to_owned() } else { words.join(", ") };
        let title = &metric.title;
        let baseline = &metric.first().system_b;
        let margin = number(margin);
        Some(format!("Is the loss to {baseline} below {margin} {title}? {words}."))
    };
    metrics.iter().take(MOST_METRICS).filter_map(of_metric).fold(finding, Finding::sentence)
}

/// With what a reader must know before acting.
fn notes(finding: Finding, metrics: &[MetricSummary<'_>]) -> Finding {
    let tested = metrics.iter().find(|metric| metric.is_tested()).unwrap_or(&metrics[0]);
    let first = tested.first();
    let notes =
        [unit_note(metrics), judges_note(metrics), adjustment_note(first), overlap_note(metrics)];
    notes.into_iter().flatten().fold(finding, Finding::note)
}

/// Design effects above this make single segments misleading as units.
const NOTEWORTHY: f64 = 1.3;

/// Segments as units where segments of a document are alike.
fn unit_note(metrics: &[MetricSummary<'_>]) -> Option<String> {
    if metrics[0].first().resample != Resampled::Segments {
        return None;
    }
    let effects: Vec<String> = metrics
        .iter()
        .filter_map(|metric| {
            let effects = metric.scores.values().filter_map(|row| row.design_effect);
            let mut effects: Vec<f64> = effects.collect();
            effects.sort_by(f64::total_cmp);
            let median = effects.get(effects.len() / 2)?;
            (*median > NOTEWORTHY).then(|| format!("{} {median:.1}", metric.title))
        })
        .collect();
    (!effects.is_empty()).then(|| {
        format!(
            "Segments of a document are alike (design effect: {}): single segments as units find \
             differences that new texts do not show. Set `resample = \"documents\"`.",
            effects.join(", ")
        )
    })
}

/// Pairs whose standard error is that of texts or judges alone, since that of both is smaller.
fn judges_note(metrics: &[MetricSummary<'_>]) -> Option<String> {
    let count = |status: &str| {
        let pairs = metrics.iter().flat_map(|metric| &metric.pairs);
        pairs.filter(|row| row.p_value.is_some() && row.cell.status.name() == status).count()
    };
    let unit = metrics[0].first().resample.texts().name();
    let sentences = [("documents-only", unit), ("judges-only", "judges")].map(|(status, of)| {
        let pairs = count(status);
        (pairs > 0).then(|| {
            format!(
                "On {} {unit} and judges together vary less than {of} alone, whose standard error is taken.",
                counted(pairs, "pair")
            )
        })
    });
    let sentences: Vec<String> = sentences.into_iter().flatten().collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

fn adjustment_note(row: &ComparisonRow) -> Option<String> {
    let pairs = row.family;
    let (over, of) = if row.family_metrics > 1 {
        let of_metrics = counted(row.family_metrics as usize, "metric");
        (format!("{pairs} comparisons, pairs by {of_metrics}"), "")
    } else {
        (counted(pairs as usize, "pair"), " of a metric")
    };
    let error = share(1.0 - row.level);
    let intervals = if row.degrees_of_freedom.is_some() {
        "Intervals stand at the level of their test, and exclude 0 where the pair is significant."
    } else {
        "Intervals are of single differences, unadjusted."
    };
    match row.adjustment {
        _ if pairs < 2 => None,
        Adjustment::Holm => Some(format!(
            "Holm's adjustment over {over}: the probability that any significant difference{of} is false is at \
             most {error} %. {intervals}"
        )),
        Adjustment::BenjaminiHochberg => Some(format!(
            "Benjamini-Hochberg over {over}: of the significant differences{of} at most {error} % are expected \
             to be false. {intervals}"
        )),
        Adjustment::None => Some(format!(
            "P-values are not adjusted: of {pairs} comparisons without a difference, {} would be called significantly \
             different on average.",
            number(f64::from(pairs) * (1.0 - row.level))
        )),
    }
}

/// Where the intervals of two scores overlap, and their difference is significant all the same.
fn overlap_note(metrics: &[MetricSummary<'_>]) -> Option<String> {
    let overlaps = |metric: &&MetricSummary<'_>| {
        let row = metric.first();
        let ends = |system: &str| {
            let row = metric.scores.get(system)?;
            row.ci_lower.zip(row.ci_upper)
        };
        let both = ends(&row.system_a).zip(ends(&row.system_b));
        metric.pairs.len() == 1
            && PairVerdict::of(row).is_significant()
            && both.is_some_and(|((low, high), (other_low, other_high))| {
                low <= other_high && other_low <= high
            })
    };
    let titles: Vec<&str> =
        metrics.iter().filter(overlaps).map(|metric| metric.title.as_str()).collect();
    (!titles.is_empty()).then(|| {
        format!(
            "The intervals of the two scores overlap ({}): both are scored on the same texts, and only \
             the difference decides.",
            list(&titles)
        )
    })
}

/// A row for scripts for each pair and method.
fn rows(metric: &MetricSummary<'_>) -> Vec<Value> {
    let others = metric.other_methods.iter().flat_map(|(_, rows)| rows);
    let row = |row: &&ComparisonRow| {
        let verdict = PairVerdict::of(row);
        json!({
            "metric": metric.title,
            "method": &*row.method,
            "system_a": &*row.system_a,
            "system_b": &*row.system_b,
            "score_a": metric.score(&row.system_a),
            "score_b": metric.score(&row.system_b),
            "difference": row.delta,
            "interval_level": row.interval_level,
            "degrees_of_freedom": row.degrees_of_freedom,
            "lower": row.ci_lower,
            "upper": row.ci_upper,
            "half_width": row.ci_lower.zip(row.ci_upper).map(|(lower, upper)| (upper - lower) / 2.0),
            "p_value": row.p_value,
            "p_adjusted": row.p_adjusted,
            "verdict": verdict.key(),
            "status": row.cell.status.name(),
            "adjustment": row.adjustment,
            "role": &*row.role,
            "adjusted_comparisons": row.family,
            "adjusted_metrics": row.family_metrics,
            "p_all_metrics": row.p_all_metrics,
            "level": row.level,
            "margin": row.margin,
            "margin_p_value": row.margin_p_value,
            "margin_p_adjusted": row.margin_p_adjusted,
            "margin_verdict": row.margin_verdict.as_deref(),
            "margin_required_units": row.margin_required_units,
            "margin_status": row.margin_status.name(),
            "resample": row.resample,
            "documents": row.cell.judged_documents.unwrap_or(row.cell.documents),
            "segments": row.cell.judged_segments.or(row.cell.segments),
        })
    };
    metric.pairs.iter().chain(others).map(row).collect()
}

#[cfg(test)]
#[path = "findings_tests.rs"]
mod tests;
