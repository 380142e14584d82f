//! Test sets of equal size.

use std::collections::BTreeMap;

use crate::plan::{GridContext, Placement};

/// Placements by size, and where sizes are fractions by the bits of the fraction.
pub(crate) type BySize<'a> = BTreeMap<(usize, u64), Vec<&'a Placement>>;

/// The placements of a grid by [size](crate::plan::GridContext::size).
pub(crate) fn by_size<'a>(context: &GridContext<'a>) -> BySize<'a> {
    group(&context.grid.placements, |placement| context.size(placement))
}

/// The largest test sets of a study, each once.
pub fn largest_test_sets(context: &GridContext<'_>) -> Vec<usize> {
    let largest = by_size(context).into_values().next_back().unwrap_or_default();
    let mut sets: Vec<usize> = largest.iter().map(|placement| placement.test_set).collect();
    sets.sort_unstable();
    sets.dedup();
    sets
}

fn group(placements: &[Placement], size: impl Fn(&Placement) -> usize) -> BySize<'_> {
    let mut sizes = BySize::new();
    for placement in placements {
        // Positive floats order like their bits.
        let fraction = placement.fraction.unwrap_or(0.0).to_bits();
        sizes.entry((size(placement), fraction)).or_default().push(placement);
    }
    sizes
}
