//! What a table takes, and the numbers that follow from.

use std::collections::BTreeMap;

use super::grid_context::GridContext;
use crate::table::{ReportRow, Shown};

/// Nanoseconds to make a row and encode it, and to decode it and look at it in the report, for each of
/// its columns.
const WRITE: f64 = 42.0;
const READ: f64 = 25.0;

/// Bytes of what the report makes of a row: its places in groups and in tables.
const INDEX: f64 = 100.0;

/// Bytes of a value in a decoded column.
const VALUE: f64 = 11.0;

/// Bytes of a row in memory as multiples of its struct: with texts of its own.
const ROW: f64 = 1.25;

/// What rows that are made together take as multiples of themselves: with what they are made of.
const TOGETHER: f64 = 1.6;

/// Bytes of a real number in a file where hardly any is like another, and of a row's other columns.
const REAL_IN_FILE: f64 = 8.0;
const ROW_IN_FILE: f64 = 1.5;

/// What columns of a row group take as multiples of themselves, while each is brought into one piece.
const RECHUNKED: f64 = 1.25;

/// Rows that are encoded together.
const ROW_GROUP: f64 = 131_072.0;

/// What a table takes to make, to keep and to report on.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableSize {
    rows: f64,
    columns: f64,
    /// Bytes of a row in memory.
    row: f64,
    /// Columns of real numbers that hardly two rows share.
    reals: f64,
    /// Rows that are made together.
    together: f64,
    /// Share of the rows that the report reads.
    read: f64,
    /// Nanoseconds for what the rows are made from.
    source: f64,
}

impl TableSize {
    /// A table whose rows are made one by one, of which `reals` columns hold real numbers that hardly
    /// two rows share.
    pub fn new<R: ReportRow>(counts: &GridCounts, rows: f64, reals: f64) -> Self {
        let columns = (R::COUNT - R::WITHOUT.len()) as f64;
        let row = size_of::<R>() as f64 * ROW;
        let read = match R::SHOWN {
            Shown::All => 1.0,
            Shown::OneOrdering => counts.of_one_ordering,
            Shown::LargestTestSet => 1.0 / counts.places.max(1.0),
            Shown::FirstSystem => 1.0 / counts.cells.max(1.0),
            Shown::Nothing => 0.0,
        };
        Self { rows, columns, row, reals, together: 0.0, read, source: 0.0 }
    }

    /// All rows are in memory before the first is encoded.
    #[must_use]
    pub fn at_once(self) -> Self {
        self.together(self.rows)
    }

    /// That many rows are made before the first of them is encoded.
    #[must_use]
    pub fn together(self, rows: f64) -> Self {
        Self { together: rows, ..self }
    }

    /// Its rows are made from what takes `nanoseconds`.
    #[must_use]
    pub fn source(self, nanoseconds: f64) -> Self {
        Self { source: nanoseconds, ..self }
    }

    pub(super) fn nanoseconds(&self) -> f64 {
        self.rows * self.columns * (WRITE + READ * self.read) + self.source
    }

    pub(super) fn file(&self) -> f64 {
        self.rows * (self.reals * REAL_IN_FILE + ROW_IN_FILE)
    }

    /// Bytes while it is made, beside the rows that the report reads: until rows are made together, when none is
    /// read yet; while these are encoded, when the report reads what is, with a row group as rows and as columns, a few
    /// of these twice; or then with a copy of what is read, which is sorted.
    pub(super) fn making(&self) -> f64 {
        let (together, shown) = (self.together * self.row, self.shown());
        let group = self.together.min(ROW_GROUP) * self.row;
        let columns = RECHUNKED * self.rows.min(ROW_GROUP) * self.columns * VALUE;
        let encoding = (together - shown).max(0.0) + group + columns;
        (together * TOGETHER - shown).max(encoding).max(shown)
    }

    /// Bytes of the rows that the report reads.
    pub(super) fn shown(&self) -> f64 {
        self.rows * self.read * (self.row + INDEX)
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
    /// Share of the rows that a report of one ordering keeps, at most. Of all orders these are the rows of one size of a
    /// system, until larger ones come.
    of_one_ordering: f64,
    /// Systems of each group that shares metric and references.
    pub groups: Vec<f64>,
}

impl GridCounts {
    pub(super) fn new(context: &GridContext<'_>) -> Self {
        let GridContext { study, grid, .. } = context;
        let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
        for placement in &grid.placements {
            *sizes.entry(context.size(placement)).or_default() += 1;
        }
        let largest_group = sizes.values().copied().max().unwrap_or(0) as f64;
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
            of_one_ordering: if study.orderings.exhaustive {
                (largest_group / scorings.max(1.0)).max(1.0) / placements.max(1.0)
            } else {
                1.0
            },
            groups: groups.iter().map(|group| group.len() as f64).collect(),
        }
    }

    /// Of the rows of a table, those of one place and group.
    pub fn of_place(&self, rows: f64) -> f64 {
        let pairs = self.groups.iter().map(|systems| systems * (systems - 1.0) / 2.0);
        let share = pairs.fold(0.0, f64::max) / self.pairs().max(1.0);
        rows * share / self.places.max(1.0)
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
