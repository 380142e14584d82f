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
use crate::stats::moments::{mean, squares_about};
use crate::stats::special::normal_cdf;

/// Sums that differ by less than this share of the sum of absolute differences are equal.
pub(super) const EQUAL: f64 = 1e-9;

/// Permutations whose sums are in memory at a time; blocks of signs are no smaller, or the only one.
const CHUNK: usize = 1024;

/// How the p-value of a pair is computed.
#[derive(Clone, Copy, Debug)]
pub enum Permutations<'a> {
    /// By the normal distribution: `p = Phi(-T / sqrt(sum d^2))`. Not within .017 of the permutation test where one
    /// item dominates.
    Normal,
    /// Random signs of items, the same for all pairs and scorers.
    Signs(&'a Signs),
}

/// p-values of pairs that the first system is better, small where it is: by block of permutations, in the order of the
/// pairs. NaN where the two have no item in common.
pub type PairPValues = Vec<Vec<f64>>;

/// Those of all pairs of systems, in the order of [`Scores::pairs`]. A pair counts the items that both have scores on.
/// O(systems items permutations) where all systems have scores on the same items, O(pairs items permutations) elsewhere.
pub fn p_values(scores: &Scores, permutations: Permutations<'_>) -> PairPValues {
    p_values_of(scores, &scores.pairs().collect::<Vec<_>>(), permutations)
}

/// Those of these pairs.
pub(super) fn p_values_of(
    scores: &Scores,
    pairs: &[(usize, usize)],
    permutations: Permutations<'_>,
) -> PairPValues {
    let signs = match permutations {
        Permutations::Normal => {
            return vec![pairs.iter().map(|(a, b)| normal(scores.of(*a), scores.of(*b))).collect()];
        }
        Permutations::Signs(signs) => signs,
    };
    let columns = Columns::new(scores, pairs);
    let rows: Vec<Vec<Row>> = (0..columns.count())
        .step_by(LANES)
        .map(|start: usize| -> Vec<Row> {
            (0..scores.items())
                .map(|item| columns.row(start, |system| scores.at(system, item)))
                .collect()
        })
        .collect();
    let bounds: Vec<Option<(f64, f64)>> =
        pairs.iter().map(|(a, b)| bounds(scores.of(*a), scores.of(*b))).collect();
    let mut counts = vec![vec![(0, 0); pairs.len()]; signs.blocks()];
    for start in (0..signs.permutations()).step_by(CHUNK) {
        let chunk = start..signs.permutations().min(start + CHUNK);
        let mut sums = Vec::with_capacity(rows.len() * LANES);
        for rows in &rows {
            by_column(&signs.sums_of(rows, chunk.clone()), LANES, &mut sums);
        }
        for (pair, count) in counts[signs.block(start)].iter_mut().enumerate() {
            let Some(bounds) = bounds[pair] else { continue };
            match columns.of_pair(pair) {
                (column, None) => tally(sums[column].iter().copied(), bounds, count),
                (column, Some(other)) => {
                    let differences = sums[column].iter().zip(&sums[other]);
                    tally(differences.map(|(sum, other_sum)| sum - other_sum), bounds, count);
                }
            }
        }
    }
    counts
        .iter()
        .map(|counts| {
            bounds
                .iter()
                .zip(counts)
                .map(|(bounds, (above, at_least)): (&Option<(f64, f64)>, &(u64, u64))| {
                    bounds.map_or(f64::NAN, |_| signs.p(*above as f64, *at_least as f64))
                })
                .collect()
        })
        .collect()
}

/// Appends the sums of each of at most `count` columns, permutation by permutation.
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
    pub(super) fn new(scores: &Scores, pairs: &[(usize, usize)]) -> Self {
        let systems = scores.is_even().then(|| scores.systems());
        Self { pairs: pairs.to_vec(), systems }
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
        std::array::from_fn(|lane| match self.systems {
            Some(systems) if start + lane < systems => zero_if_missing(score(start + lane)),
            None if start + lane < self.pairs.len() => {
                let (a, b) = self.pairs[start + lane];
                zero_if_missing(score(a) - score(b))
            }
            _ => 0.0,
        })
    }
}

fn zero_if_missing(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value }
}

/// Of an item; 0 where one has no score.
fn difference((a, b): (&f64, &f64)) -> f64 {
    if a.is_nan() || b.is_nan() { 0.0 } else { a - b }
}

fn is_shared(a: &[f64], b: &[f64]) -> bool {
    a.iter().zip(b).any(|(a, b)| !a.is_nan() && !b.is_nan())
}

