//! Scores on the largest test sets.

use std::collections::BTreeMap;

use crate::report::file_name::FileName;
use crate::report::grid::{Cell, Grid};
use crate::report::lookup::{metric_name, position, shortened, text, whole};
use crate::report::number::number;
use crate::report::place::Place;
use crate::table::Contents;

/// Scores of all systems on the largest test sets, one table per study and corpus.
pub(super) fn scores(places: &[Place<'_>]) -> Vec<Grid> {
    let mut grids = Vec::new();
    for place in places {
        let Some(rows) = place.rows("scores") else { continue };
        let (table, rows, study, corpus) = (rows.table, &rows.indices, &place.study, &place.corpus);
        let largest = rows.iter().map(|row| whole(table, "documents", *row)).max().unwrap_or(0);
        let rows = rows.iter().copied().filter(|row| whole(table, "documents", *row) == largest);
        let (mut systems, mut metrics) = (Vec::new(), Vec::new());
        let mut cells: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for row in rows {
            let system = position(&mut systems, text(table, "system", row));
            let metric = position(&mut metrics, metric_name(table, row));
            // Orderings, repeats and numbers of replicates share the score.
            cells.entry((system, metric)).or_insert(row);
        }
        let header = std::iter::once("system".to_owned()).chain(shortened(&metrics));
        let line = |(index, system): (usize, &String)| {
            let cell = |metric: usize| match cells.get(&(index, metric)) {
                Some(row) => score_cell(table, *row),
                None => Cell::optional(None, number),
            };
            std::iter::once(Cell::words(system)).chain((0..metrics.len()).map(cell)).collect()
        };
        grids.push(Grid {
            name: FileName::new(&["scores", study, corpus]),
            caption: format!(
                "Scores on the largest test set ({largest} documents), with {} % bootstrap intervals. \
                 Study {study}, corpus {corpus}.",
                place.level()
            ),
            header: header.map(Cell::words).collect(),
            rows: systems.iter().enumerate().map(line).collect(),
            notes: vec![format!("The bootstrap draws {}.", place.about.unit(study))],
        });
    }
    grids
}

fn score_cell(table: &Contents, row: usize) -> Cell {
    let value = |column: &str| table.value(column, row).number();
    let Some(score) = value("score") else {
        return Cell::words(table.value("status", row).text().unwrap_or_default());
    };
    let interval = value("ci_lower").zip(value("ci_upper"));
    let interval = interval
        .map_or(String::new(), |(low, high)| format!(" [{}, {}]", number(low), number(high)));
    Cell::number(format!("{}{interval}", number(score)), Some(score))
}
