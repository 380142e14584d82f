//! Differences between the systems of a group, from replicates on the same resamples.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::pairs::{Pair, System, comparable};
use crate::execute::view::View;
use crate::metric;
use crate::plan::{Pairs, Task};
use crate::stats::comparison::{Differences, NullCentre, PValue, TieRule, Wins};
use crate::stats::direction::Direction;
use crate::stats::distribution::carries;
use crate::stats::interval::Interval;
use crate::stats::undefined::Undefined;

/// What is known of the difference A - B of two systems' scores. Reasons are texts for the column
/// `status`.
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
    pub interval: Result<Bounds, String>,
    /// Two-sided bootstrap test centred on the mean of replicates, or why there is none.
    pub centred: Result<Probability, String>,
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

/// The reason of `undefined` as tables have it.
pub(super) fn reason(undefined: Undefined) -> String {
    undefined.status().to_owned()
}

pub(super) fn of(view: &View<'_>, task: &Task, level: f64, pairs: Pairs) -> Vec<PairDifference> {
    let systems: Vec<System<'_>> =
        task.scorings.iter().map(|scoring| System::new(view, *scoring)).collect();
    let direction = direction(view, task);
    let of_pair =
        |(a, b): (usize, usize)| of_pair(view, task, [&systems[a], &systems[b]], direction, level);
    pairs.of(systems.len()).into_par_iter().map(of_pair).collect()
}

/// The direction of the metric that the scorings of `task` share.
pub(super) fn direction(view: &View<'_>, task: &Task) -> Direction {
    let metric = view.plan.corpora[view.job.corpus].scorings[task.scorings[0]].metric;
    let config = &view.plan.spec.metrics[metric].config;
    Direction::from_higher_is_better(metric::higher_is_better(config))
}

fn of_pair(
    view: &View<'_>,
    task: &Task,
    systems: [&System<'_>; 2],
    direction: Direction,
    level: f64,
) -> PairDifference {
    let nothing = |delta, reason: &str| PairDifference {
        delta,
        identical: false,
        stdev: None,
        stdev_error: None,
        wins: 0,
        losses: 0,
        ties: 0,
        interval: Err(reason.to_owned()),
        centred: Err(reason.to_owned()),
    };
    let [a, b] = systems;
    let pair = systems.map(|system| system.entry);
    let delta = match comparable(pair) {
        Ok(delta) => delta,
        Err(reason) => return nothing(None, reason),
    };
    let same_rows = Pair::new(a, b).is_some_and(|pair| pair.is_identical());
    let [a, b] = pair;
    let is_additive = a.is_additive() && b.is_additive();
    // Weights made anew for each replicate may tell apart what has the same rows.
    let identical = same_rows && is_additive;
    if !a.has_replicates() || task.replicates == 0 {
        return PairDifference { identical, ..nothing(Some(delta), "one-unit") };
    }
    // In other units, the same rows could give scores that differ in the last digit.
    let pair = if identical { [a, a] } else { [a, b] };
    let replicates = pair.map(|entry| view.scores(entry.scoring, task.replicates));
    let scores = pair.map(|entry| entry.score.unwrap_or(f64::NAN));
    let found = match Differences::new(scores, replicates, direction) {
        Ok(found) => found,
        Err(undefined) => return nothing(Some(delta), undefined.status()),
    };
    let Wins { wins, losses, ties } = found.wins();
    let is_constant = found.is_constant() && !found.replicates().is_empty();
    let interval = if is_constant {
        Err(Undefined::NoVariation)
    } else if carries(found.replicates().len(), level) {
        found.interval(level)
    } else {
        Err(Undefined::TooFewReplicates)
    };
    // If all replicates tie, no difference is all there is to see.
    let centred = if is_constant && wins + losses > 0 {
        Err(Undefined::NoVariation)
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
        interval: interval.map(Bounds::from).map_err(reason),
        centred: centred.map(Into::into).map_err(reason),
    }
}
