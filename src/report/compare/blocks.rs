//! The tables of the answer: differences, precision, power.

use super::views::{MetricView, PairView};
use super::{Answer, as_written, whole_units};
use crate::analyses::comparison::{PairVerdict, decimals, difference, p_value};
use crate::analyses::margin::{needed, plus_minus, rounded, size_interval, wanted, whole};
use crate::analyses::{MarginRow, PowerRow};
use crate::presentation::number;
use crate::report::terminal::{Cell, Tone, grid};
use crate::table::Resampled;

/// Before every line of a table.
const INDENT: &str = "  ";

/// A verdict with its colour.
pub(super) fn verdict_cell(verdict: PairVerdict) -> Cell {
    let tone = match verdict {
        PairVerdict::Better => Tone::Good,
        PairVerdict::Worse => Tone::Bad,
        _ => Tone::Plain,
    };
    Cell::left(verdict.in_words()).tone(tone)
}

/// A score with the digits that its differences have.
pub(super) fn score(metric: &MetricView<'_>, system: &str) -> String {
    let decimals = decimals(&metric.rows());
    metric.score(system).map_or_else(|| "–".to_owned(), |score| format!("{score:.decimals$}"))
}

fn of_pair(metric: &MetricView<'_>, pair: &PairView) -> [Cell; 3] {
    let decimals = decimals(&metric.rows());
    let found = difference(&pair.row, false, decimals).unwrap_or_else(|| "–".to_owned());
    let p = pair.row.p_adjusted.or(pair.row.p_value).map_or_else(|| "–".to_owned(), p_value);
    [Cell::left(found), Cell::left(p), verdict_cell(pair.verdict)]
}

impl Answer<'_> {
    /// Scores and differences: a line for each metric, or for each system by metric.
    pub(super) fn differences(&self, is_styled: bool) -> String {
        match self.only_system() {
            Some(system) => self.of_metrics(system, is_styled),
            None => self.of_systems(is_styled),
        }
    }

    fn of_metrics(&self, system: &str, is_styled: bool) -> String {
        let baseline = &self.setting.baseline;
        let name = |name: &str| Cell::right(name).name();
        let [difference, p] = ["difference", "p"].map(Cell::left);
        let header = vec![Cell::left(""), name(system), name(baseline), difference, p];
        let line = |metric: &MetricView<'_>| {
            let scores = [system, baseline].map(|system| Cell::right(score(metric, system)));
            let found = metric.pairs.first().map(|pair| of_pair(metric, pair));
            let title = Cell::left(format!("{INDENT}{}", metric.title));
            std::iter::once(title).chain(scores).chain(found.into_iter().flatten()).collect()
        };
        let lines: Vec<Vec<Cell>> =
            std::iter::once(header).chain(self.metrics.iter().map(line)).collect();
        grid(&lines, is_styled)
    }

    fn of_systems(&self, is_styled: bool) -> String {
        let mut lines: Vec<Vec<Cell>> = Vec::new();
        for (index, metric) in self.metrics.iter().enumerate() {
            let title = Cell::left(format!("{INDENT}{}", metric.title));
            let headings = [Cell::right("score"), Cell::left("difference"), Cell::left("p")];
            let headings = headings.into_iter().filter(|_| index == 0);
            lines.push(std::iter::once(title).chain(headings).collect());
            let name = |system: &str| Cell::left(format!("{INDENT}{INDENT}{system}")).name();
            let baseline = &*self.setting.baseline;
            lines.push(vec![
                name(baseline),
                Cell::right(score(metric, baseline)),
                Cell::left("baseline"),
            ]);
            for pair in &metric.pairs {
                let system = &*pair.row.system_a;
                let start = [name(system), Cell::right(score(metric, system))];
                lines.push(start.into_iter().chain(of_pair(metric, pair)).collect());
            }
        }
        grid(&lines, is_styled)
    }

    /// Losses that are accepted, with the verdict on each.
    pub(super) fn losses(&self, is_styled: bool) -> String {
        let heading = Cell::left("Is the loss smaller than the margin?");
        let mut lines = vec![vec![heading, Cell::right("margin"), Cell::left("verdict")]];
        let mut sentences = String::new();
        for metric in self.metrics.iter().filter(|metric| metric.has_margin()) {
            for pair in &metric.pairs {
                let name = match self.only_system() {
                    Some(_) => metric.title.to_owned(),
                    None => format!("{}, {}", metric.title, pair.row.system_a),
                };
                let (word, tone) = match pair.margin_verdict() {
                    Some("pass") => ("pass", Tone::Good),
                    Some("fail") => ("fail", Tone::Bad),
                    Some(_) => ("inconclusive", Tone::Middling),
                    None => ("no verdict", Tone::Plain),
                };
                lines.push(vec![
                    Cell::left(format!("{INDENT}{name}")).name(),
                    Cell::right(pair.row.margin.map_or_else(|| "–".to_owned(), as_written)),
                    Cell::left(word).tone(tone),
                ]);
                if let Some(sentence) = what_would_decide(pair, self.unit(), available(metric)) {
                    sentences +=
                        &crate::report::summary::wrapped(&format!("{name}: {sentence}"), INDENT);
                }
            }
        }
        grid(&lines, is_styled) + &sentences
    }

    /// `document` or `segment`.
    pub(super) fn unit(&self) -> &'static str {
        self.first().map_or("segment", |row| row.resample.unit())
    }

    /// `you have 160`, where that is so for all metrics.
    fn you_have(&self) -> String {
        let mut available = self.metrics.iter().map(|metric| available(metric));
        let first = available.next().flatten();
        match first.filter(|first| available.all(|other| other == Some(*first))) {
            Some(units) => format!("you have {}", crate::words::grouped(units)),
            None => "compared with yours".to_owned(),
        }
    }

    /// Margins of error, and the sizes that wanted ones take.
    pub(super) fn precision(&self) -> String {
        let header = [
            "How precise is one score?".to_owned(),
            "wanted".to_owned(),
            format!("{}s needed", self.unit()),
            self.you_have(),
        ];
        let mut lines = vec![header.map(Cell::left).to_vec()];
        let width =
            self.metrics.iter().map(|metric| metric.title.chars().count()).max().unwrap_or(0);
        for metric in &self.metrics {
            let Some(row) = metric.margin else { continue };
            let title = metric.title;
            let start = |text: String| Cell::left(format!("{INDENT}{title:width$}  {text}"));
            let Some(margin) = row.margin else {
                lines.push(vec![start(format!("none: {}", row.cell.status.in_words()))]);
                continue;
            };
            let cells = [start(plus_minus(margin))].into_iter().chain(size_cells(row));
            lines.push(cells.collect());
        }
        grid(&lines, false)
    }

    /// Differences that can be found, and the sizes that smaller ones take.
    pub(super) fn power(&self) -> String {
        let pairs = self.setting.systems.len();
        let among = if pairs > 1 { format!(", any of {pairs} pairs") } else { String::new() };
        let heading =
            format!("How small a true difference would you find (4 times in 5{among})?\n");
        let mut lines = Vec::new();
        for metric in &self.metrics {
            let Some(power) = &metric.power else { continue };
            let title = Cell::left(format!("{INDENT}{}", metric.title));
            let found = match power.smallest() {
                Some(smallest) => vec![
                    Cell::left(number(smallest)),
                    Cell::left(power.planned.and_then(planned).unwrap_or_default()),
                ],
                None => {
                    vec![Cell::left(format!("none: {}", power.row.cell.status.in_words()))]
                }
            };
            lines.push(std::iter::once(title).chain(found).collect());
        }
        heading + &grid(&lines, false)
    }
}

