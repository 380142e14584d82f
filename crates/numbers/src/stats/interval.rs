//! Confidence intervals from replicates of a statistic.
//!
//! All methods read one [`Distribution`] and say in [`Interval::lower_error`] and
//! [`Interval::upper_error`] how far their ends are from those of infinitely many replicates.
//! Definitions: Efron & Tibshirani 1993, *An introduction to the bootstrap*, chapters 12 to 14.
//!
//! Where all replicates are equal there is no interval ([`NoVariation`]): a width of
//! zero would claim certainty, and means that the data do not say.

use super::distribution::Distribution;
use super::monte_carlo::{order_statistic_error, quantile_error};
use super::reason::{
    Estimate,
    Reason::{NoVariation, TooFewReplicates, TooFewUnits, UndefinedScore},
};
use super::special::{normal_quantile, student_t_quantile};

/// An interval and the Monte-Carlo standard errors of its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub lower: f64,
    /// Upper end.
    pub upper: f64,
    /// Monte-Carlo standard error of the lower end; `None` where nothing was drawn.
    pub lower_error: Option<f64>,
    /// Monte-Carlo standard error of the upper end.
    pub upper_error: Option<f64>,
}

impl Interval {
    /// Half the distance between the ends.
    pub fn half_width(&self) -> f64 {
        0.5 * (self.upper - self.lower)
    }

    /// Whether `value` lies between the ends, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.lower <= value && value <= self.upper
    }
}

/// Percentile interval: the quantiles (type 7) at (1 - level)/2 and (1 + level)/2.
///
/// Assumes that some monotone transformation makes the replicates normal around the truth without
/// bias. Too narrow for few units (by about sqrt((n - 1)/n), and by z against t).
///
/// # Errors
///
/// [`TooFewReplicates`] below two, [`NoVariation`].
///
/// # Panics
///
/// As all others, if `level` is not in (0, 1).
pub fn percentile(distribution: &Distribution, level: f64) -> Estimate<Interval> {
    check(distribution, level)?;
    let tail = 0.5 * (1.0 - level);
    quantiles(distribution, tail, 1.0 - tail)
}

/// Ends of [`percentile`] without their errors, which take longer than the ends: O(B).
///
/// # Errors
///
/// As [`percentile`].
pub fn percentile_ends(distribution: &Distribution, level: f64) -> Estimate<(f64, f64)> {
    check(distribution, level)?;
    let tail = 0.5 * (1.0 - level);
    let ends = distribution.quantiles(&[tail, 1.0 - tail]).ok_or(TooFewReplicates)?;
    Ok((ends[0], ends[1]))
}

/// Koehn's interval (2004): of the sorted replicates drop floor(B (1 - level)/2) at each end; for
/// B = 1,000 at 95 % what stays are the 26th to the 975th.
///
/// The product is rounded up where it is within 1e-9 of a whole number, so that 1,000 replicates at
/// 90 % drop 50 and not the 49 that 1 - 0.9 in binary would give.
///
/// # Errors
///
/// As [`percentile`].
pub fn order_statistic(distribution: &Distribution, level: f64) -> Estimate<Interval> {
    check(distribution, level)?;
    from_order_statistics(distribution, dropped(distribution, level))
}

/// Ends of [`order_statistic`] without their errors: O(B).
///
/// # Errors
///
/// As [`percentile`].
pub fn order_statistic_ends(distribution: &Distribution, level: f64) -> Estimate<(f64, f64)> {
    check(distribution, level)?;
    let drop = dropped(distribution, level);
    let ends = distribution.order_statistics(&[drop, distribution.len() - 1 - drop]);
    Ok((ends[0], ends[1]))
}

/// Replicates to drop at each end.
fn dropped(distribution: &Distribution, level: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "less than half the number of replicates"
    )]
    let drop = (distribution.len() as f64 * 0.5 * (1.0 - level) * (1.0 + 1e-9)).floor() as usize;
    drop
}

