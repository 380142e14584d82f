//! Sizes and differences with which a test reaches a wanted power.
//!
//! Whether a test on n units reaches the power depends on the difference in STDEVs of n units alone: it
//! must be `shift(n)`, which falls with n towards a sum of two normal quantiles. A difference d of units
//! with the deviation sigma is `d sqrt(n) / sigma` STDEVs, so that the required size is where
//! `sqrt(n) / shift(n) = sigma / d`. All pairs of systems and all differences share the function
//! `shift`, so it is solved for at a few sizes and interpolated between them: its logarithm over that of
//! n, in intervals of a doubling, by polynomials through Chebyshev's points, whose error falls
//! exponentially with their number since the function is smooth. Intervals are made when they are needed
//! first.

use std::sync::OnceLock;

use super::power::{LEAST_UNITS, MANY, PairedDeviation, Test};
use super::special::normal_quantile;
use super::undefined::{
    Estimate,
    UndefinedStatistic::{NoEffect, OutOfRange, TooFewUnits},
};

/// Polynomials are of this degree, through one point more: errors below 1e-11.
const DEGREE: usize = 18;

/// Doublings from two units to those beyond which t is normal.
const DOUBLINGS: usize = 19;

/// Units beyond which t is normal.
const NORMAL_BEYOND: f64 = MANY + 1.0;

/// A wanted power of a test.
#[derive(Debug)]
pub struct Goal {
    test: Test,
    power: f64,
    /// Normal quantile of the power.
    of_power: f64,
    /// The shift on infinitely many units, without the other side of the test.
    of_normal: f64,
    /// The shift beyond [`NORMAL_BEYOND`].
    of_many: OnceLock<f64>,
    intervals: [OnceLock<Interval>; DOUBLINGS],
}

/// Logarithm of what a STDEV is multiplied by to plan for a power on average: see [`Goal::planned_units`].
/// `of_power` is the normal quantile of the power, `of_both` its sum with that of the test.
pub(super) fn plan_log_factor(of_power: f64, of_both: f64, log_error: f64) -> f64 {
    log_error * log_error * (1.0 + of_power * of_both) / 8.0
}

/// The logarithm of the shift, between two sizes.
#[derive(Debug)]
struct Interval {
    /// Logarithms of the least and the largest size.
    ends: (f64, f64),
    /// At Chebyshev's points, ends included, ascending.
    log_shifts: [f64; DEGREE + 1],
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
        let of_power = normal_quantile(power).ok_or(OutOfRange)?;
        if power <= test.alpha() {
            return Err(OutOfRange);
        }
        let of_normal = test.normal_quantile() + of_power;
        let intervals = std::array::from_fn(|_| OnceLock::new());
        Ok(Self { test, power, of_power, of_normal, of_many: OnceLock::new(), intervals })
    }

    /// The test.
    pub fn test(&self) -> Test {
        self.test
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
        if difference == 0.0 || !(ratio * ratio * self.of_normal.max(1.0)).is_finite() {
            return Err(NoEffect);
        }
        Ok(self.units(ratio))
    }

    /// As [`Self::required_units`], for a STDEV that is itself an estimate: units on which new test sets show
    /// `difference` with probability `power` on average over what the STDEV may be. `log_error` is the
    /// standard error e of the logarithm of its square.
    ///
    /// A size that is too small by chance loses more power than one too large by the same factor gains, and
    /// the logarithm of an estimated variance is too small by `e^2/2` on average. To second order in e, both
    /// together ask for `exp(e^2 (1 + z_p (z_a + z_p))/4)` times the units, with the normal quantiles of the
    /// power and of the test. The idea is that of Browne (1995), "On the use of a pilot sample for sample size
    /// determination", Statistics in Medicine 14, 1933-1940.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn planned_units(
        &self,
        deviation: PairedDeviation,
        difference: f64,
        log_error: f64,
    ) -> Estimate<f64> {
        self.required_units(self.planned_deviation(deviation, log_error), difference)
    }

    /// As [`Self::smallest_detectable`], for a STDEV that is itself an estimate: the difference for which
    /// [`Self::planned_units`] plans so many units.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn planned_smallest(
        &self,
        deviation: PairedDeviation,
        units: f64,
        log_error: f64,
    ) -> Estimate<f64> {
        self.smallest_detectable(self.planned_deviation(deviation, log_error), units)
    }

    /// The STDEV that, taken for the true one, plans for the power on average.
    fn planned_deviation(&self, deviation: PairedDeviation, log_error: f64) -> PairedDeviation {
        let log_factor = plan_log_factor(self.of_power, self.of_normal, log_error);
        PairedDeviation { stdev: deviation.stdev * libm::exp(log_factor), ..deviation }
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
        Ok(self.shift(units) * deviation.at(units))
    }

    /// Difference, in STDEVs of test sets of `units` units, that the test shows with the power.
    fn shift(&self, units: f64) -> f64 {
        if units > NORMAL_BEYOND {
            return self.of_many();
        }
        libm::exp(self.interval(doubling(units)).log_shift(libm::log(units)))
    }

    fn of_many(&self) -> f64 {
        *self.of_many.get_or_init(|| self.solved_shift(2.0 * NORMAL_BEYOND))
    }

    fn interval(&self, doubling: usize) -> &Interval {
        self.intervals[doubling].get_or_init(|| {
            let (least, largest) = sizes(doubling);
            Interval::new(least, largest, |units| libm::log(self.solved_shift(units)))
        })
    }

    /// The shift without interpolation.
    fn solved_shift(&self, units: f64) -> f64 {
        let test = self.test.on(units);
        crossing(|shift| test.rejects(shift) - self.power, test.critical() + self.of_power)
    }

    /// Where `sqrt(n) / shift(n)` is `ratio`; the least size where it is larger there.
    fn units(&self, ratio: f64) -> f64 {
        let of_many = self.of_many() * ratio;
        if of_many * of_many > NORMAL_BEYOND {
            return of_many * of_many;
        }
        let log_ratio = libm::log(ratio);
        let mut index = doubling(of_many * of_many);
        loop {
            let interval = self.interval(index);
            let (low, high) = interval.excess_at_ends(log_ratio);
            if high < 0.0 && index + 1 < DOUBLINGS {
                index += 1;
            } else if high <= 0.0 {
                // Between t and the normal distribution.
                return sizes(index).1;
            } else if low >= 0.0 && index > 0 {
                index -= 1;
            } else if low >= 0.0 {
                return LEAST_UNITS;
            } else {
                return libm::exp(interval.solve(log_ratio, (low, high)));
            }
        }
    }
}

