//! What growth takes: it asks for nothing beside the scores.

use super::GrowthRow;
use crate::plan::prices::LOOKUP;
use crate::plan::{GridContext, GridCounts, PlannedAnalysis, TableSize};

/// Growth: means and spreads of scores and deviations over document orders, size by size.
#[derive(Debug)]
pub struct Growth;

impl PlannedAnalysis for Growth {
    fn table_sizes(&self, _context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let rows = counts.scorings * counts.sizes * counts.draws;
        let table = TableSize::new::<GrowthRow>(counts, rows, 10.0);
        vec![table.at_once().source(counts.cells * LOOKUP)]
    }
}
