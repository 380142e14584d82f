//! Clusters of systems in words.

use std::collections::BTreeMap;

use super::RankRow;
use crate::presentation::{Rows, share};

/// Systems by cluster, the best first.
pub(super) struct Clusters<'a> {
    pub(super) names: Vec<Vec<&'a str>>,
    level: f64,
}

/// The clusters of the systems of `rows`, which are about one test set; `None` without any.
pub(super) fn clusters<'a>(rows: &Rows<'a, RankRow>) -> Option<Clusters<'a>> {
    let level = rows.first()?.level;
    // A system has the same cluster and mean rank in the rows of all ranks.
    let mut systems: BTreeMap<u32, Vec<(f64, &str)>> = BTreeMap::new();
    for (system, rows) in rows.groups(|row| row.cell.system()) {
        let first = rows.first()?;
        let place = (first.mean_rank?, system);
        systems.entry(first.cluster?).or_default().push(place);
    }
    let names = systems.into_values().map(|mut own| {
        own.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        own.into_iter().map(|(_, name)| name).collect()
    });
    Some(Clusters { names: names.collect(), level })
}

impl Clusters<'_> {
    /// `Clusters (every pair across a line differs, Holm within the metric, 95 %): 1 A, B | 2 C.`
    pub(super) fn sentence(&self) -> String {
        let level = share(self.level);
        if let [all] = &self.names[..] {
            return format!(
                "All {} systems are in one cluster: no line has only pairs that differ across it (Holm within the metric, {level} %).",
                all.len()
            );
        }
        let names = self.names.iter().enumerate();
        let names: Vec<String> =
            names.map(|(place, own)| format!("{} {}", place + 1, own.join(", "))).collect();
        format!(
            "Clusters (every pair across a line differs, Holm within the metric, {level} %): {}.",
            names.join(" | ")
        )
    }
}
