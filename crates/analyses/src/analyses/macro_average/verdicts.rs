//! Who is best over all corpora, for comparisons with other runs.

use super::request::KEY;
use super::row::MacroAverageRow;
use super::summary::{MetricSummary, SystemSummary, summaries};
use crate::presentation::{StudySection, Verdict};
use crate::words::in_a_row;

/// Of each metric the best systems by mean score and by mean rank, and of each system its clusters.
pub(super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    summaries(section).iter().flat_map(of_metric).collect()
}

fn of_metric(metric: &MetricSummary<'_>) -> Vec<Verdict> {
    let best = |what: &str, row: for<'a> fn(&SystemSummary<'a>) -> &'a MacroAverageRow| {
        let names: Vec<&str> = metric.best(row).iter().map(|system| system.name).collect();
        let names = if names.is_empty() { "none".to_owned() } else { in_a_row(&names, "and") };
        Verdict::new(KEY, format!("{}, best system by {what}", metric.title), names)
    };
    let of_system = |own: &SystemSummary<'_>| {
        let cluster = |row: &MacroAverageRow| {
            row.cluster.map_or_else(|| "none".to_owned(), |cluster| cluster.to_string())
        };
        let conclusion = format!(
            "cluster {} by mean score, {} by mean rank",
            cluster(own.score),
            cluster(own.rank)
        );
        Verdict::new(KEY, format!("{}, {}", metric.title, own.name), conclusion)
    };
    let systems = metric.systems.iter().map(of_system);
    [best("mean score", |system| system.score), best("mean rank", |system| system.rank)]
        .into_iter()
        .chain(systems)
        .collect()
}
