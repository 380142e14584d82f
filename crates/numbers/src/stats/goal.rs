//! Sizes and differences with which a test reaches a wanted power.
//!
//! Whether a test on n units reaches the power depends on the difference in STDEVs of n units alone: it
//! must be `shift(n)`, which falls with n towards a sum of two normal quantiles. A difference d of units
//! with the deviation sigma is `d sqrt(n) / sigma` STDEVs, so that the required size is where
//! `sqrt(n) / shift(n) = sigma / d`. Units of unequal lengths have the degrees of freedom of fewer units of equal
//! length: `shift` is a function of these. All pairs of systems and all differences share the function
//! `shift`, so it is solved for at a few sizes and interpolated between them: its logarithm over that of
//! n, in intervals of a doubling, by polynomials through Chebyshev's points, whose error falls
//! exponentially with their number since the function is smooth. Intervals are made when they are needed
//! first. So is the inflation of a STDEV that is an estimate, over the inverse of its degrees of freedom.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::noncentral::NoncentralT;
use super::power::{LEAST_UNITS, MANY, PairedDeviation, Sides, Test};
use super::reason::{
    Estimate,
    Reason::{NoEffect, OutOfRange, TooFewUnits},
};
use super::special::normal_quantile;

/// Polynomials are of this degree, through one point more: errors below 1e-11, of the inflation below 1e-9.
const DEGREE: usize = 18;

/// Doublings from two units to those beyond which t is normal.
// 2 x 2^19 is the first doubling beyond `MANY`.
const DOUBLINGS: usize = 19;

/// Units beyond which t is normal.
const NORMAL_BEYOND: f64 = MANY + 1.0;

/// Fewest degrees of freedom that a variance is taken to have in a plan: of fewer, no power on average is reached.
pub const FEWEST_FREEDOM: f64 = 2.0;

/// A wanted power of a test.
#[derive(Debug)]
pub struct Goal {
    test: Test,
    power: f64,
    /// Normal quantile of the power.
    of_power: f64,
    /// The shift on infinitely many units, without the other side of the test.
    of_normal: f64,
    curves: Arc<Curves>,
}

/// What is solved for when it is needed first. All goals of the same test and power share it, and so do all metrics of
/// a study: it takes longer than what it is looked up for.
#[derive(Debug, Default)]
struct Curves {
    /// The shift beyond [`NORMAL_BEYOND`].
    of_many: OnceLock<f64>,
    /// Logarithm of the shift, over that of a size.
    intervals: [OnceLock<Polynomial>; DOUBLINGS],
    /// Logarithm of the inflation, over the inverse of the degrees of freedom of a variance.
    inflation: OnceLock<Polynomial>,
}

/// By the bits of level and power.
static CURVES: Mutex<BTreeMap<(u64, Sides, u64), Arc<Curves>>> = Mutex::new(BTreeMap::new());

/// A function between two ends.
#[derive(Debug)]
struct Polynomial {
    ends: (f64, f64),
    /// At Chebyshev's points, ends included, ascending.
    values: [f64; DEGREE + 1],
}

impl Goal {
    /// A goal of probability `power`.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`] where `power` is not above what the test rejects without any difference, or not
    /// below 1.
    ///
    /// # Panics
    ///
    /// If the level of `test` is not in (0, 1).
    pub fn new(test: Test, power: f64) -> Estimate<Self> {
        let power_quantile = normal_quantile(power).ok_or(OutOfRange)?;
        // Without any difference it rejects as often.
        if power <= test.alpha() {
            return Err(OutOfRange);
        }
        let normal_shift = test.normal_quantile() + power_quantile;
        let key = (test.level.to_bits(), test.sides, power.to_bits());
        // Nothing is solved for while the lock is held.
        let mut all_curves = CURVES.lock().unwrap_or_else(PoisonError::into_inner);
        let curves = Arc::clone(all_curves.entry(key).or_default());
        Ok(Self { test, power, of_power: power_quantile, of_normal: normal_shift, curves })
    }

    /// As [`PairedDeviation::required_units`].
    ///
    /// # Errors
    ///
    /// As there.
    pub fn required_units(&self, deviation: PairedDeviation, difference: f64) -> Estimate<f64> {
        deviation.check()?;
        // STDEVs of a single unit that the difference is, inverted.
        let ratio = deviation.stdev * deviation.units.sqrt() / difference.abs();
        // The size is about the square of this product, which must not overflow.
        if difference == 0.0 || !(ratio * ratio * self.of_normal.max(1.0)).is_finite() {
            return Err(NoEffect);
        }
        Ok(self.units(ratio, deviation.freedom_share))
    }

