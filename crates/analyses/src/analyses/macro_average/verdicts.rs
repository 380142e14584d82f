//! Who is best over all corpora, for comparisons with other runs.

use super::request::KEY;
use super::summary::{MetricSummary, summaries};
use crate::presentation::{StudySection, Verdict};
use crate::words::in_a_row;

/// Of each metric the best systems by mean score and by mean rank, and of each system its clusters.
pub(super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    summaries(section).iter().flat_map(of_metric).collect()
}

fn of_metric(metric: &MetricSummary<'_>) -> Vec<Verdict> {
    let best = [
        ("mean score", metric.best(|system| system.score)),
        ("mean rank", metric.best(|system| system.rank)),
    ];
    let best = best.into_iter().map(|(what, systems)| {
        let names: Vec<&str> = systems.iter().map(|system| system.name).collect();
        let names = if names.is_empty() { "none".to_owned() } else { in_a_row(&names, "and") };
        Verdict::new(KEY, format!("{}, best system by {what}", metric.title), names)
    });
    let clusters = metric.systems.iter().map(|system| {
        let [by_score, by_rank] = [system.score, system.rank].map(|row| {
            row.cluster.map_or_else(|| "none".to_owned(), |cluster| cluster.to_string())
        });
        let conclusion = format!("cluster {by_score} by mean score, {by_rank} by mean rank");
        Verdict::new(KEY, format!("{}, {}", metric.title, system.name), conclusion)
    });
    best.chain(clusters).collect()
}
