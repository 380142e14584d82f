//! The difference of two systems' scores with its standard error by the jackknife: test and interval.
//!
//! Both systems leave out the same unit in turn. The influence of a unit on the difference is that on
//! the one score less that on the other, so that what makes a unit easy or hard for both drops out. The
//! difference over its standard error is taken for Student's t, with the degrees of freedom that follow from the lengths of
//! the units ([`freedom`](super::freedom)); for scores that are means over units of equal weight it is the paired t
//! test exactly. Nothing is drawn: neither
//! p-value nor interval has a Monte-Carlo error, and no number of replicates bounds p from below.

use super::freedom::Freedom;
use super::interval::{Interval, student};
use super::jackknife::Jackknife;
use super::reason::Reason;
use super::size_interval::{log_variance_error, log_variance_error_in_strata};
use super::special::student_t_cdf;

/// Difference of scores, as a part of them, that computing them leaves where they are equal.
const COMPUTED: f64 = 1e-12;

/// The difference A - B of two scores, and what each unit adds to it.
#[derive(Clone, Debug, PartialEq)]
pub struct PairedJackknife {
    difference: f64,
    influence: Vec<f64>,
    strata: Option<Vec<usize>>,
    standard_error: f64,
    freedom: Freedom,
}

impl PairedJackknife {
    /// From the `scores` of two systems and their scores without each unit in turn, in one order; units are
    /// in strata where those of the first are.
    ///
    /// # Errors
    ///
    /// [`Reason::UndefinedScore`] where a score is not finite,
    /// [`Reason::NoVariation`] where the difference is the same in every unit, and [`Reason::Identical`] where it is 0 in
    /// every unit, both up to rounding.
    ///
    /// # Panics
    ///
    /// If the systems do not have the same units.
    pub fn new(scores: [f64; 2], without: [&Jackknife; 2]) -> Result<Self, Reason> {
        let difference = scores[0] - scores[1];
        if !difference.is_finite() {
            return Err(Reason::UndefinedScore);
        }
        let paired = without[0].less(without[1])?;
        Self::of_difference(difference, &paired, scores[0].abs().max(scores[1].abs()))
    }

    /// The same of adjusted scores in units without strata, of which each has this `information` about the difference: those
    /// that have none count neither in its standard error nor in the degrees of freedom.
    ///
    /// # Errors
    ///
    /// As [`Self::new`], and [`Reason::TooFewUnits`] below two units with information.
    ///
    /// # Panics
    ///
    /// As [`Self::new`].
    pub fn of_adjusted(
        scores: [f64; 2],
        without: [&Jackknife; 2],
        information: &[f64],
    ) -> Result<Self, Reason> {
        let informative: Vec<bool> = information.iter().map(|one| *one > 0.0).collect();
        let paired = without[0].less(without[1])?.of_marked(&informative)?;
        let largest = scores[0].abs().max(scores[1].abs());
        let found = Self::of_difference(scores[0] - scores[1], &paired, largest)?;
        Ok(Self { freedom: Freedom::of_information(information), ..found })
    }

    fn of_difference(difference: f64, paired: &Jackknife, largest: f64) -> Result<Self, Reason> {
        let strata = paired.strata().map(<[usize]>::to_vec);
        let (influence, standard_error) = (paired.influence(), paired.standard_error());
        if standard_error <= 0.0 {
            // No unit is farther from the mean than all standard deviations together: beyond that, all have one sign.
            let farthest = paired.unrounded_error() * influence.len() as f64;
            let is_constant = difference.abs() > farthest.max(COMPUTED * largest);
            return Err(if is_constant { Reason::NoVariation } else { Reason::Identical });
        }
        Ok(Self { difference, influence, strata, standard_error, freedom: paired.freedom() })
    }

    /// Difference A - B of the scores.
    pub fn difference(&self) -> f64 {
        self.difference
    }

    /// Number of units.
    pub fn units(&self) -> usize {
        self.influence.len()
    }

    /// Degrees of freedom of the standard error.
    pub fn freedom(&self) -> Freedom {
        self.freedom
    }

    /// Standard error of the difference, in the unit of the score.
    pub fn standard_error(&self) -> f64 {
        self.standard_error
    }

    /// Influence of each unit on the difference, times their number. Sums to 0.
    pub fn influence(&self) -> &[f64] {
        &self.influence
    }

    /// Two-sided p-value of no difference, by Student's t.
    pub fn p_value(&self) -> f64 {
        student_p_value(self.difference, self.standard_error, self.freedom.degrees)
    }

    /// Interval of the difference. It excludes 0 where [`p_value`](Self::p_value) is below 1 - `level`.
    ///
    /// # Errors
    ///
    /// None that [`new`](Self::new) does not have; as [`student`].
    ///
    /// # Panics
    ///
    /// If `level` is not in (0, 1).
    pub fn interval(&self, level: f64) -> Result<Interval, Reason> {
        student(self.difference, self.standard_error, self.freedom.degrees, level)
    }

    /// Standard error of the logarithm of the squared standard error: what a planned size is uncertain
    /// by.
    ///
    /// # Errors
    ///
    /// As [`log_variance_error`] and [`log_variance_error_in_strata`].
    pub fn log_variance_error(&self) -> Result<f64, Reason> {
        match &self.strata {
            None => log_variance_error(&self.influence),
            Some(strata) => log_variance_error_in_strata(&self.influence, strata),
        }
    }
}

