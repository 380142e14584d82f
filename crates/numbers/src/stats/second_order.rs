//! Intervals that are right to second order: bootstrap-t and `BCa`.
//!
//! Both need the jackknife beside the replicates. Definitions: Efron & Tibshirani 1993, chapters 12
//! and 14.

use super::distribution::Distribution;
use super::interval::{Interval, check, check_level, check_score, percentile, quantiles};
use super::reason::{
    Estimate,
    Reason::{NoVariation, OneSided, OutOfRange},
};
use super::special::{normal_cdf, normal_pdf, normal_quantile};

/// A bootstrap-t interval and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BootstrapT {
    /// The interval.
    pub interval: Interval,
    /// Quantile of the studentized replicates at (1 - level)/2, which makes the upper end.
    pub lower_quantile: f64,
    /// Quantile at (1 + level)/2, which makes the lower end.
    pub upper_quantile: f64,
    /// Replicates left out: undefined, or with a standard error of zero.
    pub dropped: usize,
}

/// Bootstrap-t: with `t_b = (replicate_b - score) / error_b` and its quantiles, the interval is
/// `[score - t_upper error, score - t_lower error]`.
///
/// `error` is the standard error of the score, `errors[b]` that of replicate b within its own
/// resample (by the jackknife, or analytic for means). Right to second order, but erratic for few units. The cost is that of the standard
/// errors.
///
/// # Errors
///
/// [`TooFewReplicates`](super::reason::Reason::TooFewReplicates) where fewer than two replicates are left,
/// [`NoVariation`] where `error` is zero or all studentized replicates are equal.
///
/// # Panics
///
/// If there are not as many errors as replicates.
pub fn bootstrap_t(
    score: f64,
    error: f64,
    replicates: &[f64],
    errors: &[f64],
    level: f64,
) -> Estimate<BootstrapT> {
    assert_eq!(replicates.len(), errors.len(), "every replicate has its own error");
    check_level(level);
    check_score(score)?;
    if error <= 0.0 || !error.is_finite() {
        return Err(NoVariation);
    }
    let studentized: Vec<f64> = replicates
        .iter()
        .zip(errors)
        .filter(|(replicate, error)| !replicate.is_nan() && **error > 0.0)
        .map(|(replicate, error)| (replicate - score) / error)
        .collect();
    let quantiles = percentile(&Distribution::new(&studentized), level)?;
    let interval = Interval {
        lower: score - quantiles.upper * error,
        upper: score - quantiles.lower * error,
        lower_error: quantiles.upper_error.map(|t| t * error),
        upper_error: quantiles.lower_error.map(|t| t * error),
    };
    Ok(BootstrapT {
        interval,
        lower_quantile: quantiles.lower,
        upper_quantile: quantiles.upper,
        dropped: replicates.len() - studentized.len(),
    })
}

/// How replicates that equal the score count in the correction for bias of `BCa`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// As half below, as SciPy counts them.
    Half,
    /// As above, as in Efron & Tibshirani 1993 and the package arch.
    Above,
}

/// A `BCa` interval and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bca {
    /// The interval.
    pub interval: Interval,
    /// Correction for bias `z0`: the normal quantile of the share of replicates below the score.
    pub bias: f64,
    /// Correction for skewness, as given.
    pub acceleration: f64,
    /// Probability at which the lower end was read.
    pub lower_probability: f64,
    /// Probability at which the upper end was read.
    pub upper_probability: f64,
}

