//! Test sets of equal size.

use std::collections::BTreeMap;

use crate::analyses::results::Results;
use crate::plan::{Grid, Placement};

/// Placements by [size](crate::plan::GridContext::size) and, where sizes are fractions, by the bits
/// of the fraction.
pub(in crate::analyses) fn by_size<'a>(
    results: &Results<'_>,
    grid: &'a Grid,
) -> BTreeMap<(usize, u64), Vec<&'a Placement>> {
    let context = results.plan.context(grid);
    let mut sizes: BTreeMap<(usize, u64), Vec<&Placement>> = BTreeMap::new();
    for placement in &grid.placements {
        // Positive floats order like their bits.
        let fraction = placement.fraction.unwrap_or(0.0).to_bits();
        sizes.entry((context.size(placement), fraction)).or_default().push(placement);
    }
    sizes
}
