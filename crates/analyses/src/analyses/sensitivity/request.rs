//! What sensitivity asks for: standard errors of the differences of all pairs, by each metric of a family.

use std::sync::Arc;

use super::options::Sensitivity;
use super::row::MetricDiscriminationRow;
use crate::analyses::common::{PairedErrors, Pairs, one_system};
use crate::analyses::scores::ScoreSummary;
use crate::plan::prices::LOOKUP;
use crate::plan::{
    Family, GridContext, GridCounts, PlanProblem, PlannedOptions, Request, StudyOnCorpus, TableSize,
};

/// All pairs of the systems that all metrics have, by one metric.
pub(super) const QUESTION: PairedErrors = PairedErrors { pairs: Pairs::All };

/// What each metric of a family is asked of; nothing where there is no pair.
pub(super) fn groups(family: &Family) -> impl Iterator<Item = Arc<[usize]>> {
    let members = family.members.iter().filter(|member| member.scorings.len() > 1);
    members.map(|member| member.scorings.as_slice().into())
}

impl PlannedOptions for Sensitivity {
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        one_system(on, "sensitivity").into_iter().collect()
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let groups: Vec<Arc<[usize]>> = context.grid.correlated.iter().flat_map(groups).collect();
        let scorings: Vec<usize> =
            groups.iter().flat_map(|group: &Arc<[usize]>| group.iter().copied()).collect();
        let scores =
            context.everywhere(ScoreSummary::of(context.study), context.singles(&scorings));
        vec![scores, Request::once(QUESTION, groups, context.placed())]
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let groups = context.grid.correlated.iter().flat_map(groups).count();
        let rows = (groups * context.grid.placements.len()) as f64;
        vec![TableSize::new::<MetricDiscriminationRow>(counts, rows, 4.0).source(rows * LOOKUP)]
    }
}
