//! Score, mean, median, STDEV and percentile interval of one scoring.

use serde::{Deserialize, Serialize};

use crate::execute::view::View;
use crate::plan::Task;
use crate::stats::distribution::carries;

/// What is computed of one scoring's replicates, in the metric's unit. A value is absent where it is
/// undefined.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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

pub(super) fn of(view: &View<'_>, task: &Task, level: f64) -> Summary {
    let entry = view.entry(task.scorings[0]);
    let known = Summary {
        score: entry.score,
        judged_segments: entry.judged_segments,
        judged_units: entry.judged_units,
        design_effect: entry.clustering.design_effect,
        icc: entry.clustering.icc,
        ..Summary::default()
    };
    // One unit drawn again and again is no sample: its deviation of zero would be no measurement.
    if !entry.has_replicates() || task.replicates == 0 {
        return known;
    }
    let distribution = view.distribution(entry.scoring, task.replicates);
    // At once, since three quantiles can be selected for the price of one.
    let tail = (1.0 - level) / 2.0;
    let quantiles = distribution.quantiles(&[tail, 0.5, 1.0 - tail]);
    let interval = quantiles.as_ref().filter(|_| carries(distribution.len(), level));
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
