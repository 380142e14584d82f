//! What gains ask for: once for each group of systems, on every test set; nothing is resampled.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::options::Gains;
use super::{GainDifferenceRow, GainRow, compute};
use crate::analyses::common::{Change, Pairs, system_names};
use crate::plan::prices::{LOOKUP, SCORE};
use crate::plan::{
    GridContext, GridCounts, Group, JobResults, PlanProblem, PlannedOptions, Question, Request,
    ScoredSystem, StudyOnCorpus, TableSize, TaskSize, Work,
};
use crate::stats::reason::Reason;

/// Of systems before and after a change: what each gains, and differences of gains. The group holds the two systems of
/// one gain after those of the other, the one after the change first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SystemGains {
    /// Confidence level of intervals.
    pub level: f64,
}

/// In the order of the group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupGains {
    /// Each gain, or why the two systems cannot be compared.
    pub gains: Vec<Result<Change, Reason>>,
    /// The first gain less the second, in the order of [`Pairs::of`].
    pub differences: Vec<Result<Change, Reason>>,
}

/// A gain that a study asks for, among the scorings of a metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GainPair<'a> {
    pub(super) name: &'a str,
    pub(super) after: usize,
    pub(super) before: usize,
}

impl Gains {
    /// Those of a group of scorings in the order of the systems after the change, without those that lack a system.
    pub(super) fn of_group(&self, group: &[usize], all: &[ScoredSystem]) -> Vec<GainPair<'_>> {
        let scoring =
            |system: &String| group.iter().copied().find(|scoring| all[*scoring].system == *system);
        let mut pairs: Vec<GainPair<'_>> = self
            .pairs
            .iter()
            .filter_map(|(name, systems): (&String, &Vec<String>)| {
                let [before, after] = systems.as_slice() else { return None };
                Some(GainPair { name, after: scoring(after)?, before: scoring(before)? })
            })
            .collect();
        pairs.sort_by_key(|pair| pair.after);
        pairs
    }
}

/// What the question is asked of; empty where no gain has both systems.
pub(super) fn group(pairs: &[GainPair<'_>]) -> Arc<[usize]> {
    pairs.iter().flat_map(|pair| [pair.after, pair.before]).collect()
}

impl Question for SystemGains {
    type Result = GroupGains;
    const TAG: &'static str = "gains";

    fn work(&self, size: &TaskSize) -> Work {
        let TaskSize { scorings, units, segments, columns, .. } = *size;
        let pairs = Pairs::All.count(scorings / 2) as f64;
        let system_time = scorings as f64 * (units + segments) * (SCORE + 2.0 * columns);
        // The prices of other differences by the jackknife, see `common::paired_errors`.
        Work::plain(system_time + pairs * (30.0 * units + 2.0 * segments))
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        45.0 * (size.scorings / 2 + Pairs::All.count(size.scorings / 2)) as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> GroupGains {
        compute::gains(job, group, self.level)
    }
}

impl PlannedOptions for Gains {
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        let names = system_names(on.scorings);
        let systems = self.pairs.iter().flat_map(|(name, systems)| {
            systems.iter().enumerate().map(move |(index, system)| (name, index, system))
        });
        // Without any system, the reason is reported elsewhere.
        systems
            .filter(|(_, _, system)| !names.is_empty() && !names.contains(&system.as_str()))
            .map(|(name, index, system)| {
                let key = ["gains", "pairs", name.as_str()];
                let owner = format!("study `{}`", on.study.name);
                PlanProblem::unknown(&on.study.name, &key, "system", system, &owner, &names)
                    .at(index)
            })
            .collect()
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let groups = context.groups().into_iter();
        let groups = groups.map(|scorings| group(&self.of_group(&scorings, context.scorings)));
        let groups = groups.filter(|group| !group.is_empty()).collect();
        let question = SystemGains { level: context.study.level };
        vec![Request::once(question, groups, context.placed())]
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let (gains, groups) = (self.pairs.len(), context.groups().len());
        let places = context.grid.placements.len() as f64;
        let rows = places * (groups * gains) as f64;
        let pairs = places * (groups * Pairs::All.count(gains)) as f64;
        vec![
            TableSize::new::<GainRow>(counts, rows, 8.0).source(rows * LOOKUP),
            TableSize::new::<GainDifferenceRow>(counts, pairs, 5.0),
        ]
    }
}
