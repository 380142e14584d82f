//! Differences of scores over the same units, and differences of these.

use serde::{Deserialize, Serialize};

use super::pairs::Pairs;
use crate::stats::{Estimate, Jackknife, PairedJackknife, Reason, Status, holm};

/// A difference with its error, in the unit of the metric.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Its value.
    pub delta: f64,
    /// Its standard error, or why there is none.
    pub standard_error: Result<f64, Reason>,
    /// Its interval.
    pub ends: Option<(f64, f64)>,
    /// Two-sided, of no difference.
    pub p_value: Option<f64>,
}

impl Change {
    /// The first of two values less the second, from both without each unit in turn.
    pub(crate) fn new(values: [f64; 2], without: [&Estimate<Jackknife>; 2], level: f64) -> Self {
        let paired = match without {
            [Ok(one), Ok(other)] => PairedJackknife::new(values, [one, other]),
            [Err(reason), _] | [_, Err(reason)] => Err(*reason),
        };
        let interval = paired.as_ref().ok().and_then(|paired| paired.interval(level).ok());
        Self {
            delta: values[0] - values[1],
            ends: interval.map(|interval| (interval.lower, interval.upper)),
            p_value: paired.as_ref().ok().map(PairedJackknife::p_value),
            standard_error: paired.map(|paired| paired.standard_error()),
        }
    }
}

/// The columns that tables have of a change; all absent where it is not known.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ChangeColumns {
    pub(crate) delta: Option<f64>,
    pub(crate) standard_error: Option<f64>,
    pub(crate) ci_lower: Option<f64>,
    pub(crate) ci_upper: Option<f64>,
    pub(crate) p_value: Option<f64>,
}

impl From<Option<Change>> for ChangeColumns {
    fn from(change: Option<Change>) -> Self {
        let Some(Change { delta, standard_error, ends, p_value }) = change else {
            return Self::default();
        };
        let (ci_lower, ci_upper) = ends.unzip();
        Self {
            delta: Some(delta),
            standard_error: standard_error.ok(),
            ci_lower,
            ci_upper,
            p_value,
        }
    }
}

/// Returns why a change or its error is not known, if so.
pub(crate) fn status(change: &Result<Change, Reason>) -> Status {
    let error = change.as_ref().map_or_else(|reason| Err(*reason), |change| change.standard_error);
    error.map_or_else(Status::from, |_| Status::OK)
}

/// The first of two scores less the second, without each unit in turn.
pub(crate) fn less(one: &Estimate<Jackknife>, other: &Estimate<Jackknife>) -> Estimate<Jackknife> {
    match (one, other) {
        (Ok(one), Ok(other)) => one.less(other),
        (Err(reason), _) | (_, Err(reason)) => Err(*reason),
    }
}

/// Differences of all pairs of `all`, in the order of [`Pairs::of`], each where both are known.
pub(crate) fn differences<T>(
    all: &[Estimate<T>],
    less: impl Fn(&T, &T) -> Estimate<Change>,
) -> Vec<Estimate<Change>> {
    let pairs = Pairs::All.of(all.len()).into_iter();
    pairs
        .map(|(one, other)| match (&all[one], &all[other]) {
            (Ok(one), Ok(other)) => less(one, other),
            (Err(reason), _) | (_, Err(reason)) => Err(*reason),
        })
        .collect()
}

/// P-values of changes, adjusted together (Holm).
pub(crate) fn adjusted(changes: impl Iterator<Item = Option<Change>>) -> Vec<Option<f64>> {
    holm(&changes.map(|change| change?.p_value).collect::<Vec<_>>())
}
