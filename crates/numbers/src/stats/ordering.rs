//! Random permutations.

use rand_pcg::Pcg64;

use super::random::{StreamKey, below};

/// A uniformly random permutation of `0..count`: Fisher-Yates from the top down, drawn from block
/// `index` of the stream. Time and memory are linear in `count`.
///
/// # Panics
///
/// If `count` does not fit 32 bits.
pub fn permutation(key: &StreamKey, index: u64, count: usize) -> Vec<usize> {
    shuffled(count, &mut key.generator(index))
}

/// The same from a generator.
fn shuffled(count: usize, random: &mut Pcg64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        order.swap(last, below(last + 1, random));
    }
    order
}

/// A key that sorts sets (ascending numbers) as the reflected binary code does (Gray 1953): where all
/// sets are there, each differs from the one before by one number.
///
/// In that code a number's place is the parity of the numbers from there on, so that the largest
/// number of a set counts for, the next against it, and so on; a set that ends counts as -1.
pub fn gray_rank(set: &[usize]) -> Vec<i64> {
    let largest_first = set.iter().rev().map(|number| i64::try_from(*number).unwrap_or(i64::MAX));
    let signed = largest_first.chain([-1]).enumerate();
    signed.map(|(place, number)| if place % 2 == 0 { number } else { -number }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_in_gray_order_differ_by_one_number() {
        for count in 1..=10 {
            let mut sets: Vec<Vec<usize>> = (0..1_u32 << count)
                .map(|set: u32| (0..count).filter(|n| set & (1 << n) != 0).collect())
                .collect();
            sets.sort_by_cached_key(|set| gray_rank(set));
            assert!(sets[0].is_empty());
            for pair in sets.windows(2) {
                let lost = pair[0].iter().filter(|n| !pair[1].contains(n));
                let gained = pair[1].iter().filter(|n| !pair[0].contains(n));
                assert_eq!(lost.chain(gained).count(), 1, "{pair:?}");
            }
        }
    }
    use crate::stats::random::Purpose;

    #[test]
    fn every_permutation_is_equally_likely() {
        let key = StreamKey::new(1, Purpose::Ordering);
        let mut counts = std::collections::BTreeMap::new();
        for index in 0..24_000 {
            *counts.entry(permutation(&key, index, 4)).or_insert(0.0_f64) += 1.0;
        }
        assert_eq!(counts.len(), 24);
        // 0.9999 quantile of chi-square with 23 degrees of freedom: 57.07 (scipy.stats.chi2.ppf).
        let chi_square: f64 = counts.values().map(|n| (n - 1e3) * (n - 1e3) / 1e3).sum();
        assert!(chi_square < 57.07, "{chi_square}");
    }

    #[test]
    fn trivial_permutations() {
        let key = StreamKey::new(1, Purpose::Ordering);
        assert_eq!(permutation(&key, 0, 0), Vec::<usize>::new());
        assert_eq!(permutation(&key, 0, 1), vec![0]);
    }
}
