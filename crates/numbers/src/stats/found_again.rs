//! How probably a second round finds again what a first one found significant.
//!
//! Pairs that are found are those whose differences came out large, so that the same differences are smaller in a second
//! round. Where the share B of the variance of differences is true, and the rest noise, the true difference of a pair with the
//! observed d and standard error se has mean B d and variance B se^2 (Efron & Morris 1975, *Journal of the American
//! Statistical Association* 70, 311-319), and
//! a second round of standard error se' and critical value c finds it again with probability
//!
//! ```text
//! P(again) = T_f((B |d| - c se')/sqrt(B se^2 + se'^2))
//! ```
//!
//! The numerator draws in the lead of what was found, the root has the error of both rounds, and Student's t with the f
//! degrees of freedom of se says that it is an estimate: what is found is often what has a small one by chance.
//!
//! Of K systems, Q = (K - 1) mean d^2/se^2 over all pairs, found or not, is F distributed times (K - 1)/(1 - B), so that B has
//! weights: `(1 - B)^((K - 1)/2) (1 + Q (1 - B)/f)^(-(f + K - 1)/2)`, over the values that it has in a group of true scores
//! (`true_scores`). P(again) is the weighted mean.

use super::special::{normal_cdf, student_t_cdf, student_t_quantile};
use super::true_scores::true_shares;

/// Degrees of freedom from which on t is normal.
const MANY: f64 = 1e6;

/// Weight of a share, against the largest, that changes no digit that is printed.
const NEGLIGIBLE: f64 = 1e-5;

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
    degrees_of_freedom
        .into_iter()
        .map(|freedom| {
            let critical = student_t_quantile(1.0 - 0.5 * alpha, freedom.max(1.0));
            critical.unwrap_or(f64::INFINITY)
        })
        .collect()
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

/// Shares of observed differences that may be true, with their weights, which add up to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct TrueShares(Vec<(f64, f64)>);

impl TrueShares {
    /// By all pairs of systems that were tested, found or not.
    pub fn new(tested: &[Tested]) -> Self {
        let uncertain: Vec<&Tested> =
            tested.iter().filter(|pair| pair.standard_error > 0.0).collect();
        if uncertain.is_empty() {
            return Self(vec![(1.0, 1.0)]);
        }
        let n = uncertain.len() as f64;
        // K - 1, of the number K (K - 1)/2 of pairs.
        let others = 0.5 * ((1.0 + 8.0 * n).sqrt() - 1.0);
        let q = others / n
            * uncertain
                .iter()
                .map(|pair| {
                    let z = pair.difference / pair.standard_error;
                    z * z
                })
                .sum::<f64>();
        let freedom =
            uncertain.iter().map(|pair| pair.degrees_of_freedom.clamp(1.0, MANY)).sum::<f64>() / n;
        let logarithms: Vec<(f64, f64)> = true_shares()
            .map(|share| {
                let error = 1.0 - share;
                let logarithm = 0.5 * others * libm::log(error)
                    - 0.5 * (freedom + others) * libm::log1p(q * error / freedom);
                (share, logarithm)
            })
            .collect();
        // Taken off before `exp`, so that not all weights underflow.
        let most =
            logarithms.iter().map(|(_, logarithm)| *logarithm).fold(f64::NEG_INFINITY, f64::max);
        let weights =
            logarithms.into_iter().map(|(share, logarithm)| (share, libm::exp(logarithm - most)));
        let shares: Vec<(f64, f64)> = weights.filter(|(_, weight)| *weight > NEGLIGIBLE).collect();
        let sum: f64 = shares.iter().map(|(_, weight)| weight).sum();
        Self(shares.into_iter().map(|(share, weight)| (share, weight / sum)).collect())
    }
}

impl Expectation {
    /// Of a pair in a second round with this standard error, over its critical values.
    ///
    /// # Panics
    ///
    /// Without critical values.
    pub fn new(
        first: &Tested,
        standard_error: f64,
        critical_values: &[f64],
        shares: &TrueShares,
    ) -> Self {
        assert!(!critical_values.is_empty(), "a test has a critical value");
        let mut expected =
            Self { again: 0.0, reversed: 0.0, reversed_significantly: 0.0, size: 0.0 };
        let variance = first.standard_error * first.standard_error;
        for (share, weight) in &shares.0 {
            // What has no error is all true.
            let share = if variance > 0.0 { *share } else { 1.0 };
            let size = share * first.difference.abs();
            let error = (share * variance + standard_error * standard_error).sqrt();
            let below = |at: f64| match first.degrees_of_freedom {
                _ if error <= 0.0 => f64::from(u8::from(at > 0.0)),
                freedom if freedom < MANY => student_t_cdf(at / error, freedom.max(1.0)),
                _ => normal_cdf(at / error),
            };
            let [again, reversed_significantly] = [size, -size].map(|size| {
                let critical = critical_values.iter();
                let probabilities =
                    critical.map(|critical| below(size - critical * standard_error));
                probabilities.sum::<f64>() / critical_values.len() as f64
            });
            expected.again += weight * again;
            expected.reversed += weight * below(-size);
            expected.reversed_significantly += weight * reversed_significantly;
            expected.size += weight * size;
        }
        expected
    }
}

