//! What histories ask for: the difference of each run from the one before and from the first. Nothing is resampled.

use std::sync::Arc;

use super::options::History;
use super::row::HistoryRow;
use super::vocabulary::EarlierRun;
use crate::analyses::common::paired_errors::PairedErrors;
use crate::analyses::common::pairs::{Pairs, one_system};
use crate::plan::prices::LOOKUP;
use crate::plan::{
    GridContext, GridCounts, PlanProblem, PlannedOptions, Request, StudyOnCorpus, TableSize,
};

/// The difference of two runs, the newer one first.
pub(super) const QUESTION: PairedErrors = PairedErrors { pairs: Pairs::All };

/// The newer run and the earlier one, by positions among the runs; nothing for the first run.
pub(super) fn pair(run: usize, earlier: EarlierRun) -> Option<[usize; 2]> {
    let earlier = match earlier {
        EarlierRun::Previous => run.checked_sub(1)?,
        EarlierRun::First => 0,
    };
    (run > 0).then_some([run, earlier])
}

/// The pairs of as many runs, each once.
fn pairs(runs: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..runs).flat_map(|run| {
        let previous = pair(run, EarlierRun::Previous);
        // The second run has one before it, which is the first.
        let first = pair(run, EarlierRun::First).filter(|_| run > 1);
        previous.into_iter().chain(first)
    })
}

impl PlannedOptions for History {
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        one_system(on, "history").into_iter().collect()
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let all = context.scorings;
        let runs = context.grid.scorings.chunk_by(|one, other| {
            let [one, other] = [one, other].map(|scoring| &all[*scoring]);
            (one.metric, &one.references) == (other.metric, &other.references)
        });
        let groups: Vec<Arc<[usize]>> = runs
            .flat_map(|runs| pairs(runs.len()).map(|pair| pair.map(|run| runs[run])))
            .filter(|pair| pair.iter().all(|run| all[*run].obstacle.is_none()))
            .map(Into::into)
            .collect();
        vec![Request::once(QUESTION, groups, context.placed())]
    }

    fn table_sizes(&self, _context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let rows = 2.0 * counts.cells;
        vec![TableSize::new::<HistoryRow>(counts, rows, 12.0).source(rows * LOOKUP)]
    }
}
