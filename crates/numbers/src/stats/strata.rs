//! Resamples within strata: as many units of each stratum as the sample has, with replacement.
//!
//! Where a test set is made of fixed shares of several domains, a new one has the same shares, so that
//! the domains are no part of the chance. The bootstrap that repeats such sampling draws within each
//! stratum (Davison & Hinkley 1997, section 3.2); the variance of the replicates of a weighted sum of
//! stratum means is `sum w_h^2 s_h^2 / n_h` (divisor `n_h`), without the differences between strata.

use super::kernel::BLOCK;
use super::random::{StreamKey, UniformBelow};

/// Units in strata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strata {
    /// The units of each stratum, ascending.
    members: Vec<Vec<usize>>,
    units: usize,
}

impl Strata {
    /// From the stratum of each unit, a number below `strata`.
    ///
    /// # Panics
    ///
    /// If a unit has another.
    pub fn new(stratum_of_units: &[usize], strata: usize) -> Self {
        let mut members = vec![Vec::new(); strata];
        for (unit, stratum) in stratum_of_units.iter().enumerate() {
            members[*stratum].push(unit);
        }
        Self { members, units: stratum_of_units.len() }
    }

    /// How often each unit occurs in the first `replicates` (at most [`BLOCK`]) resamples of block
    /// `block` of the stream, one row of counts after the other. O(replicates x units).
    ///
    /// # Panics
    ///
    /// If there are more than `u32::MAX` units.
    pub fn counts(&self, key: &StreamKey, block: usize, replicates: usize) -> Vec<u32> {
        assert!(replicates <= BLOCK, "a block has {BLOCK} replicates");
        let mut counts = vec![0; replicates * self.units];
        let strata: Vec<(&Vec<usize>, UniformBelow)> = self
            .members
            .iter()
            .filter(|members| !members.is_empty())
            .map(|members| {
                let bound = u32::try_from(members.len()).expect("fewer than 2^32 units");
                (members, UniformBelow::new(bound))
            })
            .collect();
        let mut generator = key.generator(block as u64);
        for counts in counts.chunks_exact_mut(self.units.max(1)) {
            for (members, uniform) in &strata {
                uniform.draw(&mut generator, members.len(), |index| {
                    counts[members[index as usize]] += 1;
                });
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::random::Purpose;

    fn key() -> StreamKey {
        StreamKey::new(5, Purpose::Bootstrap).text("strata")
    }

    /// Strata of two and three units: each has as many draws in every resample as it has units, and the
    /// variance of a weighted sum of means is that of the formula, within four standard errors of the
    /// estimate from 256 x 40 resamples.
    #[test]
    fn each_stratum_keeps_its_size_and_gives_its_variance() {
        let strata = Strata::new(&[0, 1, 0, 1, 1, 3], 4);
        let values = [1.0, 10.0, 4.0, 30.0, 20.0, 5.0];
        let (mut scores, weights) = (Vec::new(), [0.4, 0.6]);
        for block in 0..40 {
            for counts in strata.counts(&key(), block, BLOCK).chunks_exact(6) {
                assert_eq!((counts[0] + counts[2], counts[1] + counts[3] + counts[4]), (2, 3));
                assert_eq!(counts[5], 1);
                let [first, second] = [&[0, 2][..], &[1, 3, 4]].map(|units: &[usize]| {
                    let drawn = units.iter().map(|unit| f64::from(counts[*unit]) * values[*unit]);
                    drawn.sum::<f64>()
                });
                scores.push(weights[0] * first / 2.0 + weights[1] * second / 3.0);
            }
        }
        let n = scores.len() as f64;
        let mean = scores.iter().sum::<f64>() / n;
        let variance = scores.iter().map(|score| (score - mean) * (score - mean)).sum::<f64>() / n;
        let expected = 0.16 * 2.25 / 2.0 + 0.36 * (200.0 / 3.0) / 3.0;
        assert!((mean - 13.0).abs() < 4.0 * (expected / n).sqrt(), "{mean}");
        assert!((variance / expected - 1.0).abs() < 4.0 * (2.0 / n).sqrt(), "{variance}");
    }

    #[test]
    fn a_shorter_block_is_a_prefix() {
        let strata = Strata::new(&[0, 0, 1, 1, 1], 2);
        let long = strata.counts(&key(), 3, BLOCK);
        assert_eq!(strata.counts(&key(), 3, 9), long[..45]);
        assert!(Strata::new(&[], 2).counts(&key(), 0, 4).is_empty());
    }
}