/// Two-sided p-value of an estimate of 0 with its standard error of one degree of freedom or more, by Student's t.
///
/// # Panics
///
/// If there are fewer, or the error is not positive.
pub fn student_p_value(estimate: f64, standard_error: f64, degrees_of_freedom: f64) -> f64 {
    let is_known = degrees_of_freedom >= 1.0 && standard_error > 0.0;
    assert!(is_known, "a standard error comes from two units that differ");
    let t = (estimate / standard_error).abs();
    // Twice a half may be a little above 1 by rounding.
    (2.0 * student_t_cdf(-t, degrees_of_freedom)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::ratio_of_sums::{mean, rows};

    fn jackknives(a: &[i64], b: &[i64]) -> Result<PairedJackknife, Reason> {
        let scores = [a, b].map(|x| x.iter().sum::<i64>() as f64 / x.len() as f64);
        let jackknives = [a, b].map(|x| Jackknife::new(&rows(x), 2, &mean).unwrap());
        PairedJackknife::new(scores, jackknives.each_ref())
    }

    /// Student's sleep data in tenths of an hour (Biometrika 6, 1908), as R's documentation prints its
    /// `t.test(extra ~ group, data = sleep, paired = TRUE)`: t = -4.0621, p = 0.002833,
    /// [-2.4598858, -0.7001142].
    #[test]
    fn a_mean_has_the_paired_t_test() {
        let first = [7, -16, -2, -12, -1, 34, 37, 8, 0, 20];
        let second = [19, 8, 11, 1, -1, 44, 55, 16, 46, 34];
        let paired = jackknives(&first, &second).unwrap();
        assert!((paired.difference() + 15.8).abs() < 1e-12);
        assert!((paired.difference() / paired.standard_error() + 4.0621).abs() < 5e-5);
        assert!((paired.p_value() - 0.002_833).abs() < 5e-7, "{}", paired.p_value());
        let interval = paired.interval(0.95).unwrap();
        assert!((interval.lower + 24.598_858).abs() < 5e-6, "{interval:?}");
        assert!((interval.upper + 7.001_142).abs() < 5e-6, "{interval:?}");
        let turned = jackknives(&second, &first).unwrap();
        assert!((turned.p_value() - paired.p_value()).abs() < 1e-14);
        assert!((turned.difference() - 15.8).abs() < 1e-12);
    }

    /// The p-value is 1 minus the level at which the interval reaches 0.
    #[test]
    fn test_and_interval_agree() {
        let paired = jackknives(&[5, 9, 3, 8, 6, 9], &[4, 7, 5, 6, 3, 6]).unwrap();
        let interval = paired.interval(1.0 - paired.p_value()).unwrap();
        assert!(interval.lower.abs() < 1e-10, "{interval:?}");
    }

    /// Of adjusted scores, units without information change nothing: the paired t test of the others.
    #[test]
    fn units_without_information_do_not_count() {
        let (first, second) = ([7, -16, -2, -12, -1], [19, 8, 11, 1, -1]);
        let expected = jackknives(&first, &second).unwrap();
        // Left out, such a unit leaves the difference as it is.
        let without = [&first, &second].map(|x| {
            let mean = x.iter().sum::<i64>() as f64 / 5.0;
            let rest = x.map(|value| (5.0 * mean - value as f64) / 4.0);
            Jackknife::from_values([&rest[..], &[mean; 7]].concat()).unwrap()
        });
        let scores = [-4.8, 7.6];
        let information = [[0.4; 5].as_slice(), &[0.0; 7]].concat();
        let found = PairedJackknife::of_adjusted(scores, without.each_ref(), &information).unwrap();
        assert!((found.standard_error() - expected.standard_error()).abs() < 1e-12);
        assert_eq!((found.freedom().degrees, found.units()), (4.0, 5));
        let one = [[0.4].as_slice(), &[0.0; 11]].concat();
        let found = PairedJackknife::of_adjusted(scores, without.each_ref(), &one);
        assert_eq!(found, Err(Reason::TooFewUnits));
    }

    #[test]
    fn undefined_cases() {
        // One better in every unit: nothing says how that varies.
        assert_eq!(jackknives(&[4, 5, 6], &[3, 4, 5]), Err(Reason::NoVariation));
        assert_eq!(jackknives(&[4, 5, 6], &[4, 5, 6]), Err(Reason::Identical));
        let jackknife = Jackknife::from_values(vec![1.0, 2.0]).unwrap();
        let paired = PairedJackknife::new([f64::NAN, 1.0], [&jackknife, &jackknife]);
        assert_eq!(paired, Err(Reason::UndefinedScore));
        // Scores of 32-bit floats, as whole numbers of 1e-9: what rounding makes is neither a variance nor a difference.
        // `[round(float(numpy.float32(score + more)) * 1e9) for score in (.71, .66, .95, .43, .58, .87)]`, with 0 and .1 more
        let exact = [710_000_000, 660_000_000, 950_000_000, 430_000_000, 580_000_000, 870_000_000];
        let rounded =
            [709_999_979, 660_000_026, 949_999_988, 430_000_007, 579_999_983, 870_000_005];
        let higher =
            [810_000_002, 759_999_990, 1_049_999_952, 529_999_971, 680_000_007, 970_000_029];
        assert_eq!(jackknives(&rounded, &exact), Err(Reason::Identical));
        assert_eq!(jackknives(&higher, &exact), Err(Reason::NoVariation));
        let fifth_digit =
            [710_010_000, 660_000_000, 950_000_000, 430_000_000, 580_000_000, 870_000_000];
        assert!(jackknives(&fifth_digit, &exact).is_ok());
        let two = jackknives(&[4, 5], &[3, 5]).unwrap();
        assert_eq!(two.log_variance_error(), Err(Reason::TooFewUnits));
    }
}
