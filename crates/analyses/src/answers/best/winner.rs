//! The best system by a metric.

use crate::answers::metrics::Labelled;
use crate::presentation::chance;
use crate::table::Resampled;
use crate::words::in_a_row;

/// Who is best by a metric, and how sure that is.
#[derive(Clone, Debug)]
pub(super) struct Winner {
    pub(super) metric: Labelled,
    /// One, or those that tie; none where there is no ranking.
    pub(super) best: Vec<String>,
    /// Probability that it comes first on a new test set.
    pub(super) again: Option<f64>,
    /// Share of the resamples in which it comes first, where new test sets are not estimated.
    pub(super) in_resamples: Option<f64>,
    /// Probability that the complete order of a new test set is the true one.
    pub(super) order: Option<f64>,
    pub(super) systems: u32,
    /// Human translations that score better.
    pub(super) humans_above: Vec<String>,
    /// What its shares and tests are for.
    pub(super) resampled: Resampled,
    pub(super) tests: Option<Tests>,
}

/// What the tests of pairs say.
#[derive(Clone, Debug)]
pub(super) struct Tests {
    /// Systems that the best one is not significantly better than, in the order of their scores.
    pub(super) not_beaten: Vec<String>,
    pub(super) others: usize,
    pub(super) significant: usize,
    /// How many would be significant if judges were ignored, where they are resampled.
    pub(super) for_same_judges: Option<usize>,
    pub(super) pairs: usize,
    /// `Holm`, or that nothing is adjusted.
    pub(super) adjustment: &'static str,
}

impl Winner {
    pub(super) fn names(&self) -> String {
        if self.best.is_empty() { "–".to_owned() } else { in_a_row(&self.best, "and") }
    }

    /// ` (below refA, human)`, where a human translation scores better.
    pub(super) fn below_humans(&self) -> String {
        let humans: Vec<String> =
            self.humans_above.iter().map(|name| format!("{name}, human")).collect();
        if humans.is_empty() {
            return String::new();
        }
        format!(" (below {})", in_a_row(&humans, "and"))
    }

    pub(super) fn beats_all(&self) -> bool {
        self.tests.as_ref().is_some_and(|tests| tests.not_beaten.is_empty())
    }

    /// How sure it is to come first again, whatever that is estimated from.
    pub(super) fn sureness(&self) -> Option<f64> {
        self.again.or(self.in_resamples)
    }
}

/// `87 %`, `62 to 87 %`.
pub(super) fn chances(values: &[f64]) -> String {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (from, to) = (chance(low), chance(high));
    if from == to { to } else { format!("{} to {to}", from.trim_end_matches(" %")) }
}

/// `first again in 99 to 100 % of new test sets`, of several; nothing where nothing is known.
pub(super) fn sureness(winners: &[&Winner]) -> Option<String> {
    let again: Vec<f64> = winners.iter().filter_map(|winner| winner.again).collect();
    let in_resamples: Vec<f64> = winners.iter().filter_map(|winner| winner.in_resamples).collect();
    // The two are not the same: neither is said of metrics that have the other. The details have both.
    match (&again[..], &in_resamples[..]) {
        ([_, ..], []) => Some(format!("first again in {} of new test sets", chances(&again))),
        ([], [_, ..]) => Some(format!("first in {} of resamples", chances(&in_resamples))),
        ([_, ..], [_, ..]) | ([], []) => None,
    }
}
