//! Order statistics without sorting all values.

/// Number of buckets, whose indices are bytes.
const BUCKETS: usize = 256;

/// The order statistics of `values` with the given indices (from 0) in the order of
/// [`f64::total_cmp`].
///
/// O(n): values are counted in buckets of equal width, and only buckets that hold a wanted one are
/// looked into. No value may be NaN.
///
/// # Panics
///
/// If there is no such order statistic.
pub(super) fn order_statistics(values: &[f64], indices: &[usize]) -> Vec<f64> {
    let mut wanted = indices.to_vec();
    wanted.sort_unstable();
    wanted.dedup();
    let (mut keys, ranks) = if values.len() < 2 * BUCKETS {
        (values.iter().map(|value| key(*value)).collect(), wanted.clone())
    } else {
        candidates(values, &wanted)
    };
    select(&mut keys, 0, &ranks);
    indices
        .iter()
        .map(|index| {
            of_key(keys[ranks[wanted.binary_search(index).expect("every index is wanted")]])
        })
        .collect()
}

/// Keys of the values in buckets that hold a wanted order statistic (ascending indices), and the
/// indices that these have among them.
fn candidates(values: &[f64], wanted: &[usize]) -> (Vec<i64>, Vec<usize>) {
    let low =
        values.iter().fold(f64::INFINITY, |low, value| if *value < low { *value } else { low });
    let high = values
        .iter()
        .fold(f64::NEG_INFINITY, |high, value| if *value > high { *value } else { high });
    let scale = (BUCKETS - 1) as f64 / (high - low);
    // Where values are equal, or too far apart for a difference, they all share one bucket.
    let scale = if scale.is_finite() { scale } else { 0.0 };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "goes from 0 to the last bucket, and ends there whatever is rounded"
    )]
    let bucket = |value: &f64| ((value - low) * scale) as u8;
    let buckets: Vec<u8> = values.iter().map(bucket).collect();
    let mut counts = [0; BUCKETS];
    for bucket in &buckets {
        counts[usize::from(*bucket)] += 1;
    }
    let mut is_wanted = [false; BUCKETS];
    let mut ranks = Vec::with_capacity(wanted.len());
    let (mut below, mut skipped, mut next) = (0, 0, wanted.iter().peekable());
    for (count, is_wanted) in counts.iter().zip(&mut is_wanted) {
        below += count;
        while let Some(index) = next.next_if(|index| **index < below) {
            *is_wanted = true;
            ranks.push(index - skipped);
        }
        if !*is_wanted {
            skipped += count;
        }
    }
    let marked = values.iter().zip(&buckets).filter(|(_, bucket)| is_wanted[usize::from(**bucket)]);
    (marked.map(|(value, _)| key(*value)).collect(), ranks)
}

/// An integer that is ordered as [`f64::total_cmp`] orders numbers, and compared faster.
fn key(value: f64) -> i64 {
    let bits = value.to_bits().cast_signed();
    // Of negative numbers, larger bits are smaller numbers.
    bits ^ ((bits >> 63) & i64::MAX)
}

/// The number of a key.
fn of_key(key: i64) -> f64 {
    f64::from_bits((key ^ ((key >> 63) & i64::MAX)).cast_unsigned())
}

/// Moves the order statistics `wanted` (ascending) to their places, where `keys` are those from
/// `offset` on. Halving the list keeps the stretches short.
fn select(keys: &mut [i64], offset: usize, wanted: &[usize]) {
    let Some(middle) = wanted.get(wanted.len() / 2) else { return };
    let (left, right) = wanted.split_at(wanted.len() / 2);
    let (below, _, above) = keys.select_nth_unstable(*middle - offset);
    select(below, offset, left);
    select(above, middle + 1, &right[1..]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sorted(values: &[f64]) -> Vec<u64> {
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        sorted.iter().map(|value| value.to_bits()).collect()
    }

    fn selected(values: &[f64], indices: &[usize]) -> Vec<u64> {
        order_statistics(values, indices).iter().map(|value| value.to_bits()).collect()
    }

    proptest! {
        /// Few values and many, of one size and of all, with ties, both zeros and infinities.
        #[test]
        fn selecting_gives_what_sorting_gives(
            mut values in prop_oneof![
                prop::collection::vec(-1.0..1.0, 1..2000),
                prop::collection::vec((-4_i8..4).prop_map(|x| f64::from(x) / 7.0), 500..900),
                prop::collection::vec(
                    prop::num::f64::NORMAL | prop::num::f64::ZERO | prop::num::f64::SUBNORMAL
                        | prop::num::f64::INFINITE,
                    500..900,
                ),
            ],
            places in prop::collection::vec(any::<prop::sample::Index>(), 0..9),
            outlier in prop_oneof![Just(None), Just(Some(1e300)), Just(Some(-0.0))],
        ) {
            values.extend(outlier);
            let mut indices = vec![0, values.len() - 1];
            indices.extend(places.iter().map(|place| place.index(values.len())));
            let sorted = sorted(&values);
            let expected: Vec<u64> = indices.iter().map(|index| sorted[*index]).collect();
            prop_assert_eq!(selected(&values, &indices), expected);
        }
    }

    #[test]
    fn equal_values_share_a_bucket() {
        let mut values = vec![0.1; 600];
        assert_eq!(order_statistics(&values, &[0, 599, 300]), [0.1; 3]);
        values[7] = 5e-324;
        assert_eq!(order_statistics(&values, &[1, 0]), [0.1, 5e-324]);
    }
}
