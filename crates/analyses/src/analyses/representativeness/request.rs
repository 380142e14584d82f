//! What representativeness asks for: the whole corpus beside the test sets.

use super::RepresentativenessRow;
use super::options::Representativeness;
use crate::analyses::common::{PairDeviations, PairSelection};
use crate::plan::prices::LOOKUP;
use crate::plan::{GridContext, GridCounts, PlannedOptions, Request, TableSize};

impl PlannedOptions for Representativeness {
    fn reads_whole_corpus(&self) -> bool {
        true
    }

    /// The differences between systems on every test set, from the first draws.
    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let groups = PairSelection::of_grid(context, None).map(|of_group| of_group.scorings);
        let first = vec![context.study.replicates[0]];
        vec![Request::new(PairDeviations, groups.collect(), context.placed(), first, 1)]
    }

    fn table_sizes(&self, _context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let coefficients = self.coefficients.len() as f64;
        let rows = counts.placements * counts.groups.len() as f64 * coefficients;
        let results = counts.placements * coefficients * counts.systems();
        let table = TableSize::new::<RepresentativenessRow>(counts, rows, 3.0);
        vec![table.at_once().source(results * LOOKUP)]
    }
}
