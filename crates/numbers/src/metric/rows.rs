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

    /// The same rows, of which only the marked ones could be scored.
    #[must_use]
    pub fn only(&self, marked: &[bool]) -> Self {
        let mut rows = Self::with_capacity(self.columns, self.len());
        for (index, is_marked) in marked.iter().enumerate() {
            if *is_marked { rows.push(self.row(index)) } else { rows.push_absent() }
        }
        rows
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

    /// All rows, one after the other.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// The values of a column, segment by segment.
    pub fn column(&self, column: usize) -> impl Iterator<Item = i64> {
        self.values.chunks_exact(self.columns.max(1)).map(move |row| row[column])
    }

    /// Whether segment `index` could be scored.
    pub fn is_present(&self, index: usize) -> bool {
        self.present[index]
    }

    /// Whether the same segments could be scored in both.
    pub fn has_segments_of(&self, other: &Self) -> bool {
        self.present == other.present
    }

    /// For each unit with a row that could be scored: the sum of these rows, and how many they are. Units without one are
    /// left out.
    ///
    /// # Panics
    ///
    /// If a unit reaches beyond the rows.
    pub fn sums_of_units(&self, units: &[Range<usize>]) -> (Vec<i64>, Vec<usize>) {
        let (mut sums, mut counts) = (Vec::new(), Vec::new());
        for unit in units {
            let start = sums.len();
            let mut count = 0;
            for index in unit.clone().filter(|index| self.present[*index]) {
                if count == 0 {
                    sums.extend_from_slice(self.row(index));
                } else {
                    let unit_sums: &mut [i64] = &mut sums[start..];
                    unit_sums.iter_mut().zip(self.row(index)).for_each(|(sum, x)| *sum += x);
                }
                count += 1;
            }
            if count > 0 {
                counts.push(count);
            }
        }
        (sums, counts)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Segments that could not be scored count in no unit, and a unit of such segments is none.
    #[test]
    fn units_are_sums_of_what_could_be_scored() {
        let mut rows = Rows::new(2);
        for row in [Some([1, 10]), None, Some([2, 20]), None, Some([3, 30])] {
            match row {
                Some(row) => rows.push(&row),
                None => rows.push_absent(),
            }
        }
        let (sums, counts) = rows.sums_of_units(&[0..3, 3..4, 4..5, 0..0]);
        assert_eq!((sums, counts), (vec![3, 30, 3, 30], vec![2, 1]));
    }

    #[test]
    fn segments_are_the_same_whatever_they_score() {
        let [mut some, mut others] = [1, 2].map(|columns| {
            let mut rows = Rows::new(columns);
            rows.push(&vec![7; columns]);
            rows.push_absent();
            rows
        });
        assert!(some.has_segments_of(&others));
        some.push(&[7]);
        others.push_absent();
        assert!(!some.has_segments_of(&others));
    }
}
