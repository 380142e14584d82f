//! The tables of findings: at most 80 columns wide, with a line for each metric or system.

use std::collections::BTreeMap;

use super::ComparisonRow;
use super::options::Adjustment;
use super::summary::{MetricSummary, PairVerdict};
use super::wording::{clipped, decimals, difference, p_value};
use crate::presentation::{FileName, StudySection, TextCell, TextTable};

/// Columns for the name of a system where it begins a line, and where it is a heading.
const NAME: usize = 20;
const METRIC: usize = 14;
const HEADING: usize = 9;

/// Metrics that have columns.
const MOST_METRICS: usize = 4;

/// Two systems: a line for each metric.
pub(super) fn pair_table(
    section: &StudySection<'_>,
    metrics: &[MetricSummary<'_>],
) -> Option<TextTable> {
    let row = metrics.first()?.first();
    let names = headings(&row.system_a, &row.system_b);
    let header = ["metric", &names[0], &names[1], "difference", "p", "verdict"];
    let line = |metric: &MetricSummary<'_>| {
        let row = metric.first();
        let decimals = decimals(&metric.pairs);
        vec![
            TextCell::words(clipped(&metric.title, METRIC)),
            score(metric, &row.system_a, decimals),
            score(metric, &row.system_b, decimals),
            difference_cell(Some((row, false)), decimals),
            p_cell(row),
            verdict_cell(PairVerdict::of(row)),
        ]
    };
    let caption = format!("{} and {}", row.system_a, row.system_b);
    Some(explained(table(section, &header, metrics.iter().map(line).collect(), &caption)))
}

/// Several systems against a baseline: a line for each, and more about it where there is one metric.
pub(super) fn versus_baseline_table(
    section: &StudySection<'_>,
    metrics: &[MetricSummary<'_>],
    baseline: &str,
) -> Option<TextTable> {
    let caption = format!("Each system less {baseline}");
    if let [metric] = metrics {
        let decimals = decimals(&metric.pairs);
        let p = if metric.first().family > 1 && metric.first().adjustment != Adjustment::None {
            "adjusted p"
        } else {
            "p"
        };
        let line = |row: &&ComparisonRow| {
            vec![
                TextCell::words(clipped(&row.system_a, NAME)),
                score(metric, &row.system_a, decimals),
                difference_cell(Some((row, false)), decimals),
                p_cell(row),
                verdict_cell(PairVerdict::of(row)),
            ]
        };
        let rows = sorted(metric).iter().map(line).collect();
        let header = ["system", "score", "difference", p, "verdict"];
        return Some(explained(table(section, &header, rows, &caption)));
    }
    let first = metrics.first()?;
    let shown = &metrics[..metrics.len().min(MOST_METRICS)];
    let of_metrics: Vec<_> =
        shown.iter().map(|metric| (metric.pairs_with(baseline), decimals(&metric.pairs))).collect();
    let line = |system: &str| {
        let of_metric = |(pairs, decimals): &(BTreeMap<&str, (&ComparisonRow, bool)>, usize)| {
            let Some((row, _)) = pairs.get(system) else {
                return TextCell::words("–");
            };
            let Some(delta) = row.delta else { return TextCell::words("–") };
            let verdict = PairVerdict::of(row);
            let word = in_short(verdict);
            TextCell::number(format!("{delta:+.decimals$} {word}"), row.delta)
                .css_class(verdict.css_class())
        };
        let name = TextCell::words(clipped(system, NAME));
        std::iter::once(name).chain(of_metrics.iter().map(of_metric)).collect()
    };
    let titles = shown.iter().map(|metric| clipped(&metric.title, HEADING));
    let header: Vec<String> = std::iter::once("system".to_owned()).chain(titles).collect();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let rows = sorted(first).iter().map(|row| line(&row.system_a)).collect();
    Some(with_left_out(explained(table(section, &header, rows, &caption)), metrics.len()))
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
        let line = |own: &super::summary::Standing<'_>| {
            let count = |others: usize| TextCell::number(others.to_string(), Some(others as f64));
            vec![
                TextCell::words(clipped(own.system, NAME)),
                score(metric, own.system, decimals),
                count(own.better_than.len()),
                count(own.worse_than.len()),
                difference_cell(with_best.get(own.system).copied(), decimals),
            ]
        };
        let header = ["system", "score", "better than", "worse than", "less the first"];
        let rows = standings.iter().map(line).collect();
        let caption = "Systems, with how many others they are significantly better and worse than";
        return Some(table(section, &header, rows, caption));
    }
    let shown = &metrics[..metrics.len().min(MOST_METRICS)];
    let of_metrics: Vec<_> = shown
        .iter()
        .map(|metric| {
            let standings = metric.standings().into_iter();
            let wins: BTreeMap<&str, usize> =
                standings.map(|own| (own.system, own.better_than.len())).collect();
            (metric, decimals(&metric.pairs), wins)
        })
        .collect();
    let line = |system: &str| {
        let of_metric =
            |(metric, decimals, wins): &(&MetricSummary<'_>, usize, BTreeMap<&str, usize>)| {
                let value = metric.score(system);
                let text = value
                    .zip(wins.get(system))
                    .map(|(value, wins)| format!("{value:.decimals$} ({wins})"));
                TextCell::number(text.unwrap_or_else(|| "–".to_owned()), value)
            };
        let name = TextCell::words(clipped(system, NAME));
        std::iter::once(name).chain(of_metrics.iter().map(of_metric)).collect()
    };
    let titles = shown.iter().map(|metric| clipped(&metric.title, HEADING));
    let header: Vec<String> = std::iter::once("system".to_owned()).chain(titles).collect();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let rows = standings.iter().map(|own| line(own.system)).collect();
    let caption = "Scores";
    let mut table = table(section, &header, rows, caption);
    table
        .notes
        .push("In brackets: how many other systems it is significantly better than.".to_owned());
    Some(with_left_out(table, metrics.len()))
}

