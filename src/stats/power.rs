//! How much data shows a difference, and which difference given data can show.
//!
//! Normal approximation: the difference of two systems' scores on n units is normal with the STDEV
//! of the paired bootstrap, which falls as `n^(-1/2)`; a test of level 1 - alpha rejects beyond z
//! STDEVs. Below some twenty units t would take the place of z, and the sizes here are too small by
//! up to two units. The difference to plan for is one that would matter, never the observed one
//! taken for the truth: "post-hoc power" is a function of p and says nothing new (Hoenig & Heisey
//! 2001).

use super::regression::{Curve, power_log};
use super::special::{normal_cdf, normal_quantile, student_t_cdf};
use super::undefined::Undefined;

/// A curve of effects reaches from the smallest detectable one over this to as many times it.
const REACH: f64 = 4.0;

/// STDEV of the difference of two systems' scores on test sets of one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedDeviation {
    /// STDEV of the paired bootstrap, in the unit of the score.
    pub stdev: f64,
    /// Resampling units (segments or documents) of the test set it was taken on.
    pub units: f64,
}

/// Which differences a test looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Either system may be better.
    Two,
    /// Only the one in question may be better (Koehn's win rate at 95 % is such a test).
    One,
}

/// A test: its confidence level and sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// Confidence level 1 - alpha, in (0, 1).
    pub level: f64,
    /// Sides.
    pub sides: Sides,
}

impl Test {
    /// STDEVs beyond which the test rejects.
    ///
    /// # Panics
    ///
    /// If the level is not in (0, 1).
    fn critical(self) -> f64 {
        let p = match self.sides {
            Sides::Two => 0.5 * (1.0 + self.level),
            Sides::One => self.level,
        };
        normal_quantile(p).filter(|_| self.level > 0.0).expect("a confidence level lies in (0, 1)")
    }
}

impl PairedDeviation {
    /// STDEV on `units` units by the law of `n^(-1/2)`.
    pub fn at(self, units: f64) -> f64 {
        self.stdev * (self.units / units).sqrt()
    }

    fn check(self) -> Result<(), Undefined> {
        if self.units.is_nan() || self.units <= 0.0 {
            Err(Undefined::TooFewUnits)
        } else if self.stdev.is_nan() || self.stdev <= 0.0 {
            Err(Undefined::NoVariation)
        } else {
            Ok(())
        }
    }

    /// Probability that `test` on `units` units shows a true `difference` (of either sign):
    /// `Phi(|d|/s - z)`, and for two sides also `Phi(-|d|/s - z)`. At a difference of 0 it is
    /// alpha.
    ///
    /// # Errors
    ///
    /// [`Undefined::NoVariation`] where the STDEV is 0, [`Undefined::TooFewUnits`] without units,
    /// [`Undefined::UndefinedScore`] where the difference is NaN.
    ///
    /// # Panics
    ///
    /// If the level of `test` is not in (0, 1); so do the others.
    pub fn power(self, units: f64, difference: f64, test: Test) -> Result<f64, Undefined> {
        self.check()?;
        if units.is_nan() || units <= 0.0 {
            return Err(Undefined::TooFewUnits);
        }
        if difference.is_nan() {
            return Err(Undefined::UndefinedScore);
        }
        let shift = difference.abs() / self.at(units);
        let critical = test.critical();
        let wrong_side = match test.sides {
            Sides::Two => normal_cdf(-shift - critical),
            Sides::One => 0.0,
        };
        Ok(normal_cdf(shift - critical) + wrong_side)
    }

    /// Units on which `test` shows a true `difference` with probability `power`: `units (stdev
    /// (z_test + z_power) / d)^2`, unrounded; take the next whole number. For a two-sided test
    /// rejections on the wrong side are left out, which is exact to 1e-3 for powers from 0.5.
    ///
    /// # Errors
    ///
    /// [`Undefined::NoEffect`] for a difference of 0, [`Undefined::OutOfRange`] where `power` is
    /// not above what the test rejects without any difference, or not below 1; else as
    /// [`Self::power`].
    pub fn required_units(self, difference: f64, power: f64, test: Test) -> Result<f64, Undefined> {
        let multiple = self.multiple(power, test)?;
        let ratio = self.stdev * multiple / difference.abs();
        if difference == 0.0 || !ratio.is_finite() {
            return Err(Undefined::NoEffect);
        }
        Ok(self.units * ratio * ratio)
    }

