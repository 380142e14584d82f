//! Deviations against sizes: by the n^-1/2 law of a deviation, `(s / s')^2` as many units make s' out
//! of s. And how clearly systems differ, which is what units are for.

use std::collections::BTreeSet;

use super::jackknife::Jackknife;

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

/// Two systems by number, and the squared z of their difference: the square of the difference over its
/// standard error.
pub type SquaredZ = (usize, usize, f64);

/// How much more clearly the same systems differ: the ratio of the sums of `z^2 - 1` over their pairs.
///
/// For a true difference d known with a standard error e the expectation of z^2 is `1 + (d / e)^2`, and the
/// second term grows with the number of units. So the ratio is that of the numbers of units on which both
/// ways of scoring would discriminate alike. Its standard error is by the jackknife over systems: of the
/// logarithm, times the ratio; other texts are not in it.
///
/// `None` where either sum is not positive: there are no differences to compare. O(pairs x systems).
pub fn discrimination_ratio(one: &[SquaredZ], other: &[SquaredZ]) -> Option<(f64, Option<f64>)> {
    let value = ratio_without(one, other, None)?;
    // In order, since sums of floats depend on it.
    let systems: BTreeSet<usize> = one.iter().flat_map(|(a, b, _)| [*a, *b]).collect();
    let logarithms =
        systems.iter().map(|system| ratio_without(one, other, Some(*system)).map(libm::log));
    let logarithms: Option<Vec<f64>> = logarithms.collect();
    // Leaving out one of two systems leaves no pair.
    let logarithms = logarithms.filter(|_| systems.len() > 2);
    let error = logarithms.and_then(|values| Jackknife::from_values(values).ok());
    Some((value, error.map(|jackknife| value * jackknife.standard_error())))
}

fn sum_without(pairs: &[SquaredZ], without: Option<usize>) -> f64 {
    let kept = pairs.iter().filter(|(a, b, _)| Some(*a) != without && Some(*b) != without);
    kept.map(|(_, _, squared)| squared - 1.0).sum::<f64>()
}

fn ratio_without(one: &[SquaredZ], other: &[SquaredZ], system: Option<usize>) -> Option<f64> {
    let (one, other) = (sum_without(one, system), sum_without(other, system));
    (one > 0.0 && other > 0.0).then(|| one / other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::random::{Purpose, StreamKey, UniformBelow};
    use crate::stats::special::normal_quantile;

    fn squared_of(x: f64) -> f64 {
        x * x
    }

    /// Ten systems with normal scores of their own, known to 0.5 by one way of scoring and to 0.5 / sqrt(2)
    /// by another, in 2,000 simulated test sets: the ratio of sums is 2, and the jackknife's error is of
    /// the right size. Plain ratios of z^2 would lie below 2.
    #[test]
    fn twice_the_units_discriminate_twice_as_well() {
        let mut stream = StreamKey::new(3, Purpose::Generator).text("discrimination").generator(0);
        let mut normal = |count: usize| {
            let mut values = Vec::with_capacity(count);
            UniformBelow::new(1 << 30).draw(&mut stream, count, |index| {
                let p = (f64::from(index) + 0.5) / f64::from(1 << 30);
                values.push(normal_quantile(p).unwrap());
            });
            values
        };
        let truth = normal(10);
        let (mut sums, mut plain) = ([0.0; 2], [0.0; 2]);
        for _ in 0..2000 {
            for (which, error) in [0.5, 0.5 / 2.0_f64.sqrt()].into_iter().enumerate() {
                let noise = normal(10);
                let scores: Vec<f64> =
                    truth.iter().zip(noise).map(|(score, noise)| score + error * noise).collect();
                let pairs = (0..10).flat_map(|a| (a + 1..10).map(move |b| (a, b)));
                let squared: Vec<SquaredZ> = pairs
                    .map(|(a, b)| (a, b, squared_of((scores[a] - scores[b]) / error) / 2.0))
                    .collect();
                sums[which] += squared.iter().map(|pair| pair.2 - 1.0).sum::<f64>();
                plain[which] += squared.iter().map(|pair| pair.2).sum::<f64>();
            }
        }
        assert!((sums[1] / sums[0] - 2.0).abs() < 0.03, "{}", sums[1] / sums[0]);
        assert!(plain[1] / plain[0] < 1.9, "{}", plain[1] / plain[0]);
    }

    #[test]
    fn ratios_and_their_jackknife_by_hand() {
        let fewer = [(0, 1, 5.0), (0, 2, 9.0), (1, 2, 3.0)];
        let more = [(0, 1, 9.0), (0, 2, 21.0), (1, 2, 5.0)];
        let (ratio, error) = discrimination_ratio(&more, &fewer).unwrap();
        // (8 + 20 + 4) / (4 + 8 + 2).
        assert!((ratio - 32.0 / 14.0).abs() < 1e-12);
        // Without 0, 1 and 2: 4/2, 20/8 and 8/4.
        let logarithms = [2.0, 2.5, 2.0].map(libm::log);
        let mean = logarithms.iter().sum::<f64>() / 3.0;
        let squares: f64 = logarithms.iter().map(|x| squared_of(x - mean)).sum();
        assert!((error.unwrap() - ratio * (2.0 / 3.0 * squares).sqrt()).abs() < 1e-12);
        assert_eq!(discrimination_ratio(&more[..1], &fewer[..1]), Some((2.0, None)));
        assert_eq!(discrimination_ratio(&[(0, 1, 4.0)], &[(0, 1, 0.5)]), None);
        assert_eq!(discrimination_ratio(&[], &[]), None);
    }

    fn deviation(value: f64, spread: Option<f64>) -> Deviation {
        Deviation::new(value, 0.1 * value, spread).unwrap()
    }

    #[test]
    fn half_the_deviation_is_worth_four_times_the_units() {
        let ratio = deviation(6.0, None).sizes_to(deviation(3.0, None), 1.0);
        assert!((ratio.value - 4.0).abs() < 1e-14);
        assert!((ratio.error - 2.0 * 4.0 * 0.02_f64.sqrt()).abs() < 1e-14);
        assert_eq!(ratio.spread, None);
        // Twice as many in each of two steps.
        let ratio = deviation(6.0, Some(0.6)).sizes_to(deviation(3.0, None), 2.0);
        assert!((ratio.value - 2.0).abs() < 1e-14);
        assert!((ratio.spread.unwrap() - 2.0 * 0.1).abs() < 1e-14);
        assert_eq!(Deviation::new(0.0, 0.0, None), None);
    }

    /// Against numerical derivatives.
    #[test]
    fn errors_by_the_delta_method() {
        let ratio = |a: f64, b: f64| {
            let [a, b] = [a, b].map(|value| Deviation::new(value, 0.03, None).unwrap());
            a.sizes_to(b, 3.0)
        };
        let step = 1e-5;
        let by_a = (ratio(5.0 + step, 4.0).value - ratio(5.0 - step, 4.0).value) / (2.0 * step);
        let by_b = (ratio(5.0, 4.0 + step).value - ratio(5.0, 4.0 - step).value) / (2.0 * step);
        let error = 0.03 * (by_a * by_a + by_b * by_b).sqrt();
        assert!((ratio(5.0, 4.0).error / error - 1.0).abs() < 1e-8);
    }
}
