//! Soft pairwise accuracy (Thompson, Mathur, Deutsch & Khayrallah 2024, "Improving statistical significance in human
//! evaluation of automatic metrics via soft pairwise accuracy"): how closely a metric and people agree on how sure it is
//! that one system is better than another.
//!
//! For each pair of systems both give a p-value of the paired permutation test, one-sided; the accuracy is 1 less the mean
//! distance of the two. Ties of a permutation with what was observed count half (mid-p), so that the two sides of a test
//! add up to 1, identical systems have 1/2, and the order of systems does not matter.

use rand::Rng;

use super::scores::Scores;
use crate::stats::random::StreamKey;
use crate::stats::special::normal_cdf;

/// Sums that differ by less than this share of the sum of absolute differences are equal.
const EQUAL: f64 = 1e-9;

/// Permutations whose sums are made side by side.
const LANES: usize = 64;

/// How the p-value of a pair is computed.
#[derive(Clone, Copy, Debug)]
pub enum Permutations<'a> {
    /// By the normal distribution: `p = Phi(-T / sqrt(sum d^2))`. Not within .017 of the permutation test where one
    /// item dominates.
    Normal,
    /// Random signs of items, the same for all pairs and scorers.
    Signs(&'a Signs),
}

/// Random signs: a bit for each item and permutation.
#[derive(Clone, Debug)]
pub struct Signs {
    items: usize,
    permutations: usize,
    /// `LANES` permutations of an item in a word, block by block.
    bits: Vec<u64>,
}

impl Signs {
    /// Signs of so many items in at least so many permutations (a multiple of 64), from the stream of `key`.
    pub fn new(items: usize, permutations: usize, key: &StreamKey) -> Self {
        let blocks = permutations.div_ceil(LANES);
        let mut bits = Vec::with_capacity(blocks * items);
        for block in 0..blocks as u64 {
            let mut random = key.generator(block);
            bits.extend((0..items).map(|_| random.next_u64()));
        }
        Self { items, permutations: blocks * LANES, bits }
    }

    /// All signs of few items: every permutation once.
    ///
    /// # Panics
    ///
    /// Beyond 20 items.
    pub fn all(items: usize) -> Self {
        assert!(items <= 20, "2^{items} permutations are too many");
        let all = 1_usize << items;
        let blocks = all.div_ceil(LANES);
        let mut bits = Vec::with_capacity(blocks * items);
        for block in 0..blocks {
            for item in 0..items {
                // Below 64 permutations each comes several times.
                let lanes = (0..LANES).map(|lane| (block * LANES + lane) % all);
                let word =
                    lanes.enumerate().map(|(lane, number)| ((number >> item & 1) as u64) << lane);
                bits.push(word.sum());
            }
        }
        Self { items, permutations: blocks * LANES, bits }
    }

    /// Number of permutations.
    pub fn permutations(&self) -> usize {
        self.permutations
    }

    /// Sum of the values of a system under each permutation.
    fn sums(&self, values: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.permutations];
        for (block, lanes) in sums.chunks_exact_mut(LANES).enumerate() {
            let words = &self.bits[block * self.items..(block + 1) * self.items];
            for (value, word) in values.iter().zip(words) {
                for (lane, sum) in lanes.iter_mut().enumerate() {
                    let sign = (word >> lane & 1) << 63;
                    *sum += f64::from_bits(value.to_bits() ^ sign);
                }
            }
        }
        sums
    }
}

/// p-value of each pair that the first system is better, in the order of [`Scores::pairs`]: small where it is. A pair
/// counts the items that both have scores on; NaN where there is none. O(systems items permutations) where all systems
/// have scores on the same items, O(pairs items permutations) elsewhere.
pub fn p_values(scores: &Scores, permutations: Permutations<'_>) -> Vec<f64> {
    let signs = match permutations {
        Permutations::Normal => {
            return scores.pairs().map(|(a, b)| normal(scores.of(a), scores.of(b))).collect();
        }
        Permutations::Signs(signs) => signs,
    };
    let first: Vec<bool> = scores.of(0).iter().map(|value| value.is_nan()).collect();
    let is_even = (1..scores.systems()).all(|system| {
        scores.of(system).iter().map(|value| value.is_nan()).eq(first.iter().copied())
    });
    if is_even {
        let present = |system: usize| -> Vec<f64> {
            let values = scores.of(system).iter();
            values.map(|value| if value.is_nan() { 0.0 } else { *value }).collect()
        };
        let sums: Vec<Vec<f64>> =
            (0..scores.systems()).map(|system| signs.sums(&present(system))).collect();
        return scores
            .pairs()
            .map(|(a, b)| {
                let permuted = sums[a].iter().zip(&sums[b]).map(|(a, b)| a - b);
                mid_p(scores.of(a), scores.of(b), permuted)
            })
            .collect();
    }
    let of_pair = |(a, b): (usize, usize)| {
        let differences: Vec<f64> = scores.of(a).iter().zip(scores.of(b)).map(difference).collect();
        mid_p(scores.of(a), scores.of(b), signs.sums(&differences).into_iter())
    };
    scores.pairs().map(of_pair).collect()
}

/// Of an item; 0 where one has no score.
fn difference((a, b): (&f64, &f64)) -> f64 {
    if a.is_nan() || b.is_nan() { 0.0 } else { a - b }
}

fn is_shared(a: &[f64], b: &[f64]) -> bool {
    a.iter().zip(b).any(|(a, b)| !a.is_nan() && !b.is_nan())
}

