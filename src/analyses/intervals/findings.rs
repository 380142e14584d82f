//! How wide intervals are.

use serde_json::{Value, json};

use super::{IntervalRow, text_tables};
use crate::analyses::common::largest::{extremes, largest_test_set};
use crate::presentation::{Finding, Rows, StudySection, share, span_of};

/// Half-widths on the largest test set over systems, by metric, method and level.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = largest_test_set(&section.rows::<IntervalRow>(), |row| &row.cell);
    let mut sentences = Vec::new();
    for metric in rows.by_metric() {
        for (_, rows) in metric.rows.groups(|row| (row.method.to_string(), share(row.level))) {
            sentences.extend(sentence(&metric.title, &rows));
        }
    }
    let table = text_tables::intervals(section);
    Finding::of_sentences(section, "intervals", "How sure are scores?", sentences, table)
}

fn sentence(metric: &str, rows: &Rows<'_, IntervalRow>) -> Option<(String, Value)> {
    let first = rows.first()?;
    let (method, level, documents) = (&first.method, share(first.level), first.cell.documents);
    let half_widths = extremes(rows.iter().map(|row| row.half_width));
    let text = match half_widths {
        None => format!(
            "There are no {level} % intervals by {metric} ({method}): {}.",
            first.cell.status
        ),
        Some(range) => format!(
            "On {documents} documents, {level} % intervals by {metric} ({method}) have a half-width of {}.",
            span_of(range)
        ),
    };
    let data = json!({
        "metric": metric,
        "method": &**method,
        "level": first.level,
        "documents": documents,
        "half_width": half_widths.map(|(low, high)| [low, high]),
    });
    Some((text, data))
}
