//! Which wanted margins are reached, for comparisons with other runs.

use super::worst::by_metric;
use crate::presentation::{StudySection, Verdict};

/// One per metric and system with a wanted margin, on the largest test set.
pub(super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    let of_row = |title: &str, row: &super::MarginRow| {
        let wanted = row.wanted?;
        let verdict = match row.margin {
            Some(margin) if margin <= wanted => "the wanted margin is reached".to_owned(),
            Some(_) => "the wanted margin is not reached".to_owned(),
            None => format!("no margin ({})", row.cell.status.name()),
        };
        Some(Verdict::new("margin", format!("{title}, {}", row.cell.system()), verdict))
    };
    let metrics = by_metric(section);
    let of_metric = |metric: &super::worst::MetricMargins<'_>| {
        metric.rows.iter().filter_map(|row| of_row(&metric.title, row)).collect::<Vec<_>>()
    };
    metrics.iter().flat_map(of_metric).collect()
}
