//! Scores of one test set: a table for people, and JSON with all digits.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Value, json};

use super::signature;
use super::terminal::{Cell, Frame};
use super::wrap::wrapped;
use crate::analyses::intervals::{PREFERRED, ReportedMethod};
use crate::analyses::{ComparisonRow, ScoreRow, scores};
use crate::presentation::{FileName, TextCell, TextTable, metric_in_print};
use crate::table::Resampled;
use crate::warning::Warning;
use crate::words::{grouped, grouped_count, in_a_row, part_of};

/// How replicates were drawn, as far as the rows do not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// Seed of the experiment.
    pub seed: u64,
}

/// A score as JSON has it.
#[derive(Serialize)]
struct Record<'a> {
    /// Of data with names of corpora.
    #[serde(skip_serializing_if = "Option::is_none")]
    corpus: Option<&'a str>,
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
/// digits that read back as the same number. With `draws`, intervals too; `has_corpora` where corpora have names.
pub fn json(
    sections: &[&[ScoreRow]],
    draws: Option<Draws>,
    has_corpora: bool,
    warnings: &[Warning],
) -> Value {
    let mut records: Vec<Record<'_>> = Vec::new();
    for rows in sections {
        for system in systems(rows) {
            let rows = rows.iter().filter(|row| row.cell.system.as_deref() == Some(system));
            records.extend(rows.map(|row| Record {
                corpus: has_corpora.then_some(&*row.cell.corpus),
                ..record(row, draws)
            }));
        }
    }
    let warnings = warnings.iter().filter(|warning| !warning.is_note());
    json!({
        "warnings": super::warnings::to_json(warnings),
        "scores": records,
        "signature": signature::of_scores(&sections.concat(), draws.is_some()),
    })
}

