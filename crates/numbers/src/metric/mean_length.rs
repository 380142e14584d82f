//! Mean lengths over references as integers.
//!
//! The mean over the references that a segment has is a rational number. Multiplied by a common
//! multiple of the numbers of references that occur in the corpus it is an integer, and stays exact
//! in every sum.

/// Largest scale that is used. With it, sums of 2^31 tokens still fit into 63 bits.
const LIMIT: i64 = 1 << 32;

/// Scale where the exact one passes [`LIMIT`], which takes at least 23 references in a corpus that
/// misses some: the least common multiple of 1 to 20.
const ROUNDED: i64 = 232_792_560;

/// Factor that makes mean lengths integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MeanScale(i64);

impl MeanScale {
    /// The scale for segments that have `counts` references each: the least common multiple of the
    /// numbers that occur (zeros aside); 1 if there is none.
    ///
    /// Where that multiple passes 2^32, means are rounded to the nearest 1/232,792,560 of a token.
    pub(super) fn new(counts: impl IntoIterator<Item = usize>) -> Self {
        let mut scale = 1;
        for count in counts {
            let count = i64::try_from(count.max(1)).unwrap_or(i64::MAX);
            if scale % count != 0 {
                // What saturates is beyond the limit in any case.
                scale = (count / greatest_common_divisor(scale, count)).saturating_mul(scale);
            }
            if scale > LIMIT {
                return Self(ROUNDED);
            }
        }
        Self(scale)
    }

    /// The factor.
    pub(super) fn factor(self) -> i64 {
        self.0
    }

    /// `factor * total / count`: the mean of `count` lengths that add up to `total`; 0 for no
    /// length.
    pub(super) fn mean(self, total: usize, count: usize) -> i64 {
        let count = count.max(1) as i128;
        let scaled = total as i128 * i128::from(self.0);
        // Exact where the count divides the factor; else the nearest, in whole numbers.
        i64::try_from((2 * scaled + count) / (2 * count)).unwrap_or(i64::MAX)
    }
}

fn greatest_common_divisor(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_exact() {
        let scale = MeanScale::new([4, 4, 3, 0, 2]);
        assert_eq!(scale.factor(), 12);
        assert_eq!([scale.mean(7, 4), scale.mean(7, 3), scale.mean(0, 0)], [21, 28, 0]);
        assert_eq!(MeanScale::new([4, 4]).factor(), 4);
        assert_eq!(MeanScale::new([]).factor(), 1);
    }

    #[test]
    fn many_different_counts_are_rounded() {
        let scale = MeanScale::new(1..=60);
        assert_eq!(scale.factor(), 232_792_560);
        assert_eq!(scale.mean(10, 4), 581_981_400);
        assert_eq!(scale.mean(1, 37), 6_291_691, "6,291,690.8");
    }
}
