//! The signed-rank test of Wilcoxon, as SciPy 1.17 does it by default: which of its three distributions is taken depends
//! on the number of differences, ties and zeros, and published ranking rules depend on that choice.

use crate::stats::reason::{Estimate, Reason};
use crate::stats::special::normal_cdf;

/// Most differences, zeros included, of which all sums of ranks are counted, or all signs.
const COUNTED: usize = 50;
const ALL_SIGNS: usize = 13;

/// Which differences speak against no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alternative {
    /// Large ones of either sign.
    TwoSided,
    /// Large positive ones.
    Greater,
}

/// Ranks of the differences that are not zero, doubled, so that ranks shared by ties are whole numbers.
struct SignedRanks {
    doubled: Vec<usize>,
    /// Sum of the ranks of positive differences, doubled.
    positive: usize,
    /// Sum of t^3 - t over ties of t.
    ties: f64,
    zeros: usize,
}

impl SignedRanks {
    fn new(differences: &[f64]) -> Self {
        let mut sizes: Vec<(f64, bool)> = differences
            .iter()
            .filter(|difference| **difference != 0.0)
            .map(|difference| (difference.abs(), *difference > 0.0))
            .collect();
        sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut ranks = Self {
            doubled: Vec::with_capacity(sizes.len()),
            positive: 0,
            ties: 0.0,
            zeros: differences.len() - sizes.len(),
        };
        for tied in sizes.chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq()) {
            let (before, count) = (ranks.doubled.len(), tied.len());
            let doubled = 2 * before + count + 1;
            ranks.doubled.extend(tied.iter().map(|_| doubled));
            ranks.positive += doubled * tied.iter().filter(|(_, is_positive)| *is_positive).count();
            ranks.ties += (count * count * count - count) as f64;
        }
        ranks
    }

    /// Probabilities that the sum of positive ranks is as large or larger, and as small or smaller, where every sign is
    /// as likely as the other. O(n^3), with n ranks.
    fn tails(&self) -> [f64; 2] {
        let total: usize = self.doubled.iter().sum();
        let mut ways = vec![0.0_f64; total + 1];
        ways[0] = 1.0;
        let mut largest = 0;
        for rank in &self.doubled {
            // From above, so that no sum has the same rank twice.
            for sum in (0..=largest).rev() {
                ways[sum + rank] += ways[sum];
            }
            largest += rank;
        }
        // 2^50 ways at most: whole numbers, exactly.
        let all: f64 = ways.iter().sum();
        let positive = self.positive;
        let upper: f64 = ways[positive..].iter().sum();
        let lower: f64 = ways[..=positive].iter().sum();
        [upper / all, lower / all]
    }

    /// The standardised sum of positive ranks, ties taken into account; no continuity correction.
    fn z(&self) -> f64 {
        let n = self.doubled.len() as f64;
        // A tie of t takes (t^3 - t)/48 off the variance.
        let squares = n * (n + 1.0) * (2.0 * n + 1.0) - self.ties / 2.0;
        (self.positive as f64 / 2.0 - n * (n + 1.0) / 4.0) / (squares / 24.0).sqrt()
    }
}

/// Sum of the ranks of positive differences, and the p-value of no difference. Zeros are dropped. All sums of ranks are
/// counted up to 50 differences without ties and zeros, all signs up to 13, zeros included; else the normal distribution
/// is taken.
///
/// # Errors
///
/// [`Reason::NoVariation`] where no difference is left.
///
/// # Panics
///
/// If a difference is not a number.
pub fn signed_rank_test(differences: &[f64], alternative: Alternative) -> Estimate<(f64, f64)> {
    assert!(differences.iter().all(|difference| !difference.is_nan()), "differences are numbers");
    let ranks = SignedRanks::new(differences);
    if ranks.doubled.is_empty() {
        return Err(Reason::NoVariation);
    }
    let is_plain = ranks.ties == 0.0 && ranks.zeros == 0;
    let is_counted = differences.len() <= ALL_SIGNS || (is_plain && differences.len() <= COUNTED);
    let [upper, lower] =
        if is_counted { ranks.tails() } else { [normal_cdf(-ranks.z()), normal_cdf(ranks.z())] };
    let p_value = match alternative {
        Alternative::TwoSided => (2.0 * upper.min(lower)).min(1.0),
        Alternative::Greater => upper,
    };
    Ok((ranks.positive as f64 / 2.0, p_value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-9, "{value} {expected}");
    }

    /// `scipy.stats.wilcoxon` of SciPy 1.17.1: sum of positive ranks, p two-sided and greater.
    #[test]
    fn p_values_are_those_of_scipy() {
        let few_ties = [4.0, 1.0, 6.0, 0.0, 3.0, 4.0, -3.0, -4.0];
        let eleven = [11.0, 9.0, 6.0, 10.0, 14.0, 5.0, 1.0, 2.0, -2.0, 1.0, 8.0];
        let plain = [1.5, -0.5, 2.5, 3.5, -4.5, 5.5, 6.5];
        let ties_and_zeros = [
            2.0, 2.0, -1.0, 0.0, 3.0, 0.0, 1.0, 0.0, 2.0, 0.0, 0.0, 1.0, 1.0, -1.0, 2.0, -2.0,
            -2.0, -2.0, 2.0, 0.0,
        ];
        let thirty = [
            16.0, -23.0, 26.0, 18.0, -5.0, 14.0, -15.0, 24.0, -19.0, -8.0, -3.0, 13.0, 25.0, 7.0,
            27.0, 4.0, 2.0, 1.0, 22.0, 20.0, 9.0, 11.0, 28.0, 29.0, 6.0, 30.0, -17.0, -21.0, -12.0,
            -10.0,
        ];
        let cases: [(&[f64], f64, f64, f64); 6] = [
            (&few_ties, 20.5, 0.328_125, 0.164_062_5),
            (&eleven, 62.5, 0.005_859_375, 0.002_929_687_5),
            (&plain, 22.0, 0.218_75, 0.109_375),
            (&[0.0, 0.0, 2.0], 1.0, 1.0, 0.5),
            (&ties_and_zeros, 70.5, 0.246_014_694_547_748_6, 0.123_007_347_273_874_3),
            (&thirty, 332.0, 0.040_489_722_043_275_83, 0.020_244_861_021_637_917),
        ];
        for (differences, sum, two_sided, greater) in cases {
            let (positive, p) = signed_rank_test(differences, Alternative::TwoSided).unwrap();
            close(positive, sum);
            close(p, two_sided);
            close(signed_rank_test(differences, Alternative::Greater).unwrap().1, greater);
        }
        assert_eq!(signed_rank_test(&[0.0; 3], Alternative::TwoSided), Err(Reason::NoVariation));
    }
}
