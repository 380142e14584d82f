//! The tables of findings, with a line for each metric or system. A terminal shows the columns that fit.

use std::collections::BTreeMap;

use super::options::Adjustment;
use super::summary::MetricSummary;
use super::vocabulary::PairVerdict;
use super::wording::{decimals, difference};
use crate::analyses::{ComparisonRow, phrases};
use crate::presentation::{FileName, StudySection, TextCell, TextTable, p_value};

/// Letters of a heading.
const HEADING: usize = 9;

/// Two systems: a line for each metric.
pub(super) fn pair_table(
    section: &StudySection<'_>,
    metrics: &[MetricSummary<'_>],
) -> Option<TextTable> {
    let row = metrics.first()?.first();
    let names = headings(&row.system_a, &row.system_b);
    let header = ["metric", &names[0], &names[1], "difference", "p", "verdict"];
    let lines = metrics.iter().map(|metric| {
        let row = metric.first();
        let decimals = decimals(&metric.pairs);
        vec![
            TextCell::words(&*metric.title),
            score(row.score_a, decimals),
            score(row.score_b, decimals),
            difference_cell(Some((row, false)), decimals),
            p_cell(row),
            verdict_cell(row),
        ]
    });
    let caption = format!("{} and {}", row.system_a, row.system_b);
    Some(explained(table(section, &header, lines.collect(), &caption)))
}

/// Several systems against a baseline: a line for each by each metric, or, of many, a line for each with a column for
/// each metric.
pub(super) fn versus_baseline_table(
    section: &StudySection<'_>,
    metrics: &[MetricSummary<'_>],
    baseline: &str,
) -> Option<TextTable> {
    let caption = format!("Each system less {baseline}");
    if metrics.len() > 1 {
        return columns_by_metric(section, metrics, baseline, &caption);
    }
    let metric = metrics.first()?;
    let first = metric.first();
    let p =
        if first.family > 1 && first.adjustment != Adjustment::None { "adjusted p" } else { "p" };
    let decimals = decimals(&metric.pairs);
    let lines = sorted(metric).into_iter().map(|row| {
        vec![
            TextCell::words(&*row.system_a),
            score(row.score_a, decimals),
            difference_cell(Some((row, false)), decimals),
            p_cell(row),
            verdict_cell(row),
        ]
    });
    let header = ["system", "score", "difference", p, "verdict"];
    let mut table = table(section, &header, lines.collect(), &caption);
    if let Some(score) = metric.score(baseline) {
        // Scores of some tables are called so.
        let unit = if metric.title == "score" { "" } else { metric.title.as_str() };
        let note = format!("{baseline} scores {score:.decimals$} {unit}");
        table.notes.push(format!("{}.", note.trim_end()));
    }
    Some(explained(table))
}

/// A line for each system, the baseline in its place, with a column for each metric: its score, and what that is more or
/// less than the baseline's.
fn columns_by_metric(
    section: &StudySection<'_>,
    metrics: &[MetricSummary<'_>],
    baseline: &str,
    caption: &str,
) -> Option<TextTable> {
    let pairs: Vec<_> = metrics
        .iter()
        .map(|metric| (metric, metric.pairs_with(baseline), decimals(&metric.pairs)))
        .collect();
    let first = metrics.first()?;
    let standings = first.standings();
    let rows = standings.iter().map(|standing| {
        let system = standing.system;
        let cells = pairs.iter().map(|(metric, pairs, decimals)| {
            let score = metric.score(system).map(|score| format!("{score:.decimals$} "));
            let score = score.unwrap_or_default();
            let Some((row, _)) = pairs.get(system) else {
                if score.is_empty() {
                    return TextCell::number("–", None);
                }
                // As wide as a difference with its star, so that scores stand below each other.
                let blank =
                    if system == baseline { " ".repeat(decimals + 4) } else { String::new() };
                return TextCell::number(format!("{score}{blank}"), None);
            };
            let Some(delta) = row.delta else {
                let text = if score.is_empty() { "–" } else { score.trim_end() };
                return TextCell::number(text, None);
            };
            let star = if row.is_significant() { "*" } else { " " };
            // A sign, a digit and the point beside the decimals.
            let width = decimals + 3;
            let delta = format!("{delta:+.decimals$}");
            TextCell::number(format!("{score}{delta:>width$}{star}"), row.delta)
                .css_class(css_class(row))
        });
        std::iter::once(TextCell::words(system)).chain(cells).collect()
    });
    let mut table = table(section, &header_of_metrics(metrics), rows.collect(), caption);
    let row = first.first();
    let how = match row.adjustment {
        Adjustment::None => "unadjusted".to_owned(),
        adjustment => phrases::adjustment(adjustment, row.family, row.family_metrics),
    };
    table.notes.push(format!("* significantly different from {baseline} ({how})."));
    Some(table)
}

/// A column for systems, and one for each metric.
fn header_of_metrics(metrics: &[MetricSummary<'_>]) -> Vec<String> {
    let titles = metrics.iter().map(|metric| clipped(&metric.title));
    std::iter::once("system".to_owned()).chain(titles).collect()
}

/// All pairs of several systems: a line for each system.
pub(super) fn standings_table(
    section: &StudySection<'_>,
    metrics: &[MetricSummary<'_>],
) -> Option<TextTable> {
    let first = metrics.first()?;
    let standings = first.standings();
    if let [metric] = metrics {
        let decimals = decimals(&metric.pairs);
        let with_best = metric.pairs_with(standings.first()?.system);
        let rows = standings.iter().map(|standing| {
            let [better_than, worse_than] =
                [&standing.better_than, &standing.worse_than].map(|others| {
                    TextCell::number(others.len().to_string(), Some(others.len() as f64))
                });
            vec![
                TextCell::words(standing.system),
                score(metric.score(standing.system), decimals),
                better_than,
                worse_than,
                difference_cell(with_best.get(standing.system).copied(), decimals),
            ]
        });
        let header = ["system", "score", "better than", "worse than", "less the first"];
        let caption = "Systems, with how many others they are significantly better and worse than";
        return Some(table(section, &header, rows.collect(), caption));
    }
    let by_metric = metrics.iter().map(|metric| {
        let standings = metric.standings().into_iter();
        let wins = standings.map(|standing| (standing.system, standing.better_than.len()));
        (metric, decimals(&metric.pairs), wins.collect::<BTreeMap<&str, usize>>())
    });
    let by_metric: Vec<_> = by_metric.collect();
    let rows = standings.iter().map(|standing| {
        let cells = by_metric.iter().map(|(metric, decimals, wins)| {
            let value = metric.score(standing.system);
            let text = value
                .zip(wins.get(standing.system))
                .map(|(value, wins)| format!("{value:.decimals$} ({wins})"));
            TextCell::number(text.unwrap_or_else(|| "–".to_owned()), value)
        });
        std::iter::once(TextCell::words(standing.system)).chain(cells).collect()
    });
    let mut table = table(section, &header_of_metrics(metrics), rows.collect(), "Scores");
    table
        .notes
        .push("In brackets: how many other systems it is significantly better than.".to_owned());
    Some(table)
}

/// Pairs from the best verdict to the worst, larger differences first where it is known which are.
fn sorted<'a>(metric: &MetricSummary<'a>) -> Vec<&'a ComparisonRow> {
    let mut pairs = metric.pairs.clone();
    pairs.sort_by(|one, other| {
        let [(place, gain), (other_place, other_gain)] = [one, other].map(|row| {
            let conclusion = row.conclusion();
            // Those without a verdict come last, and descriptive ones before those that lack one.
            let place = (conclusion.is_none(), conclusion, row.is_tested());
            (place, metric.sign() * row.delta.unwrap_or(f64::NEG_INFINITY))
        });
        place.cmp(&other_place).then_with(|| other_gain.total_cmp(&gain))
    });
    pairs
}

/// Two names that fit a heading and differ.
fn headings(a: &str, b: &str) -> [String; 2] {
    let ways = [[a, b].map(clipped), [a, b].map(end_of)];
    let short = ways.into_iter().find(|short| short[0] != short[1]);
    short.unwrap_or_else(|| ["first".to_owned(), "second".to_owned()])
}

fn score(score: Option<f64>, decimals: usize) -> TextCell {
    TextCell::optional(score, |score| format!("{score:.decimals$}"))
}

fn difference_cell(pair: Option<(&ComparisonRow, bool)>, decimals: usize) -> TextCell {
    let text = pair.and_then(|(row, turned)| difference(row, turned, decimals));
    let value =
        pair.and_then(|(row, turned)| row.delta.map(|delta| if turned { -delta } else { delta }));
    TextCell::number(text.unwrap_or_else(|| "–".to_owned()), value)
}

fn p_cell(row: &ComparisonRow) -> TextCell {
    TextCell::optional(row.p_adjusted.or(row.p_value), p_value)
}

fn verdict_cell(row: &ComparisonRow) -> TextCell {
    TextCell::words(in_short(row)).css_class(css_class(row))
}

fn in_short(row: &ComparisonRow) -> &'static str {
    if row.conclusion() == Some(PairVerdict::NotSignificant) {
        NOT_SIGNIFICANT
    } else {
        row.conclusion_in_words()
    }
}

/// The class of the cell of a verdict on the page.
fn css_class(row: &ComparisonRow) -> &'static str {
    match row.conclusion() {
        Some(PairVerdict::Better) => "good",
        Some(PairVerdict::Worse) => "bad",
        Some(PairVerdict::NotSignificant | PairVerdict::Identical) | None => "",
    }
}

/// The beginning of a name, so that it fits a heading.
fn clipped(name: &str) -> String {
    if name.chars().count() <= HEADING {
        return name.to_owned();
    }
    let kept: String = name.chars().take(HEADING - 1).collect();
    kept.trim_end().to_owned() + "…"
}

/// The end of a name, where the beginnings of two are the same.
fn end_of(name: &str) -> String {
    let left_out = name.chars().count().saturating_sub(HEADING - 1);
    let kept: String = name.chars().skip(left_out).collect();
    "…".to_owned() + kept.trim_start()
}

const NOT_SIGNIFICANT: &str = "n.s.";

/// With what the short word means, where it stands.
fn explained(mut table: TextTable) -> TextTable {
    let mut cells = table.rows.iter().flatten();
    if cells.any(|cell| cell.text.ends_with(NOT_SIGNIFICANT)) {
        table.notes.push(format!("{NOT_SIGNIFICANT}: not significantly different."));
    }
    table
}

fn table(
    section: &StudySection<'_>,
    header: &[impl AsRef<str>],
    rows: Vec<Vec<TextCell>>,
    caption: &str,
) -> TextTable {
    let StudySection { study, corpus, .. } = section;
    let table = TextTable {
        name: FileName::new(&["verdicts", study, corpus]),
        caption: format!("{caption}. Study {study}, corpus {corpus}."),
        header: header.iter().map(|heading| TextCell::words(heading.as_ref())).collect(),
        rows,
        notes: Vec::new(),
        source: Some("comparisons"),
        ..TextTable::default()
    };
    table.aligned()
}
