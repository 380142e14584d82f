//! Shares of trials: binomial tails and confidence intervals.

use super::special::{beta_cdf, normal_quantile};

/// P(X >= `successes`) for X binomial with `trials` trials of probability `p`:
/// `I_p(k, n - k + 1)`. Relative error below 1e-12 up to 1e5 trials.
///
/// # Panics
///
/// If `p` is not in [0, 1].
pub fn binomial_upper_tail(successes: u64, trials: u64, p: f64) -> f64 {
    assert!((0.0..=1.0).contains(&p), "a probability lies in [0, 1], not {p}");
    if successes == 0 {
        1.0
    } else if successes > trials {
        0.0
    } else {
        beta_cdf(successes as f64, (trials - successes) as f64 + 1.0, p)
    }
}

/// Bounds of a probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProportionInterval {
    /// Lower bound.
    pub lower: f64,
    /// Upper bound.
    pub upper: f64,
}

/// Wilson's score interval (1927): the probabilities from which the share is no further than the
/// normal quantile times their own standard error. Holds the level on average over probabilities.
///
/// `None` without trials, with more successes than trials, or where `level` is not in (0, 1).
pub fn wilson(successes: u64, trials: u64, level: f64) -> Option<ProportionInterval> {
    if trials == 0 || successes > trials || !(level > 0.0 && level < 1.0) {
        return None;
    }
    let z = normal_quantile(0.5 * (1.0 + level))?;
    let (k, n) = (successes as f64, trials as f64);
    let centre = (k + 0.5 * z * z) / (n + z * z);
    let half = z / (n + z * z) * (k * (n - k) / n + 0.25 * z * z).sqrt();
    // At the ends the bound is 0 or 1, which rounding would miss.
    let lower = if successes == 0 { 0.0 } else { (centre - half).max(0.0) };
    let upper = if successes == trials { 1.0 } else { (centre + half).min(1.0) };
    Some(ProportionInterval { lower, upper })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degenerate_shares() {
        assert_eq!(wilson(0, 0, 0.95), None);
        assert_eq!(wilson(3, 2, 0.95), None);
        assert_eq!(wilson(1, 2, 1.0), None);
        assert_eq!(wilson(0, 7, 0.95).unwrap().lower.to_bits(), 0.0_f64.to_bits());
        assert!((wilson(7, 7, 0.95).unwrap().upper - 1.0).abs() < 1e-15);
    }

    #[test]
    fn tails_end_at_0_and_1() {
        assert!(binomial_upper_tail(10, 9, 0.4) <= 0.0);
        assert!(binomial_upper_tail(0, 9, 0.0) >= 1.0);
        assert!(binomial_upper_tail(9, 9, 1.0) >= 1.0);
    }
}
