//! Ranks and how sure they are, as text tables.

use super::{NewRankingRow, RankRow, RankStabilityRow};
use crate::analyses::common::phrases::{few, size_in_brackets};
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    Layout, MetricRows, StudySection, TextCell, TextTable, chance, metric_name, of_ends, percent,
    real, size_cell, whole, words,
};

/// Systems up to which a table has a column for each rank.
const MOST_RANKS: u32 = 30;

/// Probabilities of ranks on the largest test set, a table per metric.
pub(super) fn ranks(section: &StudySection<'_>) -> Vec<TextTable> {
    let rows = section.rows::<RankRow>().of_first_draws().of_one_ordering();
    let tables = rows.by_metric().into_iter().filter_map(|metric| {
        let last = metric.rows.iter().map(|row| row.rank).max().unwrap_or(0);
        let notes: &[&str] = if last > MOST_RANKS { &[LEFT_OUT] } else { &[] };
        let layout = Layout {
            word: "ranks",
            notes,
            about: &metric_name(metric.key),
            caption: "Ranks: by the scores, the range in new test sets of this size (in brackets: in resamples), \
                      clusters (a line where every pair across it differs), and the share of resamples with each \
                      rank.",
        };
        let key = |row: &RankRow| {
            vec![
                ("system", words(row.cell.system())),
                ("documents", size_cell(&row.cell)),
                ("level", whole(row.level)),
            ]
        };
        layout.table(section, &metric.rows.of_most_documents(), key, |row| {
            let new_range = row.new_rank_lower.zip(row.new_rank_upper);
            let ends = new_range.or(row.rank_lower.zip(row.rank_upper));
            let ends = ends.map(|(low, high)| (f64::from(low), f64::from(high)));
            let range = of_ends(ends, |(low, high)| {
                let range = if low < high { format!("{low}-{high}") } else { format!("{low}") };
                if new_range.is_some() { range } else { format!("({range})") }
            });
            let mut cells = vec![
                ("score".to_owned(), real(row.score)),
                ("rank".to_owned(), whole(row.observed_rank)),
                ("range".to_owned(), range),
                ("cluster".to_owned(), whole(row.cluster)),
            ];
            if last <= MOST_RANKS {
                cells.push((format!("P({})", row.rank), percent(row.probability)));
            }
            cells
        })
    });
    tables.collect()
}

const LEFT_OUT: &str = "Probabilities of single ranks: `ranks.parquet`.";

/// What new test sets would say, by size.
pub(super) fn new_rankings(section: &StudySection<'_>) -> Option<TextTable> {
    let layout = Layout {
        word: "new-rankings",
        caption: "What is to be expected of new test sets of each size, and how probably two of them agree.",
        ..Layout::default()
    };
    layout.labelled(section, &section.rows::<NewRankingRow>().of_first_draws())
}

/// A heading, and what stands below it.
type Column = (String, fn(&NewRankingRow) -> Option<f64>);

/// What a finding shows: one metric by size, or all metrics on their largest test sets.
pub(super) fn of_finding(
    section: &StudySection<'_>,
    metrics: &[MetricRows<'_, NewRankingRow>],
) -> Option<TextTable> {
    let is_alone = metrics.len() == 1;
    let rows: Vec<(&str, &NewRankingRow)> = if is_alone {
        few(&metrics[0].rows).into_iter().map(|row| ("", row)).collect()
    } else {
        let largest = metrics
            .iter()
            .filter_map(|metric| Some((&*metric.title, metric.rows.iter().next_back()?)));
        largest.collect()
    };
    let has =
        |value: fn(&NewRankingRow) -> Option<f64>| rows.iter().any(|(_, row)| value(row).is_some());
    let top = rows.first().map_or(0, |(_, row)| row.top);
    // Beside names of metrics there is no room for all.
    let many = rows.iter().any(|(_, row)| row.systems > 2);
    let columns: [(bool, Column); 6] = [
        (true, ("best is\nbest".to_owned(), |row| row.best_is_best)),
        (is_alone && has(|row| row.top_is_top), (format!("top {top}"), |row| row.top_is_top)),
        (
            is_alone && has(|row| row.clusters_hold),
            ("clusters".to_owned(), |row| row.clusters_hold),
        ),
        (many, ("complete\norder".to_owned(), |row| row.order_is_true)),
        (true, ("two new sets\nagree: best".to_owned(), |row| row.bests_agree)),
        (many, ("complete\norder".to_owned(), |row| row.orders_agree)),
    ];
    let columns: Vec<Column> =
        columns.into_iter().filter_map(|(is_shown, column)| is_shown.then_some(column)).collect();
    let mut header = if is_alone { Vec::new() } else { vec!["metric"] };
    header.push("documents\n(segments)");
    header.extend(columns.iter().map(|(heading, _)| heading.as_str()));
    let lines = rows.iter().map(|(name, row)| {
        let name = (!is_alone).then(|| words(name));
        let size = size_in_brackets((row.scored_documents, row.scored_segments));
        let size = TextCell::number(size, Some(row.scored_documents));
        let values = columns.iter().map(|(_, value)| TextCell::optional(value(row), chance));
        name.into_iter().chain([size]).chain(values).collect()
    });
    let (word, caption) = ("ranking", "What new test sets would say of the ranking.");
    short_table(section, (word, caption), &header, lines.collect(), "new_rankings")
}

/// How probable the ranking of the whole corpus is, by size.
pub(super) fn rank_stability(section: &StudySection<'_>) -> Option<TextTable> {
    let layout = Layout {
        word: "rank-stability",
        caption: "How often resamples of parts of the corpus rank the systems as the whole corpus does. It is no \
                  probability of new data.",
        ..Layout::default()
    };
    let rows = section.rows::<RankStabilityRow>().of_first_draws().of_one_ordering();
    layout.labelled(section, &rows)
}
