//! What minimal sizes ask for: how much sizes vary from one sample of documents to the next.

use super::MinimalSizeRow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use super::compute::{self, SizeSpreads};
use super::form::Form;
use super::options::MinimalSize;
use crate::config::model::Study;
use crate::plan::prices::{LOOKUP, SCORE};
use crate::plan::{
    GridContext, GridCounts, Group, JobResults, PlannedOptions, Question, Request, TableSize,
    TaskSize, Work,
};
use crate::stats::reason::Reason;

/// Nanoseconds per fit of a curve and size, by its form: iteration takes nearly all of it.
const FIT_POWER: f64 = 2_000.0;
const FIT_IN_LOGARITHMS: f64 = 12.0;
const FIT_CUBIC: f64 = 30.0;

/// Of one scoring on the largest test set of an ordering, without replicates: how much sizes read
/// off curves vary from one sample and order of documents to the next.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SizeIntervals {
    /// What is fitted and read, and the number of draws.
    pub options: MinimalSize,
    /// Sizes of the ordering, in scored documents, ascending.
    pub sizes: Vec<u32>,
}

impl SizeIntervals {
    /// Those of a study along an ordering whose test sets have `sizes` scored documents; where they
    /// are asked for, and there are two sizes.
    pub fn of(study: &Study, sizes: &[usize]) -> Option<Self> {
        let options =
            study.analyses.get::<MinimalSize>().filter(|options| options.interval_draws > 0)?;
        let sizes = sizes.iter().map(|size| u32::try_from(*size).ok());
        let sizes: Vec<u32> = sizes.collect::<Option<_>>()?;
        (sizes.len() >= 2).then(|| Self { options: options.clone(), sizes })
    }
}

impl Question for SizeIntervals {
    /// How sizes vary, or why that is not known: a text for the tables.
    type Result = Result<SizeSpreads, Reason>;
    const TAG: &'static str = "size-intervals";

    fn work(&self, size: &TaskSize) -> Work {
        // A gradient and a quadratic form at each size, over 64-bit columns.
        let wide = size.columns / 2.0;
        let deviation = 2.0 * (wide + 1.0) * SCORE + 2.0 * wide * wide;
        let points = f64::from(self.options.interval_draws) * self.sizes.len() as f64;
        let matrices = size.units * wide * wide;
        Work::plain(points * (deviation + FIT_POWER) + matrices)
    }

    fn result_bytes(&self, _size: &TaskSize) -> f64 {
        14.0 * (2 * self.options.forms().len()) as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Result<SizeSpreads, Reason> {
        compute::size_spreads(job, group, self)
    }
}

impl PlannedOptions for MinimalSize {
    /// Once for each scoring, largest test set and sequence of sizes.
    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let GridContext { study, grid, .. } = context;
        let scored = context.scored(&grid.scorings);
        let mut groups: BTreeMap<(usize, Vec<usize>), BTreeSet<usize>> = BTreeMap::new();
        for path in &grid.paths {
            let Some(last) = path.test_sets.last() else { continue };
            for scoring in &scored {
                let sizes = context.counted_sizes(*scoring, path);
                groups.entry((*last, sizes)).or_default().insert(*scoring);
            }
        }
        let requests = groups.into_iter().filter_map(|((last, sizes), scorings)| {
            let question = SizeIntervals::of(study, &sizes)?;
            let groups = scorings.into_iter().map(|scoring| Arc::from([scoring])).collect();
            Some(Request::once(question, groups, vec![last]))
        });
        requests.collect()
    }

    /// Each curve is fitted twice more for every one of its points, which says what noise does to it.
    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let forms = self.forms();
        let fits = forms.iter().map(|form| match form {
            Form::PowerInLogarithms => FIT_IN_LOGARITHMS,
            Form::Power => FIT_POWER,
            Form::Cubic => FIT_CUBIC,
        });
        let work_per_point: f64 = fits.sum();
        let paths = &context.grid.paths;
        let sizes: Vec<f64> = paths.iter().map(|path| path.test_sets.len() as f64).collect();
        let points: f64 = sizes.iter().map(|sizes| (2.0 * sizes + 1.0) * sizes).sum();
        let curves = counts.scorings * counts.draws;
        let largest_group = counts.groups.iter().copied().fold(0.0, f64::max);
        let ranked = curves * sizes.iter().sum::<f64>() * (1.0 + largest_group);
        let rows = curves * paths.len() as f64 * forms.len() as f64;
        let table = TableSize::new::<MinimalSizeRow>(counts, rows, 16.0).at_once();
        vec![table.source(curves * points * work_per_point + ranked * LOOKUP)]
    }
}