fn mid_p(a: &[f64], b: &[f64], permuted: impl ExactSizeIterator<Item = f64>) -> f64 {
    if !is_shared(a, b) {
        return f64::NAN;
    }
    let (mut total, mut size) = (0.0, 0.0);
    for difference in a.iter().zip(b).map(difference) {
        total += difference;
        size += difference.abs();
    }
    let (all, slack) = (permuted.len() as f64, EQUAL * size);
    let (mut above, mut equal) = (0_u64, 0_u64);
    for sum in permuted {
        above += u64::from(sum > total + slack);
        equal += u64::from((sum - total).abs() <= slack);
    }
    (above as f64 + 0.5 * equal as f64) / all
}

fn normal(a: &[f64], b: &[f64]) -> f64 {
    if !is_shared(a, b) {
        return f64::NAN;
    }
    let (mut total, mut squares) = (0.0, 0.0);
    for difference in a.iter().zip(b).map(difference) {
        total += difference;
        squares += difference * difference;
    }
    if squares > 0.0 { normal_cdf(-total / f64::sqrt(squares)) } else { 0.5 }
}

/// Soft pairwise accuracy of a metric, from the p-values of people and metric by pair; `None` where no pair has both.
pub fn soft_accuracy(human: &[f64], metric: &[f64]) -> Option<f64> {
    let distances = human.iter().zip(metric).map(|(h, m)| (h - m).abs());
    let distances: Vec<f64> = distances.filter(|distance| !distance.is_nan()).collect();
    let mean = distances.iter().sum::<f64>() / distances.len() as f64;
    (!distances.is_empty()).then_some(1.0 - mean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::random::Purpose;

    fn key() -> StreamKey {
        StreamKey::new(7, Purpose::Generator).text("signs")
    }

    /// The two-segment case of mt-metrics-eval: .872 from 1,000 random signs, .875 by enumeration.
    #[test]
    fn the_case_of_two_segments() {
        let human = Scores::new(&[vec![1.0, 2.0], vec![3.0, 4.0]]);
        let metric = Scores::new(&[vec![2.0, 1.0], vec![3.0, 3.0]]);
        let signs = Signs::all(2);
        let all = Permutations::Signs(&signs);
        let (h, m) = (p_values(&human, all), p_values(&metric, all));
        // Differences -2, -2: T = -4, others -4, 0, 0, 4. And -1, -2: T = -3, others -3, -1, 1, 3.
        assert_eq!((h[0], m[0]), (0.875, 0.875));
    }

    /// All permutations of nine items, against the closed sum over sign vectors.
    #[test]
    fn enumerations_are_exact_and_sampling_agrees() {
        let values = |seed: usize| -> Vec<f64> {
            (0..9).map(|i| ((i * (seed + 7) * 31 + seed) % 11) as f64).collect()
        };
        let scores = Scores::new(&[values(1), values(2), values(3), values(1)]);
        let found = p_values(&scores, Permutations::Signs(&Signs::all(9)));
        for ((a, b), p) in scores.pairs().zip(&found) {
            let differences: Vec<f64> =
                scores.of(a).iter().zip(scores.of(b)).map(|(a, b)| a - b).collect();
            let total: f64 = differences.iter().sum();
            let mut expected = 0.0;
            for signs in 0..512_u32 {
                let sum: f64 = differences
                    .iter()
                    .enumerate()
                    .map(|(i, d)| if signs >> i & 1 == 1 { -d } else { *d })
                    .sum();
                expected += if sum > total + 0.5 {
                    1.0
                } else {
                    0.5 * f64::from(u8::from((sum - total).abs() < 0.5))
                };
            }
            assert!((p - expected / 512.0).abs() < 1e-15, "{a} {b}: {p} {expected}");
        }
        // The first and the last are identical.
        assert!((found[2] - 0.5).abs() < 1e-15);
        let sampled = p_values(&scores, Permutations::Signs(&Signs::new(9, 20_000, &key())));
        for (p, expected) in sampled.iter().zip(&found) {
            assert!((p - expected).abs() < 5.0 * (0.25_f64 / 20_000.0).sqrt(), "{p} {expected}");
        }
    }

    /// Missing scores: a pair counts the items that both have; the other order has the other side.
    #[test]
    fn pairs_count_what_both_have() {
        let a = vec![1.0, f64::NAN, 3.0, 2.0, 5.0];
        let b = vec![2.0, 4.0, f64::NAN, 1.0, 1.0];
        let with_gaps = Scores::new(&[a.clone(), b.clone(), vec![f64::NAN; 5]]);
        let without = Scores::new(&[vec![1.0, 2.0, 5.0], vec![2.0, 1.0, 1.0]]);
        let one = p_values(&with_gaps, Permutations::Signs(&Signs::all(5)));
        let other = p_values(&without, Permutations::Signs(&Signs::all(3)));
        assert!((one[0] - other[0]).abs() < 1e-15 && one[1].is_nan() && one[2].is_nan());
        let turned = p_values(&Scores::new(&[b, a]), Permutations::Signs(&Signs::all(5)));
        assert!((one[0] + turned[0] - 1.0).abs() < 1e-15);
        let normal = p_values(&with_gaps, Permutations::Normal);
        // Differences -1, 1, 4: T = 4, sum of squares 18.
        assert!((normal[0] - normal_cdf(-4.0 / f64::sqrt(18.0))).abs() < 1e-15);
        assert_eq!(soft_accuracy(&one, &one), Some(1.0));
        assert_eq!(soft_accuracy(&[f64::NAN], &[0.3]), None);
    }
}