fn from_order_statistics(distribution: &Distribution, drop: usize) -> Estimate<Interval> {
    // Fewer than half are dropped, so the lower end is not above the upper.
    let last = distribution.len() - 1 - drop;
    Ok(Interval {
        lower: distribution.sorted()[drop],
        upper: distribution.sorted()[last],
        lower_error: Some(order_statistic_error(distribution, drop)?),
        upper_error: Some(order_statistic_error(distribution, last)?),
    })
}

/// Basic interval: `[2 score - upper, 2 score - lower]` with the ends of [`percentile`].
///
/// Assumes that the deviation of replicates from the score is distributed as that of the score from
/// the truth. May leave the range of the score.
///
/// # Errors
///
/// As [`percentile`]; as for all that take the score, [`UndefinedScore`] where it is not
/// finite.
pub fn basic(distribution: &Distribution, score: f64, level: f64) -> Estimate<Interval> {
    check_score(score)?;
    let percentile = percentile(distribution, level)?;
    Ok(Interval {
        lower: 2.0 * score - percentile.upper,
        upper: 2.0 * score - percentile.lower,
        lower_error: percentile.upper_error,
        upper_error: percentile.lower_error,
    })
}

/// Where an interval of the form centre +- multiple of the STDEV is centred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Centre {
    /// On the score of the test set.
    Score(f64),
    /// On the mean of the replicates.
    ReplicateMean,
}

/// Normal interval: centre +- z STDEV, the "confidence interval based on standard deviations" of
/// Estrella et al. 2007 (who do not state the multiplier).
///
/// Assumes normal replicates, and enough units for z in the place of t.
///
/// # Errors
///
/// As [`percentile`].
pub fn normal(distribution: &Distribution, centre: Centre, level: f64) -> Estimate<Interval> {
    check(distribution, level)?;
    let multiple = normal_quantile(0.5 * (1.0 + level)).expect("the level lies in (0, 1)");
    symmetric(distribution, centre, multiple)
}

/// Student's interval with the STDEV of the replicates: centre +- t STDEV with `units` - 1 degrees
/// of freedom, where `units` are what is resampled (Zhang & Vogel 2004).
///
/// Assumes normal replicates. Steadier from run to run than [`percentile`].
///
/// # Errors
///
/// As [`percentile`]; [`TooFewUnits`] below two units.
pub fn student_t(
    distribution: &Distribution,
    centre: Centre,
    units: usize,
    level: f64,
) -> Estimate<Interval> {
    check(distribution, level)?;
    symmetric(distribution, centre, student_multiple(units as f64 - 1.0, level)?)
}

/// Returns Student's interval of a score with a standard error, without resampling: `score +- t se` (Tukey 1958). The
/// `degrees_of_freedom` need not be whole.
///
/// Assumes a score that is nearly normal, and smooth in the units.
///
/// # Errors
///
/// [`TooFewUnits`] below one degree of freedom, [`NoVariation`], [`UndefinedScore`].
pub fn student(
    score: f64,
    standard_error: f64,
    degrees_of_freedom: f64,
    level: f64,
) -> Estimate<Interval> {
    check_level(level);
    check_student(score, standard_error, degrees_of_freedom)?;
    let half = student_multiple(degrees_of_freedom, level)? * standard_error;
    Ok(Interval { lower: score - half, upper: score + half, lower_error: None, upper_error: None })
}

/// Wilson's interval (1927) of a share, with Student's quantile in place of the normal one. It stays between 0 and 1, and
/// there is one where all values are equal.
///
/// `values` are those that the share is of, where they are independent: else as many independent ones as have its
/// standard error ([`effective_values`]).
///
/// # Errors
///
/// [`TooFewUnits`] below one degree of freedom.
pub fn wilson(share: f64, values: f64, degrees_of_freedom: f64, level: f64) -> Estimate<Interval> {
    check_level(level);
    let quantile = student_multiple(degrees_of_freedom, level)?;
    let square = quantile * quantile / values;
    let centre = (share + 0.5 * square) / (1.0 + square);
    let variance = share * (1.0 - share) / values + 0.25 * square / values;
    let half = quantile * variance.sqrt() / (1.0 + square);
    // Wilson's ends leave [0, 1] by rounding alone.
    let (lower, upper) = ((centre - half).max(0.0), (centre + half).min(1.0));
    Ok(Interval { lower, upper, lower_error: None, upper_error: None })
}

