//! Numbers as words: the one place that rounds.

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

/// A number with at most so many significant digits as a reader can use: about four.
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

/// A p-value to three decimals.
pub fn p_value(p: f64) -> String {
    if p < 0.0005 { "<0.001".to_owned() } else { format!("{p:.3}") }
}

/// `p = 0.012`.
pub fn p_equals(p: f64) -> String {
    if p < 0.0005 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") }
}

/// A number as somebody wrote it, where that is short.
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
