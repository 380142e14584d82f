//! Standard errors of the differences between the systems of a group, by the jackknife: nothing is
//! resampled, but for metrics whose scores do not follow from sums over units.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::paired_rows::{PairedRows, SystemRows, comparable};
use super::pairs::Pairs;
use crate::config::model::ResamplingUnit;
use crate::plan::prices::SCORE;
use crate::plan::{Group, JobResults, Question, ScoredTestSet, TaskSize, Work};
use crate::stats::distribution::Distribution;
use crate::stats::freedom::Freedom;
use crate::stats::jackknife::{Jackknife, small_sample_factor};
use crate::stats::paired_jackknife::PairedJackknife;
use crate::stats::reason::Reason;
use crate::stats::size_interval::variance_freedom;

/// Nanoseconds per unit of a pair: its difference, and the logarithm of a variance without it.
const UNIT_OF_PAIR: f64 = 30.0;

/// Nanoseconds per segment of a pair: what it adds to the variance within documents and between them.
const SEGMENT_OF_PAIR: f64 = 2.0;

/// Nanoseconds per unit and column of a system: adding up its rows, and leaving it out.
const UNIT_OF_SYSTEM: f64 = 2.0;

/// Bytes of the result of a pair.
const PAIR: f64 = 51.0;

/// What leaving out one unit after the other says of the difference A - B of two systems' scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairError {
    /// Difference on the test set, in the metric's unit; `None` where a system has no score, or
    /// where the two are not scored on the same segments.
    pub delta: Option<f64>,
    /// Whether both have the same statistics in every resampling unit.
    pub identical: bool,
    /// Resampling units with a scored segment.
    pub units: u64,
    /// Degrees of freedom of the standard error.
    pub freedom: Freedom,
    /// Standard error of the difference, in the metric's unit, or why there is none.
    pub standard_error: Result<f64, Reason>,
    /// Its Monte-Carlo error, where it comes from replicates and not from the jackknife.
    pub monte_carlo_error: Option<f64>,
    /// Standard error of the logarithm of its square, or why there is none.
    pub log_variance_error: Result<f64, Reason>,
}

impl PairError {
    /// Degrees of freedom of a chi-square as uncertain as the squared standard error, where that is known.
    pub(in crate::analyses) fn variance_freedom(&self) -> Option<f64> {
        let error = self.log_variance_error.as_ref().ok()?;
        Some(variance_freedom(*error, self.freedom.degrees))
    }
}

/// Of several systems: standard errors of the differences between them, over resampling units;
/// documents, where these are resampled first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairedErrors {
    /// Which of them are paired.
    pub pairs: Pairs,
}

impl Question for PairedErrors {
    /// One for each pair, in the order of [`Pairs::of`].
    type Result = Vec<PairError>;
    const TAG: &'static str = "paired errors";

    fn work(&self, size: &TaskSize) -> Work {
        let TaskSize { scorings, units, segments, columns, .. } = *size;
        let pairs = self.pairs.count(scorings) as f64;
        let of_systems = scorings as f64 * (units + segments) * (SCORE + columns * UNIT_OF_SYSTEM);
        let of_pairs = units * UNIT_OF_PAIR + segments * SEGMENT_OF_PAIR;
        Work::plain(of_systems + pairs * of_pairs)
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        PAIR * self.pairs.count(size.scorings) as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Vec<PairError> {
        let systems: Vec<SystemWithout<'_>> = group
            .scorings
            .par_iter()
            .map(|scoring: &usize| SystemWithout::new(job, *scoring))
            .collect();
        let pairs = self.pairs.of(systems.len());
        pairs.into_par_iter().map(|(a, b)| of_pair(job, group, &systems[a], &systems[b])).collect()
    }
}

/// A system with its scores without each unit in turn, or why there are none.
struct SystemWithout<'v> {
    rows: SystemRows<'v>,
    without: Result<Jackknife, Reason>,
}

impl<'v> SystemWithout<'v> {
    fn new(job: &'v JobResults<'_>, scoring: usize) -> Self {
        let rows = SystemRows::new(job, scoring);
        let without = job.jackknife(rows.system);
        Self { rows, without }
    }
}

fn of_pair(
    job: &JobResults<'_>,
    group: &Group<'_>,
    a: &SystemWithout<'_>,
    b: &SystemWithout<'_>,
) -> PairError {
    let without = |delta, identical, reason: Reason| PairError {
        delta,
        identical,
        units: a.rows.system.judged_units,
        freedom: Freedom::of_units(a.rows.system.judged_units as f64, 1.0),
        standard_error: Err(reason),
        monte_carlo_error: None,
        log_variance_error: Err(reason),
    };
    let systems = [a.rows.system, b.rows.system];
    let delta = match comparable(systems) {
        Ok(delta) => delta,
        Err(reason) => return without(None, false, reason),
    };
    let same_rows = PairedRows::new(&a.rows, &b.rows).is_some_and(|pair| pair.is_identical());
    // Weights computed for each resample may distinguish what has the same rows.
    let identical = same_rows && systems.iter().all(|system| system.is_additive());
    if !systems[0].has_replicates() {
        return without(Some(delta), identical, Reason::OneUnit);
    }
    let scores = systems.map(|system| system.score.unwrap_or(f64::NAN));
    let found = match (&a.without, &b.without) {
        (Ok(of_a), Ok(of_b)) => PairedJackknife::new(scores, [of_a, of_b]),
        (Err(undefined), _) | (_, Err(undefined)) => Err(*undefined),
    };
    match found {
        Ok(found) => PairError {
            delta: Some(delta),
            identical,
            units: found.units() as u64,
            freedom: found.freedom(),
            standard_error: Ok(found.standard_error()),
            monte_carlo_error: None,
            log_variance_error: found.log_variance_error(),
        },
        Err(Reason::NotAdditive) if group.replicates > 0 => {
            let without_error = without(Some(delta), identical, Reason::NotAdditive);
            match from_replicates(job, group.replicates, systems) {
                Ok((error, monte_carlo_error)) => {
                    let freedom = job.freedom(systems[0]);
                    PairError {
                        standard_error: Ok(error),
                        monte_carlo_error,
                        freedom,
                        ..without_error
                    }
                }
                Err(undefined) => PairError { standard_error: Err(undefined), ..without_error },
            }
        }
        Err(undefined) => without(Some(delta), identical, undefined),
    }
}

/// The deviation of the differences of replicates, with its Monte-Carlo error. Documents and segments within
/// them deviate too much together, by an amount that is not known without the jackknife.
fn from_replicates(
    job: &JobResults<'_>,
    replicates: u32,
    systems: [&ScoredTestSet; 2],
) -> Result<(f64, Option<f64>), Reason> {
    if job.coordinates.unit == ResamplingUnit::TwoStage {
        return Err(Reason::TwoStage);
    }
    let [a, b] = systems.map(|system| job.scores(system.scoring, replicates));
    let differences = a.iter().zip(b).map(|(a, b)| a - b);
    let drawn = Distribution::new(&differences.collect::<Vec<_>>());
    let stdev = drawn.stdev().ok_or(Reason::TooFewReplicates)?;
    if stdev <= 0.0 {
        return Err(Reason::NoVariation);
    }
    let units = systems[0].judged_units;
    let factor = small_sample_factor(usize::try_from(units).unwrap_or(usize::MAX))?;
    Ok((factor * stdev, drawn.stdev_error().map(|error| factor * error)))
}