/// Limit of the p-values of a second round: where Holm adjusts over `tests` and the `found` pairs are found again, that of the
/// last of them, `alpha/(tests - found + 1)`.
pub fn alpha_of_holm(alpha: f64, tests: usize, rejected: usize) -> f64 {
    alpha / (tests.saturating_sub(rejected) + 1) as f64
}

/// The same by Benjamini and Hochberg: `alpha found/tests`.
pub fn alpha_of_benjamini_hochberg(alpha: f64, tests: usize, rejected: usize) -> f64 {
    alpha * rejected.max(1) as f64 / tests.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tested(difference: f64, standard_error: f64) -> Tested {
        Tested { difference, standard_error, degrees_of_freedom: f64::INFINITY }
    }

    fn only(share: f64) -> TrueShares {
        TrueShares(vec![(share, 1.0)])
    }

    /// `scipy.stats.norm.cdf((B*z - c)/sqrt(1 + B))`, with c = 1.959964; B = 1 without the root is what takes the
    /// observed difference for the true one.
    #[test]
    fn golden_values() {
        for (z, expected) in [
            (2.5, [0.6487, 0.5119, 0.2811]),
            (3.0, [0.7690, 0.6285, 0.3536]),
            (4.0, [0.9254, 0.8223, 0.5130]),
        ] {
            for (share, expected) in [1.0, 0.8, 0.5].into_iter().zip(expected) {
                for sign in [1.0, -1.0] {
                    let first = tested(sign * z, 1.0);
                    let expectation = Expectation::new(&first, 1.0, &[1.959_964], &only(share));
                    assert!((expectation.again - expected).abs() < 5.1e-5, "{z}: {expectation:?}");
                }
            }
        }
        // Plug-in values, as the limit of a first round without an error.
        for (z, expected) in [(2.5, 0.7054), (3.0, 0.8508), (4.0, 0.9793)] {
            let first = tested(z, 1e-9);
            let expectation = Expectation::new(&first, 1.0, &[1.959_964], &only(1.0));
            assert!((expectation.again - expected).abs() < 5.1e-5, "{z}: {expectation:?}");
        }
    }

    /// In units of its own, and with four times as many documents.
    #[test]
    fn second_rounds_have_sizes_of_their_own() {
        let expected = Expectation::new(&tested(3.0, 1.0), 0.5, &[2.0], &only(0.75));
        // B = .75: (2.25 - 1)/sqrt(.75 + .25).
        assert!((expected.again - normal_cdf(1.25)).abs() < 1e-12);
        assert!((expected.reversed - normal_cdf(-2.25)).abs() < 1e-12);
        assert!((expected.reversed_significantly - normal_cdf(-3.25)).abs() < 1e-12);
        assert!((expected.size - 2.25).abs() < 1e-12);
        let scaled = Expectation::new(&tested(30.0, 10.0), 5.0, &[2.0], &only(0.75));
        assert!((scaled.again - expected.again).abs() < 1e-12);
        // Over two critical values: their mean.
        let both = Expectation::new(&tested(3.0, 1.0), 0.5, &[2.0, 4.0], &only(0.75));
        assert!((both.again - 0.5 * (normal_cdf(1.25) + normal_cdf(0.25))).abs() < 1e-12);
        // Without an error there is nothing to shrink, and nothing is left to chance.
        let sure = Expectation::new(&tested(3.0, 0.0), 0.0, &[2.0], &only(0.0));
        assert_eq!((sure.again, sure.reversed, sure.size), (1.0, 0.0, 3.0));
        // Where all is noise, everything is drawn in to 0.
        let nothing = Expectation::new(&tested(3.0, 1.0), 0.5, &[2.0], &only(0.0));
        assert_eq!((nothing.reversed, nothing.size), (0.5, 0.0));
    }

    #[test]
    fn variances_and_limits() {
        assert_eq!(TrueShares::new(&[]), only(1.0));
        // Three pairs of three systems; `numpy`, with 40 shares sin(pi/2 (i + .5)/40)^4.
        for (z, expected) in [(0.5, 0.177_852), (2.0, 0.438_848), (5.0, 0.902_727)] {
            let pairs = [z, -z, z].map(|z| Tested { degrees_of_freedom: 10.0, ..tested(z, 1.0) });
            let TrueShares(shares) = TrueShares::new(&pairs);
            assert!((shares.iter().map(|share| share.1).sum::<f64>() - 1.0).abs() < 1e-12);
            let mean = shares.iter().map(|(share, weight)| share * weight).sum::<f64>();
            assert!((mean - expected).abs() < 1e-4, "{z}: {mean}");
        }
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
