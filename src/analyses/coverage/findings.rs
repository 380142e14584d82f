//! How often intervals hold the truth.

use serde_json::{Value, json};

use super::{CoverageRow, text_tables};
use crate::analyses::common::largest::extremes;
use crate::presentation::{Finding, Rows, StudySection, share};

/// The share of intervals that hold the true score, over all systems, by metric, sampling, method and level.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = section.rows::<CoverageRow>().of_first_draws().keep(|row| row.system.is_none());
    let mut sentences = Vec::new();
    for metric in rows.by_metric() {
        let key = |row: &CoverageRow| {
            (row.sampling.to_string(), row.method.to_string(), share(row.nominal))
        };
        for (_, rows) in metric.rows.groups(key) {
            sentences.extend(sentence(&metric.title, &rows));
        }
    }
    let table = text_tables::coverage(section);
    Finding::of_sentences(section, "coverage", "Do intervals hold the truth?", sentences, table)
}

fn sentence(metric: &str, rows: &Rows<'_, CoverageRow>) -> Option<(String, Value)> {
    let first = rows.first()?;
    let CoverageRow { sampling, method, nominal, truth, .. } = first;
    let intervals =
        format!("{} % intervals by {metric} ({method}) from {sampling} samples", share(*nominal));
    let observed = extremes(rows.iter().map(|row| row.observed));
    let text = match (observed, rows.iter().count()) {
        (None, _) => format!("For {intervals}, no coverage is defined: {}.", first.status),
        (Some(_), 1) => {
            format!("{} of {} {intervals} hold the true score.", first.held, first.trials)
        }
        (Some((low, high)), sizes) => {
            let (low, high) = (share(low), share(high));
            let shares = if low == high { low } else { format!("{low} to {high}") };
            format!(
                "Of the {intervals}, {shares} % hold the true score, depending on the size ({sizes} sizes)."
            )
        }
    };
    let data = json!({
        "metric": metric,
        "sampling": &**sampling,
        "method": &**method,
        "level": nominal,
        "truth": &**truth,
        "observed": observed.map(|(low, high)| [low, high]),
    });
    Some((text, data))
}
