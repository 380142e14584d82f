//! What scores ask for: the summary of every cell.

use serde::Serialize;

use super::Scores;
use super::compute::{self, Summary};
use crate::plan::prices::{CELL_COLUMNS, LOOKUP};
use crate::plan::{
    GridContext, GridCounts, Group, JobResults, PlannedAnalysis, Question, Request, TableSize,
};
use crate::spec::model::Study;

/// Of one scoring: score, mean, median, standard deviation and percentile interval.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreSummary {
    /// Confidence level of the interval.
    pub level: f64,
}

impl ScoreSummary {
    /// The one of a study.
    pub fn of(study: &Study) -> Self {
        Self { level: study.level }
    }
}

impl Question for ScoreSummary {
    type Result = Summary;
    const TAG: &'static str = "score-summary";

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Summary {
        compute::summary(job, group, self.level)
    }
}

impl PlannedAnalysis for Scores {
    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let GridContext { study, grid, .. } = context;
        let summary = ScoreSummary::of(study);
        let groups = context.singles(&grid.scorings);
        let mut requests = vec![context.everywhere(summary.clone(), groups.clone())];
        if let Some(whole) = grid.whole {
            let repeats = study.shown_repeats();
            requests.push(Request::new(summary, groups, vec![whole], vec![0], repeats));
        }
        requests
    }

    fn table_sizes(&self, _context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let scores = TableSize::new(counts.cells, CELL_COLUMNS + 14.0, 9.0);
        vec![scores.source(counts.cells * LOOKUP)]
    }
}
