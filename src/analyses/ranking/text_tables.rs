//! Ranks and how sure they are, as text tables.

use super::{RankRow, RankStabilityRow};
use crate::presentation::{
    Layout, MetricRows, StudySection, TextCell, TextTable, metric_name, of_ends, percent, real,
    size_cell, whole, words,
};

/// Probabilities of ranks on the largest test set, a table per metric.
pub(super) fn ranks(section: &StudySection<'_>) -> Vec<TextTable> {
    let rows = section.rows::<RankRow>().of_first_draws().of_one_ordering();
    let of_metric = |metric: MetricRows<'_, RankRow>| {
        let layout = Layout {
            word: "ranks",
            about: &metric_name(metric.key),
            caption: "Ranks: by the scores, the range of ranks over resamples, clusters of systems whose \
                      ranges overlap, and the probability of each rank.",
            ..Layout::default()
        };
        let key = |row: &RankRow| {
            vec![
                ("system", words(row.cell.system())),
                ("documents", size_cell(&row.cell)),
                ("level", whole(row.level)),
            ]
        };
        layout.table(section, &metric.rows.of_most_documents(), key, |row| {
            let ends = row.rank_lower.map(f64::from).zip(row.rank_upper.map(f64::from));
            let range =
                of_ends(
                    ends,
                    |(low, high)| {
                        if low < high { format!("{low}-{high}") } else { format!("{low}") }
                    },
                );
            vec![
                ("score".to_owned(), real(row.score)),
                ("rank".to_owned(), whole(row.observed_rank)),
                ("range".to_owned(), range),
                ("cluster".to_owned(), whole(row.cluster)),
                (format!("P({})", row.rank), percent(row.probability)),
            ]
        })
    };
    rows.by_metric().into_iter().filter_map(of_metric).collect()
}

/// How probable the ranking of the whole corpus is, by size.
pub(super) fn rank_stability(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<RankStabilityRow>().of_first_draws().of_one_ordering();
    let title = rows.titles();
    let layout = Layout {
        word: "rank-stability",
        caption: "Probability that resamples rank the systems as the whole corpus does, and the size from \
                  which on that is probable enough.",
        ..Layout::default()
    };
    let key = |row: &RankStabilityRow| {
        vec![
            ("metric", TextCell::words(title(row))),
            ("documents", size_cell(&row.cell)),
            ("wanted", percent(row.probability)),
            ("systems", whole(row.systems)),
        ]
    };
    layout.table(section, &rows, key, |row| {
        vec![
            ("ranking holds".to_owned(), percent(row.holds)),
            ("best holds".to_owned(), percent(row.best_holds)),
            ("distances deviate, %".to_owned(), real(row.distance_deviation)),
            ("holds from, documents".to_owned(), whole(row.stable_from)),
            ("distances from, documents".to_owned(), whole(row.distances_stable_from)),
        ]
    })
}