/// How many independent values have a share with this standard error: of n single values with a jackknife n - 1, at
/// most `most`; of values that are all equal, which show no error, one less than there are `units`.
pub fn effective_values(share: f64, standard_error: f64, units: f64, most: f64) -> f64 {
    if standard_error <= 0.0 {
        return units - 1.0;
    }
    (share * (1.0 - share) / (standard_error * standard_error)).min(most)
}

/// Whether there is Student's interval of a score, and a p-value.
///
/// # Errors
///
/// As [`student`].
pub fn check_student(score: f64, standard_error: f64, degrees_of_freedom: f64) -> Estimate<()> {
    if degrees_of_freedom < 1.0 {
        return Err(TooFewUnits);
    }
    if standard_error <= 0.0 {
        return Err(NoVariation);
    }
    check_score(score)
}

fn student_multiple(degrees_of_freedom: f64, level: f64) -> Estimate<f64> {
    if degrees_of_freedom < 1.0 {
        return Err(TooFewUnits);
    }
    let quantile = student_t_quantile(0.5 * (1.0 + level), degrees_of_freedom);
    Ok(quantile.expect("the level lies in (0, 1) and there is a degree of freedom"))
}

/// The error is that of a STDEV of normal replicates, and of their mean where it is the centre.
fn symmetric(distribution: &Distribution, centre: Centre, multiple: f64) -> Estimate<Interval> {
    let few = TooFewReplicates;
    let stdev = distribution.stdev().ok_or(few)?;
    let (centre, centre_error) = match centre {
        Centre::Score(score) => {
            check_score(score)?;
            (score, 0.0)
        }
        Centre::ReplicateMean => {
            (distribution.mean().ok_or(few)?, stdev / (distribution.len() as f64).sqrt())
        }
    };
    let half = multiple * stdev;
    let half_error = multiple * distribution.stdev_error().ok_or(few)?;
    // Mean and deviation of normal replicates are independent: their errors add in squares.
    let error = Some((half_error * half_error + centre_error * centre_error).sqrt());
    Ok(Interval {
        lower: centre - half,
        upper: centre + half,
        lower_error: error,
        upper_error: error,
    })
}

/// What sacreBLEU prints beside a score: "mu = mean +- half width".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SacrebleuReport {
    /// Mean of the replicates, the centre that is printed.
    pub mean: f64,
    /// Half the width of the interval between the order statistics.
    pub half_width: f64,
    /// The order statistics themselves, which are not printed.
    pub order_statistics: Interval,
}

impl SacrebleuReport {
    /// The interval as printed, mean +- half width: neither the percentile interval nor centred on
    /// the score.
    pub fn printed(&self) -> (f64, f64) {
        (self.mean - self.half_width, self.mean + self.half_width)
    }
}

/// sacreBLEU's 95 % interval: with k = floor(B / 40) the half width is half the distance between
/// the sorted replicates k and B - k - 1, the centre their mean (`estimate_ci`, version 2.6.0).
///
/// The sum is compensated (Neumaier), so that the mean is that of exact arithmetic to the last
/// digit.
///
/// # Errors
///
/// As [`percentile`].
pub fn sacrebleu(distribution: &Distribution) -> Estimate<SacrebleuReport> {
    check(distribution, 0.95)?;
    let order_statistics = from_order_statistics(distribution, distribution.len() / 40)?;
    let (mut sum, mut lost) = (0.0_f64, 0.0_f64);
    for x in distribution.values() {
        let next = sum + x;
        lost += if sum.abs() >= x.abs() { (sum - next) + x } else { (x - next) + sum };
        sum = next;
    }
    let mean = (sum + lost) / distribution.len() as f64;
    Ok(SacrebleuReport { mean, half_width: order_statistics.half_width(), order_statistics })
}

