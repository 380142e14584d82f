//! Differences between the systems of a group, from replicates on the same resamples.

use serde::{Deserialize, Serialize};

use crate::execute::view::{Entry, View};
use crate::metric;
use crate::plan::{Pairs, Task};
use crate::stats::comparison::{self, Differences, NullCentre, PValue, TieRule, Wins};
use crate::stats::direction::Direction;
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
    let entries: Vec<&Entry> = task.scorings.iter().map(|scoring| view.entry(*scoring)).collect();
    let rows: Vec<Vec<i64>> = entries.iter().map(|entry| view.unit_rows(entry)).collect();
    let direction = direction(view, task);
    let of_pair = |(a, b): (usize, usize)| {
        let pair = [entries[a], entries[b]];
        let same_rows = comparison::identical(&rows[a], &rows[b]);
        of_pair(view, task, pair, same_rows, direction, level)
    };
    pairs.of(entries.len()).into_iter().map(of_pair).collect()
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
    pair: [&Entry; 2],
    same_rows: bool,
    direction: Direction,
    level: f64,
) -> PairDifference {
    let nothing = |delta, reason: &str| PairDifference {
        delta,
        identical: false,
        stdev: None,
        wins: 0,
        losses: 0,
        ties: 0,
        interval: Err(reason.to_owned()),
        centred: Err(reason.to_owned()),
    };
    let delta = match comparable(pair) {
        Ok(delta) => delta,
        Err(reason) => return nothing(None, reason),
    };
    let [a, b] = pair;
    let is_additive = a.is_additive() && b.is_additive();
    if !a.has_replicates() || task.replicates == 0 {
        return PairDifference {
            identical: same_rows && is_additive,
            ..nothing(Some(delta), "one-unit")
        };
    }
    let replicates = pair.map(|entry| view.scores(entry.scoring, task.replicates));
    let scores = pair.map(|entry| entry.score.unwrap_or(f64::NAN));
    let found = match Differences::new(scores, replicates, direction) {
        Ok(found) => found,
        Err(undefined) => return nothing(Some(delta), undefined.status()),
    };
    let Wins { wins, losses, ties } = found.wins();
    PairDifference {
        delta: Some(delta),
        // Weights made anew for each replicate may tell apart what has the same rows.
        identical: same_rows && (is_additive || (wins, losses) == (0, 0)),
        stdev: found.replicates().stdev(),
        wins,
        losses,
        ties,
        interval: found.interval(level).map(Bounds::from).map_err(reason),
        centred: found.centred_test(NullCentre::ReplicateMean).map(Into::into).map_err(reason),
    }
}

/// The difference of the scores of two systems, or why they cannot be compared: without a score, or
/// scored on different segments.
pub(super) fn comparable(pair: [&Entry; 2]) -> Result<f64, &'static str> {
    let [a, b] = pair;
    let (Some(of_a), Some(of_b)) = (a.score, b.score) else {
        return Err(Undefined::UndefinedScore.status());
    };
    let same_segments = a.rows.len() == b.rows.len()
        && (0..a.rows.len()).all(|row| a.rows.is_present(row) == b.rows.is_present(row));
    if same_segments { Ok(of_a - of_b) } else { Err("different-segments") }
}
