//! What seen test data ask for: once for each group of systems, on the largest test set; nothing is resampled.

use serde::{Deserialize, Serialize};

use super::compute;
use super::options::Seen;
use super::row::{SeenDifferenceRow, SeenRow};
use crate::analyses::common::change::Change;
use crate::analyses::common::pairs::{PairSelection, Pairs};
use crate::analyses::common::sizes::largest_test_sets;
use crate::corpus::seen::digest;
use crate::plan::prices::SCORE;
use crate::plan::{
    GridContext, GridCounts, Group, JobResults, PlanProblem, PlannedOptions, Question, Request,
    StudyOnCorpus, TableSize, TaskSize, Work,
};
use crate::stats::reason::Reason;

/// Of the systems of a group: their scores on seen and on other segments.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeenSegments {
    /// Confidence level of intervals.
    pub level: f64,
    /// Digest of which segments were seen.
    pub seen: String,
}

/// A system on seen and on other segments.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SystemSeen {
    /// Scored segments that were seen.
    pub seen_segments: u64,
    /// Scored segments.
    pub segments: u64,
    /// Score on those that were seen, and on the others.
    pub scores: [Option<f64>; 2],
    /// The first less the second, where both are there.
    pub advantage: Result<Change, Reason>,
}

/// In the order of the group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupSeen {
    /// Systems, or why their segments cannot be divided.
    pub systems: Vec<Result<SystemSeen, Reason>>,
    /// The advantage of the first system of each pair less that of the second.
    pub differences: Vec<Result<Change, Reason>>,
}

impl SeenSegments {
    /// `None` where it is not known which segments were seen.
    pub(super) fn new(level: f64, seen: Option<&[bool]>) -> Option<Self> {
        Some(Self { level, seen: digest(seen?) })
    }
}

impl Question for SeenSegments {
    type Result = GroupSeen;
    const TAG: &'static str = "seen segments";

    fn work(&self, size: &TaskSize) -> Work {
        let TaskSize { scorings, units, segments, columns, .. } = *size;
        let pairs = Pairs::All.count(scorings) as f64;
        // Two jackknives of each system: its seen segments and the others.
        let system_time = 2.0 * scorings as f64 * (units + segments) * (SCORE + 4.0 * columns);
        Work::plain(system_time + pairs * (30.0 * units + 4.0 * segments))
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        45.0 * (2 * size.scorings + Pairs::All.count(size.scorings)) as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> GroupSeen {
        compute::seen(job, group, self.level)
    }
}

impl PlannedOptions for Seen {
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        if on.corpus.seen.is_some() {
            return Vec::new();
        }
        let name = &on.corpus.name;
        let message = format!("nothing says which segments of corpus `{name}` were seen");
        let help = format!(
            "add [corpora.{name}.seen] with the `files` of texts that systems may have seen"
        );
        vec![PlanProblem::of_study(&on.study.name, &["seen"], message, help)]
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let question = SeenSegments::new(context.study.level, context.corpus.seen.as_deref());
        question
            .map(|question| Request::once(question, context.groups(), largest_test_sets(context)))
            .into_iter()
            .collect()
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let pairs: u64 =
            PairSelection::of_grid(context, None).map(|selection| selection.count()).sum();
        vec![
            TableSize::new::<SeenRow>(counts, counts.scorings, 6.0).at_once(),
            TableSize::new::<SeenDifferenceRow>(counts, pairs as f64, 5.0).at_once(),
        ]
    }
}