    /// As [`Self::required_units`], for a STDEV that is itself an estimate: units on which new test sets show
    /// `difference` with probability `power` on average over what the STDEV may be. Its square is as uncertain as one of
    /// `variance_freedom` degrees of freedom; of fewer than [`FEWEST_FREEDOM`], it is taken to have these.
    ///
    /// A size that is too small by chance loses more power than one too large by the same factor gains. A plan for f
    /// times the plain size has the power `mean over q of Phi((z_a + z_p) sqrt(f q) - z_a)`, with q chi-square over its
    /// degrees of freedom and the normal quantiles of the test and of the power: that is the probability that a
    /// noncentral t variable of noncentrality `z_a` is below `(z_a + z_p) sqrt(f)`, whose quantile gives f. The idea is that of
    /// Browne (1995), "On the use of a pilot sample for sample size determination", Statistics in Medicine 14, 1933-1940.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn planned_units(
        &self,
        deviation: PairedDeviation,
        difference: f64,
        variance_freedom: f64,
    ) -> Estimate<f64> {
        self.required_units(self.planned_deviation(deviation, variance_freedom), difference)
    }

    /// As [`Self::smallest_detectable`], for a STDEV that is itself an estimate: the difference for which
    /// [`Self::planned_units`] plans `units` units.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn planned_smallest(
        &self,
        deviation: PairedDeviation,
        units: f64,
        variance_freedom: f64,
    ) -> Estimate<f64> {
        self.smallest_detectable(self.planned_deviation(deviation, variance_freedom), units)
    }

    /// The STDEV that, taken for the true one, plans for the power on average.
    fn planned_deviation(
        &self,
        deviation: PairedDeviation,
        variance_freedom: f64,
    ) -> PairedDeviation {
        PairedDeviation { stdev: deviation.stdev * self.inflation(variance_freedom), ..deviation }
    }

    /// The root of the factor f on a size.
    fn inflation(&self, variance_freedom: f64) -> f64 {
        if variance_freedom > MANY {
            return 1.0;
        }
        let inflation = self.curves.inflation.get_or_init(|| {
            let ends = (0.0, 1.0 / FEWEST_FREEDOM);
            Polynomial::new(ends, |_, inverse| libm::log(self.solved_inflation(1.0 / inverse)))
        });
        libm::exp(inflation.value(1.0 / variance_freedom.max(FEWEST_FREEDOM)))
    }

    /// The inflation without interpolation.
    fn solved_inflation(&self, variance_freedom: f64) -> f64 {
        if variance_freedom > MANY {
            return 1.0;
        }
        let test_quantile = self.test.normal_quantile();
        let distribution = NoncentralT::new(variance_freedom);
        crossing(|t| 1.0 - self.power - distribution.tail(t, test_quantile), self.of_normal)
            / self.of_normal
    }

    /// As [`PairedDeviation::smallest_detectable`].
    ///
    /// # Errors
    ///
    /// As there.
    pub fn smallest_detectable(&self, deviation: PairedDeviation, units: f64) -> Estimate<f64> {
        deviation.check()?;
        if units.is_nan() || units < LEAST_UNITS {
            return Err(TooFewUnits);
        }
        Ok(self.shift(1.0 + deviation.freedom_at(units).max(1.0)) * deviation.at(units))
    }

    /// Difference, in STDEVs of test sets of `units` units of equal length, that the test shows with the power.
    fn shift(&self, units: f64) -> f64 {
        if units > NORMAL_BEYOND {
            return self.of_many();
        }
        libm::exp(self.interval(doubling(units)).value(libm::log(units)))
    }

    fn of_many(&self) -> f64 {
        // Any size beyond, since the test is normal there.
        *self.curves.of_many.get_or_init(|| self.solved_shift(2.0 * NORMAL_BEYOND))
    }

    fn interval(&self, doubling: usize) -> &Polynomial {
        self.curves.intervals[doubling].get_or_init(|| {
            let (least, largest) = sizes(doubling);
            // The ends themselves are not spoilt by rounding.
            Polynomial::new((libm::log(least), libm::log(largest)), |index, log_units| {
                let units = match index {
                    0 => least,
                    DEGREE => largest,
                    _ => libm::exp(log_units),
                };
                libm::log(self.solved_shift(units))
            })
        })
    }

    /// The shift without interpolation.
    fn solved_shift(&self, units: f64) -> f64 {
        let test = self.test.with_freedom(units - 1.0);
        crossing(|shift| test.rejects(shift) - self.power, test.critical() + self.of_power)
    }

    /// Where `sqrt(n) / shift(k)` is `ratio`, of n units that have the degrees of freedom of k units of equal length; the
    /// least size where it is larger there.
    fn units(&self, ratio: f64, freedom_share: f64) -> f64 {
        let many_units = self.of_many() * ratio;
        let units_of = |alike: f64| (alike - 1.0) / freedom_share + 1.0;
        if many_units * many_units > units_of(NORMAL_BEYOND) {
            return many_units * many_units;
        }
        let log_ratio = libm::log(ratio);
        // The size by the normal distribution is a little too small, and so near to begin from.
        let mut index = doubling(freedom_share * (many_units * many_units - 1.0) + 1.0);
        loop {
            let interval = self.interval(index);
            // Logarithm of the quotient over the wanted ratio, ascending.
            let excess = |log_alike: f64| {
                let units = units_of(libm::exp(log_alike));
                0.5 * libm::log(units) - interval.value(log_alike) - log_ratio
            };
            let (low, high) = (excess(interval.ends.0), excess(interval.ends.1));
            if high < 0.0 && index + 1 < DOUBLINGS {
                index += 1;
            } else if high <= 0.0 {
                // Between t and the normal distribution.
                return units_of(sizes(index).1);
            } else if low >= 0.0 && index > 0 {
                index -= 1;
            } else if low >= 0.0 {
                // One degree of freedom, whatever the number of units.
                let least_units = libm::exp(interval.values[0]) * ratio;
                return (least_units * least_units).max(LEAST_UNITS);
            } else {
                let ends = ((interval.ends.0, low), (interval.ends.1, high));
                return units_of(libm::exp(bracketed(excess, ends.0, ends.1)));
            }
        }
    }
}

