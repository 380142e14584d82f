//! Pairwise accuracy pooled over language pairs: the share of all pairs of systems of all language pairs that a metric
//! orders as people do (Kocmi et al. 2021; the headline of the metrics tasks of WMT).
//!
//! Two metrics are tested by exchanging their columns within every language pair. Exchanges of one do not depend on those of
//! another, so that the distribution of the sum of differences is the convolution of theirs: as exact as they are, without
//! drawing or enumerating again.

use super::null_differences::NullDifferences;
use super::pairwise::RightPairs;

/// Two metrics on the pairs of systems of a language pair that both score, or of several.
#[derive(Clone, Debug, PartialEq)]
pub struct PooledPairs {
    /// Right pairs of the two metrics.
    pub right: [RightPairs; 2],
    /// Probability of each difference (second minus first) of right pairs after an exchange, ascending:
    /// `-all..=all`.
    pub null: Vec<f64>,
}

impl PooledPairs {
    /// Of one language pair, from its test by pairwise accuracy.
    pub fn new(right: [RightPairs; 2], test: &NullDifferences) -> Self {
        let all = right[0].all as f64;
        let mut null = vec![0.0; 2 * whole(right[0].all) + 1];
        let mut count = |difference: f64| {
            // An undefined draw is as far as any.
            // Differences of shares of all pairs are whole numbers of pairs, but for rounding.
            let pairs = if difference.is_nan() { all } else { (difference * all).round() };
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a whole number in range"
            )]
            let place = (pairs + all).clamp(0.0, 2.0 * all) as usize;
            null[place] += 1.0;
        };
        test.permuted.iter().for_each(|difference| count(*difference));
        // The other half of all exchanges, or what was observed, as one more draw.
        if test.is_complete {
            test.permuted.iter().for_each(|difference| count(-difference));
        } else {
            count(test.observed);
        }
        let draws: f64 = null.iter().sum();
        for probability in &mut null {
            *probability /= draws;
        }
        Self { right, null }
    }

    /// With those of another language pair.
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        let mut null = vec![0.0; self.null.len() + other.null.len() - 1];
        for (place, probability) in self.null.iter().enumerate().filter(|(_, one)| **one > 0.0) {
            for (further, two) in other.null.iter().enumerate() {
                null[place + further] += probability * two;
            }
        }
        let right = [0, 1].map(|metric| self.right[metric].with(other.right[metric]));
        Self { right, null }
    }

    /// p-values: that they differ, that the first is better, and that the second is.
    pub fn p_values(&self) -> [f64; 3] {
        let middle = self.null.len() / 2;
        let [first, second] = self.right.map(|accuracy| whole(accuracy.right));
        let observed = middle + second - first;
        let sum = |is_extreme: &dyn Fn(usize) -> bool| {
            let places = self.null.iter().enumerate().filter(|(place, _)| is_extreme(*place));
            places.map(|(_, share)| share).sum::<f64>().min(1.0)
        };
        [
            sum(&|place| place.abs_diff(middle) >= observed.abs_diff(middle)),
            sum(&|place| place <= observed),
            sum(&|place| place >= observed),
        ]
    }
}

fn whole(pairs: u64) -> usize {
    usize::try_from(pairs).expect("pairs of systems in memory")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(right: [u64; 2], all: u64) -> [RightPairs; 2] {
        right.map(|right| RightPairs { right, all })
    }

    /// All products of the exchanges of two language pairs, written out.
    #[test]
    fn convolutions_are_enumerations() {
        // Half of all exchanges, in pairs of systems of 6 and of 3.
        let (first_null, second_null) = ([2.0, 1.0, 0.0, -1.0], [1.0, 0.0]);
        let first = PooledPairs::new(pairs([3, 5], 6), &exchange_test(&first_null, 6.0));
        let second = PooledPairs::new(pairs([1, 2], 3), &exchange_test(&second_null, 3.0));
        let pooled = first.with(&second);
        assert_eq!(pooled.right, pairs([4, 7], 9));
        let sums: Vec<f64> = both_signs(&first_null)
            .iter()
            .flat_map(|a| both_signs(&second_null).into_iter().map(move |b| a + b))
            .collect();
        let share = |is_extreme: &dyn Fn(f64) -> bool| {
            sums.iter().filter(|sum| is_extreme(**sum)).count() as f64 / sums.len() as f64
        };
        let expected =
            [share(&|sum| sum.abs() >= 3.0), share(&|sum| sum <= 3.0), share(&|sum| sum >= 3.0)];
        for (p, expected) in pooled.p_values().into_iter().zip(expected) {
            assert!((p - expected).abs() < 1e-15, "{p} {expected}");
        }
        // What was observed counts as one more of a few random exchanges.
        let drawn = NullDifferences { is_complete: false, ..exchange_test(&first_null, 6.0) };
        let [p, ..] = PooledPairs::new(pairs([3, 5], 6), &drawn).p_values();
        assert!((p - 0.4).abs() < 1e-15, "{p}");
    }

    fn both_signs(half: &[f64]) -> Vec<f64> {
        half.iter().flat_map(|value| [*value, -value]).collect::<Vec<f64>>()
    }

    fn exchange_test(null: &[f64], all: f64) -> NullDifferences {
        NullDifferences {
            observed: null[0] / all,
            permuted: null.iter().map(|count| count / all).collect(),
            is_complete: true,
        }
    }
}
