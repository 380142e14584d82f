//! How probably a second round finds again what a first one found significant.
//!
//! Pairs that are found are those whose differences came out large, so that the same differences are smaller in a second
//! round. True differences are taken for normal with mean 0 and variance `tau^2 = max(0, mean d^2 - mean se^2)` over all
//! pairs, found or not. Of a difference d with standard error se the true one then has mean B d and variance B se^2, with
//! `B = tau^2/(tau^2 + se^2)` (the empirical Bayes estimate of Efron & Morris 1975, *Journal of the American Statistical
//! Association* 70, 311-319), and a second round of standard error se' and critical value c finds it again with probability
//!
//! ```text
//! P(again) = Phi((B |d| - c se')/sqrt(B se^2 + se'^2))
//! ```
//!
//! The numerator draws in the lead of what was found, the root has the error of both rounds.

use super::special::{normal_cdf, student_t_quantile};

/// A difference that was tested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tested {
    /// Difference, of either sign.
    pub difference: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Degrees of freedom of this.
    pub degrees_of_freedom: f64,
}

/// From which |d|/se on differences of a second round are significant, where p-values up to `alpha` are. Its degrees of freedom
/// are estimates, which vary: one value for each of those that pairs have in the first round. A pair is rather found where
/// it has many, and has as many as others in the second round.
pub fn critical_values(degrees_of_freedom: impl IntoIterator<Item = f64>, alpha: f64) -> Vec<f64> {
    let critical = |freedom: f64| {
        let critical = student_t_quantile(1.0 - 0.5 * alpha, freedom.max(1.0));
        critical.unwrap_or(f64::INFINITY)
    };
    degrees_of_freedom.into_iter().map(critical).collect()
}

/// What is to be expected of a pair in a second round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expectation {
    /// Probability that it is significant in the same direction.
    pub again: f64,
    /// Probability that it has the opposite sign, significantly or not.
    pub reversed: f64,
    /// Probability that it is significant in the opposite direction.
    pub reversed_significantly: f64,
    /// Its size, in the direction of the first.
    pub size: f64,
}

/// Variance of the true differences, over all pairs that were tested.
pub fn true_variance(tested: &[Tested]) -> f64 {
    let n = tested.len().max(1) as f64;
    let excess = |pair: &Tested| {
        pair.difference * pair.difference - pair.standard_error * pair.standard_error
    };
    (tested.iter().map(excess).sum::<f64>() / n).max(0.0)
}

impl Expectation {
    /// Of a pair in a second round with this standard error, over its critical values; `true_variance` is tau^2.
    ///
    /// # Panics
    ///
    /// Without critical values.
    pub fn new(
        first: &Tested,
        standard_error: f64,
        critical_values: &[f64],
        true_variance: f64,
    ) -> Self {
        assert!(!critical_values.is_empty(), "a test has a critical value");
        let variance = first.standard_error * first.standard_error;
        let total = true_variance + variance;
        let kept = if total > 0.0 { true_variance / total } else { 1.0 };
        let size = kept * first.difference.abs();
        let error = (kept * variance + standard_error * standard_error).sqrt();
        let below = |at: f64| {
            if error > 0.0 { normal_cdf(at / error) } else { f64::from(u8::from(at > 0.0)) }
        };
        let mean = |size: f64| {
            let beyond = |critical: &f64| below(size - critical * standard_error);
            critical_values.iter().map(beyond).sum::<f64>() / critical_values.len() as f64
        };
        Self {
            again: mean(size),
            reversed: below(-size),
            reversed_significantly: mean(-size),
            size,
        }
    }
}

/// Limit of the p-values of a second round: where Holm adjusts over `tests` and the `found` pairs are found again, that of the
/// last of them, `alpha/(tests - found + 1)`.
pub fn alpha_of_holm(alpha: f64, tests: usize, found: usize) -> f64 {
    alpha / (tests.saturating_sub(found) + 1) as f64
}

