//! What the tables of a run and the report on them take, beside the jobs: with many systems, samples
//! or kept replicates it is most of the time and of the memory.

use super::analysis::requested;
use super::{GridContext, GridCounts, Planned, TableSize};

/// Bytes that figures and tables for people take, and their seconds, for each metric of a place; and
/// the metrics of which figures are drawn at most.
const DRAWN: f64 = 1e6;
const DRAWING: f64 = 0.01;
const MOST_DRAWN: usize = 12;

/// What all tables of a plan take.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tables {
    /// Seconds to make and encode them.
    pub(super) making: f64,
    /// Seconds to draw figures and tables for people.
    pub(super) drawing: f64,
    /// Bytes at the peak while they are made, beside the results.
    pub(super) writing: f64,
    /// Bytes at the peak of the report.
    pub(super) reporting: f64,
}

impl Tables {
    /// Estimates the tables of `grids`.
    pub(super) fn new(grids: &[GridContext<'_>], analyses: &[Planned]) -> Self {
        let mut all = Vec::new();
        let mut metrics = 0.0;
        for context in grids {
            let counts = GridCounts::new(context);
            let requested = requested(analyses, context.study);
            all.extend(requested.flat_map(|one| one.table_sizes(context, &counts)));
            metrics += counts.groups.len().min(MOST_DRAWN) as f64;
        }
        let files: f64 = all.iter().map(TableSize::file).sum();
        let largest = all.iter().map(TableSize::making).fold(0.0, f64::max);
        let shown: f64 = all.iter().map(TableSize::shown).sum();
        Self {
            making: all.iter().map(TableSize::nanoseconds).sum::<f64>() * 1e-9,
            drawing: metrics * DRAWING,
            writing: files + shown + largest,
            reporting: shown + files + metrics * DRAWN,
        }
    }
}
