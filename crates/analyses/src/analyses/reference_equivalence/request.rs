//! What the worth of references is read from: differences between systems with few and with more of them.

use super::ReferenceDiscriminationRow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::analyses::common::pair_deviations::PairDeviations;
use crate::plan::prices::LOOKUP;
use crate::plan::{GridContext, GridCounts, Placement, PlannedOptions, Request, TableSize};

/// Reference equivalence: what a reference is worth in segments.
#[derive(Debug)]
pub struct ReferenceEquivalence;

/// Systems that share a metric, by number of references: a group for each set of that number.
pub(super) type GroupsByCount = BTreeMap<usize, Vec<Arc<[usize]>>>;

/// For each metric with several numbers of references, and two systems or more. Mixed references are one
/// reference each, whatever their translators.
pub(super) fn by_count(context: &GridContext<'_>) -> Vec<GroupsByCount> {
    let mut metrics: BTreeMap<usize, GroupsByCount> = BTreeMap::new();
    for group in context.groups() {
        let scoring = &context.scorings[group[0]];
        let Some(references) = &scoring.references else { continue };
        if references.mixed.is_some() || group.len() < 2 {
            continue;
        }
        let counts = metrics.entry(scoring.metric).or_default();
        counts.entry(references.indices.len()).or_default().push(group);
    }
    metrics.into_values().filter(|counts| counts.len() > 1).collect()
}

/// The largest test set of every ordering, each test set once; the samples of the largest size.
pub(super) fn largest(context: &GridContext<'_>) -> Vec<Placement> {
    let GridContext { study, grid, test_sets, .. } = context;
    if study.samples.is_some() {
        let sizes = grid.placements.iter().map(|placement| test_sets[placement.test_set].segments);
        let most = sizes.clone().max();
        let largest = grid.placements.iter().zip(sizes).filter(|(_, size)| Some(*size) == most);
        return largest.map(|(placement, _)| placement.clone()).collect();
    }
    let mut found: Vec<Placement> = Vec::new();
    for path in &grid.paths {
        let Some(test_set) = path.test_sets.last().copied() else { continue };
        if found.iter().all(|known| known.test_set != test_set) {
            found.push(Placement { ordering: path.ordering.clone(), test_set, fraction: None });
        }
    }
    found
}

impl PlannedOptions for ReferenceEquivalence {
    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let groups: Vec<Arc<[usize]>> =
            by_count(context).into_iter().flat_map(BTreeMap::into_values).flatten().collect();
        if groups.is_empty() {
            return Vec::new();
        }
        let test_sets = largest(context).iter().map(|placement| placement.test_set).collect();
        let (replicates, repeats) =
            (context.study.replicates.clone(), context.study.shown_repeats());
        vec![Request::new(PairDeviations, groups, test_sets, replicates, repeats)]
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let metrics = by_count(context);
        let groups: usize = metrics.iter().flat_map(BTreeMap::values).map(Vec::len).sum();
        let places = largest(context).len() as f64 * counts.draws;
        let rows = metrics.iter().map(BTreeMap::len).sum::<usize>() as f64 * places;
        let table = TableSize::new::<ReferenceDiscriminationRow>(counts, rows, 3.0).at_once();
        vec![table.source(groups as f64 * places * LOOKUP)]
    }
}
