//! Replicates of a statistic and what is read off them.

use std::sync::OnceLock;

use super::moments::{mean, squares_about};
use super::selection::order_statistics;

/// The defined replicates of one statistic.
///
/// Replicates are kept in the order of their draws; sums run in that order, so results do not
/// depend on how the work was divided.
#[derive(Clone, Debug)]
pub struct Distribution {
    values: Vec<f64>,
    /// Made when something needs all of it; a few quantiles do not.
    sorted: OnceLock<Vec<f64>>,
    mean: OnceLock<Option<f64>>,
    stdev: OnceLock<Option<f64>>,
    undefined: usize,
}

impl Distribution {
    /// Takes replicates in the order of their draws; NaN marks one that is undefined and is left
    /// out and counted. Memory 8 bytes a replicate, twice that once it is sorted.
    pub fn new(replicates: &[f64]) -> Self {
        let mut values = replicates.to_vec();
        if values.iter().any(|x| x.is_nan()) {
            values.retain(|x| !x.is_nan());
        }
        let undefined = replicates.len() - values.len();
        let (sorted, mean, stdev) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self { values, sorted, mean, stdev, undefined }
    }

    /// Number of defined replicates.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no replicate is defined.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The defined replicates in the order of their draws.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The defined replicates in ascending order. Time O(B log B), once.
    pub fn sorted(&self) -> &[f64] {
        self.sorted.get_or_init(|| {
            let mut sorted = self.values.clone();
            sorted.sort_unstable_by(f64::total_cmp);
            sorted
        })
    }

    /// Number of undefined replicates.
    pub fn undefined(&self) -> usize {
        self.undefined
    }

    /// Mean; `None` without replicates.
    pub fn mean(&self) -> Option<f64> {
        *self.mean.get_or_init(|| mean(self.values.iter().copied()))
    }

    /// Standard deviation with divisor B - 1; `None` below two replicates. Two passes.
    pub fn stdev(&self) -> Option<f64> {
        *self.stdev.get_or_init(|| {
            if self.len() < 2 {
                return None;
            }
            // Equal replicates must give exactly 0, which a rounded mean does not promise.
            let first = self.values[0];
            if self.values.iter().all(|x| x.total_cmp(&first).is_eq()) {
                return Some(0.0);
            }
            let squares = squares_about(self.mean()?, self.values.iter().copied());
            Some((squares / (self.len() - 1) as f64).sqrt())
        })
    }

    /// Monte-Carlo standard error of [`Distribution::stdev`],
    /// `stdev / 2 sqrt((k - (B - 3)/(B - 1))/B)` with the kurtosis `k = m4/m2^2` of the replicates:
    /// the variance of a variance, which is exact with the true k (Cramér 1946, section 27.4), by
    /// the delta method. Of normal replicates, k = 3, it is `stdev / sqrt(2 (B - 1))`; heavy tails make
    /// it larger. One pass more than the deviation.
    pub fn stdev_error(&self) -> Option<f64> {
        let (stdev, mean) = (self.stdev()?, self.mean()?);
        if stdev == 0.0 {
            return Some(0.0);
        }
        // In units of the deviation, so that no fourth power leaves the range.
        let (count, below) = (self.len() as f64, (self.len() - 1) as f64);
        // m2 has the divisor B, and the deviation B - 1: hence the factor behind the sum.
        let kurtosis = self
            .values
            .iter()
            .map(|x| {
                let square = ((x - mean) / stdev) * ((x - mean) / stdev);
                square * square
            })
            .sum::<f64>()
            * count
            / (below * below);
        let excess = kurtosis - (count - 3.0) / below;
        Some(0.5 * stdev * (excess / count).sqrt())
    }

    /// Quantile by linear interpolation between order statistics at `(B - 1) p`, the default of
    /// NumPy and type 7 of Hyndman & Fan (1996); `None` without replicates.
    ///
    /// # Panics
    ///
    /// If `p` is not in [0, 1].
    pub fn quantile(&self, p: f64) -> Option<f64> {
        self.quantiles(&[p]).map(|quantiles| quantiles[0])
    }

    /// Quantiles at `probabilities`, as [`Distribution::quantile`]. O(B) where the replicates are not
    /// sorted yet.
    ///
    /// # Panics
    ///
    /// If a probability is not in [0, 1].
    pub fn quantiles(&self, probabilities: &[f64]) -> Option<Vec<f64>> {
        let last = self.len().checked_sub(1)?;
        let places: Vec<QuantileIndex> =
            probabilities.iter().map(|p| QuantileIndex::new(*p, last)).collect();
        let indices: Vec<usize> =
            places.iter().flat_map(|place| [place.below, (place.below + 1).min(last)]).collect();
        let ends = self.order_statistics(&indices);
        let pairs = ends.chunks_exact(2).zip(places);
        Some(pairs.map(|(ends, place)| place.between(ends[0], ends[1])).collect())
    }

    /// The order statistics with the given indices (from 0). O(B) where the replicates are not
    /// sorted yet.
    ///
    /// # Panics
    ///
    /// If there is no such order statistic.
    pub fn order_statistics(&self, indices: &[usize]) -> Vec<f64> {
        if let Some(sorted) = self.sorted.get() {
            return indices.iter().map(|index| sorted[*index]).collect();
        }
        order_statistics(&self.values, indices)
    }

    /// Median.
    pub fn median(&self) -> Option<f64> {
        self.quantile(0.5)
    }
}

/// Where a quantile lies between order statistics.
#[derive(Clone, Copy)]
struct QuantileIndex {
    below: usize,
    share: f64,
}