/// Above the first sums are larger than what was observed, from the second on at least as large; `None` without an item
/// that both have.
fn bounds(a: &[f64], b: &[f64]) -> Option<(f64, f64)> {
    if !is_shared(a, b) {
        return None;
    }
    let (mut total, mut size) = (0.0, 0.0);
    for difference in a.iter().zip(b).map(difference) {
        total += difference;
        size += difference.abs();
    }
    Some((total + EQUAL * size, total - EQUAL * size))
}

/// Counts sums above the first bound, and those of at least the second.
fn tally(sums: impl Iterator<Item = f64>, (most, least): (f64, f64), counts: &mut (u64, u64)) {
    let (mut above, mut at_least) = (0, 0);
    for sum in sums {
        above += u64::from(sum > most);
        at_least += u64::from(sum >= least);
    }
    counts.0 += above;
    counts.1 += at_least;
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
    // Over random signs the sum has the variance sum d^2: no mean is taken off.
    if squares > 0.0 { normal_cdf(-total / f64::sqrt(squares)) } else { 0.5 }
}

/// Soft pairwise accuracy of a metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoftAccuracy {
    /// Mean over blocks of permutations.
    pub value: f64,
    /// Standard error of the mean by the noise of random permutations: deviation of blocks over the root of their number;
    /// `None` where there are no two.
    pub error: Option<f64>,
    /// Pairs of systems that are compared.
    pub pairs: usize,
}

impl SoftAccuracy {
    /// From the p-values of people and metric by pair; `None` where no pair has both.
    ///
    /// # Panics
    ///
    /// If the two differ in blocks or pairs.
    pub fn new(human: &PairPValues, metric: &PairPValues) -> Option<Self> {
        assert_eq!(human.len(), metric.len(), "the same blocks");
        let mut pairs = 0;
        let blocks: Vec<f64> = human
            .iter()
            .zip(metric)
            .map(|(human, metric)| {
                assert_eq!(human.len(), metric.len(), "the same pairs");
                let distances = human.iter().zip(metric).map(|(h, m)| (h - m).abs());
                let distances: Vec<f64> = distances.filter(|distance| !distance.is_nan()).collect();
                pairs = distances.len();
                1.0 - distances.iter().sum::<f64>() / distances.len() as f64
            })
            .collect();
        let count = blocks.len() as f64;
        let value = mean(blocks.iter().copied()).filter(|_| pairs > 0)?;
        let squares = squares_about(value, blocks.iter().copied());
        let error = (blocks.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt());
        Some(Self { value, error, pairs })
    }
}

