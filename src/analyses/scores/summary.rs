//! The summary of the replicates of one scoring.

use serde::{Deserialize, Serialize};

use crate::config::model::Study;
use crate::plan::{Group, JobResults, Question};
use crate::stats::distribution::tails_are_populated;

/// Of one scoring: score, mean, median, standard deviation and percentile interval.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreSummary {
    /// Confidence level of the interval.
    pub level: f64,
}

impl ScoreSummary {
    /// The one of a study.
    pub fn of(study: &Study) -> Self {
        Self { level: study.level }
    }
}

impl Question for ScoreSummary {
    type Result = Summary;
    const TAG: &'static str = "score-summary";

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Summary {
        summary(job, group, self.level)
    }
}

/// What is computed of one scoring's replicates, in the metric's unit. A value is absent where it is
/// undefined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Score of the test set itself.
    pub score: Option<f64>,
    /// Segments that count.
    pub judged_segments: u64,
    /// Resampling units with a segment that counts.
    pub judged_units: u64,
    /// Mean of the replicates.
    pub mean: Option<f64>,
    /// Median of the replicates.
    pub median: Option<f64>,
    /// Standard deviation of the replicates.
    pub stdev: Option<f64>,
    /// Monte-Carlo error of `stdev`.
    pub stdev_error: Option<f64>,
    /// Lower end of the percentile interval.
    pub ci_lower: Option<f64>,
    /// Upper end of the percentile interval.
    pub ci_upper: Option<f64>,
    /// Replicates without a value.
    pub undefined_replicates: u32,
    /// Design effect of documents.
    pub design_effect: Option<f64>,
    /// Intra-class correlation of segments in documents.
    pub icc: Option<f64>,
}

fn summary(job: &JobResults<'_>, group: &Group<'_>, level: f64) -> Summary {
    let system = job.system(group.scorings[0]);
    let known = Summary {
        score: system.score,
        judged_segments: system.judged_segments,
        judged_units: system.judged_units,
        design_effect: system.clustering.design_effect,
        icc: system.clustering.icc,
        ..Summary::default()
    };
    // One unit drawn again and again is no sample: its deviation of zero would be no measurement.
    if !system.has_replicates() || group.replicates == 0 {
        return known;
    }
    let distribution = job.distribution(system.scoring, group.replicates);
    // At once, since three quantiles can be selected for the price of one.
    let tail = (1.0 - level) / 2.0;
    let quantiles = distribution.quantiles(&[tail, 0.5, 1.0 - tail]);
    let interval = quantiles.as_ref().filter(|_| tails_are_populated(distribution.len(), level));
    Summary {
        mean: distribution.mean(),
        median: quantiles.as_ref().map(|quantiles| quantiles[1]),
        stdev: distribution.stdev(),
        stdev_error: distribution.stdev_error(),
        ci_lower: interval.map(|quantiles| quantiles[0]),
        ci_upper: interval.map(|quantiles| quantiles[2]),
        undefined_replicates: u32::try_from(distribution.undefined()).unwrap_or(u32::MAX),
        ..known
    }
}
