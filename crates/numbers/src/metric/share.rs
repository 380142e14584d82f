//! A share in percent of two sums, as values beside the score of a metric are.

use super::Scorer;

/// 100 times the first sum over the second.
pub(super) struct ShareScorer;

impl Scorer for ShareScorer {
    fn columns(&self) -> usize {
        2
    }

    fn score(&self, sums: &[i64]) -> Option<f64> {
        (sums[1] > 0).then(|| 100.0 * sums[0] as f64 / sums[1] as f64)
    }
}