/// Pairs from the best verdict to the worst, larger differences first where it is known which are.
fn sorted<'a>(metric: &MetricSummary<'a>) -> Vec<&'a ComparisonRow> {
    let sign = if metric.higher_is_better().unwrap_or(true) { 1.0 } else { -1.0 };
    let key = |row: &ComparisonRow| sign * row.delta.unwrap_or(f64::NEG_INFINITY);
    let mut pairs = metric.pairs.clone();
    pairs.sort_by(|one, other| {
        let of_verdicts = PairVerdict::of(one).cmp(&PairVerdict::of(other));
        of_verdicts.then_with(|| key(other).total_cmp(&key(one)))
    });
    pairs
}

/// Two names that fit a heading and differ.
fn headings(a: &str, b: &str) -> [String; 2] {
    let short = [a, b].map(|name| clipped(name, HEADING));
    if short[0] == short[1] { ["first".to_owned(), "second".to_owned()] } else { short }
}

fn score(metric: &MetricSummary<'_>, system: &str, decimals: usize) -> TextCell {
    TextCell::optional(metric.score(system), |score| format!("{score:.decimals$}"))
}

fn difference_cell(pair: Option<(&ComparisonRow, bool)>, decimals: usize) -> TextCell {
    let text = pair.and_then(|(row, turned)| difference(row, turned, decimals));
    let sign = |turned| if turned { -1.0 } else { 1.0 };
    let value = pair.and_then(|(row, turned)| Some(sign(turned) * row.delta?));
    TextCell::number(text.unwrap_or_else(|| "–".to_owned()), value)
}

fn p_cell(row: &ComparisonRow) -> TextCell {
    TextCell::optional(row.p_adjusted.or(row.p_value), p_value)
}

fn verdict_cell(verdict: PairVerdict) -> TextCell {
    TextCell::words(in_short(verdict)).css_class(verdict.css_class())
}

fn in_short(verdict: PairVerdict) -> &'static str {
    if verdict == PairVerdict::NotSignificant { NOT_SIGNIFICANT } else { verdict.in_words() }
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

fn with_left_out(mut table: TextTable, metrics: usize) -> TextTable {
    if metrics > MOST_METRICS {
        table
            .notes
            .push(format!("The first {MOST_METRICS} of {metrics} metrics; the report has all."));
    }
    table
}

fn table(
    section: &StudySection<'_>,
    header: &[&str],
    rows: Vec<Vec<TextCell>>,
    caption: &str,
) -> TextTable {
    let StudySection { study, corpus, .. } = section;
    let table = TextTable {
        name: FileName::new(&["verdicts", study, corpus]),
        caption: format!("{caption}. Study {study}, corpus {corpus}."),
        header: header.iter().copied().map(TextCell::words).collect(),
        rows,
        notes: Vec::new(),
        source: Some("comparisons"),
        ..TextTable::default()
    };
    table.aligned()
}
