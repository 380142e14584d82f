//! Margins of error of a score, and how large a test set must be for a wanted one.
//!
//! The margin of a score with standard error s over n resampling units is `t s`, with t the quantile of
//! Student's distribution (Tukey 1958 for the jackknife) whose degrees of freedom follow from the lengths of the units
//! ([`freedom`](super::freedom)). Units that are drawn independently from a population have `s = sigma / sqrt(n)`, so n'
//! of them have the margin
//!
//! ```text
//! h(n') = t(f') sigma / sqrt(n'),    sigma = s sqrt(n),    f' = f (n' - 1)/(n - 1)
//! ```
//!
//! and the required size is where `h(n')` is the wanted margin: `n (margin now / wanted)^2`, but for the
//! quantile, which falls with the size. Units in L strata leave n - L degrees of freedom, and a size keeps
//! the share of each stratum. Nothing is fitted: one test set gives `sigma`, and the largest
//! gives it best. Sizes are real numbers, and two at least.
//!
//! The estimate of `sigma^2` varies as chi-square over its f degrees of freedom, which is skewed: most estimates are too
//! small. So sizes are planned with `sigma^2 f / chi2(.5)`, whose median is right, and their intervals reach from
//! `sigma^2 f / chi2(.975)` to `sigma^2 f / chi2(.025)`.
//!
//! A test set of that size has a `sigma` of its own, so that about half of all test sets are better and
//! half are worse. For a size that keeps its promise with a given *assurance* its variance S'^2 is
//! predicted from that of the pilot, S^2. Of normal units S'^2 / S^2 has the F distribution with f' and f degrees of
//! freedom (Grieve 1991, Biometrics 47, 1597-1603). Of others the variance is as uncertain as that of `2 / e^2` degrees of
//! freedom, with the standard error e of its logarithm ([`variance_freedom`](super::size_interval::variance_freedom)).
//!
//! No size is named beyond fifty times what the units are worth ([`Freedom::farthest`]).

use super::freedom::{Freedom, median_variance, variance_interval};
use super::reason::Reason;
use super::special::{beta_quantile, student_t_cdf, student_t_quantile};

/// Fewest units from which a size is computed. Three or four units have a variance whose 95 % interval
/// spans more than a hundredfold.
pub const FEWEST_UNITS: usize = 5;

/// Fewest units of a stratum: one has no deviation.
const LEAST: f64 = 2.0;

/// Relative error of solved sizes.
const ACCURACY: f64 = 1e-12;

/// A score's standard error, and the units that it is from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// Standard error of the score, in the metric's unit.
    pub standard_error: f64,
    /// Resampling units.
    pub units: usize,
    /// Strata that the units are of; 1 where there are none.
    pub strata: usize,
    /// Degrees of freedom of the standard error.
    pub freedom: Freedom,
    /// Confidence level of the margin, in (0, 1).
    pub level: f64,
}

impl Precision {
    /// Margin of error: half of the width of Student's interval.
    ///
    /// # Errors
    ///
    /// [`Reason::TooFewUnits`] below two in a stratum on average, [`Reason::NoVariation`] where the
    /// standard error is 0: it says that the units do not vary, not that the score is certain.
    pub fn margin(&self) -> Result<f64, Reason> {
        if self.strata < 1 || self.units < 2 * self.strata {
            return Err(Reason::TooFewUnits);
        }
        if self.standard_error.is_nan() || self.standard_error <= 0.0 {
            return Err(Reason::NoVariation);
        }
        self.margin_of(self.units as f64, 1.0)
    }

    /// The margin that a test set of `units` like these is expected to have.
    ///
    /// # Errors
    ///
    /// As [`margin`](Self::margin).
    pub fn margin_at(&self, units: f64) -> Result<f64, Reason> {
        self.margin()?;
        self.margin_of(units, 1.0)
    }

    /// Units that reach the margin `wanted`: as many are too few as too many.
    ///
    /// # Errors
    ///
    /// As [`margin`](Self::margin), [`Reason::TooFewUnits`] below [`FEWEST_UNITS`],
    /// [`Reason::OutOfRange`] where `wanted` is not above 0, [`Reason::BeyondData`] where it takes
    /// more than is named.
    pub fn required_units(&self, wanted: f64) -> Result<f64, Reason> {
        self.margin()?;
        let median = median_variance(self.freedom.degrees).ok_or(Reason::OutOfRange)?;
        self.solve(wanted, |_| Ok(1.0 / median))
    }

