//! How well parts stand for the whole.

use serde_json::{Value, json};

use super::{RepresentativenessRow, text_tables};
use crate::presentation::{Finding, Rows, StudySection};

/// How many test sets reach the threshold, by metric and coefficient.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = section.rows::<RepresentativenessRow>().of_first_draws();
    let mut sentences = Vec::new();
    for metric in rows.by_metric() {
        for (coefficient, rows) in metric.rows.groups(|row| &*row.coefficient) {
            sentences.extend(sentence(&metric.title, coefficient, &rows));
        }
    }
    let table = text_tables::representativeness(section);
    Finding::of_sentences(
        section,
        "representativeness",
        "Do parts stand for the whole?",
        sentences,
        table,
    )
}

fn sentence(
    metric: &str,
    coefficient: &str,
    rows: &Rows<'_, RepresentativenessRow>,
) -> Option<(String, Value)> {
    let threshold = rows.first()?.threshold;
    let known = rows.iter().filter_map(|row| row.representative).count();
    let reached = rows.iter().filter(|row| row.representative == Some(true)).count();
    let text = if known == 0 {
        format!(
            "By {metric}, the correlation ({coefficient}) with the whole corpus is not defined."
        )
    } else {
        format!(
            "By {metric}, {reached} of {known} test sets correlate with the whole corpus at {threshold} or more \
             ({coefficient})."
        )
    };
    let data = json!({
        "metric": metric,
        "coefficient": coefficient,
        "threshold": threshold,
        "test_sets": known,
        "representative": reached,
    });
    Some((text, data))
}