impl QuantileIndex {
    fn new(p: f64, last: usize) -> Self {
        assert!((0.0..=1.0).contains(&p), "a probability lies in [0, 1], not {p}");
        let position = last as f64 * p;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "position lies between 0 and the last index"
        )]
        let below = (position.floor() as usize).min(last);
        Self { below, share: position - below as f64 }
    }

    /// Interpolates from the nearer end, as NumPy does, which keeps it monotone and exact at ends.
    fn between(self, low: f64, high: f64) -> f64 {
        if self.share < 0.5 {
            low + (high - low) * self.share
        } else {
            high - (high - low) * (1.0 - self.share)
        }
    }
}

/// Whether a tail of an interval of `level` would hold at least one of `replicates`: fewer cannot
/// carry the level, since an interval between their extremes says nothing about it.
pub fn tails_are_populated(replicates: usize, level: f64) -> bool {
    // The margin lets B = 40 carry 0.95, whose tail is 0.025000000000000022 in binary.
    replicates as f64 * 0.5 * (1.0 - level) >= 1.0 - 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::kernel::block_counts;
    use crate::stats::random::{Purpose, StreamKey};

    #[test]
    fn nothing_in_nothing_out() {
        let none = Distribution::new(&[f64::NAN, f64::NAN]);
        assert_eq!((none.len(), none.undefined()), (0, 2));
        assert_eq!(none.mean(), None);
        assert_eq!(none.stdev(), None);
        assert_eq!(none.median(), None);
        assert_eq!(Distribution::new(&[3.0]).stdev(), None);
    }

    /// Selected quantiles are those of the sorted replicates to the last bit.
    #[test]
    fn selecting_gives_what_sorting_gives() {
        let mut state = 1_u64;
        for count in [1, 2, 3, 10, 257, 1000] {
            let values: Vec<f64> = (0..count)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    // Few different values, so that there are ties, and both zeros.
                    f64::from(u32::try_from(state >> 60).unwrap()) / 7.0
                        * if state & 8 == 0 { -1.0 } else { 1.0 }
                })
                .collect();
            let probabilities = [0.975, 0.025, 0.5, 0.0, 1.0, 0.333];
            let (lazy, sorted) = (Distribution::new(&values), Distribution::new(&values));
            sorted.sorted();
            let [selected, expected] = [&lazy, &sorted].map(|d| -> Vec<u64> {
                let quantiles = d.quantiles(&probabilities).unwrap();
                let order = d.order_statistics(&[count - 1, 0, count / 2, count / 2]);
                quantiles.iter().chain(&order).map(|x| x.to_bits()).collect()
            });
            assert_eq!(selected, expected, "{count}");
            assert!(lazy.sorted.get().is_none());
        }
    }

    /// `k = scipy.stats.kurtosis(x, fisher=False)` and `x.std(ddof=1) / 2 * sqrt((k - 2/4) / 5)`.
    #[test]
    fn the_error_of_the_deviation_takes_the_kurtosis() {
        let error = Distribution::new(&[1.0, 2.0, 4.0, 8.0, 16.0]).stdev_error().unwrap();
        assert!((error - 1.842_891_749_398_210_9).abs() < 1e-12, "{error}");
        // Fourth powers of these are no numbers any more.
        let tiny = [1e-120, 2e-120, 4e-120, 8e-120, 16e-120];
        let tiny = Distribution::new(&tiny).stdev_error().unwrap();
        assert!((tiny / error / 1e-120 - 1.0).abs() < 1e-12, "{tiny}");
        // Two replicates always have the kurtosis 1, which does not mean that the deviation is certain.
        let two = Distribution::new(&[0.0, 1.0]);
        assert!((two.stdev_error().unwrap() / two.stdev().unwrap() - 0.5).abs() < 1e-12);
    }

    /// One unit of forty has all of the variation, so that replicates are numbers of times it is drawn,
    /// binomial with kurtosis `3 + (1 - 6 p q)/(n p q)` = 3.875: STDEV over 3,000 bootstraps deviates by
    /// what each says on average, a fifth more than of normal replicates. The deviation of 3,000 values is
    /// itself known to 1.3 %.
    #[test]
    fn the_error_of_the_deviation_is_that_of_other_draws() {
        let key = StreamKey::new(11, Purpose::Bootstrap).text("kurtosis");
        let count = 256;
        let estimates: Vec<(f64, f64)> = (0..3000)
            .map(|block| {
                let mut drawn = Vec::new();
                block_counts(&key, block, count, 40, &mut |times| drawn.push(f64::from(times[0])));
                let drawn = Distribution::new(&drawn);
                (drawn.stdev().unwrap(), drawn.stdev_error().unwrap())
            })
            .collect();
        let stdevs: Vec<f64> = estimates.iter().map(|estimate| estimate.0).collect();
        let observed = Distribution::new(&stdevs).stdev().unwrap();
        let predicted = estimates.iter().map(|estimate| estimate.1).sum::<f64>() / 3000.0;
        let normal = stdevs.iter().sum::<f64>() / 3000.0 / (2.0 * 255.0_f64).sqrt();
        assert!((predicted / observed - 1.0).abs() < 0.06, "{predicted} {observed}");
        assert!(observed / normal > 1.12, "{observed} {normal}");
    }

    #[test]
    fn equal_replicates_have_no_deviation() {
        let equal = Distribution::new(&[0.1; 7]);
        assert_eq!(equal.stdev(), Some(0.0));
        assert_eq!(equal.stdev_error(), Some(0.0));
    }
}