impl Interval {
    fn new(least: f64, largest: f64, log_shift: impl Fn(f64) -> f64) -> Self {
        let ends = (libm::log(least), libm::log(largest));
        let log_shifts = std::array::from_fn(|index| match index {
            0 => log_shift(least),
            DEGREE => log_shift(largest),
            _ => log_shift(libm::exp(place(ends, index))),
        });
        Self { ends, log_shifts }
    }

    /// By the barycentric formula (Berrut & Trefethen 2004, SIAM Review 46, 501-517).
    fn log_shift(&self, log_units: f64) -> f64 {
        let (mut sum, mut total) = (0.0, 0.0);
        for (index, value) in self.log_shifts.iter().enumerate() {
            let distance = log_units - place(self.ends, index);
            if distance == 0.0 {
                return *value;
            }
            let sign = if index % 2 == 0 { 1.0 } else { -1.0 };
            let of_end = if index == 0 || index == DEGREE { 0.5 } else { 1.0 };
            let weight = sign * of_end / distance;
            sum += weight * value;
            total += weight;
        }
        sum / total
    }

    /// Logarithm of `sqrt(n) / shift(n)` over the wanted ratio, ascending.
    fn excess(&self, log_units: f64, log_ratio: f64) -> f64 {
        0.5 * log_units - self.log_shift(log_units) - log_ratio
    }

    fn excess_at_ends(&self, log_ratio: f64) -> (f64, f64) {
        (self.excess(self.ends.0, log_ratio), self.excess(self.ends.1, log_ratio))
    }

    /// Where the excess is 0 between the ends, at which it is below and above 0.
    fn solve(&self, log_ratio: f64, (below, above): (f64, f64)) -> f64 {
        let excess = |log_units| self.excess(log_units, log_ratio);
        bracketed(excess, (self.ends.0, below), (self.ends.1, above))
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
        let test = |level, sides| Test { level, sides };
        let goals = [
            (test(0.95, Sides::Two), 0.8),
            (test(0.8, Sides::One), 0.5),
            (test(0.99, Sides::One), 0.99),
            (test(1.0 - 0.05 / 190.0, Sides::Two), 0.8),
            (test(1.0 - 0.05 / 1770.0, Sides::Two), 0.95),
        ];
        goals.map(|(test, power)| Goal::new(test, power).unwrap()).into()
    }

    /// Between the points of all intervals the polynomial is the function that it stands for.
    #[test]
    fn interpolated_shifts_are_those_solved_for() {
        for goal in goals() {
            for units in
                [2.0, 2.03, 2.5, 3.3, 3.9, 4.5, 5.0, 7.9, 8.7, 20.0, 63.9, 1e3, 3e5, 9.9e5, 2e6]
            {
                let (found, solved) = (goal.shift(units), goal.solved_shift(units));
                assert!((found / solved - 1.0).abs() < 1e-11, "{goal:?} {units}: {found} {solved}");
            }
        }
    }

    /// A size has the wanted power.
    #[test]
    fn sizes_have_their_power() {
        for goal in goals() {
            for ratio in [0.9, 2.0, 5.0, 19.0, 200.0, 1e4] {
                let units = goal.units(ratio);
                let reached = goal.test.on(units).rejects(units.sqrt() / ratio);
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
            let sizes: Vec<f64> = ratios.map(|ratio| goal.units(ratio)).collect();
            assert!(sizes.windows(2).all(|pair| pair[0] <= pair[1]), "{goal:?}");
            assert!(sizes[0] < 32.0 && sizes[1499] > 1e6, "{} {}", sizes[0], sizes[1499]);
        }
    }
}
