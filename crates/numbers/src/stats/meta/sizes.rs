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
use crate::stats::reason::{
    Estimate,
    Reason::{TooFewReplicates, TooFewUnits},
};

/// Metrics on one part of the data, and on another one without common units.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Value of each metric on the part; NaN where it is undefined.
    pub values: Vec<f64>,
    /// How the two parts rank the metrics; `None` where there is no room for two, or a metric is
    /// undefined in one.
    pub agreement: Option<Agreement>,
}

/// Judges the metrics on part `number` of `systems` systems and `units` units, without replacement, and on a
/// disjoint one of the same size. Where all systems are asked for, both have all of them: campaigns of the same systems on new
/// texts. O(1) of [`JudgedMetrics::on`].
///
/// # Errors
///
/// [`TooFewUnits`] where there are fewer systems or units, or too few to compare.
///
/// # Panics
///
/// If there are fewer signs than items.
pub fn part(
    metrics: &JudgedMetrics<'_>,
    population: &Population,
    (systems, units): (usize, usize),
    key: &StreamKey,
    number: u64,
) -> Estimate<Part> {
    if systems < 2 || units < 1 {
        return Err(TooFewUnits);
    }
    let Ok([first, second]) = population.two_parts(systems, units, key, number) else {
        let values = metrics.on(&population.part(systems, units, key, number)?);
        return Ok(Part { values, agreement: None });
    };
    let (values, others) = (metrics.on(&first), metrics.on(&second));
    let is_defined = values.iter().chain(&others).all(|value| !value.is_nan());
    let agreement = (is_defined && values.len() > 1).then(|| Agreement::new(&values, &others));
    Ok(Part { values, agreement })
}

/// Mean over parts of what two disjoint ones have in common; `None` where none has.
pub fn agreement(parts: &[Part]) -> Option<Agreement> {
    let agreements: Vec<Agreement> = parts.iter().filter_map(|part| part.agreement).collect();
    (!agreements.is_empty()).then(|| Agreement {
        order: mean_of(&agreements, |agreement| agreement.order),
        best: mean_of(&agreements, |agreement| agreement.best),
        pairs: mean_of(&agreements, |agreement| agreement.pairs),
    })
}

fn mean_of(agreements: &[Agreement], field: fn(&Agreement) -> f64) -> f64 {
    agreements.iter().map(field).sum::<f64>() / agreements.len() as f64
}

