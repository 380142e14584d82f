//! What rounds with a known standard error find, and what of it a second one finds again.

use rand::Rng;
use rand_pcg::Pcg64;

use super::replication::{Replication, Verdict};
use super::two_way::Part;
use crate::stats::moments::squares_about;
use crate::stats::noncentral::noncentral_t_tail;
use crate::stats::random::StreamKey;
use crate::stats::special::{normal_cdf, normal_pdf, normal_quantile, student_t_quantile};

/// What a round finds of a true difference, from its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prospect {
    /// Probability that it is significant in the right direction.
    pub right: f64,
    /// Probability that it is significant in the wrong direction.
    pub wrong: f64,
    /// Probability that a second round of the same kind has the opposite sign, significantly or not, where the first
    /// is significant.
    pub reversed: f64,
    /// Probability that a second round is significant in the same direction where the first is significant.
    pub again: f64,
    /// Mean size of significant differences over the true one: the type M ratio. Of a known standard error.
    pub exaggeration: f64,
}

impl Prospect {
    /// Of a true `difference` other than 0, estimated with the variance and degrees of freedom of `part`, tested at
    /// `level`; rounds are independent. Closed forms: the noncentral t distribution for probabilities, and for sizes
    /// that of the normal distribution cut off at the critical value (Lu, Qiu & Deng 2019, *British Journal of
    /// Mathematical and Statistical Psychology* 72, 1-17).
    ///
    /// # Panics
    ///
    /// If `level` is not in (0, 1) or there is less than one degree of freedom.
    pub fn new(difference: f64, part: Part, level: f64) -> Self {
        let freedom = part.degrees_of_freedom;
        let accepted = 0.5 * (1.0 + level);
        let quantile = if freedom.is_finite() {
            student_t_quantile(accepted, freedom)
        } else {
            normal_quantile(accepted)
        };
        let critical = quantile.expect("a confidence level lies in (0, 1)");
        let shift = (difference / part.variance.sqrt()).abs();
        let tail = |shift: f64| {
            if freedom.is_finite() {
                noncentral_t_tail(critical, freedom, shift)
            } else {
                normal_cdf(shift - critical)
            }
        };
        let (right, wrong) = (tail(shift), tail(-shift));
        let opposite = normal_cdf(-shift);
        // Mean of |z| beyond the critical value, z normal around the shift.
        let (above, below) = (critical - shift, critical + shift);
        let sizes = normal_pdf(above)
            + normal_pdf(below)
            + shift * (normal_cdf(-above) - normal_cdf(-below));
        let beyond = normal_cdf(-above) + normal_cdf(-below);
        Self {
            right,
            wrong,
            reversed: (right * opposite + wrong * (1.0 - opposite)) / (right + wrong),
            again: (right * right + wrong * wrong) / (right + wrong),
            exaggeration: sizes / beyond / shift,
        }
    }
}

/// Replication of rounds of systems with the true scores `truth` and independent errors of the variance of `part` for
/// each *difference* (half of it for each score): simulated, `rounds` pairs of rounds. Standard errors are taken for
/// known, at the critical value of the degrees of freedom. O(rounds x systems^2).
///
/// # Panics
///
/// If `level` is not in (0, 1).
pub fn simulated(
    truth: &[f64],
    part: Part,
    level: f64,
    key: &StreamKey,
    rounds: u64,
) -> Replication {
    let quantile = student_t_quantile(0.5 * (1.0 + level), part.degrees_of_freedom)
        .expect("a confidence level lies in (0, 1)");
    let least = quantile * part.variance.sqrt();
    let verdict = |difference: f64| Verdict { difference, significant: difference.abs() > least };
    let verdicts =
        |differences: Vec<f64>, _: &mut Pcg64| differences.into_iter().map(verdict).collect();
    compared(truth, part, verdicts, key, rounds)
}

