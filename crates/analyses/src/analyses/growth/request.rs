//! What growth takes: it asks for nothing beside the scores.

use super::GrowthRow;
use super::options::StableSize;
use crate::plan::prices::LOOKUP;
use crate::plan::{GridContext, GridCounts, PlannedOptions, TableSize};

/// Growth: means and spreads of scores and deviations over document orders, size by size.
#[derive(Debug)]
pub struct Growth;

impl PlannedOptions for Growth {
    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let is_asked = context.study.analyses.get::<StableSize>().is_some();
        let reals = if is_asked { 12.0 } else { 10.0 };
        let rows = counts.scorings * counts.sizes * counts.draws;
        let table = TableSize::new::<GrowthRow>(counts, rows, reals);
        vec![table.at_once().source(counts.cells * LOOKUP)]
    }
}