/// Resampling units that count for a metric.
fn available(metric: &MetricView<'_>) -> Option<u64> {
    metric.margin.and_then(|row| row.available_units)
}

/// Wanted margin, size, and how much that is more.
fn size_cells(row: &MarginRow) -> Vec<Cell> {
    let Some(margin) = row.wanted else { return Vec::new() };
    let (Some(size), Some(available)) = (needed(row), row.available_units) else {
        return vec![Cell::left(wanted(margin)), Cell::left("–")];
    };
    let interval = size_interval(row, "-").map_or_else(String::new, |ends| format!(" ({ends})"));
    let lacking = size - available as f64;
    let more = if lacking > 0.0 { format!("{} more", whole(lacking)) } else { "enough".to_owned() };
    vec![
        Cell::left(wanted(margin)),
        Cell::left(format!("{}{interval}", whole(size))),
        Cell::left(more),
    ]
}

/// Letters of a planned size, at most.
const LONGEST_PLAN: usize = 62;

/// `to find 0.5: 460 documents (290-770), 300 more (2,660 segments)`, without segments where that is too long.
fn planned(row: &PowerRow) -> Option<String> {
    let available = row.units?;
    let size = rounded(row.required_units_any_pair.or(row.required_units)?, available);
    let segments = row.required_segments_any_pair.or(row.required_segments);
    let of_documents = row.resample != Resampled::Segments;
    let unit = row.resample.texts().name();
    let segments = segments.filter(|_| of_documents).map_or_else(String::new, |segments| {
        format!(" ({} segments)", whole(rounded(segments, 1)))
    });
    let lacking = size - available as f64;
    let more =
        if lacking > 0.0 { format!(", {} more", whole(lacking)) } else { ", enough".to_owned() };
    let effect = row.effect?;
    let ends = row
        .required_units_any_pair_lower
        .zip(row.required_units_any_pair_upper)
        .or(row.required_units_lower.zip(row.required_units_upper));
    let end = |size: f64| whole(rounded(size, available));
    let ends =
        ends.map_or_else(String::new, |(lower, upper)| format!(" ({}-{})", end(lower), end(upper)));
    let planned = format!("to find {effect}: {} {unit}{ends}{more}", whole(size));
    // Beside a metric and its difference in a line of a terminal.
    let fits = planned.len() + segments.len() <= LONGEST_PLAN;
    Some(if fits { planned + &segments } else { planned })
}

/// How many units would decide about a margin.
fn what_would_decide(pair: &PairView, unit: &str, available: Option<u64>) -> Option<String> {
    if pair.margin_verdict() != Some("inconclusive") {
        return None;
    }
    let required = pair.row.margin_required_units?;
    let available = available?;
    let size = rounded(required, available);
    let lacking = size - available as f64;
    let baseline = &pair.row.system_b;
    let passes = format!("a system exactly as good as {baseline} passes 4 times in 5");
    Some(if lacking > 0.0 {
        format!("on about {} {unit}s ({} more) {passes}.", whole(size), whole(lacking))
    } else {
        format!(
            "the interval reaches across the margin, though {passes} on {} {unit}s.",
            whole_units(required)
        )
    })
}