/// As [`simulated`], but with standard errors that are estimated: the variance of each difference is that of `part` times a
/// chi-square of its degrees of freedom over these (rounded down to whole ones), independent of the others. `judged` makes
/// verdicts of the differences of all pairs with their p-values by Student's t. O(rounds x systems^2 x degrees of freedom).
pub fn simulated_tests(
    truth: &[f64],
    part: Part,
    judged: impl Fn(&[(f64, Option<f64>)]) -> Vec<Verdict>,
    key: &StreamKey,
    rounds: u64,
) -> Replication {
    let freedom = part.degrees_of_freedom.floor().clamp(1.0, MOST_FREEDOM);
    let verdicts = |differences: Vec<f64>, random: &mut Pcg64| {
        let test = |difference: f64| {
            let variance = part.variance * chi_square(freedom, random) / freedom;
            let estimated = Part { variance, degrees_of_freedom: freedom };
            (difference, Some(estimated.p_value(difference)))
        };
        judged(&differences.into_iter().map(test).collect::<Vec<_>>())
    };
    compared(truth, part, verdicts, key, rounds)
}

/// Degrees of freedom from which on a standard error is as good as known.
const MOST_FREEDOM: f64 = 1_000.0;

/// A chi-square of whole degrees of freedom: exponentials, and the square of a normal number for an odd one.
fn chi_square(freedom: f64, random: &mut Pcg64) -> f64 {
    let mut left = freedom;
    let mut sum = 0.0;
    // Products of few uniform numbers do not vanish, and have one logarithm.
    while left >= 2.0 {
        let mut product = 1.0;
        for _ in 0..16 {
            if left < 2.0 {
                break;
            }
            product *= uniform(random);
            left -= 2.0;
        }
        sum -= 2.0 * libm::log(product);
    }
    if left >= 1.0 {
        let normal = normal_quantile(uniform(random)).expect("inside (0, 1)");
        sum += normal * normal;
    }
    sum
}

