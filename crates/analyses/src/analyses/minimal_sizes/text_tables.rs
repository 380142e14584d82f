//! Minimal sizes in the layout of the 2007 paper.

use super::MinimalSizeRow;
use super::reading::read_off;
use crate::analyses::common::order::order_in_words;
use crate::presentation::{FileName, Rows, StudySection, TextCell, TextTable};
use crate::stats::regression::Fit;

/// Orderings with tables of their own.
const MOST_ORDERINGS: usize = 3;

/// Minimal sizes in the layout of the 2007 paper: metrics down, systems across; one table per
/// ordering, of the first repeat and number of replicates.
pub(super) fn minimal_sizes(section: &StudySection<'_>) -> Vec<TextTable> {
    let orderings = section.rows::<MinimalSizeRow>().groups(|row| row.cell.ordering.as_deref());
    let tables = orderings.iter().take(MOST_ORDERINGS).filter_map(|(ordering, rows)| {
        in_layout_of_paper(section, ordering.unwrap_or_default(), rows)
    });
    let mut tables: Vec<TextTable> = tables.collect();
    let left_out = orderings.len().saturating_sub(MOST_ORDERINGS);
    if let Some(last) = tables.last_mut().filter(|_| left_out > 0) {
        last.notes.push(format!(
            "Tables of {left_out} further orderings are left out; `minimal_sizes.parquet` has them."
        ));
    }
    tables
}

/// A column of the table of minimal sizes.
type Value = fn(&MinimalSizeRow) -> Option<f64>;

fn in_layout_of_paper(
    section: &StudySection<'_>,
    ordering: &str,
    rows: &Rows<'_, MinimalSizeRow>,
) -> Option<TextTable> {
    let rows = read_off(rows);
    let systems = rows.groups(|row| row.cell.system());
    let metrics = rows.by_metric();
    if metrics.is_empty() {
        return None;
    }
    let quantities: [(&str, usize, Value); 3] = [
        ("R²", 3, |row| row.r_squared),
        ("x_min", 1, |row| row.x_min),
        ("x_max", 1, |row| row.x_max),
    ];
    let mut lines = Vec::new();
    for metric in &metrics {
        for (label, decimals, value) in quantities {
            let values = systems.iter().map(|(system, _)| {
                let row = metric.rows.iter().find(|row| row.cell.system() == *system);
                TextCell::optional(row.and_then(value), |value| format!("{value:.decimals$}"))
            });
            let labels = [metric.title.as_str(), label].map(TextCell::words).into_iter();
            lines.push(labels.chain(values).collect());
        }
    }
    let header = ["metric", "value"].into_iter().chain(systems.iter().map(|(system, _)| *system));
    let StudySection { study, corpus, .. } = section;
    let first = rows.first()?;
    let space =
        if first.fit == Fit::LogLeastSquares { "in logarithms" } else { "by least squares" };
    Some(TextTable {
        name: FileName::new(&["minimal-sizes", study, corpus, ordering]),
        caption: format!(
            "R², x_min and x_max (documents) of the {} function fitted {space}, documents in {}. Study \
             {study}, corpus {corpus}.",
            first.function.name(),
            order_in_words(ordering),
        ),
        header: header.map(TextCell::words).collect(),
        rows: lines,
        ..TextTable::default()
    })
}
