//! Random permutations.

use super::random::{StreamKey, UniformBelow};

/// A uniformly random permutation of `0..count`: Fisher-Yates from the top down, drawn from block
/// `index` of the stream. Time and memory are linear in `count`.
///
/// # Panics
///
/// If `count` does not fit 32 bits.
pub fn permutation(key: &StreamKey, index: u64, count: usize) -> Vec<usize> {
    let mut generator = key.generator(index);
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        let bound = u32::try_from(last + 1).expect("fewer than 2^32 documents");
        UniformBelow::new(bound).draw(&mut generator, 1, |drawn| order.swap(last, drawn as usize));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
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