impl Polynomial {
    /// Through the values at Chebyshev's points, each with its number.
    fn new(ends: (f64, f64), value: impl Fn(usize, f64) -> f64) -> Self {
        Self { ends, values: std::array::from_fn(|index| value(index, place(ends, index))) }
    }

    /// By the barycentric formula (Berrut & Trefethen 2004, SIAM Review 46, 501-517).
    fn value(&self, at: f64) -> f64 {
        let (mut sum, mut total) = (0.0, 0.0);
        for (index, value) in self.values.iter().enumerate() {
            let distance = at - place(self.ends, index);
            if distance == 0.0 {
                return *value;
            }
            let sign = if index % 2 == 0 { 1.0 } else { -1.0 };
            let end_weight = if index == 0 || index == DEGREE { 0.5 } else { 1.0 };
            let weight = sign * end_weight / distance;
            sum += weight * value;
            total += weight;
        }
        sum / total
    }
}

/// Chebyshev's point of an interval, ascending; the ends themselves come first and last.
fn place((low, high): (f64, f64), index: usize) -> f64 {
    match index {
        0 => low,
        DEGREE => high,
        _ => {
            let angle = std::f64::consts::PI * index as f64 / DEGREE as f64;
            0.5 * (low + high) - 0.5 * (high - low) * libm::cos(angle)
        }
    }
}

/// Which doubling a size lies in.
fn doubling(units: f64) -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 19")]
    let doubling =
        libm::floor(libm::log2(units.clamp(LEAST_UNITS, NORMAL_BEYOND) / LEAST_UNITS)) as usize;
    doubling.min(DOUBLINGS - 1)
}

/// Least and largest size of a doubling.
fn sizes(doubling: usize) -> (f64, f64) {
    let least = LEAST_UNITS * (1_u64 << doubling) as f64;
    (least, (2.0 * least).min(NORMAL_BEYOND))
}

/// Where the ascending `function`, which is below 0 at 0, crosses 0. The search begins at `start`.
pub(super) fn crossing(function: impl Fn(f64) -> f64, start: f64) -> f64 {
    let first = function(start);
    let mut step = 0.1 * start;
    if first > 0.0 {
        let (mut high, mut above) = (start, first);
        loop {
            let low = (high - step).max(0.0);
            let below = function(low);
            if below < 0.0 || low == 0.0 {
                return bracketed(function, (low, below), (high, above));
            }
            (high, above) = (low, below);
            step *= 2.0;
        }
    }
    let (mut low, mut below) = (start, first);
    loop {
        let high = low + step;
        let above = function(high);
        // Where it never crosses, infinity ends the search.
        if above >= 0.0 || !high.is_finite() {
            return bracketed(function, (low, below), (high, above));
        }
        (low, below) = (high, above);
        step *= 2.0;
    }
}

