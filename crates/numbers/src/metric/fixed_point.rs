//! Real statistics as integers.

/// Sums of the rows of a corpus stay below this, which leaves room for resamples that draw its
/// largest documents up to 32 times as often as they should.
const LARGEST_SUM: f64 = (1_u64 << 58) as f64;

/// Finest unit: 2^-40.
const FINEST: u32 = 40;

/// Binary digits after the point: as many as possible up to 40 with which `segments` values of
/// magnitude up to `largest` add up to less than 2^58.
pub(super) fn digits(segments: usize, largest: f64) -> u32 {
    let total = (segments as f64 * largest).max(1.0);
    let mut digits = FINEST;
    while digits > 0 && units(digits) * total > LARGEST_SUM {
        digits -= 1;
    }
    digits
}

/// Units per one.
pub(super) fn units(digits: u32) -> f64 {
    (1_u64 << digits) as f64
}

/// The nearest integer.
#[expect(clippy::cast_possible_truncation, reason = "scales keep values far below 2^63")]
pub(super) fn round(value: f64) -> i64 {
    value.round() as i64
}

/// The number nearest to an integer: what `as` gives, faster where 64 bits hold it.
pub(super) fn nearest(value: i128) -> f64 {
    i64::try_from(value).map_or_else(|_| nearest_to_large(value), |small| small as f64)
}

/// Apart, so that compilers do not convert 128 bits first and then choose.
#[cold]
#[inline(never)]
fn nearest_to_large(value: i128) -> f64 {
    value as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_number_is_that_of_a_cast() {
        for value in [0, 1, -1, (1 << 53) + 1, -(1 << 60) - 129, i128::from(i64::MAX), 1 << 63] {
            for value in [value, -value, value * 1001] {
                assert_eq!(nearest(value).to_bits(), (value as f64).to_bits(), "{value}");
            }
        }
    }

    #[test]
    fn digits_leave_room() {
        assert_eq!(digits(8, 100.0), 40);
        assert_eq!(digits(0, 0.0), 40);
        assert_eq!(digits(30_000, 400.0 * 22.0), 30);
        assert_eq!(digits(usize::MAX, 1e9), 0);
        let large = digits(30_000, 1e5);
        assert!(round(1e5 * units(large)).checked_mul(30_000 * 32).is_some());
    }
}
