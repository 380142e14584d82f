//! What the curve asks for: scores of all systems, and the errors of differences between them by people.

use std::sync::Arc;

use super::options::Meaning;
use super::row::MeaningRow;
use crate::analyses::{PairedErrors, Pairs, ScoreSummary, largest_test_sets};
use crate::plan::{
    Family, FamilyMember, GridContext, GridCounts, PlannedOptions, Request, TableSize,
};

/// Rows of a pair of metrics: at quartiles, by all pairs and by those that people tell apart.
const ROWS: f64 = 6.0;

/// Errors of differences between all systems.
pub(super) fn errors() -> PairedErrors {
    PairedErrors { pairs: Pairs::All }
}

/// The systems by one of the metrics.
pub(super) fn group(member: &FamilyMember) -> Arc<[usize]> {
    member.scorings.iter().copied().collect()
}

impl PlannedOptions for Meaning {
    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let summary = ScoreSummary::of(context.study);
        let families = context.grid.correlated.iter().filter(|family: &&Family| {
            family.members.first().is_some_and(|member| !member.scorings.is_empty())
        });
        families
            .flat_map(|family| {
                let all: Vec<usize> =
                    family.members.iter().flat_map(|member| member.scorings.clone()).collect();
                let scores = context.everywhere(summary.clone(), context.singles(&all));
                let people = family.pairs.iter().map(|(_, against)| *against);
                let people: std::collections::BTreeSet<usize> = people.collect();
                let people = people.into_iter().map(|against| group(&family.members[against]));
                let errors = Request::once(errors(), people.collect(), largest_test_sets(context));
                [scores, errors]
            })
            .collect()
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let pairs: usize = context.grid.correlated.iter().map(|family| family.pairs.len()).sum();
        // Those over all corpora are shared out.
        let corpora = context.study.corpora.len() as f64;
        let shared = if corpora > 1.0 { 1.0 + 1.0 / corpora } else { 1.0 };
        vec![TableSize::new::<MeaningRow>(counts, pairs as f64 * ROWS * shared, 6.0).at_once()]
    }
}
