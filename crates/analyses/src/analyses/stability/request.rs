//! What stability asks for: ends of intervals in every repeat.

use super::options::Stability;
use crate::analyses::{StabilityRow, intervals};
use serde::Serialize;

use super::compute::{self, IntervalEnds};
use crate::analyses::intervals::options::IntervalMethod;
use crate::config::model::Study;
use crate::plan::prices::LOOKUP;
use crate::plan::{
    GridContext, GridCounts, Group, JobResults, PlannedOptions, Question, Request, TableSize,
    TaskSize, Work,
};

/// Nanoseconds per replicate for the ends of one interval without their Monte-Carlo errors.
const ENDS: f64 = 25.0;

/// Of one scoring in one repeat: ends of intervals for several numbers of replicates.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RepeatedIntervals {
    /// Methods.
    pub methods: Vec<IntervalMethod>,
    /// Confidence level.
    pub level: f64,
    /// Numbers of replicates, of which the task has the largest.
    pub replicates: Vec<u32>,
}

impl RepeatedIntervals {
    /// Those of a study, if it asks for them.
    pub fn of(study: &Study) -> Option<Self> {
        let options = study.analyses.get::<Stability>()?;
        Some(Self {
            methods: options.methods.clone(),
            level: study.level,
            replicates: study.replicates.clone(),
        })
    }
}

impl Question for RepeatedIntervals {
    /// For each number of replicates each method.
    type Result = Vec<IntervalEnds>;
    const TAG: &'static str = "repeated-intervals";

    fn work(&self, size: &TaskSize) -> Work {
        let all: f64 = self.replicates.iter().map(|count| f64::from(*count)).sum();
        let method_works = self.methods.iter().map(|method| match method {
            IntervalMethod::BootstrapT => intervals::method_work(*method, size),
            _ => Work::plain(all * ENDS),
        });
        // The median of each number of replicates is selected beside the ends.
        Work::plain(all * ENDS) + method_works.sum()
    }

    fn result_bytes(&self, _size: &TaskSize) -> f64 {
        64.0 * (self.methods.len() * self.replicates.len()) as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Vec<IntervalEnds> {
        compute::interval_ends(job, group, self)
    }
}

impl PlannedOptions for Stability {
    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let GridContext { study, grid, .. } = context;
        let Some(question) = RepeatedIntervals::of(study) else { return Vec::new() };
        // Fewer replicates are the first of the most.
        let most = study.replicates.iter().copied().max().into_iter().collect();
        let groups = context.singles(&grid.scorings);
        vec![Request::new(question, groups, context.placed(), most, study.repeats)]
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let study = context.study;
        let rows = counts.cells * self.methods.len() as f64;
        let results = counts.placements * counts.scorings * f64::from(study.repeats);
        let table = TableSize::new::<StabilityRow>(counts, rows, 10.0);
        vec![table.at_once().source(results * LOOKUP)]
    }
}
