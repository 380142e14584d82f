//! What scores ask for: the summary of every cell.

use super::summary::ScoreSummary;
use super::{ScoreRow, TestSetRow};
use crate::analyses::common::few_replicates::{JACKKNIFE, empty_tails};
use crate::analyses::intervals::of_method;
use crate::plan::prices::LOOKUP;
use crate::plan::{GridContext, GridCounts, PlannedAnalysis, Request, TableSize};
use crate::warning::Warning;

/// Scores of every test set: the summary of its replicates that all other analyses begin with.
#[derive(Debug)]
pub struct Scores;

impl PlannedAnalysis for Scores {
    fn warnings(&self, context: &GridContext<'_>) -> Vec<Warning> {
        let study = context.study;
        let method = study.interval_method.filter(|method| method.reads_tails());
        let what = method.map(of_method);
        let warning = what.and_then(|what| empty_tails(study, &what, study.level, Some(JACKKNIFE)));
        warning.into_iter().collect()
    }

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

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let scores = TableSize::new::<ScoreRow>(counts, counts.cells, 9.0);
        let documents = |test_set: usize| context.test_sets[test_set].documents.len();
        let documents: usize = context.placed().into_iter().map(documents).sum();
        let test_sets = TableSize::new::<TestSetRow>(counts, documents as f64, 0.0);
        vec![scores.source(counts.cells * LOOKUP), test_sets]
    }
}
