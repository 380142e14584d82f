//! Exact tests and intervals of shares, by which tests judge what they draw.

use runner::stats::proportion::{ProportionInterval, binomial_upper_tail};
use runner::stats::special::beta_quantile;

/// P(X <= `successes`), by the symmetry of `binomial_upper_tail`.
pub(crate) fn binomial_lower_tail(successes: u64, trials: u64, p: f64) -> f64 {
    if successes >= trials { 1.0 } else { binomial_upper_tail(trials - successes, trials, 1.0 - p) }
}

/// Two-sided p of `successes` in `trials` under probability `p`: twice the smaller tail, at most 1.
pub(crate) fn binomial_test(successes: u64, trials: u64, p: f64) -> f64 {
    let upper = binomial_upper_tail(successes, trials, p);
    (2.0 * upper.min(binomial_lower_tail(successes, trials, p))).min(1.0)
}

/// Clopper & Pearson's interval (1934): the probabilities that neither tail rejects at (1 -
/// level)/2. Holds the nominal level for every probability, and is therefore wide.
///
/// `None` without trials, with more successes than trials, or where `level` is not in (0, 1).
pub(crate) fn clopper_pearson(
    successes: u64,
    trials: u64,
    level: f64,
) -> Option<ProportionInterval> {
    if trials == 0 || successes > trials || !(level > 0.0 && level < 1.0) {
        return None;
    }
    let tail = 0.5 * (1.0 - level);
    let (k, n) = (successes as f64, trials as f64);
    let lower = if successes == 0 { 0.0 } else { beta_quantile(k, n - k + 1.0, tail)? };
    // The mirrored lower bound: keeps the precision of a bound near 1.
    let upper = if successes == trials { 1.0 } else { 1.0 - beta_quantile(n - k, k + 1.0, tail)? };
    Some(ProportionInterval { lower, upper })
}
