//! What kept replicates ask for: all scores.

use super::ReplicateRow;
use super::options::Replicates;
use serde::Serialize;

use crate::plan::prices::ROW_COORDINATES;
use crate::plan::{
    GridContext, GridCounts, Group, JobResults, PlannedOptions, Question, Request, TableSize,
    TaskSize,
};

/// Of one scoring: the scores of all replicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct KeptReplicates;

impl Question for KeptReplicates {
    /// In the metric's unit; absent where undefined.
    type Result = Vec<Option<f64>>;
    const TAG: &'static str = "replicates";

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        // A byte that says whether there is a score, and the score.
        9.0 * size.replicates
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Vec<Option<f64>> {
        let scores = job.scores(group.scorings[0], group.replicates).iter();
        scores.map(|score| score.is_finite().then_some(*score)).collect()
    }
}

impl PlannedOptions for Replicates {
    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        vec![context.everywhere(KeptReplicates, context.singles(&context.grid.scorings))]
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let study = context.study;
        let replicates: f64 = study.replicates.iter().copied().map(f64::from).sum();
        let rows = counts.cells / study.replicates.len().max(1) as f64 * replicates;
        let table = TableSize::new::<ReplicateRow>(counts, rows, 1.0);
        vec![table.source(rows * ROW_COORDINATES)]
    }
}