    /// Interval of [`required_units`](Self::required_units) at the level of the margin. An end beyond what is named is the
    /// largest size that is.
    ///
    /// # Errors
    ///
    /// As [`required_units`](Self::required_units).
    pub fn required_interval(&self, wanted: f64) -> Result<(f64, f64), Reason> {
        self.margin()?;
        let factors = variance_interval(self.freedom.degrees, self.level);
        let (low, high) = factors.ok_or(Reason::OutOfRange)?;
        let [low, high] = [low, high].map(|factor| match self.solve(wanted, |_| Ok(factor)) {
            Err(Reason::BeyondData) => Ok(self.freedom.farthest()),
            size => size,
        });
        Ok((low?, high?))
    }

    /// Units with which a test set reaches the margin `wanted` with the probability `assurance`, over
    /// test sets of that size and over pilots such as this one, whose variance is as uncertain as one of
    /// `variance_freedom` degrees of freedom.
    ///
    /// # Errors
    ///
    /// As [`required_units`](Self::required_units), [`Reason::OutOfRange`] where `assurance`
    /// is not in (0, 1) or the variance has no error.
    pub fn assured_units(
        &self,
        wanted: f64,
        variance_freedom: f64,
        assurance: f64,
    ) -> Result<f64, Reason> {
        let pilot_freedom = variance_freedom;
        if !pilot_freedom.is_finite()
            || pilot_freedom <= 0.0
            || assurance <= 0.0
            || assurance >= 1.0
        {
            return Err(Reason::OutOfRange);
        }
        self.margin()?;
        let strata = self.strata as f64;
        let others = self.units as f64 - strata;
        self.solve(wanted, |units| {
            f_quantile(assurance, pilot_freedom * (units - strata) / others, pilot_freedom)
        })
    }

    /// Margin of `units` whose variance is `factor` times that of these.
    fn margin_of(&self, units: f64, factor: f64) -> Result<f64, Reason> {
        let sigma = self.standard_error * (self.units as f64 * factor).sqrt();
        let freedom = self.freedom.share() * (units - self.strata as f64);
        // At least one, as `Freedom` has it: the share of a few units may be less.
        Ok(student(self.level, freedom.max(1.0))? * sigma / units.sqrt())
    }

    /// Where the margin of units whose variance is `factor(units)` times that of these falls to `wanted`.
    fn solve(
        &self,
        wanted: f64,
        factor: impl Fn(f64) -> Result<f64, Reason>,
    ) -> Result<f64, Reason> {
        self.margin()?;
        if self.units < FEWEST_UNITS {
            return Err(Reason::TooFewUnits);
        }
        if wanted.is_nan() || wanted <= 0.0 || wanted.is_infinite() {
            return Err(Reason::OutOfRange);
        }
        let least = LEAST * self.strata as f64;
        // The logarithm of the margin over the wanted one is nearly linear in that of the size.
        let excess = |log_units: f64| {
            let units = libm::exp(log_units).max(least);
            Ok(libm::log(self.margin_of(units, factor(units)?)? / wanted))
        };
        let mut low = libm::log(least);
        let mut above = excess(low)?;
        if above <= 0.0 {
            return Ok(least);
        }
        let mut high = low;
        let mut below = above;
        while below > 0.0 {
            (low, above) = (high, below);
            // As far as the root law reaches, and a little farther.
            high += 2.0 * below + 0.1;
            let farthest = libm::log(self.freedom.farthest().max(least));
            if high > farthest {
                high = farthest;
                below = excess(high)?;
                if below > 0.0 {
                    return Err(Reason::BeyondData);
                }
                break;
            }
            below = excess(high)?;
        }
        // The Illinois algorithm: the secant inside a bracket, with the end that stays weighed down.
        let mut side = 0;
        while high - low > ACCURACY * high.max(1.0) && below < 0.0 {
            let middle = (low * below - high * above) / (below - above);
            let middle_excess = excess(middle)?;
            if middle_excess.abs() <= ACCURACY || middle <= low || middle >= high {
                return Ok(libm::exp(middle));
            }
            if middle_excess > 0.0 {
                (low, above) = (middle, middle_excess);
                below *= if side == 1 { 0.5 } else { 1.0 };
                side = 1;
            } else {
                (high, below) = (middle, middle_excess);
                above *= if side == -1 { 0.5 } else { 1.0 };
                side = -1;
            }
        }
        Ok(libm::exp(high))
    }
}

