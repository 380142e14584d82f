//! Intervals of the difference of two metrics: errors of both, on the outputs that both score.

use serde::{Deserialize, Serialize};

use super::scores::Judged;
use super::values::left_out;
use crate::plan::JobResults;
use crate::stats::meta::left_out::{LeftOut, of_difference};
use crate::stats::meta::measure::Measure;
use crate::stats::reason::{Estimate, Reason};

/// Errors of the values of two metrics, on a scale without ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PairErrors {
    errors: [f64; 2],
    /// Of these errors with each other.
    correlation: f64,
    degrees_of_freedom: f64,
}

impl PairErrors {
    /// The interval of the first value less the second, which never contradicts a test of their difference: the test
    /// decides whether 0 is in it, and an end on the other side of 0 is set to 0.
    pub(super) fn interval(
        &self,
        measure: Measure,
        values: [f64; 2],
        level: f64,
        differ: bool,
    ) -> Estimate<(f64, f64)> {
        let [first, second] = [0, 1].map(|index: usize| {
            let error = self.errors[index];
            measure.interval(values[index], error, self.degrees_of_freedom, level)
        });
        let (low, high) = of_difference(values, [first?, second?], self.correlation);
        Ok(match (differ, values[0] > values[1]) {
            (false, _) => (low.min(0.0), high.max(0.0)),
            (true, true) => (low.max(0.0), high),
            (true, false) => (low, high.min(0.0)),
        })
    }
}

/// Errors of every pair of metrics by a measure.
pub(super) struct ErrorsOfPairs {
    measure: Measure,
    /// Of all metrics on all that each scores; or why there is no interval of any pair.
    all: Result<LeftOut, Reason>,
}

impl ErrorsOfPairs {
    /// `has_intervals`: whether what is to be new is what the measure compares.
    pub(super) fn new(
        job: &JobResults<'_>,
        judged: &Judged,
        measure: Measure,
        has_intervals: bool,
    ) -> Self {
        let fewest = measure.fewest_for_differences().filter(|_| has_intervals);
        Self { measure, all: left_out(job, judged, measure, fewest) }
    }

    /// Of two metrics.
    pub(super) fn of_pair(
        &self,
        job: &JobResults<'_>,
        judged: &Judged,
        [first, second]: [usize; 2],
    ) -> Result<PairErrors, Reason> {
        let all = self.all.as_ref().map_err(|reason| *reason)?;
        let (one, other) = (&judged.metrics[first], &judged.metrics[second]);
        if one.has_places_of(other) {
            return errors(all, [first, second]);
        }
        let both = [one.where_known(other), other.where_known(one)];
        let left_out = judged.left_out(job, self.measure, &both);
        left_out.and_then(|left_out| errors(&left_out, [0, 1]))
    }
}

fn errors(left_out: &LeftOut, [one, other]: [usize; 2]) -> Estimate<PairErrors> {
    Ok(PairErrors {
        errors: [left_out.error(one)?, left_out.error(other)?],
        correlation: left_out.correlation(one, other)?,
        degrees_of_freedom: left_out.degrees_of_freedom(),
    })
}
