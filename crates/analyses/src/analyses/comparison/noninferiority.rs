//! Whether systems lose less to the baseline than a margin, adjusted for the number of pairs.

use super::options::Adjustment;
use super::verdict::ROUNDING;
use super::vocabulary::MarginVerdict;
use crate::analyses::common::{CommonItems, PairError, TwoWayError, TwoWayPair};
use crate::stats::direction::Direction;
use crate::stats::goal::Goal;
use crate::stats::noninferiority::{Noninferiority, goal_of_passing};
use crate::stats::reason::{Reason, Status};

/// Probability with which a system that is as good as the baseline is to pass.
pub(super) const POWER: f64 = 0.8;

/// A pair, and the loss that is accepted.
pub(super) struct MarginQuestion {
    /// In the unit of the metric.
    pub(super) margin: f64,
    /// Nothing where a system has no scores.
    pub(super) error: Option<DifferenceError>,
    /// Resampling units with a scored segment.
    pub(super) units: Option<u64>,
}

/// The standard error of a difference, over texts, or over texts and judges.
#[derive(Clone, Copy, Debug)]
pub(in crate::analyses) struct DifferenceError {
    pub(in crate::analyses) delta: Option<f64>,
    pub(in crate::analyses) identical: bool,
    /// With its degrees of freedom, or why there is none.
    pub(in crate::analyses) error: Result<(f64, f64), Reason>,
    /// What the two are compared on, where that is not all that each has.
    pub(super) common: Option<CommonItems>,
    /// Units, where the difference is the same in all of them.
    pub(super) units_of_one_sign: Option<u64>,
    /// Degrees of freedom of a chi-square as uncertain as its square, where that is known.
    pub(super) variance_freedom: Option<f64>,
    /// Share of their degrees of freedom that units of these lengths have.
    pub(super) freedom_share: f64,
    /// The largest number of units that is named.
    pub(super) farthest: f64,
    /// Whether it shrinks as the root of the number of units, so that some number of them is enough.
    pub(super) shrinks: bool,
    /// A reason to show beside it.
    pub(super) status: Option<Reason>,
    /// Where judges are resampled: what `error` is for the same judges.
    pub(super) texts_alone: Option<(f64, f64)>,
}

impl From<&PairError> for DifferenceError {
    fn from(found: &PairError) -> Self {
        Self {
            delta: found.delta,
            identical: found.identical,
            error: found
                .standard_error
                .as_ref()
                .map(|error: &f64| (*error, found.freedom.degrees))
                .map_err(|reason| *reason),
            common: found.common,
            units_of_one_sign: Some(found.units),
            variance_freedom: found.variance_freedom(),
            freedom_share: found.freedom.share(),
            farthest: found.freedom.farthest(),
            shrinks: true,
            status: None,
            texts_alone: None,
        }
    }
}

impl From<&TwoWayPair> for DifferenceError {
    fn from(found: &TwoWayPair) -> Self {
        Self {
            delta: found.delta,
            identical: found.identical,
            error: found
                .error
                .as_ref()
                .map(|error: &TwoWayError| (error.standard_error, error.degrees_of_freedom))
                .map_err(|reason| *reason),
            common: None,
            units_of_one_sign: None,
            // No size is planned where judges are resampled (`shrinks`), so that what follows
            // changes nothing.
            variance_freedom: None,
            freedom_share: 1.0,
            farthest: f64::INFINITY,
            shrinks: false,
            status: found.error.as_ref().ok().and_then(|error| error.status().reason()),
            texts_alone: found.error.as_ref().ok().map(|error| error.texts_alone),
        }
    }
}

/// What is found about a margin.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MarginTest {
    pub(super) margin: Option<f64>,
    pub(super) p_value: Option<f64>,
    pub(super) p_adjusted: Option<f64>,
    pub(super) verdict: Option<MarginVerdict>,
    pub(super) required_units: Option<f64>,
    pub(super) status: Status,
}

/// Those of all pairs of a cell; an error is why there is no margin.
pub(super) fn margin_tests(
    questions: &[Result<MarginQuestion, Reason>],
    direction: Direction,
    level: f64,
    adjustment: Adjustment,
) -> Vec<MarginTest> {
    let tests: Vec<Option<Result<Noninferiority, Reason>>> =
        questions.iter().map(|question| question.as_ref().ok()?.test(direction)).collect();
    let [p_of_passing, p_of_failing] =
        [Noninferiority::p_value, Noninferiority::p_value_of_failure].map(|p_value| {
            let p_values = tests.iter().map(|test| p_value(*test.as_ref()?.as_ref().ok()?).ok());
            p_values.collect::<Vec<Option<f64>>>()
        });
    let [passing, failing] = [&p_of_passing, &p_of_failing].map(|p| adjustment.adjust(p));
    let family = p_of_passing.iter().flatten().count().max(1) as f64;
    let alpha = 0.5 * (1.0 - level);
    // The worst case of Holm: the smallest p-value of the family.
    let single_alpha = if adjustment == Adjustment::None { alpha } else { alpha / family };
    let goal = goal_of_passing(single_alpha, POWER);
    let margin_tests = questions.iter().enumerate().map(|(index, question)| {
        let question = match question {
            Ok(question) => question,
            Err(reason) => return MarginTest::without(None, *reason),
        };
        let margin = Some(question.margin);
        let test = match &tests[index] {
            None => {
                let verdict = Some(MarginVerdict::Pass);
                return MarginTest { margin, verdict, ..MarginTest::default() };
            }
            Some(Err(reason)) => return MarginTest::without(margin, *reason),
            Some(Ok(test)) => test,
        };
        let [passes, fails] =
            [&passing, &failing].map(|adjusted| adjusted[index].map(|p| p <= alpha + ROUNDING));
        MarginTest {
            margin,
            p_value: p_of_passing[index],
            p_adjusted: passing[index],
            verdict: match (passes, fails) {
                (Some(true), _) => Some(MarginVerdict::Pass),
                (_, Some(true)) => Some(MarginVerdict::Fail),
                (Some(false), _) => Some(MarginVerdict::Inconclusive),
                (None, _) => None,
            },
            required_units: goal.as_ref().ok().and_then(|goal| question.required_units(test, goal)),
            status: test.p_value().err().map_or(Status::OK, Status::from),
        }
    });
    margin_tests.collect()
}

