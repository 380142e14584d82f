//! Margins and sizes in words.

use crate::analyses::MarginRow;
use crate::stats::freedom::FARTHEST;
use crate::words::grouped_count;

pub use crate::presentation::rounded as whole;
use crate::presentation::two_digits;

/// `±1.8`.
pub fn plus_minus(margin: f64) -> String {
    format!("±{}", two_digits(margin))
}

/// The wanted margin as it was written; a relative one rounded.
pub fn wanted(margin: f64) -> String {
    let exact = format!("{margin}");
    // What people write is short: a longer number is a percentage of a score.
    if exact.len() <= 7 { format!("±{exact}") } else { plus_minus(margin) }
}

/// A size as a whole number: from 100 on with two significant digits, but exactly where it is near the
/// size that there is, so that the difference can be seen.
pub fn rounded(size: f64, available: u64) -> f64 {
    let exact = size.ceil();
    let is_near = (exact / available as f64 - 1.0).abs() <= 0.1;
    if exact < 100.0 || is_near {
        return exact;
    }
    let scale = libm::pow(10.0, libm::floor(libm::log10(exact)) - 1.0);
    (exact / scale).round() * scale
}

/// `160 documents`.
pub(super) fn available(row: &MarginRow) -> String {
    grouped_count(row.available_units.unwrap_or(0), unit(row))
}

/// `document` or `segment`.
pub(super) fn unit(row: &MarginRow) -> &'static str {
    row.unit.singular()
}

/// The units that are needed, rounded to read.
pub fn needed(row: &MarginRow) -> Option<f64> {
    Some(rounded(row.required_units?, row.available_units?))
}

/// Their interval, as `190 to 380`.
pub fn interval(row: &MarginRow, between: &str) -> Option<String> {
    let available = row.available_units?;
    let (lower, upper) = (row.required_units_lower?, row.required_units_upper?);
    // The upper end is cut off at the farthest size: up to rounding it then equals that.
    let is_farthest =
        row.effective_units.is_some_and(|units| upper >= (1.0 - 1e-9) * FARTHEST * units);
    let [lower, upper] = [lower, upper].map(|size| whole(rounded(size, available)));
    // What is farther is not named.
    Some(if is_farthest { format!("{lower} or more") } else { format!("{lower}{between}{upper}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wanted_margins_are_as_written() {
        assert_eq!((wanted(1.0), wanted(0.005), wanted(0.512_345_678)), {
            ("±1".to_owned(), "±0.005".to_owned(), "±0.51".to_owned())
        });
    }

    #[test]
    fn sizes_are_rounded_where_nobody_misses_a_digit() {
        let cases =
            [(99.2, 20, 100.0), (63.4, 20, 64.0), (523.0, 160, 520.0), (1_349.0, 160, 1_300.0)];
        for (size, available, shown) in cases {
            assert!((rounded(size, available) - shown).abs() < 1e-9, "{size}");
        }
        assert!((rounded(152.3, 150) - 153.0).abs() < 1e-9);
        assert_eq!(whole(1_300.0), "1,300");
    }
}
