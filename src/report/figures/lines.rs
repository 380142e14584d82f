//! Systems along their sizes.

use crate::report::lookup::{position, text};
use crate::table::Contents;

/// Systems whose lines get colours of their own; more are drawn in grey but for the ends.
pub(super) const COLOURED: usize = 7;
pub(super) const GREY: usize = 7;

/// A system along its sizes.
#[derive(Debug, Default)]
pub(super) struct Path {
    pub(super) system: String,
    /// Documents and rows, ascending.
    pub(super) points: Vec<(f64, usize)>,
}

/// One path per system along the rows that `keep` keeps.
pub(super) fn paths(table: &Contents, rows: &[usize], keep: impl Fn(usize) -> bool) -> Vec<Path> {
    let mut names = Vec::new();
    let mut paths: Vec<Path> = Vec::new();
    for row in rows.iter().copied().filter(|row| keep(*row)) {
        let judged = table.value("judged_documents", row).number();
        let Some(documents) = judged.or(table.value("documents", row).number()) else { continue };
        let system = text(table, "system", row);
        let index = position(&mut names, system.clone());
        if index == paths.len() {
            paths.push(Path { system, points: Vec::new() });
        }
        paths[index].points.push((documents, row));
    }
    for path in &mut paths {
        path.points.sort_by(|one, other| one.0.total_cmp(&other.0));
    }
    paths
}