/// How the variance of a part of a test set compares with that of the whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LawCheck {
    /// Margin of the part over what the root law makes of the whole, without the quantiles.
    pub ratio: f64,
    /// Probability of a ratio at least as far from 1 if the units are drawn independently.
    pub p_value: f64,
}

/// Compares the margin of a part with what the root law makes of the whole: under the law the standard
/// error of the part, times the root of its units, is that of the whole.
///
/// The whole holds the part, so that the variance of the difference of the log variances is that of the
/// part less that of the whole, `e^2 (n / n' - 1)`. The logarithm of the smaller sample is too small by
/// half as much on average, which is taken out.
///
/// # Errors
///
/// [`Reason::TooFewUnits`] where the part has fewer than [`FEWEST_UNITS`] or is no smaller
/// than the whole, and as [`Precision::margin`].
pub fn check_law(
    part: &Precision,
    whole: &Precision,
    log_variance_error: f64,
) -> Result<LawCheck, Reason> {
    if part.units < FEWEST_UNITS || part.units >= whole.units {
        return Err(Reason::TooFewUnits);
    }
    part.margin()?;
    whole.margin()?;
    let (few, many) = (part.units as f64, whole.units as f64);
    let ratio = part.standard_error / whole.standard_error * (few / many).sqrt();
    let variance = log_variance_error * log_variance_error * (many / few - 1.0);
    if !variance.is_finite() || variance <= 0.0 {
        return Err(Reason::OutOfRange);
    }
    let departure = (2.0 * libm::log(ratio) + 0.5 * variance) / variance.sqrt();
    let degrees_of_freedom = many - whole.strata as f64;
    Ok(LawCheck { ratio, p_value: 2.0 * student_t_cdf(-departure.abs(), degrees_of_freedom) })
}

fn student(level: f64, freedom: f64) -> Result<f64, Reason> {
    student_t_quantile(0.5 * (1.0 + level), freedom).ok_or(Reason::OutOfRange)
}

