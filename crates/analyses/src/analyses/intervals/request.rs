//! What intervals ask for.

use super::IntervalRow;
use super::options::Intervals;
use serde::Serialize;

use super::compute::{self, IntervalSet};
use super::options::{self, IntervalMethod};
use crate::analyses::common::few_replicates::{JACKKNIFE, empty_tails};
use crate::config::model::Study;
use crate::plan::prices::{DRAW, LOOKUP, SCORE, ends_with_errors};
use crate::plan::{
    GridContext, GridCounts, Group, JobResults, PlannedOptions, Question, Request, TableSize,
    TaskSize, Work,
};
use crate::warning::Warning;

/// Nanoseconds per unit and column of a resample, for a standard error by the delta method.
const INFLUENCE: f64 = 1.1;

/// Nanoseconds per replicate for what all intervals of a scoring share.
const ALL_INTERVALS: f64 = 50.0;

/// Of one scoring: intervals by several methods.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreIntervals {
    /// Methods and levels.
    pub options: options::Intervals,
}

impl ScoreIntervals {
    /// Those that the table `intervals` shows, if the study asks for them.
    pub fn of(study: &Study) -> Option<Self> {
        let mut options = study.analyses.get::<Intervals>().cloned()?;
        options.methods =
            options.methods.or_else(|| study.interval_method.map(|method| vec![method]));
        Some(Self { options })
    }
}

/// What the interval of one method and level takes.
pub(crate) fn method_work(method: IntervalMethod, size: &TaskSize) -> Work {
    let TaskSize { replicates, units, columns, .. } = *size;
    let ends = ends_with_errors(replicates);
    match method {
        IntervalMethod::BootstrapT => Work {
            studentizing: replicates
                // The gradient takes central differences: two scores for each column.
                * (units * (DRAW + columns * INFLUENCE) + 2.0 * columns * SCORE),
            other: ends,
        },
        IntervalMethod::Bca => Work::plain(units * SCORE + ends),
        IntervalMethod::JackknifeT | IntervalMethod::Wilson => Work::plain(units * SCORE),
        _ => Work::plain(ends),
    }
}

impl Question for ScoreIntervals {
    type Result = IntervalSet;
    const TAG: &'static str = "intervals";

    fn work(&self, size: &TaskSize) -> Work {
        let TaskSize { replicates, units, columns, .. } = *size;
        if self.options.compat.is_some() {
            let resamples = replicates * (units * (DRAW + columns) + SCORE);
            return Work::plain(resamples + ends_with_errors(replicates));
        }
        let levels = self.options.levels.len() as f64;
        let method_works = self.options.methods().iter().map(|method| {
            let work = method_work(*method, size);
            Work { other: levels * work.other, ..work }
        });
        Work::plain(replicates * ALL_INTERVALS) + method_works.sum()
    }

    fn result_bytes(&self, _size: &TaskSize) -> f64 {
        100.0 * (self.options.methods().len() * self.options.levels.len()).max(1) as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> IntervalSet {
        compute::interval_set(job, group, &self.options)
    }
}

/// What messages call intervals by a method.
pub(crate) fn of_method(method: IntervalMethod) -> String {
    format!("intervals by `{}`", method.name())
}

impl PlannedOptions for Intervals {
    fn warnings(&self, context: &GridContext<'_>) -> Vec<Warning> {
        let Some(question) = ScoreIntervals::of(context.study) else { return Vec::new() };
        if question.options.compat.is_some() {
            return Vec::new();
        }
        let methods = question.options.methods().iter().filter(|method| method.reads_tails());
        let warnings = methods.flat_map(|method| {
            let what = of_method(*method);
            let levels = question.options.levels.iter();
            let warnings = levels
                .filter_map(|level| empty_tails(context.study, &what, *level, Some(JACKKNIFE)));
            warnings.collect::<Vec<_>>()
        });
        warnings.collect()
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let groups = context.singles(&context.grid.scorings);
        let question = ScoreIntervals::of(context.study);
        question.map(|question| context.everywhere(question, groups)).into_iter().collect()
    }

    fn table_sizes(&self, _context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let kinds = (self.methods().len() * self.levels.len()).max(1) as f64;
        let table = TableSize::new::<IntervalRow>(counts, counts.cells * kinds, 9.0);
        vec![table.source(2.0 * counts.cells * LOOKUP)]
    }
}
