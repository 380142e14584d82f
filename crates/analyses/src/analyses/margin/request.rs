//! What margins of error ask for: the precision of every score.

use super::MarginRow;
use super::options::Margin;
use serde::Serialize;

use super::compute::{self, PrecisionResult};
use crate::analyses::common::two_way::{TwoWayPrecision, by_resampling};
use crate::plan::prices::{LOOKUP, SCORE};
use crate::plan::{
    GridContext, GridCounts, Group, JobResults, PlannedOptions, Question, Request, TableSize,
    TaskSize, Work,
};

/// Nanoseconds to add up an integer of a row, or a product of two.
const ADD: f64 = 1.0;

/// Nanoseconds to solve for the sizes of a row: the required one, its two ends, and the assured one, which
/// takes most.
const SOLVE: f64 = 280_000.0;

/// Bytes of a result: some ten numbers and two words.
const RESULT: f64 = 120.0;

/// Of one scoring: its standard error, the error of that, and what the variance is made of.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScorePrecision {}

impl Question for ScorePrecision {
    type Result = PrecisionResult;
    const TAG: &'static str = "score-precision";

    fn work(&self, size: &TaskSize) -> Work {
        let TaskSize { units, columns, .. } = *size;
        // Of each unit: the rest's score, its gradient and a quadratic form; and the other unit's scores.
        let unit = (2.0 * columns + 4.0) * SCORE + (columns * columns + 6.0 * columns) * ADD;
        Work::plain(units * unit)
    }

    fn result_bytes(&self, _size: &TaskSize) -> f64 {
        RESULT
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> PrecisionResult {
        compute::precision(job, group)
    }
}

impl PlannedOptions for Margin {
    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let groups = context.singles(&context.grid.scorings);
        let (crossed, others) = by_resampling(groups, context.scorings);
        let mut requests = vec![context.everywhere(ScorePrecision {}, others)];
        if !crossed.is_empty() {
            requests.push(context.everywhere(TwoWayPrecision {}, crossed));
        }
        requests
    }

    fn table_sizes(&self, _context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let solved = if self.wanted.is_some() { SOLVE } else { 0.0 };
        let table = TableSize::new::<MarginRow>(counts, counts.cells, 23.0);
        vec![table.source(counts.cells * (2.0 * LOOKUP + solved))]
    }
}