fn record(row: &ScoreRow, draws: Option<Draws>) -> Record<'_> {
    Record {
        corpus: None,
        system: row.cell.system.as_deref().unwrap_or_default(),
        metric: &row.cell.metric,
        score: row.score,
        signature: &row.signature,
        segments: row.cell.judged_segments.or(row.cell.segments),
        documents: row.cell.judged_documents.unwrap_or(row.cell.documents),
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
///
/// Scores have `width` decimals, or those that suit the metric.
pub fn text(rows: &[ScoreRow], draws: Option<Draws>, width: Option<usize>) -> String {
    let metrics = distinct(rows.iter().map(|row| &*row.cell.metric));
    let systems = systems(rows);
    let columns = metrics.iter().map(|metric| {
        let cells = systems.iter().map(|system| {
            let row = rows.iter().find(|row| {
                row.cell.system.as_deref() == Some(*system) && row.cell.metric.as_ref() == *metric
            });
            let decimals = width.unwrap_or_else(|| decimals(rows, metric));
            let text = row.map(|row| cell(row, draws.is_some(), decimals));
            Cell::right(text.unwrap_or_default())
        });
        std::iter::once(Cell::right(metric)).chain(cells).collect()
    });
    let columns: Vec<Vec<Cell>> = columns.collect();
    let names = std::iter::once(&"system").chain(&systems).map(|name| Cell::left(name).name());
    let names: Vec<Cell> = names.collect();
    let mut text = String::new();
    let mut first = 0;
    while first < metrics.len() {
        // At least one, even where it does not fit: names are shortened then.
        let end = (first + 1..=metrics.len())
            .take_while(|end: &usize| FRAME.fits_whole(&block(&names, &columns[first..*end])))
            .last()
            .unwrap_or(first + 1);
        text += &on_terminal(&block(&names, &columns[first..end]));
        if end < metrics.len() {
            text.push('\n');
        }
        first = end;
    }
    text + &notes(rows, draws).concat()
        + &signature::on_terminal(&signature::of_scores(rows, draws.is_some()))
}

/// The same as a table to be pasted elsewhere; `name` is that of a corpus, where there are several.
pub fn table(
    rows: &[ScoreRow],
    draws: Option<Draws>,
    width: Option<usize>,
    name: Option<&str>,
) -> TextTable {
    let metrics = distinct(rows.iter().map(|row| &*row.cell.metric));
    let mut lines = Vec::new();
    for system in systems(rows) {
        let mut line = vec![TextCell::words(system)];
        for metric in &metrics {
            let row = rows.iter().find(|row| {
                row.cell.system.as_deref() == Some(system) && row.cell.metric.as_ref() == *metric
            });
            let decimals = width.unwrap_or_else(|| decimals(rows, metric));
            let text = row.map_or_else(String::new, |row| cell(row, draws.is_some(), decimals));
            line.push(TextCell::number(text, row.and_then(|row| row.score)));
        }
        lines.push(line);
    }
    let titles = metrics.iter().map(|metric| metric_in_print(metric));
    let titles: Vec<String> = titles.collect();
    let corpus = name.map_or_else(String::new, |name| format!("{name}: "));
    let signature = signature::of_scores(rows, draws.is_some());
    // They are wrapped for a terminal, where further lines begin with two blanks.
    let notes = notes(rows, draws).into_iter().map(|note| note.trim_end().replace("\n  ", " "));
    TextTable {
        name: FileName::new(&["scores", name.unwrap_or_default()]),
        caption: format!("{corpus}scores by {}.", in_a_row(&titles, "and")),
        header: std::iter::once("system".to_owned()).chain(titles).map(TextCell::words).collect(),
        rows: lines,
        notes: notes.chain([format!("Signature: {signature}")]).collect(),
        ..TextTable::default()
    }
    .aligned()
}

/// The scores alone, for scripts: a line for each system, with a tab between metrics. Scores have `width` decimals, or
/// those that suit the metric.
pub fn bare(rows: &[ScoreRow], width: Option<usize>) -> String {
    let mut text = String::new();
    for system in systems(rows) {
        let rows_of_system = rows.iter().filter(|row| row.cell.system.as_deref() == Some(system));
        text += &bare_line(rows_of_system.map(|row| (&*row.cell.metric, row.score)), rows, width);
    }
    text
}

/// The differences from the baseline alone, in the same way; `scores` are those of all systems.
pub fn bare_differences(
    pairs: &[ComparisonRow],
    scores: &[ScoreRow],
    width: Option<usize>,
) -> String {
    let mut text = String::new();
    for system in distinct(pairs.iter().map(|row| &*row.system_a)) {
        let pairs = pairs.iter().filter(|row| &*row.system_a == system);
        text += &bare_line(pairs.map(|row| (&*row.cell.metric, row.delta)), scores, width);
    }
    text
}

/// Numbers by metric, with a tab between.
fn bare_line<'a>(
    numbers: impl Iterator<Item = (&'a str, Option<f64>)>,
    scores: &[ScoreRow],
    width: Option<usize>,
) -> String {
    let numbers = numbers.map(|(metric, number)| {
        let decimals = width.unwrap_or_else(|| decimals(scores, metric));
        number.map_or_else(|| "nan".to_owned(), |number| format!("{number:.decimals$}"))
    });
    numbers.collect::<Vec<_>>().join("\t") + "\n"
}

/// Cells have a blank on each side, and another one between columns.
const FRAME: Frame = Frame { indent: 1, gap: 3, shortest_name: "system".len() };

/// The lines of some columns, each with a name before it.
fn block(names: &[Cell], columns: &[Vec<Cell>]) -> Vec<Vec<Cell>> {
    let lines = names.iter().enumerate().map(|(line, name)| {
        let cells = columns.iter().map(|column| column[line].clone());
        std::iter::once(name.clone()).chain(cells).collect()
    });
    lines.collect()
}

/// Lines of cells, with dashes below the first.
fn on_terminal(lines: &[Vec<Cell>]) -> String {
    let (widths, _) = FRAME.widths(lines);
    let dashes: Vec<String> = widths.iter().map(|width| "-".repeat(width + 2)).collect();
    let (heading, below) = lines.split_at(1);
    let [heading, below] = [heading, below].map(|lines| FRAME.text(lines, &widths, false));
    format!("{heading}{}\n{below}", dashes.join(" "))
}

/// The score with so many decimals.
fn cell(row: &ScoreRow, interval: bool, decimals: usize) -> String {
    let Some(score) = row.score else { return "–".to_owned() };
    match (row.ci_lower, row.ci_upper) {
        (Some(lower), Some(upper)) if interval => {
            format!("{score:.decimals$} [{lower:.decimals$}, {upper:.decimals$}]")
        }
        _ => format!("{score:.decimals$}"),
    }
}

/// Decimals of a metric's scores: two, or four for those of other programs that are small, as COMET's.
fn decimals(rows: &[ScoreRow], metric: &str) -> usize {
    let mut rows = rows.iter().filter(|row| &*row.cell.metric == metric);
    let are_small = rows.all(|row| {
        ["external|", "given|"].iter().any(|kind| row.signature.starts_with(kind))
            && row.score.is_none_or(|score| score.abs() < 10.0)
    });
    if are_small { 4 } else { 2 }
}

/// Why there are scores missing, and what the numbers are of.
fn notes(rows: &[ScoreRow], draws: Option<Draws>) -> Vec<String> {
    let Some(first) = rows.first() else { return Vec::new() };
    let scored = rows.iter().filter_map(|row| row.cell.judged_segments);
    let mut about = part_of(scored, first.cell.segments.unwrap_or(0), "segment");
    // None where nothing but scores was read.
    if let Some(count) = rows.iter().filter_map(|row| row.cell.reference_count).max() {
        about = format!("{about}, {}", grouped_count(count.into(), "reference"));
    }
    if let Some(Draws { seed }) = draws {
        // Without the last digits, which are those of a binary fraction.
        let percent = (first.ci_level * 1e10).round() / 1e8;
        let methods = distinct(rows.iter().filter_map(|row| Some(row.ci_method?.name())));
        let by = if methods.is_empty() {
            String::new()
        } else {
            format!(" by {}", methods.join(" and "))
        };
        about = format!("{about}; {percent}% intervals{by} over {}", first.resample.name());
        let needs_none = [PREFERRED.name(), ReportedMethod::TwoWayT.name()];
        if methods.iter().any(|method| !needs_none.contains(method)) {
            let replicates = grouped(first.cell.replicates.into());
            about = format!("{about}, {replicates} bootstrap replicates, seed {seed}");
        }
    }
    let undefined = scores::undefined(&rows.iter().collect());
    let undefined = undefined.map(|text| format!("{text}."));
    undefined.into_iter().chain([about]).map(|note| wrapped(&note, "", "  ")).collect()
}

fn systems(rows: &[ScoreRow]) -> Vec<&str> {
    distinct(rows.iter().filter_map(|row| row.cell.system.as_deref()))
}

/// Each once, in order of first appearance.
fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    names.filter(|name| seen.insert(*name)).collect()
}
