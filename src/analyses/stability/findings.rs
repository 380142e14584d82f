//! How much intervals change with the resamples.

use serde_json::{Value, json};

use super::{StabilityRow, text_tables};
use crate::analyses::common::largest::extremes;
use crate::presentation::{Finding, Rows, StudySection, share, span_of};

/// Deviations of the ends of intervals, over systems, by metric, method and B.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = section.rows::<StabilityRow>().of_one_ordering().of_most_documents();
    let mut sentences = Vec::new();
    for metric in rows.by_metric() {
        for (_, rows) in metric.rows.groups(|row| (&*row.method, row.cell.replicates)) {
            sentences.extend(sentence(&metric.title, &rows));
        }
    }
    let table = text_tables::stability(section);
    Finding::of_sentences(section, "stability", "How many resamples are enough?", sentences, table)
}

fn sentence(metric: &str, rows: &Rows<'_, StabilityRow>) -> Option<(String, Value)> {
    let first = rows.first()?;
    let ends = rows.iter().flat_map(|row| [row.stdev_lower, row.stdev_upper]);
    let deviation = extremes(ends);
    let (replicates, level) = (first.cell.replicates, share(first.level));
    let what = format!("ends of {level} % intervals by {metric} ({})", first.method);
    let text = match deviation {
        None => format!("With {replicates} resamples, no deviation of {what} is defined."),
        Some(range) => format!(
            "With {replicates} resamples, {what} deviate by {} over {} repetitions.",
            span_of(range),
            first.repeats
        ),
    };
    let data = json!({
        "metric": metric,
        "method": &*first.method,
        "B": replicates,
        "level": first.level,
        "repeats": first.repeats,
        "stdev": deviation.map(|(low, high)| [low, high]),
    });
    Some((text, data))
}