/// Quantile of the F distribution, from that of the beta distribution.
fn f_quantile(p: f64, above: f64, below: f64) -> Result<f64, Reason> {
    let beta = beta_quantile(0.5 * above, 0.5 * below, p).ok_or(Reason::OutOfRange)?;
    let quantile = below * beta / (above * (1.0 - beta));
    if quantile.is_finite() { Ok(quantile) } else { Err(Reason::OutOfRange) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWENTY: Precision = Precision {
        standard_error: 1.0,
        units: 20,
        strata: 1,
        freedom: Freedom {
            degrees: 19.0,
            of_equal_units: 19.0,
            effective_units: 20.0,
            longest_share: 0.05,
        },
        level: 0.95,
    };

    /// Chi-square of 19 degrees of freedom over them: `scipy.stats.chi2.ppf([.5, .975, .025], 19) / 19`.
    const MEDIAN: f64 = 18.337_652_896_756_26 / 19.0;
    const HIGH: f64 = 32.852_326_861_729_42 / 19.0;
    const LOW: f64 = 8.906_516_481_987_29 / 19.0;

    /// `scipy.stats.t.ppf(0.975, 19)` is 2.093024054408263.
    #[test]
    fn margins_are_those_of_students_interval() {
        assert!((TWENTY.margin().unwrap() - 2.093_024_054_408_263).abs() < 1e-12);
        // scipy.stats.t.ppf(0.975, 79) / 2: four times the units.
        assert!((TWENTY.margin_at(80.0).unwrap() - 0.995_225_105_115_064_2).abs() < 1e-9);
        let one_unit = Precision { units: 1, ..TWENTY };
        assert_eq!(one_unit.margin(), Err(Reason::TooFewUnits));
        let equal = Precision { standard_error: 0.0, ..TWENTY };
        assert_eq!(equal.margin(), Err(Reason::NoVariation));
    }

    /// The size is where its own margin is the wanted one, if the variance is its median.
    #[test]
    fn sizes_solve_the_law() {
        for wanted in [4.0, 2.0, 1.0, 0.4] {
            let units = TWENTY.required_units(wanted).unwrap();
            let reached = TWENTY.margin_at(units).unwrap() / MEDIAN.sqrt();
            assert!((reached / wanted - 1.0).abs() < 1e-10, "{wanted}: {units} give {reached}");
        }
        // Today's margin takes today's units, but for the median.
        let now = TWENTY.required_units(TWENTY.margin().unwrap() / MEDIAN.sqrt()).unwrap();
        assert!((now - 20.0).abs() < 1e-9, "{now}");
        assert!((TWENTY.required_units(1e6).unwrap() - 2.0).abs() < 1e-15);
        // No more than fifty times what is there.
        let last = TWENTY.margin_at(1000.0).unwrap() / MEDIAN.sqrt();
        assert!((TWENTY.required_units(last * 1.000_001).unwrap() - 1000.0).abs() < 0.1);
        for beyond in [last * 0.999_999, 1e-12] {
            assert_eq!(TWENTY.required_units(beyond), Err(Reason::BeyondData));
        }
    }

    #[test]
    fn intervals_are_those_of_the_variance() {
        let (lower, upper) = TWENTY.required_interval(1.0).unwrap();
        for (units, factor) in [(lower, HIGH), (upper, LOW)] {
            let reached = TWENTY.margin_at(units).unwrap() / factor.sqrt();
            assert!((reached - 1.0).abs() < 1e-10, "{units}: {reached}");
        }
        let (lower, upper) = TWENTY.required_interval(0.35).unwrap();
        assert!(lower < 1000.0 && (upper - 1000.0).abs() < 1e-9, "{lower} {upper}");
    }

    /// Units of unequal lengths have fewer degrees of freedom, and keep their share of them.
    #[test]
    fn unequal_units_have_wider_margins() {
        let freedom = Freedom { degrees: 9.5, effective_units: 12.0, ..TWENTY.freedom };
        let unequal = Precision { freedom, ..TWENTY };
        let t = student_t_quantile(0.975, 9.5).unwrap();
        assert!((unequal.margin().unwrap() - t).abs() < 1e-12);
        let t = student_t_quantile(0.975, 29.5).unwrap();
        assert!((unequal.margin_at(60.0).unwrap() - t / 3.0_f64.sqrt()).abs() < 1e-12);
    }

    /// With the error of normal units the ratio is F with n' - 1 and n - 1 degrees of freedom:
    /// `scipy.stats.f.ppf(0.8, 39, 19)` is 1.4368654043154925.
    #[test]
    fn assured_sizes_are_those_of_the_f_distribution() {
        let quantile = 1.436_865_404_315_492_5_f64;
        let wanted = TWENTY.margin_at(40.0).unwrap() * quantile.sqrt();
        let units = TWENTY.assured_units(wanted, 19.0, 0.8).unwrap();
        assert!((units - 40.0).abs() < 1e-6, "{units}");
        let half = TWENTY.assured_units(wanted, 19.0, 0.5).unwrap();
        assert!(half < units && half > 0.9 * TWENTY.required_units(wanted).unwrap());
        for wrong in [0.0, 1.0] {
            let units = TWENTY.assured_units(1.0, 19.0, wrong);
            assert_eq!(units, Err(Reason::OutOfRange));
        }
    }

    #[test]
    fn what_has_no_size() {
        let four = Precision { units: 4, ..TWENTY };
        assert_eq!(four.required_units(1.0), Err(Reason::TooFewUnits));
        assert!(four.margin().is_ok());
        for wanted in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(TWENTY.required_units(wanted), Err(Reason::OutOfRange));
        }
        let equal = Precision { standard_error: 0.0, ..TWENTY };
        assert_eq!(equal.required_units(1.0), Err(Reason::NoVariation));
    }

    #[test]
    fn the_law_is_held_against_a_part() {
        let freedom = Freedom::of_units(80.0, 1.0);
        let whole = Precision { units: 80, freedom, standard_error: 0.5, ..TWENTY };
        let lawful = check_law(&TWENTY, &whole, 0.1).unwrap();
        assert!((lawful.ratio - 1.0).abs() < 1e-14);
        // Half of 0.01 * 3 over its root is 0.0866 standard errors.
        let expected = 2.0 * student_t_cdf(-0.015 / 0.03_f64.sqrt(), 79.0);
        assert!((lawful.p_value - expected).abs() < 1e-12);
        let narrow = Precision { standard_error: 0.5, ..TWENTY };
        let law = check_law(&narrow, &whole, 0.1).unwrap();
        assert!((law.ratio - 0.5).abs() < 1e-14 && law.p_value < 1e-6);
        assert_eq!(check_law(&whole, &whole, 0.1), Err(Reason::TooFewUnits));
        let three = Precision { units: 3, ..TWENTY };
        assert_eq!(check_law(&three, &whole, 0.1), Err(Reason::TooFewUnits));
    }
}
