//! What representativeness asks for: the whole corpus beside the test sets.

use crate::config::model::Study;
use crate::plan::prices::{CELL_COLUMNS, LOOKUP};
use crate::plan::{GridContext, GridCounts, PlannedAnalysis, TableSize};

/// Representativeness: from which size on test sets score and rank systems like the whole corpus.
#[derive(Debug)]
pub struct Representativeness;

impl PlannedAnalysis for Representativeness {
    fn reads_whole_corpus(&self, study: &Study) -> bool {
        study.derivations.representativeness.is_some()
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let Some(options) = &context.study.derivations.representativeness else {
            return Vec::new();
        };
        let coefficients = options.coefficients.len() as f64;
        let rows = counts.placements * counts.groups.len() as f64 * coefficients;
        let results = counts.placements * coefficients * counts.systems();
        let table = TableSize::new(rows, CELL_COLUMNS + 9.0, 3.0);
        vec![table.at_once().source(results * LOOKUP)]
    }
}