#[cfg(test)]
mod tests {
    use super::super::population::{Noise, Population};
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
        assert_eq!((h[0][0], m[0][0]), (15.0 / 16.0, 11.0 / 16.0));
        let exact = SoftAccuracy { value: 0.75, error: None, pairs: 1 };
        assert_eq!(SoftAccuracy::new(&h, &m), Some(exact));
    }

    /// All permutations of nine items, against the closed sum over sign vectors.
    #[test]
    fn enumerations_are_exact_and_sampling_agrees() {
        let scores = Scores::new(&[made_values(1), made_values(2), made_values(3), made_values(1)]);
        let p = &p_values(&scores, Permutations::Signs(&Signs::all(9)))[0];
        for ((a, b), p) in scores.pairs().zip(p) {
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
        assert!((p[2] - 0.5).abs() < 1e-15);
        let sampled = p_values(&scores, Permutations::Signs(&Signs::new(9, 20_000, &key())));
        for (p, expected) in sampled[0].iter().zip(p) {
            assert!((p - expected).abs() < 5.0 * (0.25_f64 / 20_000.0).sqrt(), "{p} {expected}");
        }
    }

    fn made_values(seed: usize) -> Vec<f64> {
        (0..9).map(|i| ((i * (seed + 7) * 31 + seed) % 11) as f64).collect()
    }

    /// Missing scores: a pair counts the items that both have; the other order has the other side.
    #[test]
    fn pairs_count_what_both_have() {
        let a = vec![1.0, f64::NAN, 3.0, 2.0, 5.0];
        let b = vec![2.0, 4.0, f64::NAN, 1.0, 1.0];
        let with_gaps = Scores::new(&[a.clone(), b.clone(), vec![f64::NAN; 5]]);
        let without = Scores::new(&[vec![1.0, 2.0, 5.0], vec![2.0, 1.0, 1.0]]);
        let gapped = p_values(&with_gaps, Permutations::Signs(&Signs::all(5)));
        let complete = p_values(&without, Permutations::Signs(&Signs::all(3)));
        let [one_of, other_of] = [&gapped, &complete].map(|p_values| &p_values[0]);
        assert!((one_of[0] - other_of[0]).abs() < 1e-15);
        assert!(one_of[1].is_nan() && one_of[2].is_nan());
        let turned = p_values(&Scores::new(&[b, a]), Permutations::Signs(&Signs::all(5)));
        assert!((one_of[0] + turned[0][0] - 1.0).abs() < 1e-15);
        let normal = p_values(&with_gaps, Permutations::Normal);
        // Differences -1, 1, 4: T = 4, sum of squares 18.
        assert!((normal[0][0] - normal_cdf(-4.0 / f64::sqrt(18.0))).abs() < 1e-15);
        let same = SoftAccuracy { value: 1.0, error: None, pairs: 1 };
        assert_eq!(SoftAccuracy::new(&gapped, &gapped), Some(same));
        assert_eq!(SoftAccuracy::new(&vec![vec![f64::NAN]], &vec![vec![0.3]]), None);
    }

    /// Blocks are permutations by themselves: their mean, and how far they are apart; by hand.
    #[test]
    fn blocks_have_a_mean_and_an_error() {
        let human = vec![vec![0.5, 0.25], vec![0.5, 0.5], vec![0.25, 0.5]];
        let metric = vec![vec![0.5, 0.5], vec![0.25, 0.25], vec![0.5, 0.25]];
        // 1 - .125, 1 - .25, 1 - .25: mean .7917, squares .0104 over 2 * 3.
        let accuracy = SoftAccuracy::new(&human, &metric).unwrap();
        assert!((accuracy.value - 2.375 / 3.0).abs() < 1e-15);
        assert!((accuracy.error.unwrap() - (0.0625_f64 / 6.0 / 6.0).sqrt()).abs() < 1e-15);
        // Rows that end within a chunk and a block: the mean p of all blocks is that of all permutations.
        let column =
            |system: usize| (0..30).map(|item| ((item * (system + 3)) % 7) as f64).collect();
        let scores = Scores::new(&[column(1), column(2), column(4)]);
        let signs = Signs::fine(30, &key());
        assert_eq!((signs.blocks(), signs.permutations()), (20, 20_480));
        let by_block = p_values(&scores, Permutations::Signs(&signs));
        let at_once = p_values(&scores, Permutations::Signs(&Signs::new(30, 20_480, &key())));
        for (pair, p) in at_once[0].iter().enumerate() {
            let mean = by_block.iter().map(|block| block[pair]).sum::<f64>() / 20.0;
            assert!((mean - p).abs() < 1e-12, "{mean} {p}");
        }
        let first = p_values(&scores, Permutations::Signs(&Signs::coarse(30, &key())));
        assert_eq!(first[0], by_block[0]);
        assert_eq!(Signs::fine(12, &key()).permutations(), 1 << 12);
    }

    /// Values of 100 seeds scatter as much as the error of each says: their ratio has a standard error of .07. With ten
    /// seeds and the error of one of them it is the root of an F of 9 and 19 degrees of freedom, .52 to 1.70 in .95.
    #[test]
    fn errors_are_what_seeds_scatter() {
        let made = Population { systems: 6, items: 40, spread: 0.2, of_people: 0.5 };
        let noise = Noise { about_systems: 0.2, about_outputs: 1.5 };
        let campaign = made.campaign("seeds", 0, &[noise]);
        let accuracies: Vec<SoftAccuracy> = (0..100)
            .map(|seed: u64| {
                let signs = Signs::fine(40, &StreamKey::new(seed, Purpose::Signs));
                let signs = Permutations::Signs(&signs);
                let (human_p, metric_p) =
                    (p_values(&campaign.human, signs), p_values(&campaign.metrics[0], signs));
                SoftAccuracy::new(&human_p, &metric_p).unwrap()
            })
            .collect();
        let values = accuracies.iter().map(|accuracy| accuracy.value);
        let scatter = squares_about(mean(values.clone()).unwrap(), values) / 99.0;
        let errors = accuracies.iter().map(|accuracy| accuracy.error.unwrap());
        let expected = mean(errors.map(|error| error * error)).unwrap();
        let ratio = (scatter / expected).sqrt();
        assert!((ratio - 1.0).abs() < 0.25, "{ratio}");
    }
}
