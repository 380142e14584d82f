//! Ends of intervals of one repeat, of which the table `stability` makes means and deviations.

use serde::{Deserialize, Serialize};

use super::RepeatedIntervals;
use crate::analyses::intervals::IntervalSource;
use crate::plan::{Group, JobResults};
use crate::stats::distribution::Distribution;

/// Repeats whose Monte-Carlo errors are estimated too: that takes longer than the ends
/// themselves, and these say what to expect of the others.
const WITH_ERRORS: u32 = 32;

/// An interval in the metric's unit, absent where it is undefined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IntervalEnds {
    /// Lower and upper end.
    pub ends: Option<(f64, f64)>,
    /// Their Monte-Carlo errors, in the first repeats.
    pub errors: Option<(f64, f64)>,
    /// Median of the replicates.
    pub median: Option<f64>,
}

/// For each number of replicates each method.
pub(super) fn interval_ends(
    job: &JobResults<'_>,
    group: &Group<'_>,
    question: &RepeatedIntervals,
) -> Vec<IntervalEnds> {
    let RepeatedIntervals { methods, level, replicates } = question;
    let system = job.system(group.scorings[0]);
    if !system.has_replicates() {
        return vec![IntervalEnds::default(); replicates.len() * methods.len()];
    }
    let mut source = IntervalSource::new(job, system, group.replicates);
    let with_errors = job.coordinates.repeat <= WITH_ERRORS;
    let mut all = Vec::with_capacity(replicates.len() * methods.len());
    for count in replicates {
        let distribution = Distribution::new(job.scores(system.scoring, *count));
        let median = distribution.median();
        for method in methods {
            all.push(if with_errors {
                let estimate = source.estimate(&distribution, *count, *method, *level).ok();
                let ends =
                    estimate.as_ref().and_then(|estimate| estimate.lower.zip(estimate.upper));
                let errors =
                    estimate.and_then(|estimate| estimate.lower_error.zip(estimate.upper_error));
                IntervalEnds { ends, errors, median }
            } else {
                let ends = source.ends(&distribution, *count, *method, *level).ok();
                IntervalEnds { ends, errors: None, median }
            });
        }
    }
    all
}