pub(super) fn quantiles(distribution: &Distribution, lower: f64, upper: f64) -> Estimate<Interval> {
    let few = TooFewReplicates;
    Ok(Interval {
        lower: distribution.quantile(lower).ok_or(few)?,
        upper: distribution.quantile(upper).ok_or(few)?,
        lower_error: Some(quantile_error(distribution, lower)?),
        upper_error: Some(quantile_error(distribution, upper)?),
    })
}

pub(super) fn check_score(score: f64) -> Estimate<()> {
    if score.is_finite() { Ok(()) } else { Err(UndefinedScore) }
}

pub(super) fn check_level(level: f64) {
    assert!(level > 0.0 && level < 1.0, "a confidence level lies in (0, 1), not {level}");
}

pub(super) fn check(distribution: &Distribution, level: f64) -> Estimate<()> {
    check_level(level);
    match distribution.stdev() {
        None => Err(TooFewReplicates),
        Some(stdev) if stdev <= 0.0 => Err(NoVariation),
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::second_order::{Ties, bca, bootstrap_t};

    /// Why there is no interval, by each method.
    fn reasons(replicates: &[f64]) -> [Option<crate::stats::reason::Reason>; 8] {
        let d = Distribution::new(replicates);
        [
            percentile(&d, 0.95).err(),
            order_statistic(&d, 0.95).err(),
            basic(&d, 1.0, 0.95).err(),
            normal(&d, Centre::ReplicateMean, 0.95).err(),
            student_t(&d, Centre::Score(1.0), 9, 0.95).err(),
            bca(&d, 1.0, 0.0, Ties::Half, 0.95).err(),
            sacrebleu(&d).err(),
            bootstrap_t(1.0, 0.5, replicates, &vec![1.0; replicates.len()], 0.95).err(),
        ]
    }

    #[test]
    fn degenerate_replicates_have_no_interval() {
        assert_eq!(reasons(&[]), [Some(TooFewReplicates); 8]);
        assert_eq!(reasons(&[2.0, f64::NAN]), [Some(TooFewReplicates); 8]);
        assert_eq!(reasons(&[2.0; 9]), [Some(NoVariation); 8]);
    }

    #[test]
    fn further_undefined_intervals() {
        let d = Distribution::new(&[1.0, 2.0, 3.0]);
        assert_eq!(student_t(&d, Centre::Score(2.0), 1, 0.95).err(), Some(TooFewUnits));
        for score in [f64::NAN, f64::INFINITY] {
            let undefined = Some(UndefinedScore);
            assert_eq!(basic(&d, score, 0.95).err(), undefined);
            assert_eq!(normal(&d, Centre::Score(score), 0.95).err(), undefined);
            assert_eq!(student_t(&d, Centre::Score(score), 9, 0.95).err(), undefined);
        }
    }

    /// Koehn's own example: of 1,000 sorted replicates the 26th to the 975th at 95 %, and 50
    /// dropped at each end at 90 %, where binary rounding would drop 49.
    #[test]
    fn dropped_order_statistics() {
        let replicates: Vec<f64> = (1..=1000).map(f64::from).collect();
        let d = Distribution::new(&replicates);
        for (level, ends) in [(0.95, (26.0, 975.0)), (0.9, (51.0, 950.0)), (0.99, (6.0, 995.0))] {
            assert_eq!(order_statistic(&d, level).map(|i| (i.lower, i.upper)), Ok(ends));
        }
        let few = Distribution::new(&[5.0, 1.0, 3.0]);
        assert_eq!(order_statistic(&few, 0.95).map(|i| (i.lower, i.upper)), Ok((1.0, 5.0)));
    }
}
