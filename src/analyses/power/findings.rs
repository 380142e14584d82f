//! Which differences a test set can show.

use serde_json::{Value, json};

use super::{PowerRow, text_tables};
use crate::analyses::common::largest::{extremes, largest_test_set};
use crate::presentation::{Finding, MetricRows, StudySection, share, span_of};

/// The smallest true differences that the largest test set shows, by metric.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = largest_test_set(&section.rows::<PowerRow>(), |row| &row.cell);
    let sentences = rows.by_metric().iter().filter_map(sentence).collect();
    let table = text_tables::power(section);
    Finding::of_sentences(section, "power", "Which differences show?", sentences, table)
}

fn sentence(metric: &MetricRows<'_, PowerRow>) -> Option<(String, Value)> {
    let first = metric.rows.first()?;
    let (title, documents) = (&metric.title, first.cell.documents);
    let effects = extremes(metric.rows.iter().map(|row| row.smallest_detectable_effect));
    let text = match effects {
        None => format!("By {title}, no difference can be named that {documents} documents show."),
        Some(effects) => format!(
            "By {title}, {documents} documents show a true difference of {} with a probability \
             of {} %, in one test at {} %.",
            span_of(effects),
            share(first.power),
            share(first.level)
        ),
    };
    let data = json!({
        "metric": title,
        "documents": documents,
        "power": first.power,
        "level": first.level,
        "smallest_detectable_effect": effects.map(|(low, high)| [low, high]),
    });
    Some((text, data))
}
