//! Whether systems lose less to the baseline than a margin, adjusted for the number of pairs.

use super::options::Adjustment;
use super::verdict::ROUNDING;
use crate::analyses::common::paired_errors::PairError;
use crate::analyses::common::two_way::{TwoWayError, TwoWayPair};
use crate::stats::direction::Direction;
use crate::stats::multiplicity::{benjamini_hochberg, holm};
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
pub(super) struct DifferenceError {
    pub(super) delta: Option<f64>,
    pub(super) identical: bool,
    /// With its degrees of freedom, or why there is none.
    pub(super) error: Result<(f64, f64), Reason>,
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
}

impl From<&PairError> for DifferenceError {
    fn from(found: &PairError) -> Self {
        let of = |error: &f64| (*error, found.freedom.degrees);
        Self {
            delta: found.delta,
            identical: found.identical,
            error: found.standard_error.as_ref().map(of).map_err(|reason| *reason),
            variance_freedom: found.variance_freedom(),
            freedom_share: found.freedom.share(),
            farthest: found.freedom.farthest(),
            shrinks: true,
            status: None,
        }
    }
}

impl From<&TwoWayPair> for DifferenceError {
    fn from(found: &TwoWayPair) -> Self {
        let of = |error: &TwoWayError| (error.standard_error, error.degrees_of_freedom);
        Self {
            delta: found.delta,
            identical: found.identical,
            error: found.error.as_ref().map(of).map_err(|reason| *reason),
            variance_freedom: None,
            freedom_share: 1.0,
            farthest: f64::INFINITY,
            shrinks: false,
            status: found.error.as_ref().ok().and_then(|error| error.status().reason()),
        }
    }
}

/// What is found about a margin.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MarginVerdict {
    pub(super) margin: Option<f64>,
    pub(super) p_value: Option<f64>,
    pub(super) p_adjusted: Option<f64>,
    pub(super) verdict: Option<&'static str>,
    pub(super) required_units: Option<f64>,
    pub(super) status: Status,
}

