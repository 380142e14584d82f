//! Numbers as words: the one place that rounds.

use crate::words::{grouped, grouped_count};

/// A number of a table, if it is there.
pub trait Number {
    fn value(self) -> Option<f64>;
}

impl Number for f64 {
    fn value(self) -> Option<f64> {
        Some(self)
    }
}

impl Number for u32 {
    fn value(self) -> Option<f64> {
        Some(self.into())
    }
}

impl Number for u64 {
    fn value(self) -> Option<f64> {
        Some(self as f64)
    }
}

impl<N: Number> Number for Option<N> {
    fn value(self) -> Option<f64> {
        self.and_then(N::value)
    }
}

/// A number with as many significant digits as a reader can use: about four.
pub fn number(value: f64) -> String {
    let size = value.abs();
    let decimals = match size {
        _ if size >= 1000.0 => 0,
        _ if size >= 100.0 => 1,
        _ if size >= 1.0 => 2,
        _ if size >= 0.01 || size == 0.0 => 3,
        _ => 5,
    };
    let text = format!("{value:.decimals$}");
    // A zero has no sign, and one look.
    if text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.')) {
        "0.000".to_owned()
    } else {
        text
    }
}

/// A probability in percent, with as many decimals as it has, up to two.
pub fn share(probability: f64) -> String {
    let text = format!("{:.2}", 100.0 * probability);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The same with one decimal: `99.1`, `95`.
pub fn tenths(probability: f64) -> String {
    let text = format!("{:.1}", 100.0 * probability);
    text.trim_end_matches(".0").to_owned()
}

/// A probability in whole percent, never a certainty that it is not.
pub fn chance(probability: f64) -> String {
    match 100.0 * probability {
        percent if percent > 0.0 && percent < 0.5 => "<1 %".to_owned(),
        percent if (99.5..100.0).contains(&percent) => ">99 %".to_owned(),
        percent => format!("{} %", percent.round()),
    }
}

/// A probability in whole percent, which are as many as a normal approximation knows; one that is not `enough` is
/// never rounded to one that is.
pub fn whole_percent(probability: f64, enough: f64) -> String {
    let percent = 100.0 * probability;
    if probability < enough && percent.round() >= 100.0 * enough {
        return format!("{:.1}", (10.0 * percent).floor() / 10.0);
    }
    format!("{percent:.0}")
}

/// A p-value to three decimals.
pub fn p_value(p: f64) -> String {
    // Smaller ones would be rounded to 0.000.
    if p < 0.0005 { "<0.001".to_owned() } else { format!("{p:.3}") }
}

/// `p = 0.012`.
pub fn p_equals(p: f64) -> String {
    if p < 0.0005 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") }
}

/// A p-value to four decimals.
pub fn p_closely(p: f64) -> String {
    if p < 1e-4 { "<0.0001".to_owned() } else { format!("{p:.4}") }
}

/// `p = 0.0312`.
pub fn p_equals_closely(p: f64) -> String {
    if p < 1e-4 { "p < 0.0001".to_owned() } else { format!("p = {p:.4}") }
}

/// A coefficient to three decimals, with the ends of its interval: `0.900 [0.800, 0.950]`.
pub fn coefficient(value: f64, ends: Option<(f64, f64)>) -> String {
    let ends = ends.map_or_else(String::new, |(low, high)| format!(" [{low:.3}, {high:.3}]"));
    format!("{value:.3}{ends}")
}

/// A number with two significant digits: `1.8`, `0.0043`, `120`.
pub fn two_digits(value: f64) -> String {
    if value.is_nan() || value <= 0.0 || value.is_infinite() {
        return format!("{value}");
    }
    // Written so, a number is rounded once, and its exponent is that of the rounded number.
    let text = format!("{value:.1e}");
    let exponent = text.split_once('e').and_then(|(_, exponent)| exponent.parse::<i32>().ok());
    let decimals = usize::try_from(1 - exponent.unwrap_or(0)).unwrap_or(0);
    let rounded: f64 = text.parse().unwrap_or(value);
    format!("{rounded:.decimals$}")
}

/// A number of points: `4.8`, `0.43`.
pub fn points(value: f64) -> String {
    if value.abs() >= 0.95 { format!("{value:.1}") } else { number(value) }
}

/// A mean number of things as a whole number.
fn whole(number: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "numbers of documents, segments and pairs"
    )]
    let whole = number.round().max(0.0) as u64;
    whole
}

/// `1,200`: a mean number of things.
pub fn rounded(number: f64) -> String {
    grouped(whole(number))
}

/// `1 judge`, `1,200 segments`: a mean number of things.
pub fn counted_mean(number: f64, noun: &str) -> String {
    grouped_count(whole(number), noun)
}

/// A number as people write it, where that is short.
pub fn as_written(value: f64) -> String {
    let exact = value.to_string();
    if exact.len() <= 7 { exact } else { number(value) }
}

/// A size in documents: whole ones whole, estimates below ten with one decimal.
pub fn size(value: f64) -> String {
    let decimals = usize::from(value.fract() != 0.0 && value < 10.0);
    format!("{value:.decimals$}")
}

/// The smallest and the largest of some values.
pub fn extent(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let start = (f64::INFINITY, f64::NEG_INFINITY);
    values.fold(start, |(low, high), value| (low.min(value), high.max(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainty_is_not_rounded_to() {
        let texts = [0.0, 0.001, 0.004_9, 0.005, 0.5, 0.994, 0.999, 1.0].map(chance);
        assert_eq!(texts, ["0 %", "<1 %", "<1 %", "1 %", "50 %", "99 %", ">99 %", "100 %"]);
        let texts = [0.944, 0.9499, 0.95, 0.984].map(|share| whole_percent(share, 0.95));
        assert_eq!(texts, ["94", "94.9", "95", "98"]);
    }

    #[test]
    fn two_digits_are_enough() {
        let cases = [
            (1.804, "1.8"),
            (0.00432, "0.0043"),
            (0.000_096, "0.000096"),
            (9.96, "10"),
            (12.3, "12"),
            (123.0, "120"),
            (0.0998, "0.10"),
        ];
        for (value, text) in cases {
            assert_eq!(two_digits(value), text);
        }
    }

    #[test]
    fn numbers_have_about_four_digits() {
        let cases = [
            (12345.678, "12346"),
            (123.456, "123.5"),
            (-12.345, "-12.35"),
            (0.12345, "0.123"),
            (0.001_234, "0.00123"),
            (0.0, "0.000"),
            (-0.000_000_1, "0.000"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
        assert_eq!(
            (size(12.0).as_str(), size(3.04).as_str(), size(41.5).as_str()),
            ("12", "3.0", "42")
        );
    }
}
