//! Does a grouping of items that nobody named as clusters widen the interval of a difference?
//!
//! The interval of the mean difference between two systems over n items takes them as independent: s/sqrt(n) by t with n - 1
//! degrees of freedom. In g clusters it is t with g - 1 degrees of freedom and the sum of squared cluster sums,
//! `g/(g - 1) sum_k (sum_{i in k} (d_i - mean))^2 / n^2` (Liang and Zeger 1986, with the factor for few clusters). The ratio of
//! both varies by chance, so a permutation test of the labels over the items must confirm that the grouping matters.

use rand_pcg::Pcg64;

use super::random::below;
use super::special::student_t_quantile;

/// Least ratio of widths at which a grouping matters.
pub const LEAST_RATIO: f64 = 1.15;

/// Permutations of the labels. With all of them smaller, p is 1/400.
const PERMUTATIONS: usize = 399;

/// A grouping that matters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UndeclaredCluster {
    /// How many times as wide the interval of the typical pair is with it.
    pub ratio: f64,
    /// The probability of such a ratio if labels were put on items at random.
    pub p: f64,
}

/// Tests a grouping by the `differences` of pairs of systems: a list per pair, with `None` for items that one of them lacks.
/// `labels` has the cluster of each item, below `clusters`. Returns `None` if the typical ratio is below [`LEAST_RATIO`] or p
/// is `level` or more, and where no pair has a difference that varies.
pub fn test(
    differences: &[Vec<Option<f64>>],
    labels: &[u32],
    clusters: usize,
    level: f64,
    random: &mut Pcg64,
) -> Option<UndeclaredCluster> {
    let ratio = typical_ratio(differences, labels, clusters)?;
    if ratio < LEAST_RATIO {
        return None;
    }
    let mut permuted = labels.to_vec();
    let mut larger = 1;
    for done in 1..=PERMUTATIONS {
        for place in (1..permuted.len()).rev() {
            permuted.swap(place, below(place + 1, random));
        }
        let chance = typical_ratio(differences, &permuted, clusters).unwrap_or(0.0);
        larger += usize::from(chance >= ratio);
        // What cannot become small enough is not followed further.
        if larger as f64 >= level * (PERMUTATIONS + 1) as f64 {
            return None;
        }
        debug_assert!(larger <= done + 1);
    }
    Some(UndeclaredCluster { ratio, p: larger as f64 / (PERMUTATIONS + 1) as f64 })
}

/// The median over pairs of the width with clusters to the width without.
fn typical_ratio(differences: &[Vec<Option<f64>>], labels: &[u32], clusters: usize) -> Option<f64> {
    let ratios = differences.iter().filter_map(|pair| ratio(pair, labels, clusters));
    let mut ratios: Vec<f64> = ratios.collect();
    ratios.sort_by(f64::total_cmp);
    let (low, high) =
        (ratios.get(ratios.len().checked_sub(1)? / 2)?, ratios.get(ratios.len() / 2)?);
    Some(0.5 * (low + high))
}

fn ratio(differences: &[Option<f64>], labels: &[u32], clusters: usize) -> Option<f64> {
    let both = || differences.iter().zip(labels).filter_map(|(d, label)| Some(((*d)?, *label)));
    let n = both().count() as f64;
    let mean = both().map(|(d, _)| d).sum::<f64>() / n;
    let (mut sums, mut counts) = (vec![0.0; clusters], vec![0_u32; clusters]);
    let mut squares = 0.0;
    for (d, label) in both() {
        sums[label as usize] += d - mean;
        counts[label as usize] += 1;
        squares += (d - mean) * (d - mean);
    }
    let g = counts.iter().filter(|count| **count > 0).count() as f64;
    let of_clusters: f64 = sums.iter().map(|sum| sum * sum).sum();
    let variance = squares / (n - 1.0) / n;
    let clustered = g / (g - 1.0) * of_clusters / (n * n);
    if n < 3.0 || g < 2.0 || squares <= 0.0 {
        return None;
    }
    let quantile = |df: f64| student_t_quantile(0.975, df);
    Some((clustered / variance).sqrt() * quantile(g - 1.0)? / quantile(n - 1.0)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::random::{Purpose, StreamKey, uniform};

    fn random(seed: u64) -> Pcg64 {
        StreamKey::new(seed, Purpose::UndeclaredCluster).generator(0)
    }

    /// Two clusters of two by hand: d = 1, 1, -1, -1; squares 4, so 4/3/4 = 1/3; sums 2 and -2, so 2 * 8/16 = 1.
    #[test]
    fn the_ratio_is_that_of_the_formula() {
        let pair = [1.0, 1.0, -1.0, -1.0].map(Some);
        let by_t =
            student_t_quantile(0.975, 1.0).unwrap() / student_t_quantile(0.975, 3.0).unwrap();
        let expected = f64::sqrt(3.0) * by_t;
        assert!((ratio(&pair, &[0, 0, 1, 1], 2).unwrap() - expected).abs() < 1e-12);
        assert_eq!(ratio(&[Some(1.0); 4], &[0, 0, 1, 1], 2), None);
    }

    /// Of 400 tables of noise at most 5 % (and twice its Monte Carlo error) cry wolf, and of tables whose clusters have half of
    /// the variance nearly all are found.
    #[test]
    fn noise_is_quiet_and_clusters_are_found() {
        let share = |effect: f64| {
            let found = (0..400).filter(|seed| {
                let random = &mut random(*seed);
                let mut noise = || (0..4).map(|_| uniform(random)).sum::<f64>() - 2.0;
                let labels: Vec<u32> = (0..200).map(|item| item % 40).collect();
                let shifts: Vec<f64> = (0..40).map(|_| effect * noise()).collect();
                let pair: Vec<Option<f64>> =
                    labels.iter().map(|label| Some(noise() + shifts[*label as usize])).collect();
                test(&[pair], &labels, 40, 0.05, random).is_some()
            });
            found.count() as f64 / 400.0
        };
        assert!(share(0.0) <= 0.05 + 2.0 * (0.05 * 0.95 / 400.0_f64).sqrt(), "{}", share(0.0));
        assert!(share(1.0) >= 0.95, "{}", share(1.0));
    }
}
