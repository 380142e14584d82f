//! What the tables of a run and the report on them take, beside the jobs: with many systems, samples
//! or kept replicates it is most of the time and of the memory.

use std::collections::BTreeSet;

use super::CorpusPlan;
use super::analysis::{GridContext, PlannedAnalysis};
use super::grid::Grid;
use crate::spec::model::Spec;

/// Nanoseconds to make a row and encode it, and to decode it and look at it in the report, for each of
/// its columns.
const WRITE: f64 = 42.0;
const READ: f64 = 25.0;

/// Bytes of a value in a decoded column.
const VALUE: f64 = 11.0;

/// Bytes of a value in a row.
const FIELD: f64 = 17.0;

/// Bytes of a real number in a file where hardly any is like another, and of a row's other columns.
const REAL_IN_FILE: f64 = 8.0;
const ROW_IN_FILE: f64 = 1.5;

/// Rows that are encoded together.
const ROW_GROUP: f64 = 262_144.0;

/// Bytes that figures and tables for people take, and their seconds, for each metric of a place; and
/// the metrics of which figures are drawn at most.
const DRAWN: f64 = 1e6;
const DRAWING: f64 = 0.01;
const MOST_DRAWN: usize = 12;

/// What a table takes to make, to keep and to report on.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableSize {
    rows: f64,
    columns: f64,
    /// Columns of real numbers that hardly two rows share.
    reals: f64,
    /// Whether all rows are in memory before the first is encoded.
    at_once: bool,
    /// Share of the rows that the report reads.
    read: f64,
    /// Nanoseconds for what the rows are made from.
    source: f64,
}

impl TableSize {
    /// A table whose rows are made one by one, of which so many columns hold real numbers that hardly
    /// two rows share.
    pub fn new(rows: f64, columns: f64, reals: f64) -> Self {
        Self { rows, columns, reals, at_once: false, read: 1.0, source: 0.0 }
    }

    /// All rows are in memory before the first is encoded.
    #[must_use]
    pub fn at_once(self) -> Self {
        Self { at_once: true, ..self }
    }

    /// Its rows are made from what takes `nanoseconds`.
    #[must_use]
    pub fn source(self, nanoseconds: f64) -> Self {
        Self { source: nanoseconds, ..self }
    }

    /// The report reads this share of its rows.
    #[must_use]
    pub fn read(self, share: f64) -> Self {
        Self { read: share, ..self }
    }

    fn nanoseconds(&self) -> f64 {
        self.rows * self.columns * (WRITE + READ * self.read) + self.source
    }

    fn file(&self) -> f64 {
        self.rows * (self.reals * REAL_IN_FILE + ROW_IN_FILE)
    }

    /// Bytes while it is encoded: a row group as columns, twice.
    fn encoding(&self) -> f64 {
        let rows = if self.at_once { self.rows * self.columns * FIELD } else { 0.0 };
        rows + 2.0 * self.rows.min(ROW_GROUP) * self.columns * VALUE
    }

    fn decoded(&self) -> f64 {
        // With the numbers of the rows, in their order and by group.
        self.rows * self.read * (self.columns * VALUE + 32.0)
    }
}

/// What all tables of a plan take.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tables {
    /// Seconds to make and encode them, and to report on them.
    pub(super) seconds: f64,
    /// Bytes at the peak while they are made, beside the results.
    pub(super) writing: f64,
    /// Bytes at the peak of the report.
    pub(super) reporting: f64,
}

impl Tables {
    /// Those of `grids`.
    pub(super) fn new(
        spec: &Spec,
        corpora: &[CorpusPlan],
        grids: &[Grid],
        analyses: &[&dyn PlannedAnalysis],
    ) -> Self {
        let mut all = vec![test_sets(corpora)];
        let mut metrics = 0.0;
        for grid in grids {
            let CorpusPlan { corpus, test_sets, scorings } = &corpora[grid.corpus];
            let study = &spec.studies[grid.study];
            let context = GridContext { study, grid, corpus, test_sets, scorings };
            let counts = GridCounts::new(&context);
            all.extend(analyses.iter().flat_map(|one| one.table_sizes(&context, &counts)));
            metrics += counts.groups.len().min(MOST_DRAWN) as f64;
        }
        let files: f64 = all.iter().map(TableSize::file).sum();
        let largest = |bytes: fn(&TableSize) -> f64| all.iter().map(bytes).fold(0.0, f64::max);
        let decoded: f64 = all.iter().map(TableSize::decoded).sum();
        Self {
            seconds: all.iter().map(TableSize::nanoseconds).sum::<f64>() * 1e-9 + metrics * DRAWING,
            writing: files + largest(TableSize::encoding),
            reporting: decoded + 2.0 * largest(TableSize::file) + metrics * DRAWN,
        }
    }
}

/// The table of documents, which the report leaves aside.
fn test_sets(corpora: &[CorpusPlan]) -> TableSize {
    let test_sets = corpora.iter().flat_map(|corpus| &corpus.test_sets);
    let rows = test_sets.map(|test_set| test_set.documents.len()).sum::<usize>();
    TableSize::new(rows as f64, 4.0, 0.0).read(0.0)
}

/// The numbers that sizes of tables are made of.
#[derive(Clone, Debug)]
pub struct GridCounts {
    /// Test sets along orderings.
    pub placements: f64,
    /// Placements, repeats and numbers of replicates.
    pub places: f64,
    /// Scored systems.
    pub scorings: f64,
    /// Places of all scorings.
    pub cells: f64,
    /// Repeats and numbers of replicates.
    pub draws: f64,
    /// Different sizes of test sets.
    pub sizes: f64,
    /// Systems of each group that shares metric and references.
    pub groups: Vec<f64>,
}

impl GridCounts {
    fn new(context: &GridContext<'_>) -> Self {
        let GridContext { study, grid, .. } = context;
        let size = |placement| context.size(placement);
        let sizes: BTreeSet<usize> = grid.placements.iter().map(size).collect();
        let groups = context.groups();
        let (placements, scorings) = (grid.placements.len() as f64, grid.scorings.len() as f64);
        let draws = f64::from(study.shown_repeats()) * study.replicates.len() as f64;
        Self {
            placements,
            places: placements * draws,
            scorings,
            cells: placements * scorings * draws,
            draws,
            sizes: sizes.len() as f64,
            groups: groups.iter().map(|group| group.len() as f64).collect(),
        }
    }

    /// Systems of all groups.
    pub fn systems(&self) -> f64 {
        self.groups.iter().sum()
    }

    /// Pairs of systems in all groups.
    pub fn pairs(&self) -> f64 {
        self.groups.iter().map(|systems| systems * (systems - 1.0) / 2.0).sum()
    }
}
