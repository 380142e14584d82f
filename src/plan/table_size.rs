//! What a table takes, and the numbers that follow from.

use std::collections::BTreeSet;

use super::grid_context::GridContext;

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

    pub(super) fn nanoseconds(&self) -> f64 {
        self.rows * self.columns * (WRITE + READ * self.read) + self.source
    }

    pub(super) fn file(&self) -> f64 {
        self.rows * (self.reals * REAL_IN_FILE + ROW_IN_FILE)
    }

    /// Bytes while it is encoded: a row group as columns, twice.
    pub(super) fn encoding(&self) -> f64 {
        let rows = if self.at_once { self.rows * self.columns * FIELD } else { 0.0 };
        rows + 2.0 * self.rows.min(ROW_GROUP) * self.columns * VALUE
    }

    pub(super) fn decoded(&self) -> f64 {
        // With the numbers of the rows, in their order and by group.
        self.rows * self.read * (self.columns * VALUE + 32.0)
    }
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
    pub(super) fn new(context: &GridContext<'_>) -> Self {
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
