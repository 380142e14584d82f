//! Deviations against sizes: by the n^-1/2 law of a deviation, `(s / s')^2` as many units make s' out
//! of s.

/// A standard deviation above zero, and how well it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    value: f64,
    /// Relative to the value.
    error: f64,
    /// Relative to the value.
    spread: Option<f64>,
}

/// A ratio of sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The ratio.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// Its standard deviation over what the deviations are means over; `None` where both are single.
    pub spread: Option<f64>,
}

impl Deviation {
    /// A deviation with its standard error and, where it is a mean, the standard deviation of what it
    /// is a mean of; `None` where it is not positive.
    pub fn new(value: f64, error: f64, spread: Option<f64>) -> Option<Self> {
        let spread = spread.map(|spread| spread / value);
        (value > 0.0).then(|| Self { value, error: error / value, spread })
    }

    /// `(self / other)^(2 / steps)`: the ratio of sizes at which `self` would have fallen to `other`,
    /// spread evenly over `steps` steps. Errors by the delta method, as if both deviations were
    /// independent.
    pub fn sizes_to(self, other: Self, steps: f64) -> Ratio {
        let exponent = 2.0 / steps;
        let value = libm::pow(self.value / other.value, exponent);
        let carried = |one: f64, other: f64| exponent * value * (one * one + other * other).sqrt();
        let spread = match (self.spread, other.spread) {
            (None, None) => None,
            (one, other) => Some(carried(one.unwrap_or(0.0), other.unwrap_or(0.0))),
        };
        Ratio { value, error: carried(self.error, other.error), spread }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_the_deviation_is_worth_four_times_the_units() {
        let of = |value: f64, spread| Deviation::new(value, 0.1 * value, spread).unwrap();
        let ratio = of(6.0, None).sizes_to(of(3.0, None), 1.0);
        assert!((ratio.value - 4.0).abs() < 1e-14);
        assert!((ratio.error - 2.0 * 4.0 * 0.02_f64.sqrt()).abs() < 1e-14);
        assert_eq!(ratio.spread, None);
        // Twice as many in each of two steps.
        let ratio = of(6.0, Some(0.6)).sizes_to(of(3.0, None), 2.0);
        assert!((ratio.value - 2.0).abs() < 1e-14);
        assert!((ratio.spread.unwrap() - 2.0 * 0.1).abs() < 1e-14);
        assert_eq!(Deviation::new(0.0, 0.0, None), None);
    }

    /// Against numerical derivatives.
    #[test]
    fn errors_by_the_delta_method() {
        let ratio = |a: f64, b: f64| {
            let of = |value| Deviation::new(value, 0.03, None).unwrap();
            of(a).sizes_to(of(b), 3.0)
        };
        let step = 1e-5;
        let by_a = (ratio(5.0 + step, 4.0).value - ratio(5.0 - step, 4.0).value) / (2.0 * step);
        let by_b = (ratio(5.0, 4.0 + step).value - ratio(5.0, 4.0 - step).value) / (2.0 * step);
        let error = 0.03 * (by_a * by_a + by_b * by_b).sqrt();
        assert!((ratio(5.0, 4.0).error / error - 1.0).abs() < 1e-8);
    }
}