    /// The smallest true difference that `test` on `units` units shows with probability `power`:
    /// `(z_test + z_power) STDEV(units)`.
    ///
    /// # Errors
    ///
    /// As [`Self::required_units`].
    pub fn smallest_detectable(self, units: f64, power: f64, test: Test) -> Result<f64, Undefined> {
        let multiple = self.multiple(power, test)?;
        if units.is_nan() || units <= 0.0 {
            return Err(Undefined::TooFewUnits);
        }
        Ok(multiple * self.at(units))
    }

    fn multiple(self, power: f64, test: Test) -> Result<f64, Undefined> {
        self.check()?;
        let of_power = normal_quantile(power).ok_or(Undefined::OutOfRange)?;
        let multiple = test.critical() + of_power;
        if multiple > 0.0 { Ok(multiple) } else { Err(Undefined::OutOfRange) }
    }
}

/// Effects to show required sizes for where none is given: 1, 2 and 5 times powers of ten from a quarter
/// of the `smallest` detectable one to four times it, ascending. Three or four of them.
pub fn effect_curve(smallest: f64) -> Vec<f64> {
    let (low, high) = (smallest / REACH, smallest * REACH);
    #[expect(clippy::cast_possible_truncation, reason = "between -324 and 308")]
    let decade = libm::floor(libm::log10(low)) as i32;
    let round = |decade: i32| [1, 2, 5].map(|digit| format!("{digit}e{decade}"));
    // Read as written, so that they are the numbers that a spec would name.
    let all = (decade..=decade + 2).flat_map(round).filter_map(|text| text.parse::<f64>().ok());
    all.filter(|effect| (low..=high).contains(effect)).collect()
}

/// How the STDEV falls with the size of the test set, against the law of `n^(-1/2)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LawCheck {
    /// Exponent b of `a n^(-b)`, least squares in logarithms; the law says 1/2.
    pub exponent: f64,
    /// Standard error of the exponent; `None` for two sizes.
    pub error: Option<f64>,
    /// Two-sided p of b = 1/2, Student's t with points - 2 degrees of freedom; `None` for two sizes
    /// or a perfect fit. Approximate: STDEVs on nested test sets are not independent.
    pub p: Option<f64>,
    /// STDEV at the last size over what the law extrapolates from all others (the geometric mean of
    /// their `stdev sqrt(n)`): above 1, sizes planned from small test sets are too small.
    pub drift: f64,
}