/// Mean of a metric over parts of one size, and between which quantiles of them its values lie, of this level. Parts
/// almost as large as the data have almost the same items, so that the interval narrows to nothing: it says how
/// parts of *these* data vary.
///
/// # Errors
///
/// [`TooFewReplicates`] where the metric is undefined on all parts.
///
/// # Panics
///
/// If there is no such metric.
pub fn summary(parts: &[Part], metric: usize, level: f64) -> Estimate<(f64, f64, f64)> {
    let values: Vec<f64> = parts.iter().map(|part| part.values[metric]).collect();
    let values = Distribution::new(&values);
    let mean = values.mean().ok_or(TooFewReplicates)?;
    let (lower, upper) = values.percentile_interval(level).ok_or(TooFewReplicates)?;
    Ok((mean, lower, upper))
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

#[cfg(test)]
mod tests {
    use super::super::judged::{Resampling, by_metric};
    use super::super::measure::Measure;
    use super::super::population::{Noise, Population as Made, normal};
    use super::super::scores::Scores;
    use super::super::spa::Signs;
    use super::*;
    use crate::stats::direction::Direction;
    use crate::stats::random::Purpose;

    fn key() -> StreamKey {
        StreamKey::new(5, Purpose::MetricSample).text("test")
    }

    /// A part of all data is all data; a metric that is much better is always the best.
    #[test]
    fn parts_of_a_clear_case() {
        let made = Made { systems: 6, items: 40, spread: 1.0, of_people: 0.1 };
        let noise =
            [0.1, 3.0, 30.0].map(|about_outputs| Noise { about_systems: 0.0, about_outputs });
        let campaign = made.campaign("sizes", 0, &noise);
        let signs = Signs::new(40, 64, &key());
        let measure = Measure::Pdp;
        let judged = JudgedMetrics::new(&campaign.human, &campaign.metrics, measure, &signs);
        let population = Population::of_items(&campaign.human).unwrap();
        let of = |size: (usize, usize)| -> Vec<Part> {
            (0..40)
                .map(|number| part(&judged, &population, size, &key(), number).unwrap())
                .collect()
        };
        let all = of((6, 40));
        assert_eq!(agreement(&all), None);
        let values = judged.values();
        for (metric, value) in values.iter().enumerate() {
            let (mean, lower, upper) = summary(&all, metric, 0.95).unwrap();
            let value = value.unwrap().value;
            assert!((mean - value).abs() < 1e-12 && upper - lower < 1e-12);
        }
        let half = of((6, 20));
        let alike = agreement(&half).unwrap();
        assert!(alike.best > 0.99 && alike.order > 0.8 && alike.pairs >= alike.order, "{alike:?}");
        let (mean, lower, upper) = summary(&half, 1, 0.9).unwrap();
        assert!(lower < mean && mean < upper);
        // Of three systems there are two parts, of four there are not.
        assert!(agreement(&of((3, 20))).is_some() && agreement(&of((4, 20))).is_none());
        for size in [(1, 20), (7, 20)] {
            assert_eq!(part(&judged, &population, size, &key(), 0).err(), Some(TooFewUnits));
        }
    }

    /// What is expected of new items is seen in disjoint parts, on average over metrics as they come: the share of
    /// pairs of metrics in the same order by two campaigns of 60 items, from one of them and from 600 items.
    #[test]
    fn expected_agreement_is_seen() {
        let measure = Measure::Pdp;
        let (mut seen, mut expected) = (0.0, 0.0);
        let campaigns = 40;
        for number in 0..campaigns {
            let random = &mut key().generator(number);
            let noise: Vec<Noise> = (0..6)
                .map(|_| Noise { about_systems: 0.0, about_outputs: 2.0 + 0.15 * normal(random) })
                .collect();
            let made = Made { systems: 5, items: 600, spread: 0.2, of_people: 0.5 };
            let campaign = made.campaign("seen", number, &noise);
            let signs = Signs::new(0, 0, &key());
            let judged = JudgedMetrics::new(&campaign.human, &campaign.metrics, measure, &signs);
            let population = Population::of_items(&campaign.human).unwrap();
            let parts: Vec<Part> = (0..5)
                .map(|number| part(&judged, &population, (5, 60), &key(), number).unwrap())
                .collect();
            seen += agreement(&parts).unwrap().pairs / campaigns as f64;
            let small = population.part(5, 60, &key(), 99).unwrap();
            let human = campaign.human.select(&small.systems, &small.items);
            let metrics = campaign.metrics.iter();
            let metrics: Vec<Scores> =
                metrics.map(|scores| scores.select(&small.systems, &small.items)).collect();
            let judged = JudgedMetrics::new(&human, &metrics, measure, &signs);
            let population = Population::of_items(&human).unwrap();
            let samples: Vec<Vec<f64>> = (0..200)
                .map(|draw| judged.on(&population.resample(Resampling::Inputs, &key(), draw)))
                .collect();
            let rows = by_metric(&samples, 6);
            let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
            let values: Vec<f64> =
                judged.values().iter().map(|value| value.as_ref().unwrap().value).collect();
            let rankings = NewRankings::new(&values, &rows, 1.0, Direction::HigherIsBetter);
            let rankings = rankings.unwrap();
            let clusters = [1, 1, 2, 2, 3, 3];
            expected += rankings.of_new(1.0, 6, &clusters).agreement.pairs / campaigns as f64;
            let sizes = [15.0, 60.0, 240.0, 960.0, 15_360.0];
            let from = |goal, probability| {
                let size = holds_from(&rankings, 60.0, &sizes, goal, &clusters, probability);
                size.unwrap_or(f64::INFINITY)
            };
            assert!(from(Goal::Best, 0.6) <= from(Goal::Order, 0.6));
            assert!(from(Goal::Best, 0.4) <= from(Goal::Best, 0.8));
            assert!(from(Goal::Order, 1.1).is_infinite());
        }
        assert!((seen - expected).abs() < 0.06, "{seen} {expected}");
        assert!(seen > 0.55 && seen < 0.9, "{seen}");
    }
}
