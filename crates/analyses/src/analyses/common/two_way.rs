//! Standard errors for new texts and new judges at once, where a study resamples judges.

use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::paired_rows::{FEWEST_ITEMS, comparable, have_same_outputs};
use super::pairs::Pairs;
use crate::plan::{Group, JobResults, Question, ScoredSystem, ScoredTestSet, TaskSize, Work};
use crate::stats::judges::two_way::{TwoWay, Variance};
use crate::stats::reason::{Reason, Status};

/// Nanoseconds per unit of a pair: sums of cells, and leaving each out. There are some cells to a unit.
const UNIT_OF_PAIR: f64 = 2_000.0;

/// Bytes of the result of a pair.
const PAIR: f64 = 66.0;

/// A standard error over texts and judges, with degrees of freedom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TwoWayError {
    /// In the metric's unit.
    pub standard_error: f64,
    /// By Satterthwaite; not whole.
    pub degrees_of_freedom: f64,
    /// Which variance it is of: `two-way`, or the one-way variance that is larger.
    pub variance: Variance,
    /// Standard error with its degrees of freedom for new texts and the same judges.
    pub texts_alone: (f64, f64),
}

impl TwoWayError {
    fn new(found: &TwoWay) -> Self {
        Self {
            standard_error: found.standard_error(),
            degrees_of_freedom: found.total.degrees_of_freedom,
            variance: found.status,
            texts_alone: (found.documents.variance.sqrt(), found.documents.degrees_of_freedom),
        }
    }

    /// What the column `status` says of it.
    pub(crate) fn status(&self) -> Status {
        status(self.variance)
    }
}

/// The status of a standard error that there is: which one-way variance took its place, if one did.
pub(crate) fn status(variance: Variance) -> Status {
    match variance {
        Variance::TwoWay => Status::OK,
        Variance::Documents => Reason::DocumentsOnly.into(),
        Variance::Judges => Reason::JudgesOnly.into(),
    }
}

/// The difference of two systems' scores over texts and judges.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TwoWayPair {
    /// Difference on the test set, in the metric's unit; `None` where a system has no score, or
    /// where the two are not scored on the same segments.
    pub delta: Option<f64>,
    /// Whether both have the same ratings of the same judges.
    pub identical: bool,
    /// Its standard error, or why there is none.
    pub error: Result<TwoWayError, Reason>,
}

/// Of several systems whose judges are resampled: standard errors of the differences between them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct TwoWayErrors {
    /// Which of them are paired.
    pub pairs: Pairs,
}

impl Question for TwoWayErrors {
    /// One for each pair, in the order of [`Pairs::of`].
    type Result = Vec<TwoWayPair>;
    const TAG: &'static str = "two-way and one-way errors";

    fn work(&self, size: &TaskSize) -> Work {
        Work::plain(self.pairs.count(size.scorings) as f64 * size.units * UNIT_OF_PAIR)
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        PAIR * self.pairs.count(size.scorings) as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Vec<TwoWayPair> {
        let pairs = self
            .pairs
            .of(group.scorings.len())
            .into_par_iter()
            .map(|(a, b)| of_pair(job, [a, b].map(|index| job.system(group.scorings[index]))));
        pairs.collect()
    }
}

fn of_pair(job: &JobResults<'_>, [a, b]: [&ScoredTestSet; 2]) -> TwoWayPair {
    let without =
        |delta, identical, reason: Reason| TwoWayPair { delta, identical, error: Err(reason) };
    let delta = match comparable([a, b]) {
        Ok(delta) => delta,
        Err(reason) => return without(None, false, reason),
    };
    if a.judged_segments < FEWEST_ITEMS {
        return without(Some(delta), false, Reason::TooFewItems);
    }
    let [cells_a, cells_b] = [a, b].map(|system| {
        system.crossed().map(|crossed| (crossed.cells.clone(), crossed.scorer.units()))
    });
    let identical = cells_a == cells_b || have_same_outputs(job, [a, b]);
    if !a.has_replicates() {
        return without(Some(delta), identical, Reason::OneUnit);
    }
    match job.two_way(a, Some(b)) {
        Some(Ok(found)) => {
            TwoWayPair { delta: Some(delta), identical, error: Ok(TwoWayError::new(&found)) }
        }
        Some(Err(reason)) => without(Some(delta), identical, reason),
        None => without(Some(delta), identical, Reason::Judges),
    }
}

/// Of one scoring whose judges are resampled: its standard error.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct TwoWayPrecision {}

impl Question for TwoWayPrecision {
    /// Or why there is none.
    type Result = Result<TwoWayError, Reason>;
    const TAG: &'static str = "two-way and one-way precision";

    fn work(&self, size: &TaskSize) -> Work {
        Work::plain(size.units * UNIT_OF_PAIR)
    }

    fn result_bytes(&self, _size: &TaskSize) -> f64 {
        PAIR
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        let system = job.system(group.scorings[0]);
        if !system.has_replicates() {
            return Err(Reason::OneUnit);
        }
        let error = job.two_way(system, None).unwrap_or(Err(Reason::UndefinedScore));
        error.map(|error| TwoWayError::new(&error))
    }
}

/// Groups of scorings.
type Groups = Vec<Arc<[usize]>>;

/// `groups` of scorings whose judges are resampled, and all others.
pub(crate) fn by_resampling(groups: Groups, scorings: &[ScoredSystem]) -> (Groups, Groups) {
    groups.into_iter().partition(|group| scorings[group[0]].judges.is_some())
}
