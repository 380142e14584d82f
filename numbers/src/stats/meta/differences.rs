//! Correlation of differences of outputs within items.

use super::scores::Scores;
use crate::stats::undefined::{
    Estimate,
    UndefinedStatistic::{NoVariation, TooFewUnits},
};

/// Pearson's correlation of the differences of two outputs within items, over all items: `sum dh dm / sqrt(sum dh^2 sum
/// dm^2)`, with the number of differences. It is not centred, so that it does not depend on the order of the two. O(items
/// pairs).
///
/// # Errors
///
/// [`TooFewUnits`] without pairs of outputs, [`NoVariation`] where one does not vary within items.
pub fn of_differences(human: &Scores, metric: &Scores) -> Estimate<(f64, u64)> {
    let (mut hh, mut mm, mut hm, mut count) = (0.0, 0.0, 0.0, 0);
    for (a, b) in human.pairs() {
        let pairs = human.of(a).iter().zip(human.of(b)).zip(metric.of(a).iter().zip(metric.of(b)));
        for ((ha, hb), (ma, mb)) in pairs {
            let (h, m) = (ha - hb, ma - mb);
            if !h.is_nan() && !m.is_nan() {
                count += 1;
                hh += h * h;
                mm += m * m;
                hm += h * m;
            }
        }
    }
    let size = f64::sqrt(hh) * f64::sqrt(mm);
    if count == 0 {
        return Err(TooFewUnits);
    }
    if size > 0.0 { Ok(((hm / size).clamp(-1.0, 1.0), count)) } else { Err(NoVariation) }
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
        let turned = |scores: &Scores| Scores::new(&[scores.of(1).to_vec(), scores.of(0).to_vec()]);
        let other = of_differences(&turned(&human), &turned(&metric)).unwrap().0;
        assert!((other - expected).abs() < 1e-15);
        let flat = Scores::new(&[vec![1.0, 2.0], vec![1.0, 2.0]]);
        assert_eq!(of_differences(&human, &flat), Err(NoVariation));
    }
}
