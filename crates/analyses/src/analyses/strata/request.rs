//! What strata ask for: the score of each, with its standard error.

use super::StratumRow;
use serde::Serialize;

use super::compute::{self, StratumScore};
use crate::plan::prices::{LOOKUP, SCORE};
use crate::plan::{
    GridContext, GridCounts, Group, JobResults, PlannedOptions, Question, Request, TableSize,
    TaskSize, Work,
};

/// Bytes of the result of a stratum: five numbers and a word.
const STRATUM: f64 = 40.0;

/// Strata of a corpus, as many as most have: prices take the plan's columns, which are of all strata.
const USUAL_STRATA: f64 = 4.0;

/// Of one scoring: the score of each stratum and its standard error.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StratumScores {}

impl Question for StratumScores {
    /// One for each stratum of the corpus.
    type Result = Vec<StratumScore>;
    const TAG: &'static str = "stratum-scores";

    fn work(&self, size: &TaskSize) -> Work {
        // Each unit is left out of its own stratum, once.
        Work::plain(size.units * (SCORE + size.columns))
    }

    fn result_bytes(&self, _size: &TaskSize) -> f64 {
        STRATUM * USUAL_STRATA
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Vec<StratumScore> {
        compute::stratum_scores(job, group)
    }
}

/// Strata: the score of each stratum by itself.
#[derive(Debug)]
pub struct Strata;

impl PlannedOptions for Strata {
    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        if context.grid.strata.is_none() {
            return Vec::new();
        }
        let groups = context.singles(&context.grid.scorings);
        vec![Request::once(StratumScores {}, groups, context.placed())]
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let Some(strata) = &context.grid.strata else { return Vec::new() };
        let rows = counts.cells * strata.names.len() as f64;
        let table = TableSize::new::<StratumRow>(counts, rows, 5.0);
        vec![table.source(2.0 * counts.cells * LOOKUP)]
    }
}