/// Checks the law on STDEVs of the difference at ascending `sizes`.
///
/// # Errors
///
/// [`Undefined::TooFewUnits`] below two different sizes, [`Undefined::NoVariation`] where a STDEV
/// or size is not positive.
///
/// # Panics
///
/// If there are not as many STDEVs as sizes.
pub fn check_law(sizes: &[f64], stdevs: &[f64]) -> Result<LawCheck, Undefined> {
    assert_eq!(sizes.len(), stdevs.len(), "one STDEV for each size");
    if sizes.iter().chain(stdevs).any(|value| value.is_nan() || *value <= 0.0) {
        return Err(Undefined::NoVariation);
    }
    let fit = power_log(sizes, stdevs).ok_or(Undefined::TooFewUnits)?;
    let Curve::Power { a, b: exponent } = fit.curve else { return Err(Undefined::TooFewUnits) };
    let logs: Vec<(f64, f64)> =
        sizes.iter().zip(stdevs).map(|(n, s)| (libm::log(*n), libm::log(*s))).collect();
    let count = logs.len() as f64;
    let mean = logs.iter().map(|(x, _)| x).sum::<f64>() / count;
    let spread: f64 = logs.iter().map(|(x, _)| (x - mean) * (x - mean)).sum();
    let residual: f64 = logs
        .iter()
        .map(|(x, y)| y - (libm::log(a) - exponent * x))
        .map(|residual| residual * residual)
        .sum();
    let df = count - 2.0;
    let error = (df > 0.0).then(|| (residual / df / spread).sqrt());
    let p = error.filter(|error| *error > 0.0);
    let p = p.map(|error| 2.0 * student_t_cdf(-((exponent - 0.5) / error).abs(), df));
    let (last, smaller) = logs.split_last().ok_or(Undefined::TooFewUnits)?;
    let level = smaller.iter().map(|(x, y)| y + 0.5 * x).sum::<f64>() / smaller.len() as f64;
    let drift = libm::exp(last.1 + 0.5 * last.0 - level);
    Ok(LawCheck { exponent, error, p, drift })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Test = Test { level: 0.95, sides: Sides::Two };
    const DEVIATION: PairedDeviation = PairedDeviation { stdev: 2.0, units: 100.0 };

    /// The three functions are inverses of each other, up to the wrong side.
    #[test]
    fn sizes_powers_and_differences_agree() {
        for sides in [Sides::Two, Sides::One] {
            let test = Test { level: 0.95, sides };
            for (difference, power) in [(1.0, 0.8), (-0.4, 0.9), (7.0, 0.99)] {
                let units = DEVIATION.required_units(difference, power, test).unwrap();
                let reached = DEVIATION.power(units, difference, test).unwrap();
                assert!((reached - power).abs() < 1e-5, "{reached}");
                let smallest = DEVIATION.smallest_detectable(units, power, test).unwrap();
                assert!((smallest - f64::abs(difference)).abs() < 1e-12);
            }
        }
        assert!((DEVIATION.power(50.0, 0.0, TEST).unwrap() - 0.05).abs() < 1e-15);
        // The textbook multiple: (1.96 + 0.84)^2 = 7.849.
        let units = DEVIATION.required_units(2.0, 0.8, TEST).unwrap();
        assert!((units / 100.0 - 7.849).abs() < 5e-4);
    }

    #[test]
    fn curves_are_round() {
        assert_eq!(effect_curve(1.0), [0.5, 1.0, 2.0]);
        assert_eq!(effect_curve(0.8), [0.2, 0.5, 1.0, 2.0]);
        assert_eq!(effect_curve(13.0), [5.0, 10.0, 20.0, 50.0]);
        assert_eq!(effect_curve(1.3e-7), [5e-8, 1e-7, 2e-7, 5e-7]);
        assert!((1..=200).all(|i| (3..=4).contains(&effect_curve(f64::from(i) * 0.037).len())));
    }

    #[test]
    fn undefined_cases() {
        assert_eq!(DEVIATION.required_units(0.0, 0.8, TEST), Err(Undefined::NoEffect));
        assert_eq!(DEVIATION.required_units(1.0, 1.0, TEST), Err(Undefined::OutOfRange));
        assert_eq!(DEVIATION.required_units(1.0, 0.01, TEST), Err(Undefined::OutOfRange));
        let still = PairedDeviation { stdev: 0.0, units: 100.0 };
        assert_eq!(still.required_units(1.0, 0.8, TEST), Err(Undefined::NoVariation));
        assert_eq!(still.power(10.0, 1.0, TEST), Err(Undefined::NoVariation));
        assert_eq!(DEVIATION.power(9.0, f64::NAN, TEST), Err(Undefined::UndefinedScore));
        assert_eq!(DEVIATION.required_units(f64::NAN, 0.8, TEST), Err(Undefined::NoEffect));
        assert_eq!(DEVIATION.power(0.0, 1.0, TEST), Err(Undefined::TooFewUnits));
        assert_eq!(check_law(&[3.0], &[1.0]), Err(Undefined::TooFewUnits));
        assert_eq!(check_law(&[3.0, 3.0], &[1.0, 2.0]), Err(Undefined::TooFewUnits));
        assert_eq!(check_law(&[], &[]), Err(Undefined::TooFewUnits));
        assert_eq!(check_law(&[3.0, 4.0], &[1.0, 0.0]), Err(Undefined::NoVariation));
    }

    #[test]
    fn the_law_on_clean_data() {
        let sizes = [4.0, 16.0, 64.0, 100.0];
        let stdevs = sizes.map(|n: f64| 3.0 / n.sqrt());
        let found = check_law(&sizes, &stdevs).unwrap();
        assert!((found.exponent - 0.5).abs() < 1e-14 && (found.drift - 1.0).abs() < 1e-14);
        let slow = sizes.map(|n: f64| 3.0 / n.sqrt().sqrt());
        let found = check_law(&sizes, &slow).unwrap();
        assert!((found.exponent - 0.25).abs() < 1e-14 && found.drift > 1.5);
        assert_eq!(check_law(&sizes[..2], &stdevs[..2]).unwrap().error, None);
    }
}
