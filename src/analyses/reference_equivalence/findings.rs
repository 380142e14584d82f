//! What another reference is worth.

use serde_json::{Value, json};

use super::{ReferenceEquivalenceRow, text_tables};
use crate::analyses::common::largest::extremes;
use crate::presentation::{Finding, Rows, StudySection, span_of};

/// The range over systems and numbers of references, by metric.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = section.rows::<ReferenceEquivalenceRow>().of_first_draws().of_one_ordering();
    let metrics = rows.groups(|row| &*row.metric);
    let sentences = metrics.iter().filter_map(|(metric, rows)| sentence(metric, rows)).collect();
    let table = text_tables::equivalence(section);
    Finding::of_sentences(
        section,
        "reference-equivalence",
        "What is a reference worth?",
        sentences,
        table,
    )
}

fn sentence(metric: &str, rows: &Rows<'_, ReferenceEquivalenceRow>) -> Option<(String, Value)> {
    let more = extremes(rows.iter().map(|row| row.more_segments))?;
    let text = format!(
        "By {metric}, one reference less takes {} % more segments for the same relative deviation.",
        span_of(more)
    );
    Some((text, json!({ "metric": metric, "more_segments": [more.0, more.1] })))
}
