//! Soft pairwise accuracy (Thompson, Mathur, Deutsch & Khayrallah 2024, "Improving statistical significance in human
//! evaluation of automatic metrics via soft pairwise accuracy"): how closely a metric and people agree on how sure it is
//! that one system is better than another.
//!
//! For each pair of systems both give a p-value of the paired permutation test, one-sided; the accuracy is 1 less the mean
//! distance of the two. Ties of a permutation with what was observed count half (mid-p), so that the two sides of a test
//! add up to 1, identical systems have 1/2, and the order of systems does not matter.

use super::scores::Scores;
pub use super::signs::Signs;
use super::signs::{LANES, Row};
use crate::stats::special::normal_cdf;

/// Sums that differ by less than this share of the sum of absolute differences are equal.
pub(super) const EQUAL: f64 = 1e-9;

/// How the p-value of a pair is computed.
#[derive(Clone, Copy, Debug)]
pub enum Permutations<'a> {
    /// By the normal distribution: `p = Phi(-T / sqrt(sum d^2))`. Not within .017 of the permutation test where one
    /// item dominates.
    Normal,
    /// Random signs of items, the same for all pairs and scorers.
    Signs(&'a Signs),
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
    let columns = Columns::new(scores);
    let mut sums = Vec::with_capacity(columns.count());
    for start in (0..columns.count()).step_by(LANES) {
        let rows: Vec<Row> = (0..scores.items())
            .map(|item| columns.row(start, |system| scores.at(system, item)))
            .collect();
        by_column(&signs.sums(&rows), columns.count() - start, &mut sums);
    }
    let of_pair = |(pair, (a, b)): (usize, (usize, usize))| match columns.of_pair(pair) {
        (own, None) => p_value(signs, scores.of(a), scores.of(b), sums[own].iter().copied()),
        (own, Some(other)) => {
            let permuted = sums[own].iter().zip(&sums[other]).map(|(own, other)| own - other);
            p_value(signs, scores.of(a), scores.of(b), permuted)
        }
    };
    scores.pairs().enumerate().map(of_pair).collect()
}

/// Appends the sums of each of at most so many columns, permutation by permutation.
pub(super) fn by_column(sums: &[Row], count: usize, columns: &mut Vec<Vec<f64>>) {
    let lanes = 0..count.min(LANES);
    columns.extend(lanes.map(|lane| sums.iter().map(|row| row[lane]).collect::<Vec<f64>>()));
}

/// What is summed for the permutations: scores of systems where all have them on the same items,
/// differences of each pair elsewhere, which has items of its own.
#[derive(Debug)]
pub(super) struct Columns {
    /// Pairs of systems.
    pairs: Vec<(usize, usize)>,
    /// Number of systems, where their scores are summed.
    systems: Option<usize>,
}

impl Columns {
    pub(super) fn new(scores: &Scores) -> Self {
        let systems = scores.is_even().then(|| scores.systems());
        Self { pairs: scores.pairs().collect(), systems }
    }

    pub(super) fn count(&self) -> usize {
        self.systems.unwrap_or(self.pairs.len())
    }

    /// The column of a pair, or the two whose difference is the pair's.
    pub(super) fn of_pair(&self, pair: usize) -> (usize, Option<usize>) {
        match self.systems {
            Some(_) => (self.pairs[pair].0, Some(self.pairs[pair].1)),
            None => (pair, None),
        }
    }

    /// Columns from `start` on of an item with these scores of systems; 0 where there are none.
    pub(super) fn row(&self, start: usize, score: impl Fn(usize) -> f64) -> Row {
        let known = |value: f64| if value.is_nan() { 0.0 } else { value };
        std::array::from_fn(|lane| match self.systems {
            Some(systems) if start + lane < systems => known(score(start + lane)),
            None if start + lane < self.pairs.len() => {
                let (a, b) = self.pairs[start + lane];
                known(score(a) - score(b))
            }
            _ => 0.0,
        })
    }
}

/// Of an item; 0 where one has no score.
fn difference((a, b): (&f64, &f64)) -> f64 {
    if a.is_nan() || b.is_nan() { 0.0 } else { a - b }
}

fn is_shared(a: &[f64], b: &[f64]) -> bool {
    a.iter().zip(b).any(|(a, b)| !a.is_nan() && !b.is_nan())
}

fn p_value(
    signs: &Signs,
    a: &[f64],
    b: &[f64],
    permuted: impl ExactSizeIterator<Item = f64>,
) -> f64 {
    if !is_shared(a, b) {
        return f64::NAN;
    }
    let (mut total, mut size) = (0.0, 0.0);
    for difference in a.iter().zip(b).map(difference) {
        total += difference;
        size += difference.abs();
    }
    let (most, least) = (total + EQUAL * size, total - EQUAL * size);
    let (mut above, mut at_least) = (0, 0);
    for sum in permuted {
        above += u64::from(sum > most);
        at_least += u64::from(sum >= least);
    }
    signs.p(above, at_least)
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
    use crate::stats::random::{Purpose, StreamKey};

    fn key() -> StreamKey {
        StreamKey::new(7, Purpose::Generator).text("signs")
    }

    /// The case of mt-metrics-eval, with all permutations, by hand.
    #[test]
    fn three_items_by_enumeration() {
        let human = Scores::new(&[vec![1.0, 2.0, 3.0], vec![2.0, 3.0, 4.0]]);
        let metric = Scores::new(&[vec![2.0, 2.0, 4.0], vec![1.0, 3.0, 5.0]]);
        let signs = Signs::all(3);
        let all = Permutations::Signs(&signs);
        let (h, m) = (p_values(&human, all), p_values(&metric, all));
        // Differences -1, -1, -1: T = -3, of sums -3, three times -1, three times 1, 3. And 1, -1, -1: T = -1.
        assert_eq!((h[0], m[0]), (15.0 / 16.0, 11.0 / 16.0));
        assert_eq!(soft_accuracy(&h, &m), Some(0.75));
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
