//! The draws of the bootstrap one by one, for estimators that need more than sums.

use super::kernel::BLOCK;
use super::random::{StreamKey, UniformBelow};

/// Calls `each` with how often every unit occurs in each of the first `replicates` (at most
/// [`BLOCK`]) resamples of block `block`: the same resamples whose sums
/// [`block_sums`](super::kernel::block_sums) gives. Cost O(units) per replicate.
///
/// # Panics
///
/// If there are more than `u32::MAX` units.
pub fn resample_counts(
    key: &StreamKey,
    block: usize,
    replicates: usize,
    units: usize,
    mut each: impl FnMut(&[u32]),
) {
    assert!(replicates <= BLOCK, "a block has {BLOCK} replicates");
    let mut counts = vec![0_u32; units];
    if units == 0 {
        (0..replicates).for_each(|_| each(&counts));
        return;
    }
    let mut generator = key.generator(block as u64);
    let uniform = UniformBelow::new(u32::try_from(units).expect("fewer than 2^32 units"));
    for _ in 0..replicates {
        counts.fill(0);
        uniform.draw(&mut generator, units, |unit| counts[unit as usize] += 1);
        each(&counts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::columns::Columns;
    use crate::stats::kernel::block_sums;
    use crate::stats::random::Purpose;

    #[test]
    fn the_resamples_are_those_of_the_kernel() {
        let key = StreamKey::new(5, Purpose::Bootstrap).text("test");
        let rows: Vec<i64> = (0..74).map(|i| (i * i * 31) % 101 - 40).collect();
        let sums = block_sums(&key, 3, 17, &Columns::from_rows(&rows, 2).unwrap());
        let mut plain = Vec::new();
        resample_counts(&key, 3, 17, 37, |counts| {
            assert_eq!(counts.iter().sum::<u32>(), 37);
            for column in 0..2 {
                let products =
                    counts.iter().enumerate().map(|(i, c)| i64::from(*c) * rows[2 * i + column]);
                plain.push(products.sum::<i64>());
            }
        });
        assert_eq!(plain, sums);
    }

    #[test]
    fn no_units_no_counts() {
        let mut calls = 0;
        resample_counts(&StreamKey::new(1, Purpose::Bootstrap), 0, 3, 0, |counts| {
            assert!(counts.is_empty());
            calls += 1;
        });
        assert_eq!(calls, 3);
    }
}