/// Where the ascending `function` crosses 0 between two places with its values there, below and above 0:
/// regula falsi with the weight of a lasting end halved (the Illinois method), some ten values.
fn bracketed(
    function: impl Fn(f64) -> f64,
    (mut low, mut below): (f64, f64),
    (mut high, mut above): (f64, f64),
) -> f64 {
    for _ in 0..200 {
        if high - low <= 1e-13 * high || above == 0.0 {
            break;
        }
        let secant = high - above * (high - low) / (above - below);
        // Rounding may put the secant on an end or beyond it, where halving still makes the bracket smaller.
        let inside = secant > low && secant < high;
        let next = if inside { secant } else { 0.5 * (low + high) };
        let value = function(next);
        if value == 0.0 {
            return next;
        }
        if value < 0.0 {
            (low, below, above) = (next, value, 0.5 * above);
        } else {
            (high, above, below) = (next, value, 0.5 * below);
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::power::Sides;

    /// Of one comparison, and of any among 190 and 1,770.
    fn goals() -> Vec<Goal> {
        let goals = [
            (0.95, Sides::Two, 0.8),
            (0.8, Sides::One, 0.5),
            (0.99, Sides::One, 0.99),
            (1.0 - 0.05 / 190.0, Sides::Two, 0.8),
            (1.0 - 0.05 / 1770.0, Sides::Two, 0.95),
        ];
        goals.map(|(level, sides, power)| Goal::new(Test { level, sides }, power).unwrap()).into()
    }

    /// Between the points of all intervals the polynomial is the function that it stands for.
    #[test]
    fn interpolated_shifts_are_those_solved_for() {
        for goal in goals() {
            for units in
                [2.0, 2.03, 2.5, 3.3, 3.9, 4.5, 5.0, 7.9, 8.7, 20.0, 63.9, 1e3, 3e5, 9.9e5, 2e6]
            {
                let (quick, solved) = (goal.shift(units), goal.solved_shift(units));
                assert!((quick / solved - 1.0).abs() < 1e-11, "{goal:?} {units}: {quick} {solved}");
            }
        }
    }

    /// A size has the wanted power.
    #[test]
    fn sizes_have_their_power() {
        for goal in goals() {
            for (ratio, share) in
                [0.9, 2.0, 5.0, 19.0, 200.0, 1e4].into_iter().flat_map(|r| [(r, 1.0), (r, 0.3)])
            {
                let units = goal.units(ratio, share);
                let test = goal.test.with_freedom(share * (units - 1.0));
                let reached = test.rejects(units.sqrt() / ratio);
                let off = if units > LEAST_UNITS { reached - goal.power } else { 0.0 };
                assert!(off.abs() < 1e-10, "{goal:?} {ratio}: {units} {reached}");
            }
        }
    }

    /// Sizes ascend across intervals, from those of few units and into the normal distribution.
    #[test]
    fn sizes_ascend() {
        for goal in goals() {
            let ratios = (0..1500).map(|step| libm::exp(-0.5 + 0.006 * f64::from(step)));
            let sizes: Vec<f64> = ratios.map(|ratio| goal.units(ratio, 1.0)).collect();
            assert!(sizes.windows(2).all(|pair| pair[0] <= pair[1]), "{goal:?}");
            assert!(sizes[0] < 32.0 && sizes[1499] > 1e6, "{} {}", sizes[0], sizes[1499]);
        }
    }

    /// Factors on the plain size for .80 at .95, by adding up the power over quantiles of chi-square.
    #[test]
    fn plans_of_few_degrees_of_freedom_are_larger() {
        let goal = Goal::new(Test { level: 0.95, sides: Sides::Two }, 0.8).unwrap();
        let published = [
            (2.0, 2.532),
            (3.0, 1.821),
            (4.0, 1.556),
            (5.0, 1.419),
            (7.0, 1.280),
            (10.0, 1.187),
            (14.0, 1.130),
            (20.0, 1.089),
            (29.0, 1.060),
            (59.0, 1.029),
        ];
        for (freedom, expected) in published {
            let inflation = goal.inflation(freedom);
            let factor = inflation * inflation;
            assert!((factor - expected).abs() < 6e-4, "{freedom}: {factor}");
        }
        for goal in goals() {
            for freedom in [2.0, 2.3, 3.7, 6.1, 11.0, 33.0, 250.0, 1e5] {
                let (quick, solved) = (goal.inflation(freedom), goal.solved_inflation(freedom));
                let off = quick / solved - 1.0;
                assert!(off.abs() < 1e-9, "{freedom}: {quick} {solved}");
            }
        }
    }
}
