//! Differences between the systems of a group, from replicates on the same resamples.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Pairs, SystemRows, are_identical, comparable};
use crate::config::Study;
use crate::plan::prices::ends_with_errors;
use crate::plan::{Group, JobResults, Question, TaskSize, Work};
use crate::stats::comparison::{self, NullCentre, PValue, TieRule, Wins};
use crate::stats::{Direction, Interval, Reason, tails_are_populated};

/// What is known of the difference A - B of two systems' scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairDifference {
    /// Difference on the test set, in the metric's unit; `None` where a system has no score, or
    /// where the two are not scored on the same segments.
    pub delta: Option<f64>,
    /// Whether both have the same statistics in every resampling unit.
    pub identical: bool,
    /// Standard deviation of the differences of replicates.
    pub stdev: Option<f64>,
    /// Monte-Carlo error of `stdev`.
    pub stdev_error: Option<f64>,
    /// Replicates in which A is better.
    pub wins: u64,
    /// Replicates in which B is better.
    pub losses: u64,
    /// Replicates in which both score the same.
    pub ties: u64,
    /// Percentile interval of the difference (Zhang & Vogel 2004), or why there is none.
    pub interval: Result<Bounds, Reason>,
    /// Two-sided bootstrap test centred on the mean of replicates, or why there is none.
    pub centred: Result<Probability, Reason>,
}

impl PairDifference {
    /// Share of replicates that A wins and that B wins; `None` without replicates.
    pub fn win_rates(&self, ties: TieRule) -> Option<(f64, f64)> {
        let (wins, losses, ties_of_both) = (self.wins, self.losses, self.ties);
        let first = Wins { wins, losses, ties: ties_of_both };
        let second = Wins { wins: losses, losses: wins, ties: ties_of_both };
        first.rate(ties).ok().zip(second.rate(ties).ok())
    }
}

/// Ends of an interval, with their Monte-Carlo errors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// Lower end.
    pub lower: f64,
    /// Upper end.
    pub upper: f64,
    /// Monte-Carlo standard error of the lower end.
    pub lower_error: Option<f64>,
    /// Monte-Carlo standard error of the upper end.
    pub upper_error: Option<f64>,
}

impl From<Interval> for Bounds {
    fn from(interval: Interval) -> Self {
        let Interval { lower, upper, lower_error, upper_error } = interval;
        Self { lower, upper, lower_error, upper_error }
    }
}

/// A p-value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Probability {
    /// The p-value.
    pub p: f64,
    /// Its Monte-Carlo standard error; `None` where all cases were enumerated.
    pub error: Option<f64>,
    /// Replicates, trials or cases behind it.
    pub trials: u64,
}

impl From<PValue> for Probability {
    fn from(value: PValue) -> Self {
        Self { p: value.p, error: value.error, trials: value.trials }
    }
}

/// Of several systems: what replicates say of the differences between them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Differences {
    /// Confidence level of the interval of a difference.
    pub level: f64,
    /// Which of them are paired.
    pub pairs: Pairs,
}

impl Differences {
    /// With intervals of the level of the study.
    pub fn of(study: &Study, pairs: Pairs) -> Self {
        Self { level: study.level, pairs }
    }
}

impl Question for Differences {
    /// One for each pair, in the order of [`Pairs::of`].
    type Result = Vec<PairDifference>;
    const TAG: &'static str = "differences";

    fn work(&self, size: &TaskSize) -> Work {
        let pairs = self.pairs.count(size.scorings) as f64;
        Work::plain(pairs * ends_with_errors(size.replicates))
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        110.0 * self.pairs.count(size.scorings) as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Vec<PairDifference> {
        let systems: Vec<SystemRows<'_>> = group
            .scorings
            .iter()
            .map(|scoring: &usize| SystemRows::new(job, job.system(*scoring)))
            .collect();
        let direction = direction(job, group);
        let pairs =
            self.pairs.of(systems.len()).into_par_iter().map(|(a, b)| {
                of_pair(job, group, [&systems[a], &systems[b]], direction, self.level)
            });
        pairs.collect()
    }
}

/// The direction of the metric that the scorings of `group` share.
pub(crate) fn direction(job: &JobResults<'_>, group: &Group<'_>) -> Direction {
    Direction::from_higher_is_better(job.higher_is_better(group.scorings[0]))
}

/// Of a pair without replicates of its difference.
fn nothing(delta: Option<f64>, reason: Reason) -> PairDifference {
    PairDifference {
        delta,
        identical: false,
        stdev: None,
        stdev_error: None,
        wins: 0,
        losses: 0,
        ties: 0,
        interval: Err(reason),
        centred: Err(reason),
    }
}

fn of_pair(
    job: &JobResults<'_>,
    group: &Group<'_>,
    systems: [&SystemRows<'_>; 2],
    direction: Direction,
    level: f64,
) -> PairDifference {
    let [a, b] = systems;
    let pair = systems.map(|rows| rows.system);
    let delta = match comparable(pair) {
        Ok(delta) => delta,
        Err(reason) => return nothing(None, reason),
    };
    let same_rows = are_identical(job, [a, b]);
    let [a, b] = pair;
    let is_additive = a.is_additive() && b.is_additive();
    // Weights computed for each replicate may distinguish what has the same rows.
    let identical = same_rows && is_additive;
    if !a.has_replicates() || group.replicates == 0 {
        return PairDifference { identical, ..nothing(Some(delta), Reason::OneUnit) };
    }
    // In other units, the same rows could give scores that differ in the last digit.
    let pair = if identical { [a, a] } else { [a, b] };
    let replicates = pair.map(|system| job.scores(system.scoring, group.replicates));
    let scores = pair.map(|system| system.score.unwrap_or(f64::NAN));
    let found = match comparison::Differences::new(scores, replicates, direction) {
        Ok(found) => found,
        Err(undefined) => return nothing(Some(delta), undefined),
    };
    let Wins { wins, losses, ties } = found.wins();
    // Without replicates nothing varies either, and the reason is another one.
    let is_constant = found.is_constant() && !found.replicates().is_empty();
    let interval = if is_constant {
        Err(Reason::NoVariation)
    } else if tails_are_populated(found.replicates().len(), level) {
        found.interval(level)
    } else {
        Err(Reason::TooFewReplicates)
    };
    // If all replicates tie, no difference is all there is to see.
    let centred = if is_constant && wins + losses > 0 {
        Err(Reason::NoVariation)
    } else {
        found.centred_test(NullCentre::ReplicateMean)
    };
    PairDifference {
        delta: Some(found.observed()),
        identical: identical || (same_rows && (wins, losses) == (0, 0)),
        stdev: if is_constant { Some(0.0) } else { found.replicates().stdev() },
        stdev_error: found.replicates().stdev_error(),
        wins,
        losses,
        ties,
        interval: interval.map(Bounds::from),
        centred: centred.map(Into::into),
    }
}
