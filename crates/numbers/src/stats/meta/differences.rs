//! Correlation of differences of outputs within items.

use super::scores::Scores;
use crate::stats::reason::{
    Estimate,
    Reason::{NoVariation, TooFewUnits},
};

/// Pearson's correlation of the differences of two outputs within items, over all items: `sum dh dm / sqrt(sum dh^2 sum
/// dm^2)`, with the number of differences. It is not centred, so that it does not depend on the order of the two. O(items
/// pairs).
///
/// # Errors
///
/// [`TooFewUnits`] without pairs of outputs, [`NoVariation`] where one does not vary within items.
pub fn of_differences(human: &Scores, metric: &Scores) -> Estimate<(f64, u64)> {
    let sums = Sums::new(human, metric);
    // Roots apart: the product of two sums of squares may overflow.
    let size = f64::sqrt(sums.human) * f64::sqrt(sums.metric);
    if sums.count == 0 {
        return Err(TooFewUnits);
    }
    if size > 0.0 {
        Ok(((sums.both / size).clamp(-1.0, 1.0), sums.count))
    } else {
        Err(NoVariation)
    }
}

/// Sums over the differences of two outputs of an item.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    /// People's squares.
    pub(super) human: f64,
    /// The metric's squares.
    pub(super) metric: f64,
    /// Products of the two.
    pub(super) both: f64,
    /// Differences.
    pub(super) count: u64,
}

impl Sums {
    pub(super) fn new(human: &Scores, metric: &Scores) -> Self {
        let mut sums = Self::default();
        for (a, b) in human.pairs() {
            let human_pairs = human.of(a).iter().zip(human.of(b));
            for ((ha, hb), (ma, mb)) in human_pairs.zip(metric.of(a).iter().zip(metric.of(b))) {
                let (h, m) = (ha - hb, ma - mb);
                if !h.is_nan() && !m.is_nan() {
                    sums.count += 1;
                    sums.human += h * h;
                    sums.metric += m * m;
                    sums.both += h * m;
                }
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: differences of two items of two systems, and the order of systems.
    #[test]
    fn differences_of_two_items() {
        let human = Scores::new(&[vec![1.0, 5.0], vec![3.0, 4.0]]);
        let metric = Scores::new(&[vec![2.0, 2.0], vec![5.0, 4.0]]);
        // -2, 1 and -3, -2: (6 - 2) / sqrt(5 * 13).
        let expected = 4.0 / f64::sqrt(65.0);
        assert!((of_differences(&human, &metric).unwrap().0 - expected).abs() < 1e-15);
        let mirrored = of_differences(&turned(&human), &turned(&metric)).unwrap().0;
        assert!((mirrored - expected).abs() < 1e-15);
        let flat = Scores::new(&[vec![1.0, 2.0], vec![1.0, 2.0]]);
        assert_eq!(of_differences(&human, &flat), Err(NoVariation));
    }

    fn turned(scores: &Scores) -> Scores {
        Scores::new(&[scores.of(1).to_vec(), scores.of(0).to_vec()])
    }
}