/// A uniform number inside (0, 1).
fn uniform(random: &mut Pcg64) -> f64 {
    ((random.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

/// Pairs of rounds with independent errors of scores, and what `verdicts` makes of the differences of all pairs.
fn compared(
    truth: &[f64],
    part: Part,
    verdicts: impl Fn(Vec<f64>, &mut Pcg64) -> Vec<Verdict>,
    key: &StreamKey,
    rounds: u64,
) -> Replication {
    let error = (0.5 * part.variance).sqrt();
    let of_round = |number: u64| {
        let mut random = key.generator(number);
        let scores: Vec<f64> = truth
            .iter()
            .map(|truth| {
                let normal = normal_quantile(uniform(&mut random)).expect("inside (0, 1)");
                truth + error * normal
            })
            .collect();
        let pairs = scores
            .iter()
            .enumerate()
            .flat_map(|(index, a)| scores[index + 1..].iter().map(move |b| a - b));
        verdicts(pairs.collect(), &mut random)
    };
    (0..rounds)
        .map(|round| Replication::of(&of_round(2 * round), &of_round(2 * round + 1)))
        .fold(Replication::default(), Replication::and)
}

/// Scores of systems drawn in towards their mean, so that they vary as true scores do: by the variance of `scores` less that of
/// the error of each, or not at all where that is below 0. Estimated scores lie too far apart as true ones: their variance
/// is that of true scores plus that of errors. (Constrained empirical Bayes estimates, Louis 1984, *Journal of the American
/// Statistical Association* 79, 393-398, for equal errors.)
pub fn drawn_in(scores: &[f64], error_variance: f64) -> Vec<f64> {
    let count = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let variance = squares_about(mean, scores.iter().copied()) / (count - 1.0).max(1.0);
    let factor =
        if variance > error_variance { (1.0 - error_variance / variance).sqrt() } else { 0.0 };
    scores.iter().map(|score| mean + factor * (score - mean)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::random::Purpose;

    /// The example of Gelman & Carlin (2014): a difference of 0.1 with a standard error of 3.3 has power .05, the wrong
    /// sign in 46 % of significant results, and is exaggerated 77 times (theirs is a simulation of 10,000).
    #[test]
    fn prospects_of_the_beauty_study() {
        let part = Part { variance: 3.28 * 3.28, degrees_of_freedom: f64::INFINITY };
        let found = Prospect::new(0.1, part, 0.95);
        assert!((found.right + found.wrong - 0.05).abs() < 0.001);
        assert!((found.wrong / (found.right + found.wrong) - 0.46).abs() < 0.01);
        assert!((found.exaggeration - 77.0).abs() < 1.0, "{found:?}");
    }

    /// Estimated standard errors against the noncentral t distribution: 40,000 rounds of two systems, four Monte-Carlo errors.
    #[test]
    fn tests_with_few_degrees_of_freedom_are_those_of_the_closed_form() {
        for freedom in [4.0, 7.0] {
            let part = Part { variance: 1.0, degrees_of_freedom: freedom };
            let expected = Prospect::new(3.0, part, 0.95);
            let key = StreamKey::new(1, Purpose::Sample);
            let judged = |tests: &[(f64, Option<f64>)]| {
                crate::stats::judges::replication::judged(tests, 0.95, <[Option<f64>]>::to_vec)
            };
            let found = simulated_tests(&[3.0, 0.0], part, judged, &key, 40_000);
            let near = |found: f64, expected: f64, trials: f64| {
                let error = 4.0 * (expected * (1.0 - expected) / trials).sqrt();
                assert!((found - expected).abs() < error, "{found} {expected}");
            };
            near(found.found as f64 / 40_000.0, expected.right + expected.wrong, 40_000.0);
            near(found.again_share().unwrap(), expected.again, found.found as f64);
        }
    }

    /// Mean f and variance 2 f: 50,000 numbers, five standard errors.
    #[test]
    fn chi_squares_have_their_moments() {
        let mut random = StreamKey::new(1, Purpose::Sample).generator(0);
        for freedom in [1.0, 2.0, 7.0, 80.0] {
            let all: Vec<f64> = (0..50_000).map(|_| chi_square(freedom, &mut random)).collect();
            let mean = all.iter().sum::<f64>() / 5e4;
            let variance = squares_about(mean, all.into_iter()) / 5e4;
            assert!((mean - freedom).abs() < 5.0 * (2.0 * freedom / 5e4).sqrt(), "{mean}");
            assert!((variance / (2.0 * freedom) - 1.0).abs() < 0.12, "{variance}");
        }
    }

    /// Variance 10, of which 3.6 is error: distances from the mean are .8 of what they were.
    #[test]
    fn scores_are_drawn_in_to_the_variance_of_true_ones() {
        let found = drawn_in(&[1.0, 3.0, 5.0, 7.0, 9.0], 3.6);
        for (found, expected) in found.iter().zip([1.8, 3.4, 5.0, 6.6, 8.2]) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
        assert_eq!(drawn_in(&[1.0, 3.0], 2.5), [2.0, 2.0]);
        assert_eq!(drawn_in(&[1.0], 0.0), [1.0]);
    }

    /// Closed forms against 40,000 simulated rounds of two systems: four Monte-Carlo errors.
    #[test]
    fn prospects_are_those_of_simulated_rounds() {
        let part = Part { variance: 1.0, degrees_of_freedom: 1e5 };
        for difference in [1.0, 2.5] {
            let expected = Prospect::new(difference, part, 0.95);
            let key = StreamKey::new(1, Purpose::Sample);
            let found = simulated(&[difference, 0.0], part, 0.95, &key, 40_000);
            let share = found.found as f64 / 40_000.0;
            let near = |found: f64, expected: f64, trials: f64| {
                let error = 4.0 * (expected * (1.0 - expected) / trials).sqrt();
                assert!((found - expected).abs() < error, "{found} {expected}");
            };
            near(share, expected.right + expected.wrong, 40_000.0);
            near(found.again_share().unwrap(), expected.again, found.found as f64);
            near(found.reversed_share().unwrap(), expected.reversed, found.found as f64);
            assert!((found.exaggeration().unwrap() / expected.exaggeration - 1.0).abs() < 0.02);
        }
    }
}