/// The same by Benjamini and Hochberg: `alpha found/tests`.
pub fn alpha_of_benjamini_hochberg(alpha: f64, tests: usize, found: usize) -> f64 {
    alpha * found.max(1) as f64 / tests.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tested(difference: f64, standard_error: f64) -> Tested {
        Tested { difference, standard_error, degrees_of_freedom: f64::INFINITY }
    }

    /// `scipy.stats.norm.cdf((B*z - c)/sqrt(1 + B))`, with c = 1.959964; B = 1 without the root is what takes the
    /// observed difference for the true one.
    #[test]
    fn golden_values() {
        let new = |z: f64, error: f64, variance: f64| {
            Expectation::new(&tested(z, error), 1.0, &[1.959_964], variance)
        };
        for (z, expected) in [
            (2.5, [0.6487, 0.5119, 0.2811]),
            (3.0, [0.7690, 0.6285, 0.3536]),
            (4.0, [0.9254, 0.8223, 0.5130]),
        ] {
            // B = tau^2/(tau^2 + 1).
            for (variance, expected) in [1e12, 4.0, 1.0].into_iter().zip(expected) {
                for sign in [1.0, -1.0] {
                    let found = new(sign * z, 1.0, variance);
                    assert!((found.again - expected).abs() < 5.1e-5, "{z}: {found:?}");
                }
            }
        }
        // Plug-in values, as the limit of a first round without an error.
        for (z, expected) in [(2.5, 0.7054), (3.0, 0.8508), (4.0, 0.9793)] {
            let found = new(z, 1e-9, 1.0);
            assert!((found.again - expected).abs() < 5.1e-5, "{z}: {found:?}");
        }
    }

    /// In units of its own, and with four times as many documents.
    #[test]
    fn second_rounds_have_sizes_of_their_own() {
        let of = |z: f64, error: f64, second: f64, critical: &[f64], variance: f64| {
            Expectation::new(&tested(z, error), second, critical, variance)
        };
        let found = of(3.0, 1.0, 0.5, &[2.0], 3.0);
        // B = .75: (2.25 - 1)/sqrt(.75 + .25).
        assert!((found.again - normal_cdf(1.25)).abs() < 1e-12);
        assert!((found.reversed - normal_cdf(-2.25)).abs() < 1e-12);
        assert!((found.reversed_significantly - normal_cdf(-3.25)).abs() < 1e-12);
        assert!((found.size - 2.25).abs() < 1e-12);
        let scaled = of(30.0, 10.0, 5.0, &[2.0], 300.0);
        assert!((scaled.again - found.again).abs() < 1e-12);
        // Over two critical values: their mean.
        let both = of(3.0, 1.0, 0.5, &[2.0, 4.0], 3.0);
        assert!((both.again - 0.5 * (normal_cdf(1.25) + normal_cdf(0.25))).abs() < 1e-12);
        // Without an error there is nothing to shrink, and nothing is left to chance.
        let sure = of(3.0, 0.0, 0.0, &[2.0], 0.0);
        assert_eq!((sure.again, sure.reversed, sure.size), (1.0, 0.0, 3.0));
        // Where all is noise, everything is drawn in to 0.
        let nothing = of(3.0, 1.0, 0.5, &[2.0], 0.0);
        assert_eq!((nothing.reversed, nothing.size), (0.5, 0.0));
    }

    #[test]
    fn variances_and_limits() {
        let all = [tested(3.0, 1.0), tested(-2.0, 2.0), tested(1.0, 1.0)];
        assert!((true_variance(&all) - 8.0 / 3.0).abs() < 1e-12);
        assert!(true_variance(&all[1..]) <= 0.0);
        assert!(true_variance(&[]) <= 0.0);
        assert!((alpha_of_holm(0.05, 10, 6) - 0.01).abs() < 1e-15);
        assert!((alpha_of_holm(0.05, 10, 10) - 0.05).abs() < 1e-15);
        assert!((alpha_of_benjamini_hochberg(0.05, 10, 6) - 0.03).abs() < 1e-15);
        // `scipy.stats.t.ppf(.975, 9)`.
        let critical = critical_values([9.0, 0.2], 0.05);
        assert!((critical[0] - 2.262_157_162_740_992).abs() < 1e-9);
        // At least one degree of freedom: `stats.t.ppf(.975, 1)`.
        assert!((critical[1] - 12.706_204_736_174_7).abs() < 1e-8);
    }
}
