//! What a plan asks for: of automatic metrics the differences on the largest test set; of judgments nothing,
//! since they are read from the corpus.

use std::sync::Arc;

use serde::Serialize;

use super::compute::{self, DifferenceSquares};
use super::options::Design;
use super::row::DesignRow;
use crate::analyses::common::{largest_test_sets, one_system};
use crate::plan::prices::SCORE;
use crate::plan::{
    GridContext, GridCounts, Group, JobResults, PlanProblem, PlannedOptions, Question, Request,
    StudyOnCorpus, TableSize, TaskSize, Work,
};
use crate::stats::reason::Reason;

/// Nanoseconds per segment of a pair of systems.
const SEGMENT_OF_PAIR: f64 = 6.0;

/// Segments of a unit, about.
const SEGMENTS: f64 = 10.0;

/// Nanoseconds to plan a metric: designs, and the intervals of their sizes.
const PLAN: f64 = 2e9;

/// Rows of a metric, about.
const ROWS: f64 = 250.0;

/// Of several systems: how their differences vary with documents and segments.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Differences;

impl Question for Differences {
    /// Or why there are none.
    type Result = Result<DifferenceSquares, Reason>;
    const TAG: &'static str = "differences by document";

    fn work(&self, size: &TaskSize) -> Work {
        let (systems, segments) = (size.scorings as f64, SEGMENTS * size.units);
        let pairs = 0.5 * systems * (systems - 1.0);
        Work::plain(systems * segments * SCORE + pairs * segments * SEGMENT_OF_PAIR)
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        25.0 * SEGMENTS * size.units + 9.0 * size.scorings as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        compute::differences(job, group)
    }
}

impl PlannedOptions for Design {
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        one_system(on, "design").into_iter().collect()
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let groups: Vec<Arc<[usize]>> = context.groups();
        vec![Request::once(Differences, groups, basis(context))]
    }

    fn table_sizes(&self, _context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let metrics = counts.groups.len() as f64;
        vec![
            TableSize::new::<DesignRow>(counts, ROWS * metrics, 9.0)
                .at_once()
                .source(metrics * PLAN),
        ]
    }
}

/// The test set that a plan is made from: the first of the largest.
pub(super) fn basis(context: &GridContext<'_>) -> Vec<usize> {
    largest_test_sets(context).into_iter().take(1).collect()
}
