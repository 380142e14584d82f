//! Gains and differences of gains by the jackknife: the same units are left out of all four scores.

use super::request::GroupGains;
use crate::analyses::common::change::{Change, differences, less};
use crate::analyses::common::{comparable, without_units};
use crate::plan::{Group, JobResults, ScoredTestSet};
use crate::stats::{Estimate, Jackknife, Reason};

/// A gain, and what is left of it without each unit in turn.
struct Gain<'v> {
    after: &'v ScoredTestSet,
    change: Change,
    without: Estimate<Jackknife>,
}

pub(super) fn gains(job: &JobResults<'_>, group: &Group<'_>, level: f64) -> GroupGains {
    let gains: Vec<Result<Gain<'_>, Reason>> = group
        .scorings
        .chunks_exact(2)
        .map(|pair: &[usize]| Gain::new(job, [pair[0], pair[1]], level))
        .collect();
    let differences = differences(&gains, |one, other| one.less(other, level));
    let gains = gains.into_iter().map(|gain: Result<Gain<'_>, Reason>| Ok(gain?.change)).collect();
    GroupGains { gains, differences }
}

impl<'v> Gain<'v> {
    fn new(job: &'v JobResults<'_>, scorings: [usize; 2], level: f64) -> Result<Self, Reason> {
        let systems = scorings.map(|scoring| job.system(scoring));
        comparable(systems)?;
        let scores = systems.map(|system| system.score.unwrap_or(f64::NAN));
        let [after, before] = systems.map(|system| without_units(job, system));
        let change = Change::new(scores, [&after, &before], level);
        Ok(Self { after: systems[0], change, without: less(&after, &before) })
    }

    fn less(&self, other: &Self, level: f64) -> Result<Change, Reason> {
        comparable([self.after, other.after])?;
        let gains = [self.change.delta, other.change.delta];
        Ok(Change::new(gains, [&self.without, &other.without], level))
    }
}
