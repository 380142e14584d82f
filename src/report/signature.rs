//! One line that says how the numbers of an answer were made, to be pasted into a paper.

use std::collections::BTreeSet;

use super::summary::wrapped;
use crate::analyses::comparison::options::Adjustment;
use crate::analyses::{ComparisonRow, MacroAverageRow, ScoreRow};
use crate::table::Cell;

/// The version that makes the numbers.
const VERSION: &str = concat!("runner:", env!("CARGO_PKG_VERSION"));

/// Of scores, each metric once; `has_intervals` adds how these were made.
pub fn of_scores(rows: &[ScoreRow], has_intervals: bool) -> String {
    let mut parts = of_metrics(rows.iter());
    if let Some(row) = rows.iter().find(|row| row.ci_method.is_some()).filter(|_| has_intervals) {
        let method = row.ci_method.map_or_else(String::new, |method| method.name().to_owned());
        let unit = of_unit(row.resample.name(), std::iter::once(&row.cell));
        parts.push(format!("interval:{method}|{unit}|level:{}", row.ci_level));
    }
    joined(parts)
}

/// Of scores and the tests of their differences.
pub fn of_tests<'a>(
    scores: impl Iterator<Item = &'a ScoreRow>,
    tests: impl Iterator<Item = &'a ComparisonRow>,
) -> String {
    let mut parts = of_metrics(scores);
    let mut seen = BTreeSet::new();
    let tests: Vec<&ComparisonRow> = tests.filter(|row| row.is_tested()).collect();
    for row in &tests {
        let unit = of_unit(row.resample.name(), tests.iter().map(|other| &other.cell));
        let adjustment = match row.adjustment {
            Adjustment::None => "adjust:none".to_owned(),
            adjustment => format!("adjust:{}/{}", adjustment.name(), row.family),
        };
        let method = if row.is_constant() { "exact-sign" } else { row.method.name() };
        let trials = row.trials.map_or_else(String::new, |trials| format!("|B:{trials}"));
        let test = format!("test:{method}{trials}|{unit}|level:{}|{adjustment}", row.level);
        if seen.insert(test.clone()) {
            parts.push(test);
        }
    }
    joined(parts)
}

/// Of scores and the tests of their means over corpora.
pub fn of_means(scores: &[ScoreRow], tests: &[MacroAverageRow]) -> String {
    let mut parts = of_metrics(scores.iter());
    if let Some(row) = tests.iter().find(|row| row.system_b.is_some()) {
        let (corpora, level) = (row.corpora.split(", ").count(), row.level);
        parts.push(format!("test:student-t|mean-of:{corpora}|level:{level}|adjust:holm"));
    }
    joined(parts)
}

/// The line on a terminal of 80 columns.
pub fn on_terminal(signature: &str) -> String {
    wrapped(&format!("Signature  {signature}"), "           ")
}

/// Each metric once.
fn of_metrics<'a>(rows: impl Iterator<Item = &'a ScoreRow>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let signatures = rows.map(|row| row.signature.to_string());
    signatures.filter(|signature| seen.insert(signature.clone())).collect()
}

/// What was left out or resampled, and how many there are, of the pair that has fewest to the one that has most.
fn of_unit<'a>(unit: &str, cells: impl Iterator<Item = &'a Cell>) -> String {
    let unit = unit.replace(' ', "-");
    let documents = |cell: &Cell| u64::from(cell.judged_documents.unwrap_or(cell.documents));
    let segments = |cell: &Cell| cell.judged_segments.or(cell.segments).unwrap_or_default();
    let is_of_segments = unit.starts_with("segments");
    let counts = cells.map(|cell| if is_of_segments { segments(cell) } else { documents(cell) });
    let (fewest, most) =
        counts.fold((u64::MAX, 0), |(low, high), count| (low.min(count), high.max(count)));
    let to = if fewest < most { format!("-{most}") } else { String::new() };
    format!("unit:{unit}|n:{fewest}{to}")
}

fn joined(mut parts: Vec<String>) -> String {
    parts.push(VERSION.to_owned());
    parts.join("; ")
}
