//! What a plan asks for: of automatic metrics the differences on the largest test set; of judgments nothing,
//! since they are read from the corpus.

use std::sync::Arc;

use serde::Serialize;

use super::campaigns::{AssignmentPlanRow, CAMPAIGNS, MODELS};
use super::compute::{self, DifferenceSquares};
use super::options::Design;
use super::row::DesignRow;
use crate::analyses::common::pairs::{one_system, system_names};
use crate::analyses::common::sizes::largest_test_sets;
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

/// Rows of a metric and a number of pages, where campaigns are simulated.
const ROWS_OF_LINES: f64 = 6.0;

/// Nanoseconds of a simulated page, of each system on top, and of each pair of these.
const PAGE: f64 = 1_000.0;
const SYSTEM_OF_PAGE: f64 = 200.0;
const PAIR_OF_PAGE: f64 = 5.0;

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
        if let Some(problem) = one_system(on, "design") {
            return vec![problem];
        }
        let models = self.is_dynamic().then_some(self.models.unwrap_or(MODELS));
        let counts = [("models", models), ("top", self.top)];
        counts.into_iter().filter_map(|(key, count)| too_many(on, key, count?)).collect()
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        // Campaigns are simulated from judgments alone.
        if self.is_dynamic() {
            return Vec::new();
        }
        let groups: Vec<Arc<[usize]>> = context.groups();
        vec![Request::once(Differences, groups, basis(context))]
    }

    fn table_sizes(&self, _context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let metrics = counts.groups.len() as f64;
        if self.is_dynamic() {
            let lines = self.lines.as_deref().unwrap_or_default();
            let longest = f64::from(lines.last().copied().unwrap_or(0));
            let campaigns = f64::from(self.campaigns.unwrap_or(CAMPAIGNS));
            let systems = counts.groups.iter().copied().fold(0.0, f64::max);
            let page = PAGE + systems * SYSTEM_OF_PAGE + systems * systems * PAIR_OF_PAGE;
            let rows = ROWS_OF_LINES * lines.len() as f64;
            return vec![
                TableSize::new::<AssignmentPlanRow>(counts, rows * metrics, 9.0)
                    .at_once()
                    .source(metrics * campaigns * longest * page),
            ];
        }
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

/// A number of systems of which a corpus has no more.
fn too_many(on: &StudyOnCorpus<'_>, key: &str, count: u32) -> Option<PlanProblem> {
    let systems = system_names(on.scorings).len();
    let (corpus, systems) = (&on.corpus.name, (count as usize >= systems).then_some(systems)?);
    let message = match key {
        "models" => format!(
            "pages of {count} of the {systems} systems of corpus `{corpus}` show all: there is nothing to choose"
        ),
        _ => format!(
            "the best {count} of the {systems} systems of corpus `{corpus}` are all of them"
        ),
    };
    let help = format!("write a number below {systems}");
    Some(PlanProblem::of_study(&on.study.name, &["design", key], message, help))
}
