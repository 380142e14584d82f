//! Who is best, and the ranks of all, for comparisons with other runs.

use super::RankRow;
use crate::analyses::common::largest::largest_test_set;
use crate::presentation::{MetricRows, StudySection, Verdict};
use crate::words::in_a_row;

/// Of each metric the best system, and of each system its rank and cluster, on the largest test set.
pub(super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    let rows = largest_test_set(&section.rows::<RankRow>(), |row| &row.cell);
    rows.by_metric().iter().flat_map(of_metric).collect()
}

fn of_metric(metric: &MetricRows<'_, RankRow>) -> Vec<Verdict> {
    // A system has a row for each of its ranks, which all say this.
    let systems = metric.rows.groups(|row| row.cell.system());
    let systems: Vec<(&str, &RankRow)> =
        systems.into_iter().filter_map(|(system, rows)| Some((system, rows.first()?))).collect();
    let best: Vec<&str> = systems
        .iter()
        .filter(|(_, row)| row.observed_rank == Some(1))
        .map(|(system, _)| *system)
        .collect();
    let best = match best.as_slice() {
        [] => "none".to_owned(),
        best => in_a_row(best, "and"),
    };
    let places = systems.iter().map(|(system, row)| {
        let place = row.observed_rank.zip(row.cluster);
        let verdict = place.map_or_else(
            || format!("no rank ({})", row.cell.status.name()),
            |(rank, cluster)| format!("rank {rank}, cluster {cluster}"),
        );
        Verdict::new("ranking", format!("{}, {system}", metric.title), verdict)
    });
    let best = Verdict::new("ranking", format!("{}, best system", metric.title), best);
    std::iter::once(best).chain(places).collect()
}
