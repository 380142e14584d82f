//! Non-inferiority: does a system lose less than a margin to another?
//!
//! The question of a release, where a test of "no difference" answers another one: a system that is not
//! significantly worse on few texts may still be much worse. Two one-sided tests by Student's t with the
//! standard error of the paired difference: that the loss is below the margin (the system passes) and that it is
//! above (it fails). At a one-sided level of (1 - level)/2 each, a single comparison passes where the interval
//! of the difference lies above -margin, and fails where it lies below (Schuirmann 1987, Journal of
//! Pharmacokinetics and Biopharmaceutics 15, 657-680; Piaggio et al. 2012, JAMA 308, 2594-2604).

use super::goal::Goal;
use super::power::{PairedDeviation, Sides, Test};
use super::reason::{
    Estimate,
    Reason::{NoVariation, OutOfRange, TooFewUnits, UndefinedScore},
};
use super::special::student_t_cdf;

/// A gain over another system, and the loss that is accepted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noninferiority {
    /// Score less that of the other system, positive where it is better, in the unit of the score.
    pub gain: f64,
    /// Its standard error, in the same unit; 0 where all units have this gain, so that the sign test takes the place of
    /// Student's.
    pub standard_error: f64,
    /// Degrees of freedom of the standard error.
    pub degrees_of_freedom: f64,
    /// Loss that is still accepted, in the same unit; positive.
    pub margin: f64,
}

/// To pass the test at the one-sided level `alpha` with probability `power`.
///
/// # Errors
///
/// [`OutOfRange`] where `alpha` is not in (0, 1), or `power` not in (`alpha`, 1).
pub fn goal_of_passing(alpha: f64, power: f64) -> Estimate<Goal> {
    if alpha > 0.0 && alpha < 1.0 {
        Goal::new(Test { level: 1.0 - alpha, sides: Sides::One }, power)
    } else {
        Err(OutOfRange)
    }
}

impl Noninferiority {
    /// One-sided p-value of a loss of `margin` or more: small where the system passes. That of a loss of
    /// `margin` or less, small where it fails, is 1 minus this one.
    ///
    /// # Errors
    ///
    /// [`TooFewUnits`] without a degree of freedom, [`UndefinedScore`] where a number is not finite.
    pub fn p_value(self) -> Estimate<f64> {
        self.p_value_of(1.0)
    }

    fn p_value_of(self, sign: f64) -> Estimate<f64> {
        let t = match self.t() {
            // One of all cases of as many signs as there are units.
            Err(NoVariation) if sign * (self.gain + self.margin) > 0.0 => {
                return Ok(libm::exp2(-self.degrees_of_freedom - 1.0));
            }
            Err(NoVariation) => return Ok(1.0),
            t => t?,
        };
        Ok(student_t_cdf(-sign * t, self.degrees_of_freedom))
    }

    /// One-sided p-value of a loss of `margin` or less, without the loss of digits of 1 minus the other.
    ///
    /// # Errors
    ///
    /// As [`Self::p_value`].
    pub fn p_value_of_failure(self) -> Estimate<f64> {
        self.p_value_of(-1.0)
    }

    /// Units on which a system that is as good as the other reaches `goal`, where `units` have this standard error, with a
    /// share of their degrees of freedom ([`PairedDeviation::freedom_share`]): unrounded, two at least. About `n SE^2 (z_alpha + z_power)^2 / margin^2`. The degrees of freedom of
    /// the squared standard error make them more, so that new test sets of this size reach the power on average, see
    /// [`Goal::planned_units`]; without them the standard error is taken for the true one.
    ///
    /// # Errors
    ///
    /// As [`Self::p_value`], [`NoVariation`] where the standard error is 0, and [`OutOfRange`] where the margin is not positive.
    pub fn required_units(
        self,
        (units, freedom_share): (f64, f64),
        goal: &Goal,
        variance_freedom: Option<f64>,
    ) -> Estimate<f64> {
        self.t()?;
        if self.margin <= 0.0 {
            return Err(OutOfRange);
        }
        let deviation = PairedDeviation { stdev: self.standard_error, units, freedom_share };
        goal.planned_units(deviation, self.margin, variance_freedom.unwrap_or(f64::INFINITY))
    }

