//! How sure the ranking is.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{RankRow, text_tables};
use crate::analyses::common::largest::largest_test_set;
use crate::presentation::{Finding, MetricRows, StudySection, share};

/// Clusters of systems on the largest test set, by metric.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = largest_test_set(&section.rows::<RankRow>(), |row| &row.cell);
    let sentences = rows.by_metric().iter().filter_map(sentence).collect();
    let table = text_tables::ranks(section).into_iter().next();
    Finding::of_sentences(section, "ranking", "How sure is the ranking?", sentences, table)
}

fn sentence(metric: &MetricRows<'_, RankRow>) -> Option<(String, Value)> {
    let first = metric.rows.first()?;
    // A system has the same cluster in the rows of all ranks.
    let systems = metric.rows.groups(|row| row.cell.system());
    let mut clusters: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for (system, rows) in &systems {
        if let Some(cluster) = rows.first().and_then(|row| row.cluster) {
            clusters.entry(cluster).or_default().push(system);
        }
    }
    let (title, level) = (&metric.title, share(first.level));
    let names: Vec<String> = clusters.values().map(|systems| systems.join(", ")).collect();
    let text = match (clusters.len(), systems.len()) {
        (0, _) => format!("By {title}, there is no ranking: {}.", first.cell.status),
        (1, all) => format!(
            "By {title}, all {all} systems are in one cluster at {level} %: none is surely better."
        ),
        (count, all) => {
            format!(
                "By {title}, {all} systems are in {count} clusters at {level} %, the best first: {}.",
                names.join(" | ")
            )
        }
    };
    let data = json!({
        "metric": title,
        "documents": first.cell.documents,
        "level": first.level,
        "clusters": clusters.values().collect::<Vec<_>>(),
        "status": &*first.cell.status,
    });
    Some((text, data))
}
