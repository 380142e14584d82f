//! The summary of the replicates of one scoring.

use serde::{Deserialize, Serialize};

use crate::analyses::intervals::options::IntervalMethod;
use crate::analyses::intervals::{IntervalSource, PREFERRED, method_work};
use crate::config::model::Study;
use crate::plan::{Group, JobResults, Question, TaskSize, Work};
use crate::stats::distribution::tails_are_populated;

/// Of one scoring: score, mean, median, standard deviation and interval.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreSummary {
    /// Confidence level of the interval.
    pub level: f64,
    /// Method of the interval; `None` for the one that suits the scoring.
    pub method: Option<IntervalMethod>,
}

impl ScoreSummary {
    /// The one of a study.
    pub fn of(study: &Study) -> Self {
        Self { level: study.level, method: study.interval_method }
    }
}

impl Question for ScoreSummary {
    type Result = Summary;
    const TAG: &'static str = "score-summary";

    fn work(&self, size: &TaskSize) -> Work {
        match self.method {
            // Its ends are selected together with the median.
            Some(IntervalMethod::Percentile) => Work::default(),
            method => method_work(method.unwrap_or(PREFERRED), size),
        }
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Summary {
        summary(job, group, self)
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
    /// Of these, those of the stratum that has fewest; all where there are no strata.
    pub least_units: u64,
    /// Mean of the replicates.
    pub mean: Option<f64>,
    /// Median of the replicates.
    pub median: Option<f64>,
    /// Standard deviation of the replicates.
    pub stdev: Option<f64>,
    /// Monte-Carlo error of `stdev`.
    pub stdev_error: Option<f64>,
    /// Method of the interval, where there is one.
    pub ci_method: Option<IntervalMethod>,
    /// Lower end of the interval.
    pub ci_lower: Option<f64>,
    /// Upper end of the interval.
    pub ci_upper: Option<f64>,
    /// Ends of the percentile interval, whatever the method.
    pub percentile_ends: Option<(f64, f64)>,
    /// Replicates without a value.
    pub undefined_replicates: u32,
    /// Design effect of documents.
    pub design_effect: Option<f64>,
    /// Intra-class correlation of segments in documents.
    pub icc: Option<f64>,
}

impl Summary {
    /// Half of the width of the interval.
    pub fn margin(&self) -> Option<f64> {
        Some((self.ci_upper? - self.ci_lower?) / 2.0)
    }
}

fn summary(job: &JobResults<'_>, group: &Group<'_>, question: &ScoreSummary) -> Summary {
    let ScoreSummary { level, method } = *question;
    let system = job.system(group.scorings[0]);
    let known = Summary {
        score: system.score,
        judged_segments: system.judged_segments,
        judged_units: system.judged_units,
        least_units: system.least_units,
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
    let percentile_ends = interval.map(|quantiles| (quantiles[0], quantiles[2]));
    let interval = if method == Some(IntervalMethod::Percentile) {
        percentile_ends.map(|ends| (IntervalMethod::Percentile, ends))
    } else {
        let mut source = IntervalSource::new(job, system, group.replicates);
        source.usual_ends(distribution, group.replicates, method, level).ok()
    };
    let (ci_method, ends) = interval.unzip();
    let (ci_lower, ci_upper) = ends.unzip();
    Summary {
        mean: distribution.mean(),
        median: quantiles.as_ref().map(|quantiles| quantiles[1]),
        stdev: distribution.stdev(),
        stdev_error: distribution.stdev_error(),
        ci_method,
        ci_lower,
        ci_upper,
        percentile_ends,
        undefined_replicates: u32::try_from(distribution.undefined()).unwrap_or(u32::MAX),
        ..known
    }
}