/// Those of all pairs of a cell; an error is why there is no margin.
pub(super) fn margin_verdicts(
    questions: &[Result<MarginQuestion, Reason>],
    direction: Direction,
    level: f64,
    adjustment: Adjustment,
) -> Vec<MarginVerdict> {
    let test = |question: &MarginQuestion| -> Result<Noninferiority, Reason> {
        let error = question.error.ok_or(Reason::NoData)?;
        let (standard_error, degrees_of_freedom) = error.error?;
        Ok(Noninferiority {
            gain: direction.orient(error.delta.ok_or(Reason::UndefinedScore)?),
            standard_error,
            degrees_of_freedom,
            margin: question.margin,
        })
    };
    let is_identical =
        |question: &MarginQuestion| question.error.is_some_and(|error| error.identical);
    let tests: Vec<Option<Result<Noninferiority, Reason>>> = questions
        .iter()
        .map(|question| question.as_ref().ok().filter(|own| !is_identical(own)).map(test))
        .collect();
    let p_values = |p: fn(Noninferiority) -> Option<f64>| -> (Vec<_>, Vec<_>) {
        let own: Vec<Option<f64>> =
            tests.iter().map(|test| test.as_ref()?.as_ref().ok().copied().and_then(p)).collect();
        let adjusted = match adjustment {
            Adjustment::None => own.clone(),
            Adjustment::Holm => holm(&own),
            Adjustment::BenjaminiHochberg => benjamini_hochberg(&own),
        };
        (own, adjusted)
    };
    let (p_of_passing, passing) = p_values(|test| test.p_value().ok());
    let (_, failing) = p_values(|test| test.p_value_of_failure().ok());
    let family = p_of_passing.iter().flatten().count().max(1) as f64;
    let alpha = 0.5 * (1.0 - level);
    let of_one = if adjustment == Adjustment::None { alpha } else { alpha / family };
    let goal = goal_of_passing(of_one, POWER);
    let of_pair = |index: usize| {
        let question = match &questions[index] {
            Ok(question) => question,
            Err(status) => {
                return MarginVerdict { status: (*status).into(), ..MarginVerdict::default() };
            }
        };
        let margin = Some(question.margin);
        let found = match &tests[index] {
            None => {
                return MarginVerdict { margin, verdict: Some("pass"), ..MarginVerdict::default() };
            }
            Some(Err(status)) => {
                return MarginVerdict {
                    margin,
                    status: (*status).into(),
                    ..MarginVerdict::default()
                };
            }
            Some(Ok(found)) => found,
        };
        let is_small = |p: Option<f64>| p.map(|p| p <= alpha + ROUNDING);
        let verdict = match (is_small(passing[index]), is_small(failing[index])) {
            (Some(true), _) => Some("pass"),
            (_, Some(true)) => Some("fail"),
            (Some(false), _) => Some("inconclusive"),
            (None, _) => None,
        };
        let status = found.p_value().err().map_or(Status::OK, Status::from);
        // How uncertain the standard error is makes the size larger, where that is known.
        let known = question.error.and_then(|error| error.variance_freedom);
        let share = question.error.map_or(1.0, |error| error.freedom_share);
        let shrinks = question.error.is_some_and(|error| error.shrinks);
        let required = |units: u64| {
            let units = found.required_units((units as f64, share), goal.as_ref().ok()?, known);
            units.ok().filter(|units| question.error.is_none_or(|error| *units <= error.farthest))
        };
        MarginVerdict {
            margin,
            p_value: p_of_passing[index],
            p_adjusted: passing[index],
            verdict,
            required_units: question.units.filter(|_| shrinks).and_then(required),
            status,
        }
    };
    (0..questions.len()).map(of_pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::freedom::Freedom;

    fn error(delta: f64, identical: bool) -> PairError {
        PairError {
            delta: Some(delta),
            identical,
            units: 20,
            freedom: Freedom::of_units(20.0, 1.0),
            standard_error: Ok(0.5),
            monte_carlo_error: None,
            log_variance_error: Ok(0.3),
        }
    }

    fn words(deltas: &[f64], direction: Direction, adjustment: Adjustment) -> Vec<&'static str> {
        let errors: Vec<PairError> = deltas.iter().map(|delta| error(*delta, false)).collect();
        let question =
            |error| Ok(MarginQuestion { margin: 1.0, error: Some(error), units: Some(20) });
        let questions: Vec<_> = errors.iter().map(DifferenceError::from).map(question).collect();
        let found = margin_verdicts(&questions, direction, 0.95, adjustment);
        found.iter().map(|own| own.verdict.unwrap()).collect()
    }

    /// With a standard error of .5 and 19 degrees of freedom, a gain of -1 + .5 x 2.093 = .047 passes alone;
    /// among two, the smaller p-value must be at most .0125: t = 2.433, a gain of .217.
    #[test]
    fn verdicts_are_adjusted_for_the_number_of_pairs() {
        let (up, down) = (Direction::HigherIsBetter, Direction::LowerIsBetter);
        let none = Adjustment::None;
        assert_eq!(
            words(&[0.05, 0.04, -2.04, -2.05], up, none),
            ["pass", "inconclusive", "inconclusive", "fail"]
        );
        assert_eq!(words(&[-0.05, 2.05], down, none), ["pass", "fail"]);
        assert_eq!(words(&[0.05, 0.05], up, Adjustment::Holm), ["inconclusive"; 2]);
        assert_eq!(words(&[0.22, 0.05], up, Adjustment::Holm), ["pass"; 2]);
        assert_eq!(words(&[0.21, 0.05], up, Adjustment::Holm), ["inconclusive"; 2]);
    }

    #[test]
    fn what_is_missing_is_said() {
        let identical = error(0.0, true);
        let constant =
            PairError { standard_error: Err(Reason::NoVariation.into()), ..error(0.2, false) };
        let question = |error| Ok(MarginQuestion { margin: 1.0, error, units: Some(20) });
        let questions = [
            question(Some((&identical).into())),
            question(Some((&constant).into())),
            question(None),
            Err(Reason::NoMargin),
        ];
        let up = Direction::HigherIsBetter;
        let found = margin_verdicts(&questions, up, 0.95, Adjustment::Holm);
        let of: Vec<_> =
            found.iter().map(|own| (own.verdict, &*own.status.name(), own.margin)).collect();
        assert_eq!(
            of,
            [
                (Some("pass"), "ok", Some(1.0)),
                (None, "no-variation", Some(1.0)),
                (None, "no-data", Some(1.0)),
                (None, "no-margin", None),
            ]
        );
    }
}
