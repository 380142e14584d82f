//! A score for tests: the mean as a ratio of two sums.

/// Rows of values and their number, one.
pub(super) fn rows(values: &[i64]) -> Vec<i64> {
    values.iter().flat_map(|value| [*value, 1]).collect()
}

/// The mean of the rows that add up to `sums`; `None` of no rows.
pub(super) fn mean(sums: &[i64]) -> Option<f64> {
    (sums[1] != 0).then(|| sums[0] as f64 / sums[1] as f64)
}