impl MarginTest {
    fn without(margin: Option<f64>, reason: Reason) -> Self {
        Self { margin, status: reason.into(), ..Self::default() }
    }
}

impl MarginQuestion {
    /// The test, or why there is none; nothing for identical systems, which need none.
    fn test(&self, direction: Direction) -> Option<Result<Noninferiority, Reason>> {
        let Some(error) = self.error else { return Some(Err(Reason::NoData)) };
        if error.identical {
            return None;
        }
        // An error of 0 stands for a difference that is the same in all units.
        let constant = error.units_of_one_sign.map(|units| (0.0, units as f64 - 1.0));
        let known = match error.error {
            Err(Reason::NoVariation) => constant.ok_or(Reason::NoVariation),
            known => known,
        };
        Some(known.and_then(|(standard_error, degrees_of_freedom)| {
            let gain = direction.orient(error.delta.ok_or(Reason::UndefinedScore)?);
            Ok(Noninferiority { gain, standard_error, degrees_of_freedom, margin: self.margin })
        }))
    }

    /// Units with which a system as good as the baseline reaches the goal. How uncertain the standard error is makes
    /// them more, where that is known.
    fn required_units(&self, test: &Noninferiority, goal: &Goal) -> Option<f64> {
        let error = self.error.filter(|error| error.shrinks)?;
        let units = (self.units? as f64, error.freedom_share);
        let required = test.required_units(units, goal, error.variance_freedom).ok()?;
        (required <= error.farthest).then_some(required)
    }
}

#[cfg(test)]
mod tests {
    use super::MarginVerdict::{Fail, Inconclusive, Pass};
    use super::*;
    use crate::stats::freedom::Freedom;

    fn error(delta: f64, identical: bool) -> PairError {
        PairError {
            delta: Some(delta),
            identical,
            units: 20,
            common: None,
            freedom: Freedom::of_units(20.0, 1.0),
            standard_error: Ok(0.5),
            monte_carlo_error: None,
            log_variance_error: Ok(0.3),
        }
    }

    fn question(error: Option<&PairError>) -> MarginQuestion {
        MarginQuestion { margin: 1.0, error: error.map(Into::into), units: Some(20) }
    }

    fn words(deltas: &[f64], direction: Direction, adjustment: Adjustment) -> Vec<MarginVerdict> {
        let errors: Vec<PairError> = deltas.iter().map(|delta| error(*delta, false)).collect();
        let questions: Vec<_> = errors.iter().map(|error| Ok(question(Some(error)))).collect();
        let tests = margin_tests(&questions, direction, 0.95, adjustment);
        tests.iter().map(|test| test.verdict.unwrap()).collect()
    }

    /// With a standard error of .5 and 19 degrees of freedom, a gain of -1 + .5 x 2.093 = .047 passes alone;
    /// among two, the smaller p-value must be at most .0125: t = 2.433, a gain of .217.
    #[test]
    fn verdicts_are_adjusted_for_the_number_of_pairs() {
        let (up, down) = (Direction::HigherIsBetter, Direction::LowerIsBetter);
        let none = Adjustment::None;
        assert_eq!(
            words(&[0.05, 0.04, -2.04, -2.05], up, none),
            [Pass, Inconclusive, Inconclusive, Fail]
        );
        assert_eq!(words(&[-0.05, 2.05], down, none), [Pass, Fail]);
        assert_eq!(words(&[0.05, 0.05], up, Adjustment::Holm), [Inconclusive; 2]);
        assert_eq!(words(&[0.22, 0.05], up, Adjustment::Holm), [Pass; 2]);
        assert_eq!(words(&[0.21, 0.05], up, Adjustment::Holm), [Inconclusive; 2]);
    }

    #[test]
    fn what_is_missing_is_said() {
        let identical = error(0.0, true);
        let constant = PairError { standard_error: Err(Reason::NoVariation), ..error(0.2, false) };
        let questions = [
            Ok(question(Some(&identical))),
            Ok(question(Some(&constant))),
            Ok(question(None)),
            Err(Reason::NoMargin),
        ];
        let up = Direction::HigherIsBetter;
        let tests = margin_tests(&questions, up, 0.95, Adjustment::Holm);
        let told = tests.iter().map(|test| (test.verdict, test.status, test.margin));
        assert_eq!(
            told.collect::<Vec<_>>(),
            [
                (Some(Pass), Status::OK, Some(1.0)),
                // By the sign test, of 20 units.
                (Some(Pass), Status::OK, Some(1.0)),
                (None, Reason::NoData.into(), Some(1.0)),
                (None, Reason::NoMargin.into(), None),
            ]
        );
    }
}
