//! Scores of one test set: a table for people, and JSON with all digits.

use std::collections::BTreeSet;
use std::fmt::Write;

use comfy_table::{CellAlignment, LineStyle, Table, presets};
use serde::Serialize;
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use super::summary::shortened;
use super::wrap::{WIDTH, wrapped};
use crate::analyses::ScoreRow;
use crate::analyses::intervals::{PREFERRED, ReportedMethod};
use crate::escape;
use crate::table::Resampled;
use crate::warning::Warning;
use crate::words::{grouped, grouped_count};

/// How replicates were drawn, as far as the rows do not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// Seed of the experiment.
    pub seed: u64,
}

/// A score as JSON has it.
#[derive(Serialize)]
struct Record<'a> {
    system: &'a str,
    metric: &'a str,
    score: Option<f64>,
    signature: &'a str,
    segments: Option<u64>,
    documents: u32,
    references: Option<u32>,
    status: &'a str,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    interval: Option<Interval>,
}

/// The distribution of its replicates.
#[derive(Serialize)]
struct Interval {
    ci_level: f64,
    ci_method: Option<ReportedMethod>,
    ci_lower: Option<f64>,
    ci_upper: Option<f64>,
    mean: Option<f64>,
    stdev: Option<f64>,
    resample: Resampled,
    #[serde(rename = "B")]
    replicates: u32,
    seed: u64,
}

/// Warnings, and an array of objects, one per system and metric, systems in their order; numbers have the fewest
/// digits that read back as the same number. With `draws`, intervals too.
pub fn json(rows: &[ScoreRow], draws: Option<Draws>, warnings: &[Warning]) -> Value {
    let of_system = |system: &str| {
        let rows = rows.iter().filter(move |row| row.cell.system.as_deref() == Some(system));
        rows.map(move |row| record(row, draws)).collect::<Vec<_>>()
    };
    let records: Vec<Record<'_>> = systems(rows).into_iter().flat_map(of_system).collect();
    let warnings = warnings.iter().filter(|warning| !warning.is_note());
    json!({ "warnings": super::warnings::to_json(warnings), "scores": records })
}

fn record(row: &ScoreRow, draws: Option<Draws>) -> Record<'_> {
    Record {
        system: row.cell.system.as_deref().unwrap_or_default(),
        metric: &row.cell.metric,
        score: row.score,
        signature: &row.signature,
        segments: row.cell.segments,
        documents: row.cell.documents,
        references: row.cell.reference_count,
        status: row.cell.status.name(),
        interval: draws.map(|Draws { seed }| Interval {
            ci_level: row.ci_level,
            ci_method: row.ci_method,
            ci_lower: row.ci_lower,
            ci_upper: row.ci_upper,
            mean: row.mean,
            stdev: row.stdev,
            resample: row.resample,
            replicates: row.cell.replicates,
            seed,
        }),
    }
}

/// A line per system and a column per metric; with `draws`, intervals behind the scores. Metrics that do not
/// fit a terminal of 80 columns stand below the first ones; names of systems are shortened where a single
/// metric does not fit beside them.
pub fn text(rows: &[ScoreRow], draws: Option<Draws>) -> String {
    let metrics = distinct(rows.iter().map(|row| &*row.cell.metric));
    let systems = systems(rows);
    let of_metric = |metric: &&str| -> Vec<String> {
        let of_system = |system: &&str| {
            let row = rows.iter().find(|row| {
                row.cell.system.as_deref() == Some(*system) && row.cell.metric.as_ref() == *metric
            });
            row.map_or_else(String::new, |row| cell(row, draws.is_some(), decimals(rows, metric)))
        };
        systems.iter().map(of_system).collect()
    };
    let columns: Vec<Vec<String>> = metrics.iter().map(of_metric).collect();
    let width = |texts: &[String]| texts.iter().map(|text| text.width()).max().unwrap_or(0);
    let widths: Vec<usize> = metrics
        .iter()
        .zip(&columns)
        .map(|(metric, cells)| width(cells).max(metric.width()) + PADDING)
        .collect();
    let names: Vec<String> =
        systems.iter().map(|system| escape::line(system).into_owned()).collect();
    let room = WIDTH.saturating_sub(widths.iter().copied().max().unwrap_or(0) + PADDING);
    let names: Vec<String> = names.iter().map(|name| shortened(name, room)).collect();
    let of_names = width(&names).max(SYSTEM.len()) + PADDING;
    let mut text = String::new();
    let mut first = 0;
    while first < metrics.len() {
        let fits = |last: &usize| {
            let all = of_names + widths[first..=*last].iter().sum::<usize>() + (*last - first + 1);
            *last == first || all <= WIDTH
        };
        let end = (first..metrics.len()).take_while(fits).last().map_or(first, |last| last) + 1;
        let block = table(&names, &metrics[first..end], &columns[first..end]);
        writeln!(text, "{block}").expect(INTO_STRING);
        if end < metrics.len() {
            text.push('\n');
        }
        first = end;
    }
    text + &notes(rows, &metrics, draws)
}

