//! Minimal sizes in the layout of the 2007 paper.

use std::collections::BTreeMap;

use crate::report::file_name::FileName;
use crate::report::grid::{Cell, Grid};
use crate::report::lookup::{metric_name, position, shortened, text};
use crate::report::place::Place;
use crate::table::{CellValue, Contents};

/// Minimal sizes in the layout of the 2007 paper: metrics down, systems across; one table per
/// study, corpus and ordering, of the first repeat and number of replicates.
pub(super) fn minimal_sizes(places: &[Place<'_>]) -> Vec<Grid> {
    const MOST_ORDERINGS: usize = 3;
    let mut grids = Vec::new();
    for place in places {
        let Some(rows) = place.rows("minimal_sizes") else { continue };
        let orderings = rows.names("ordering");
        let (table, rows, study, corpus) = (rows.table, &rows.indices, &place.study, &place.corpus);
        for ordering in orderings.iter().take(MOST_ORDERINGS) {
            let rows = rows.iter().copied().filter(|row| {
                text(table, "ordering", *row) == *ordering
                    && table.value("fit", *row) == CellValue::Text("log-least-squares")
            });
            grids.extend(in_layout_of_paper(table, rows, (study, corpus, ordering)));
        }
        let left_out = orderings.len().saturating_sub(MOST_ORDERINGS);
        if let Some(last) = grids.last_mut().filter(|_| left_out > 0) {
            last.notes.push(format!(
                "Tables of {left_out} further orderings are left out; `minimal_sizes.parquet` has them."
            ));
        }
    }
    grids
}

fn in_layout_of_paper(
    table: &Contents,
    rows: impl Iterator<Item = usize>,
    (study, corpus, ordering): (&str, &str, &str),
) -> Option<Grid> {
    let (mut systems, mut metrics) = (Vec::new(), Vec::new());
    let mut cells: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for row in rows {
        let system = position(&mut systems, text(table, "system", row));
        let metric = position(&mut metrics, metric_name(table, row));
        cells.entry((metric, system)).or_insert(row);
    }
    if cells.is_empty() {
        return None;
    }
    let quantities = [("R²", "r_squared"), ("x_min", "x_min"), ("x_max", "x_max")];
    let mut lines = Vec::new();
    for (metric, name) in shortened(&metrics).iter().enumerate() {
        for (label, column) in quantities {
            let value = |system: usize| {
                let row = cells.get(&(metric, system))?;
                table.value(column, *row).number()
            };
            let write = |value: f64| {
                if column == "r_squared" { format!("{value:.3}") } else { format!("{value:.1}") }
            };
            let cells = (0..systems.len()).map(|system| Cell::optional(value(system), write));
            lines.push([name, label].map(Cell::words).into_iter().chain(cells).collect());
        }
    }
    let header = ["metric", "value"].into_iter().map(str::to_owned).chain(systems.iter().cloned());
    Some(Grid {
        name: FileName::new(&["minimal-sizes", study, corpus, ordering]),
        caption: format!(
            "R², x_min and x_max (documents) of the power function fitted in logarithms, documents in \
             the order {ordering}. Study {study}, corpus {corpus}."
        ),
        header: header.map(Cell::words).collect(),
        rows: lines,
        notes: Vec::new(),
    })
}