    /// Standard errors by which the gain lies above the largest accepted loss.
    fn t(self) -> Estimate<f64> {
        if self.degrees_of_freedom <= 0.0 {
            return Err(TooFewUnits);
        }
        if self.standard_error <= 0.0 {
            return Err(NoVariation);
        }
        let t = (self.gain + self.margin) / self.standard_error;
        if t.is_finite() { Ok(t) } else { Err(UndefinedScore) }
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::stats::interval::student;
    use crate::stats::size_interval::{log_variance_error, variance_freedom};

    fn tested(gain: f64, margin: f64) -> Noninferiority {
        Noninferiority { gain, standard_error: 0.5, degrees_of_freedom: 19.0, margin }
    }

    /// The t of 19 degrees of freedom with 2.5 % beyond is 2.093024 in printed tables, with 5 % 1.729133.
    #[test]
    fn p_values_are_those_of_printed_tables() {
        for (t, p) in [(2.093_024_054, 0.025), (1.729_132_812, 0.05), (0.0, 0.5)] {
            let test = tested(0.5 * t - 0.3, 0.3);
            assert!((test.p_value().unwrap() - p).abs() < 1e-9, "{t}");
            assert!((test.p_value_of_failure().unwrap() - (1.0 - p)).abs() < 1e-9, "{t}");
        }
    }

    #[test]
    fn a_pass_is_an_interval_above_the_margin() {
        for step in -40..40 {
            let test = tested(0.1 * f64::from(step), 0.3);
            let interval = student(test.gain, 0.5, 19.0, 0.95).unwrap();
            assert_eq!(test.p_value().unwrap() <= 0.025, interval.lower >= -0.3, "{step}");
            assert_eq!(test.p_value_of_failure().unwrap() <= 0.025, interval.upper <= -0.3);
        }
    }

    /// Beyond some hundred units n SE^2 (1.959964 + .841621)^2 / margin^2 by hand, and z^2/2 = 1.92 units more
    /// for t (Guenther 1981, The American Statistician 35, 243-244); with a variance of f degrees of freedom, to second
    /// order in their inverse, `exp((1 + z_p (z_a + z_p))/(2 f))` times as many.
    #[test]
    fn sizes_follow_the_formula() {
        let (test, goal) = (tested(0.0, 0.1), goal_of_passing(0.025, 0.8).unwrap());
        let units = test.required_units((20.0, 1.0), &goal, None).unwrap();
        let by_hand = 5.0 * 7.848_879_734 / 0.01 + 1.92;
        assert!((units - by_hand).abs() < 0.02, "{units} {by_hand}");
        let uncertain = test.required_units((20.0, 1.0), &goal, Some(22.0)).unwrap();
        let factor = libm::exp((1.0 + 0.841_621 * 2.801_585) / 44.0);
        assert!((uncertain / units - factor).abs() < 4e-3, "{uncertain} {units}");
        for (alpha, power) in [(0.0, 0.8), (1.0, 0.8), (0.025, 1.0), (0.025, 0.02)] {
            assert_eq!(goal_of_passing(alpha, power).err(), Some(OutOfRange));
        }
        assert_eq!(tested(0.0, 0.0).required_units((20.0, 1.0), &goal, None), Err(OutOfRange));
        let constant = Noninferiority { standard_error: 0.0, ..tested(0.0, 0.3) };
        // 20 units of one sign, of 2^20 cases: `scipy.stats.binomtest(20, 20, alternative="greater").pvalue`.
        assert!((constant.p_value().unwrap() - 9.536_743_164_062_5e-7).abs() < 1e-20);
        assert_eq!(constant.p_value_of_failure(), Ok(1.0));
        assert_eq!(constant.required_units((20.0, 1.0), &goal, None), Err(NoVariation));
        let single = Noninferiority { degrees_of_freedom: 0.0, ..tested(0.0, 0.3) };
        assert_eq!(single.p_value(), Err(TooFewUnits));
    }

    /// Differences of `units` documents, each the sum of twelve uniform numbers around a loss, with the mean
    /// and the standard error of a mean.
    fn sample(random: &mut Pcg64, units: usize, loss: f64) -> (f64, f64) {
        let values: Vec<f64> = (0..units).map(|_| normal(random) - loss).collect();
        mean_and_error(&values)
    }

    fn normal(random: &mut Pcg64) -> f64 {
        (0..12).map(|_| (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64).sum::<f64>() - 6.0
    }

    fn mean_and_error(values: &[f64]) -> (f64, f64) {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        (mean, (squares / (n - 1.0) / n).sqrt())
    }

    /// Of systems that truly lose exactly the margin, 2.5 % pass and 2.5 % fail; of systems that are as good,
    /// on test sets of the required size, about 80 % pass. 20,000 samples: standard errors of .11 and .28 %.
    #[test]
    fn a_loss_of_the_margin_passes_as_rarely_as_it_should() {
        const SAMPLES: usize = 20_000;
        let mut random = Pcg64::seed_from_u64(7);
        let mut shares = |units: usize, loss: f64| {
            let (mut passed, mut failed) = (0, 0);
            for _ in 0..SAMPLES {
                let (gain, standard_error) = sample(&mut random, units, loss);
                let degrees_of_freedom = units as f64 - 1.0;
                let test = Noninferiority { gain, standard_error, degrees_of_freedom, margin: 0.4 };
                passed += usize::from(test.p_value().unwrap() <= 0.025);
                failed += usize::from(test.p_value_of_failure().unwrap() <= 0.025);
            }
            [passed, failed].map(|count| count as f64 / SAMPLES as f64)
        };
        for share in shares(15, 0.4) {
            assert!((share - 0.025).abs() < 5.0 * 0.0011, "{share}");
        }
        // Of a variance of 1 z asks for 49.06 units, t for 1.92 more.
        let unit =
            Noninferiority { gain: 0.0, standard_error: 1.0, degrees_of_freedom: 1.0, margin: 0.4 };
        let goal = goal_of_passing(0.025, 0.8).unwrap();
        let required = unit.required_units((1.0, 1.0), &goal, None).unwrap();
        assert!((required - 50.98).abs() < 0.03, "{required}");
        let [passed, _] = shares(51, 0.0);
        assert!((passed - 0.8).abs() < 5.0 * 0.0028, "{passed}");
    }

    /// Sizes planned from a pilot of 20 units keep their promise on average over pilots: new test sets of the
    /// planned size pass in about 80 %, against 74 to 77 % where the pilot's standard error is taken for the
    /// true one. 6,000 pilots: a standard error of .5 %.
    #[test]
    fn planned_sizes_keep_their_promise() {
        const PILOTS: usize = 6_000;
        let mut random = Pcg64::seed_from_u64(11);
        let goal = goal_of_passing(0.025, 0.8).unwrap();
        let (mut planned, mut plain) = (0, 0);
        for _ in 0..PILOTS {
            let values: Vec<f64> = (0..20).map(|_| normal(&mut random)).collect();
            let (mean, standard_error) = mean_and_error(&values);
            let influence: Vec<f64> = values.iter().map(|value| value - mean).collect();
            let log_error = log_variance_error(&influence).unwrap();
            let pilot = Noninferiority {
                gain: mean,
                standard_error,
                degrees_of_freedom: 19.0,
                margin: 0.4,
            };
            let freedom = variance_freedom(log_error, 19.0);
            let [with_freedom, without] = [Some(freedom), None].map(|freedom| {
                let units = pilot.required_units((20.0, 1.0), &goal, freedom).unwrap().ceil();
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a size"
                )]
                let units = units as usize;
                let (gain, standard_error) = sample(&mut random, units, 0.0);
                let degrees_of_freedom = units as f64 - 1.0;
                let test = Noninferiority { gain, standard_error, degrees_of_freedom, margin: 0.4 };
                usize::from(test.p_value().unwrap() <= 0.025)
            });
            planned += with_freedom;
            plain += without;
        }
        let [planned, plain] = [planned, plain].map(|count| count as f64 / PILOTS as f64);
        assert!((planned - 0.8).abs() < 0.025, "{planned}");
        assert!(plain < 0.785 && plain < planned, "{plain}");
    }
}