/// Bias-corrected and accelerated interval (Efron 1987): the quantiles at
/// `Phi(z0 + (z0 + z) / (1 - a (z0 + z)))` for z the normal quantiles at (1 -+ level)/2.
///
/// `acceleration` comes from the jackknife over the resampling unit
/// ([`Jackknife::acceleration`](super::jackknife::Jackknife::acceleration)). Right to second order.
/// The errors of the ends include that of z0, by the delta method.
///
/// # Errors
///
/// As [`percentile`]; [`OneSided`] where z0 is infinite;
/// [`OutOfRange`] where `1 - a (z0 + z)` is not positive.
pub fn bca(
    distribution: &Distribution,
    score: f64,
    acceleration: f64,
    ties: Ties,
    level: f64,
) -> Estimate<Bca> {
    check(distribution, level)?;
    check_score(score)?;
    let below = distribution.sorted().partition_point(|x| *x < score);
    let not_above = distribution.sorted().partition_point(|x| *x <= score);
    let weight = match ties {
        Ties::Half => 0.5,
        Ties::Above => 0.0,
    };
    let share = (below as f64 + weight * (not_above - below) as f64) / distribution.len() as f64;
    let bias = normal_quantile(share).ok_or(OneSided)?;
    let z = normal_quantile(0.5 * (1.0 + level)).expect("the level lies in (0, 1)");
    let [lower, upper] = [-z, z].map(|z| {
        let denominator = 1.0 - acceleration * (bias + z);
        let moved = bias + (bias + z) / denominator;
        // d moved / d bias.
        let slope = 1.0 + 1.0 / (denominator * denominator);
        (denominator > 0.0).then(|| (normal_cdf(moved), normal_pdf(moved) * slope))
    });
    let (lower, lower_slope) = lower.ok_or(OutOfRange)?;
    let (upper, upper_slope) = upper.ok_or(OutOfRange)?;
    let mut interval = quantiles(distribution, lower, upper)?;
    // An end moves by -dF(end)/density from the draws around it, and by slope/density times
    // dF(score)/phi(z0) through the bias; both are shares of the same draws.
    let inflate = |error: f64, at: f64, slope: f64| {
        let through_bias = slope / normal_pdf(bias);
        let covariance = at.min(share) - at * share;
        let binomial = at * (1.0 - at);
        // At least 0 by Cauchy and Schwarz, but for rounding: hence `max` below.
        let variance = binomial + through_bias * through_bias * share * (1.0 - share)
            - 2.0 * through_bias * covariance;
        if binomial > 0.0 { error * (variance / binomial).max(0.0).sqrt() } else { error }
    };
    interval.lower_error = interval.lower_error.map(|e| inflate(e, lower, lower_slope));
    interval.upper_error = interval.upper_error.map(|e| inflate(e, upper, upper_slope));
    Ok(Bca { interval, bias, acceleration, lower_probability: lower, upper_probability: upper })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::reason::Reason::{TooFewReplicates, UndefinedScore};

    #[test]
    fn undefined_cases() {
        let d = Distribution::new(&[1.0, 2.0, 3.0]);
        let undefined = Some(UndefinedScore);
        assert_eq!(bca(&d, f64::NAN, 0.0, Ties::Half, 0.95).err(), undefined);
        assert_eq!(bootstrap_t(f64::NAN, 1.0, &[], &[], 0.95).err(), undefined);
        assert_eq!(bca(&d, 0.5, 0.0, Ties::Half, 0.95).err(), Some(OneSided));
        assert_eq!(bca(&d, 1.0, 0.0, Ties::Above, 0.95).err(), Some(OneSided));
        assert_eq!(bca(&d, 2.0, 0.6, Ties::Half, 0.95).err(), Some(OutOfRange));
        let no_errors = bootstrap_t(1.0, 0.5, &[1.0, 2.0, 3.0], &[0.0, f64::NAN, 1.0], 0.95);
        assert_eq!(no_errors.err(), Some(TooFewReplicates));
        assert_eq!(bootstrap_t(1.0, 0.0, &[1.0], &[1.0], 0.9).err(), Some(NoVariation));
    }

    /// Without bias and skewness `BCa` is the percentile interval.
    #[test]
    fn bca_without_corrections_is_the_percentile_interval() {
        let replicates: Vec<f64> = (0..999).map(|i| f64::from(i * i)).collect();
        let d = Distribution::new(&replicates);
        let interval = bca(&d, f64::from(499 * 499), 0.0, Ties::Half, 0.9).unwrap();
        let plain = percentile(&d, 0.9).unwrap();
        assert!(interval.bias.abs() < 1e-15);
        assert!((interval.interval.lower - plain.lower).abs() < 1e-9);
        assert!((interval.interval.upper - plain.upper).abs() < 1e-9);
        assert!(interval.interval.lower_error > plain.lower_error);
    }
}
