//! How many systems and texts it takes to judge metrics.
//!
//! Two answers. *Seen*: two disjoint parts of the data are two campaigns of that size; whether they rank the
//! metrics alike is counted, without any assumption, up to half of the data. *Expected*: deviations of replicates
//! around the values, as wide as campaigns of other sizes have them, by the model of
//! [`new_ranking`](crate::stats::new_ranking), beyond the data as well.

use super::judged::{JudgedMetrics, Population};
use crate::stats::distribution::Distribution;
use crate::stats::new_ranking::{Agreement, NewRanking, NewRankings};
use crate::stats::random::StreamKey;
use crate::stats::ranking::stable_from;
use crate::stats::undefined::{
    Estimate,
    UndefinedStatistic::{TooFewReplicates, TooFewUnits},
};

/// A measure on parts of the data.
#[derive(Clone, Debug, PartialEq)]
pub struct OfSize {
    /// Systems of a part.
    pub systems: usize,
    /// Units (items or documents) of a part.
    pub units: usize,
    /// Value of each metric on each part (metric by metric); NaN where it is undefined.
    pub values: Vec<Vec<f64>>,
    /// How two disjoint parts rank the metrics, on average; `None` where there is no room for two, or
    /// a metric is undefined in all of them.
    pub agreement: Option<Agreement>,
}

impl OfSize {
    /// Mean of a metric over the parts, and its interval of this level: between the quantiles of the
    /// parts. Parts of a size near that of all data have almost the same items, so that it narrows to
    /// nothing: it says how parts of *these* data vary.
    ///
    /// # Errors
    ///
    /// [`TooFewReplicates`] where the metric is undefined on all parts.
    pub fn summary(&self, metric: usize, level: f64) -> Estimate<(f64, f64, f64)> {
        let values = Distribution::new(&self.values[metric]);
        let mean = values.mean().ok_or(TooFewReplicates)?;
        let (lower, upper) = values.percentile_interval(level).ok_or(TooFewReplicates)?;
        Ok((mean, lower, upper))
    }
}

/// Judges the metrics on `repeats` parts of so many systems and units, without replacement, and on as many
/// pairs of disjoint parts, of which the first is the part that is judged by itself. O(repeats) of
/// [`JudgedMetrics::on`].
///
/// # Errors
///
/// [`TooFewUnits`] where there are not so many systems or units, or too few to compare.
pub fn of_size(
    metrics: &JudgedMetrics<'_>,
    population: &Population,
    (systems, units): (usize, usize),
    key: &StreamKey,
    repeats: u64,
) -> Estimate<OfSize> {
    if systems < 2 || units < 1 {
        return Err(TooFewUnits);
    }
    let mut samples: Vec<Vec<f64>> = Vec::new();
    let (mut agreement, mut pairs) = (Agreement::default(), 0.0);
    for number in 0..repeats {
        let Ok([one, other]) = population.two_parts(systems, units, key, number) else {
            samples.push(metrics.on(&population.part(systems, units, key, number)?));
            continue;
        };
        let (one, other) = (metrics.on(&one), metrics.on(&other));
        if one.iter().chain(&other).all(|value| !value.is_nan()) && one.len() > 1 {
            agreement.add(&one, &other);
            pairs += 1.0;
        }
        samples.push(one);
    }
    let count = samples.first().map_or(0, Vec::len);
    Ok(OfSize {
        systems,
        units,
        values: super::judged::by_metric(&samples, count),
        agreement: (pairs > 0.0).then(|| agreement.over(pairs)),
    })
}

/// What a ranking of metrics shall have in common with that of new data of the same size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The best metric.
    Best,
    /// The order of all metrics.
    Order,
    /// The clusters: each metric is above those of all lower ones.
    Clusters,
}

impl Goal {
    fn probability(self, ranking: &NewRanking) -> Option<f64> {
        match self {
            Self::Best => Some(ranking.agreement.best),
            Self::Order => Some(ranking.agreement.order),
            Self::Clusters => ranking.clusters_hold,
        }
    }
}

/// The first of ascending `sizes` from which on new data reach the goal with this probability; `None` where
/// the last does not. `units` is the size of the data that `rankings` come from: values of metrics, and
/// replicates in which what is counted (units, systems, or both in proportion) was resampled. Deviations fall
/// with the root of the size. `clusters` has that of each metric, 1 = best.
pub fn holds_from(
    rankings: &NewRankings,
    units: f64,
    sizes: &[f64],
    goal: Goal,
    clusters: &[usize],
    probability: f64,
) -> Option<f64> {
    let probabilities: Vec<Option<f64>> = sizes
        .iter()
        .map(|size| goal.probability(&rankings.of_new(units / size, clusters.len(), clusters)))
        .collect();
    stable_from(sizes, &probabilities, probability)
}
