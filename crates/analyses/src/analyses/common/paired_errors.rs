//! Standard errors of the differences between the systems of a group, by the jackknife: nothing is
//! resampled, but for metrics whose scores do not follow from sums over units.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{FEWEST_ITEMS, Pairs, SystemRows, are_identical, comparable};
use crate::config::model::{DegreesOfFreedom, ResamplingUnit};
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
const PAIR: f64 = 52.0;

/// What leaving out one unit after the other says of the difference A - B of two systems' scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairError {
    /// Difference on the test set, in the metric's unit; `None` where a system has no score, or
    /// where the two are not scored on the same segments.
    pub delta: Option<f64>,
    /// Whether both have the same statistics in every resampling unit, or the same outputs.
    pub identical: bool,
    /// Resampling units with a scored segment.
    pub units: u64,
    /// What the two are compared on, where that is not all that each has.
    pub common: Option<CommonItems>,
    /// Degrees of freedom of the standard error.
    pub freedom: Freedom,
    /// Standard error of the difference, in the metric's unit, or why there is none.
    pub standard_error: Result<f64, Reason>,
    /// Its Monte-Carlo error, where it comes from replicates and not from the jackknife.
    pub monte_carlo_error: Option<f64>,
    /// Standard error of the logarithm of its square, or why there is none.
    pub log_variance_error: Result<f64, Reason>,
}

/// What two systems are compared on: what both have, or, of adjusted scores, what says something about their difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CommonItems {
    /// Segments.
    pub segments: u64,
    /// Documents that these are of.
    pub documents: u32,
    /// Resampling units.
    pub units: u64,
    /// The scores of both on these segments; adjusted ones as they are.
    pub scores: [Option<f64>; 2],
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
            .map(|scoring: &usize| SystemWithout::new(job, job.system(*scoring)))
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
    fn new(job: &JobResults<'_>, system: &'v ScoredTestSet) -> Self {
        Self { rows: SystemRows::new(job, system), without: job.jackknife(system) }
    }
}

fn of_pair(
    job: &JobResults<'_>,
    group: &Group<'_>,
    a: &SystemWithout<'_>,
    b: &SystemWithout<'_>,
) -> PairError {
    let systems = [a.rows.system, b.rows.system];
    if let Some(pair) = job.on_common_rows(systems) {
        let [one, other] = pair.each_ref().map(|system| SystemWithout::new(job, system));
        let common = common_items(job, pair.each_ref(), |row| pair[0].rows.is_present(row));
        return PairError { common: Some(common), ..of_pair(job, group, &one, &other) };
    }
    let information = job.information(systems);
    let common =
        information.as_ref().map(|parts| common_items(job, systems, |row| parts[row] > 0.0));
    let units = common.map_or(systems[0].judged_units, |common| common.units);
    let without = |delta, identical, reason: Reason| PairError {
        delta,
        identical,
        units,
        common,
        freedom: Freedom::of_units(units as f64, 1.0),
        standard_error: Err(reason),
        monte_carlo_error: None,
        log_variance_error: Err(reason),
    };
    let delta = match comparable(systems) {
        Ok(delta) => delta,
        Err(reason) => return without(None, false, reason),
    };
    if common.map_or(systems[0].judged_segments, |common| common.segments) < FEWEST_ITEMS {
        return without(Some(delta), false, Reason::TooFewItems);
    }
    // Weights computed for each resample may distinguish what has the same rows.
    let identical =
        systems.iter().all(|system| system.is_additive()) && are_identical(job, [&a.rows, &b.rows]);
    if !systems[0].has_replicates() {
        return without(Some(delta), identical, Reason::OneUnit);
    }
    let scores = systems.map(|system| system.score.unwrap_or(f64::NAN));
    let found = match (&a.without, &b.without) {
        (Ok(of_a), Ok(of_b)) => match information {
            Some(parts) => {
                let of_units = information_of_units(job, systems[0], &parts);
                PairedJackknife::of_adjusted(scores, [of_a, of_b], &of_units)
            }
            None => PairedJackknife::new(scores, [of_a, of_b]),
        },
        (Err(undefined), _) | (_, Err(undefined)) => Err(*undefined),
    };
    match found {
        Ok(found) => PairError {
            delta: Some(delta),
            identical,
            units: found.units() as u64,
            common,
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
        Err(Reason::Identical) => without(Some(delta), true, Reason::NoVariation),
        Err(undefined) => without(Some(delta), identical, undefined),
    }
}

/// What two systems are compared on, which rows `counts`.
fn common_items(
    job: &JobResults<'_>,
    systems: [&ScoredTestSet; 2],
    counts: impl Fn(usize) -> bool,
) -> CommonItems {
    let (segments, documents) = job.amounts(systems[0].per_document, &counts);
    let mut units = (0..job.units.len()).map(|unit| job.rows_of_unit(systems[0], unit));
    let units = units.by_ref().filter(|rows| rows.clone().any(&counts)).count() as u64;
    CommonItems { segments, documents, units, scores: systems.map(|system| system.score) }
}

/// How much each resampling unit with a row that counts says about a difference of adjusted scores.
fn information_of_units(job: &JobResults<'_>, system: &ScoredTestSet, parts: &[f64]) -> Vec<f64> {
    let present = job.present_units(system).into_iter().enumerate();
    let units = present.filter(|(_, is_present)| *is_present).map(|(unit, _)| {
        let part: f64 = job.rows_of_unit(system, unit).map(|row| parts[row]).sum();
        if job.spec.df == DegreesOfFreedom::Units { f64::from(part > 0.0) } else { part }
    });
    units.collect()
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
