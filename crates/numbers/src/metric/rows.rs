//! Statistics as rows of integers, and sums of them.

use std::ops::Range;

/// Statistics of segments: one row per segment, `columns` integers each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    columns: usize,
    values: Vec<i64>,
    present: Vec<bool>,
}

impl Rows {
    /// No rows yet, each to have `columns` integers.
    pub fn new(columns: usize) -> Self {
        Self { columns, values: Vec::new(), present: Vec::new() }
    }

    /// The same, with room for `rows` of them.
    pub fn with_capacity(columns: usize, rows: usize) -> Self {
        let (values, present) = (Vec::with_capacity(columns * rows), Vec::with_capacity(rows));
        Self { columns, values, present }
    }

    /// Appends the row of the next segment.
    ///
    /// # Panics
    ///
    /// If the row does not have as many integers as there are columns.
    pub fn push(&mut self, row: &[i64]) {
        assert_eq!(row.len(), self.columns, "a row has one integer per column");
        self.values.extend_from_slice(row);
        self.present.push(true);
    }

    /// Appends a row of zeros for the next segment, to be filled in.
    pub fn push_zeros(&mut self) -> &mut [i64] {
        let start = self.values.len();
        self.values.resize(start + self.columns, 0);
        self.present.push(true);
        &mut self.values[start..]
    }

    /// Appends a row of zeros for a segment that cannot be scored: its hypothesis, all its
    /// references or all its judgments are missing.
    pub fn push_absent(&mut self) {
        self.values.resize(self.values.len() + self.columns, 0);
        self.present.push(false);
    }

    /// Appends the rows of the segments that follow.
    ///
    /// # Panics
    ///
    /// If the rows differ in length.
    pub fn append(&mut self, following: &Self) {
        self.append_some(following, 0..following.len());
    }

    /// Appends the rows `some` of others.
    ///
    /// # Panics
    ///
    /// If the rows differ in length, or `some` reaches beyond the rows of `others`.
    pub fn append_some(&mut self, others: &Self, some: Range<usize>) {
        assert_eq!(others.columns, self.columns, "rows of one metric have one length");
        let values = some.start * self.columns..some.end * self.columns;
        self.values.extend_from_slice(&others.values[values]);
        self.present.extend_from_slice(&others.present[some]);
    }

    /// Integers per row.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Number of segments.
    pub fn len(&self) -> usize {
        self.present.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.present.is_empty()
    }

    /// The row of segment `index`.
    pub fn row(&self, index: usize) -> &[i64] {
        &self.values[index * self.columns..(index + 1) * self.columns]
    }

    /// The values of a column, segment by segment.
    pub fn column(&self, column: usize) -> impl Iterator<Item = i64> {
        self.values.chunks_exact(self.columns.max(1)).map(move |row| row[column])
    }

    /// Whether segment `index` could be scored.
    pub fn is_present(&self, index: usize) -> bool {
        self.present[index]
    }

    /// Column sums over all rows.
    pub fn sums(&self) -> Vec<i64> {
        let mut sums = vec![0; self.columns];
        for row in self.values.chunks_exact(self.columns.max(1)) {
            for (sum, value) in sums.iter_mut().zip(row) {
                *sum += value;
            }
        }
        sums
    }
}

/// Sums of rows over several resamples: some of the columns of a wider table.
pub struct ManySums<'a> {
    table: &'a [i64],
    width: usize,
    columns: Range<usize>,
}

impl<'a> ManySums<'a> {
    /// The sums in `columns` of a table with rows of `width` integers, one for each resample.
    pub fn new(table: &'a [i64], width: usize, columns: Range<usize>) -> Self {
        Self { table, width, columns }
    }

    /// Some of these columns.
    #[must_use]
    pub fn part(&self, columns: Range<usize>) -> Self {
        let Self { table, width, columns: Range { start, .. } } = *self;
        Self { table, width, columns: start + columns.start..start + columns.end }
    }

    /// The sums of one resample after the other.
    pub fn iter(&self) -> impl Iterator<Item = &'a [i64]> {
        self.table.chunks_exact(self.width).map(|row| &row[self.columns.clone()])
    }
}