const SYSTEM: &str = "system";

/// Blanks beside the text of a cell.
const PADDING: usize = 2;

/// Systems in lines, some metrics in columns.
fn table(names: &[String], metrics: &[&str], columns: &[Vec<String>]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING.header_separator(LineStyle::none().fill('-').junction(' ')));
    table.set_header(std::iter::once(SYSTEM).chain(metrics.iter().copied()));
    for (line, name) in names.iter().enumerate() {
        let cells = columns.iter().map(|column| &*column[line]);
        table.add_row(std::iter::once(&**name).chain(cells));
    }
    for column in 1..=metrics.len() {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

/// The score with so many decimals, or why there is none.
fn cell(row: &ScoreRow, interval: bool, decimals: usize) -> String {
    let Some(score) = row.score else { return row.cell.status.name().to_owned() };
    match (row.ci_lower, row.ci_upper) {
        (Some(lower), Some(upper)) if interval => {
            format!("{score:.decimals$} [{lower:.decimals$}, {upper:.decimals$}]")
        }
        _ => format!("{score:.decimals$}"),
    }
}

/// Decimals of a metric's scores: two, or four for those of other programs that are small, as COMET's.
fn decimals(rows: &[ScoreRow], metric: &str) -> usize {
    let rows = rows.iter().filter(|row| &*row.cell.metric == metric);
    let is_small = |row: &ScoreRow| {
        row.signature.starts_with("external|") && row.score.is_none_or(|score| score.abs() < 10.0)
    };
    if rows.clone().all(is_small) { 4 } else { 2 }
}

/// What the numbers are of, and a signature per metric.
fn notes(rows: &[ScoreRow], metrics: &[&str], draws: Option<Draws>) -> String {
    let mut notes = String::new();
    let Some(first) = rows.first() else { return notes };
    let segments = first.cell.segments.unwrap_or(0);
    let mut about = grouped_count(segments, "segment");
    // None where nothing but scores was read.
    if let Some(count) = rows.iter().filter_map(|row| row.cell.reference_count).max() {
        write!(about, ", {}", grouped_count(count.into(), "reference")).expect(INTO_STRING);
    }
    if let Some(Draws { seed }) = draws {
        // Without the last digits, which are those of a binary fraction.
        let percent = (first.ci_level * 1e10).round() / 1e8;
        let (unit, replicates) = (first.resample.name(), u64::from(first.cell.replicates));
        let methods = distinct(rows.iter().filter_map(|row| Some(row.ci_method?.name())));
        let by = if methods.is_empty() {
            String::new()
        } else {
            format!(" by {}", methods.join(" and "))
        };
        write!(about, "; {percent}% intervals{by} over {unit}").expect(INTO_STRING);
        if methods.iter().any(|method| *method != PREFERRED.name()) {
            write!(about, ", {} bootstrap replicates, seed {seed}", grouped(replicates))
                .expect(INTO_STRING);
        }
    }
    notes += &wrapped(&about, "", "  ");
    let width = metrics.iter().map(|metric| metric.len()).max().unwrap_or(0);
    for metric in metrics {
        let row = rows.iter().find(|row| &*row.cell.metric == *metric);
        let signature = row.map_or("", |row| &row.signature);
        let before = format!("{metric:width$}  ");
        let indent = " ".repeat(before.width().min(WIDTH / 2));
        notes += &wrapped(&format!("{before}{signature}"), "", &indent);
    }
    notes
}

const INTO_STRING: &str = "writing to a string cannot fail";

fn systems(rows: &[ScoreRow]) -> Vec<&str> {
    distinct(rows.iter().filter_map(|row| row.cell.system.as_deref()))
}

/// Each once, in order of first appearance.
fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    names.filter(|name| seen.insert(*name)).collect()
}
