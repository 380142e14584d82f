//! How alike references are.

use serde_json::{Value, json};

use super::{CrossReferenceRow, text_tables};
use crate::analyses::common::largest::extremes;
use crate::presentation::{Finding, Rows, StudySection, span_of};

/// The range of scores of one reference against another, by metric.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = section.rows::<CrossReferenceRow>();
    let is_pair =
        |row: &CrossReferenceRow| row.cell.system.is_some() && row.cell.reference_count == Some(1);
    let metrics = rows.keep(is_pair).groups(|row| &*row.cell.metric);
    let sentences = metrics.iter().map(|(metric, rows)| sentence(metric, rows)).collect();
    let table = text_tables::cross_references(section).into_iter().next();
    Finding::of_sentences(
        section,
        "cross-reference",
        "How alike are the references?",
        sentences,
        table,
    )
}

fn sentence(metric: &str, rows: &Rows<'_, CrossReferenceRow>) -> (String, Value) {
    let scores = extremes(rows.iter().map(|row| row.score));
    let text = match scores {
        None => format!("By {metric}, no reference has a score against another one."),
        Some(scores) => {
            format!("By {metric}, references score {} against another one.", span_of(scores))
        }
    };
    (text, json!({ "metric": metric, "scores": scores.map(|(low, high)| [low, high]) }))
}
