//! How well metrics agree with people, with intervals: a question to all of them together.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::options::{Compat, MeasureName, Meta, NamedMeasure, Scope};
use super::scores::Judged;
use crate::analyses::results::document_count;
use crate::config::Study;
use crate::plan::{Group, JobResults, Question, TaskSize, Work};
use crate::stats::meta::judged::{JudgedMetrics, by_metric};
use crate::stats::meta::left_out::LeftOut;
use crate::stats::meta::measure::{Measure, PValues, Value};
use crate::stats::meta::mtme;
use crate::stats::{
    Direction, Distribution, Estimate, RankProbabilities, Reason, tails_are_populated,
};

/// Random signs of soft pairwise accuracy.
// 20 blocks of 1,024: the Monte-Carlo error is read off how blocks scatter.
pub(super) const SIGNS: f64 = 20_480.0;

/// Nanoseconds per output and random sign, and per pair of outputs of a resample, of a metric by a measure.
pub(super) const SIGN: f64 = 0.3;
const PAIR: f64 = 3.0;

/// Of several metrics: their values by each measure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct MeasuredMetrics {
    /// Number of metrics, after the gold.
    pub(super) metrics: usize,
    /// Measures with what intervals are to hold for, and what is resampled for ranks.
    pub(super) measures: Vec<(NamedMeasure, Scope, Scope)>,
    pub(super) replicates: u32,
    pub(super) level: f64,
    pub(super) compat: Option<Compat>,
    /// Whether replicates are kept.
    pub(super) keeps_replicates: bool,
}

/// The value of a measure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Measured {
    pub(super) value: f64,
    /// Standard error by the noise of random signs.
    pub(super) error: Option<f64>,
    pub(super) threshold: Option<f64>,
    pub(super) maximisers: Option<u64>,
    pub(super) items: u64,
    pub(super) compared: u64,
    pub(super) undefined_groups: u64,
    /// Resamples on which it is undefined.
    pub(super) undefined_replicates: u64,
    /// Ends of the interval, or why there is none.
    pub(super) interval: Result<(f64, f64), Reason>,
    /// Best and worst rank that the interval of ranks holds, and the share of resamples in which it is the best.
    pub(super) ranks: Option<PlaceInReplicates>,
    /// The replicates, where they are kept.
    pub(super) replicates: Option<Vec<f64>>,
}

impl Measured {
    /// Returns `true` if its value is higher by more than two Monte-Carlo errors of the difference.
    pub(super) fn is_above(&self, other: &Self) -> bool {
        let [square, other_square] =
            [self, other].map(|value| value.error.map_or(0.0, |error| error * error));
        self.value - other.value > 2.0 * (square + other_square).sqrt()
    }
}

/// Best and worst rank that an interval of ranks holds, and the share of replicates in which it is the best.
pub(super) type PlaceInReplicates = (u32, u32, f64);

impl MeasuredMetrics {
    /// The question of a study about `metrics` metrics.
    pub(super) fn new(study: &Study, options: &Meta, metrics: usize) -> Self {
        let measures = options
            .measures()
            .into_iter()
            .map(|measure| (measure, options.scope(measure.name), options.resampled(measure.name)));
        Self {
            metrics,
            measures: measures.collect(),
            replicates: study.replicates.last().copied().unwrap_or(0),
            level: study.level,
            compat: options.compat,
            keeps_replicates: options.average.is_some(),
        }
    }
}

impl Question for MeasuredMetrics {
    /// By measure and metric; or why there is none.
    type Result = Vec<Vec<Result<Measured, Reason>>>;
    const TAG: &'static str = "measured metrics";

    fn work(&self, size: &TaskSize) -> Work {
        let systems = size.scorings as f64 / (self.metrics + 1) as f64;
        let metrics = (self.metrics * self.measures.len()) as f64;
        let soft = self.measures.iter().filter(|(measure, ..)| measure.name == MeasureName::Spa);
        let signs = soft.count() as f64 / self.measures.len() as f64 * SIGNS * SIGN;
        let signs = systems * size.segments * signs;
        // Units of texts or systems are left out as resamples are drawn.
        let samples = f64::from(self.replicates) + size.units.max(systems);
        let resamples = samples * systems * systems * size.segments * PAIR;
        Work::plain(metrics * (signs + resamples))
    }

    fn result_bytes(&self, _size: &TaskSize) -> f64 {
        let kept = if self.keeps_replicates { 8.0 * f64::from(self.replicates) } else { 0.0 };
        (90.0 + kept) * self.metrics as f64 * self.measures.len() as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        let judged = Judged::new(job, group, self.metrics, self.compat);
        let by_measure = self.measures.iter().map(|(measure, scope, resampled)| {
            let values = self.measured(job, &judged, *measure, [*scope, *resampled]);
            values.unwrap_or_else(|reason| vec![Err(reason); judged.metrics.len()])
        });
        by_measure.collect()
    }
}

/// The same by the normal approximation of its p-values, where it has any: on resamples it is as good, and random signs
/// would add noise of their own and take a hundred times as long.
pub(super) fn on_samples(measure: Measure) -> Measure {
    match measure {
        Measure::Spa(_) => Measure::Spa(PValues::Normal),
        other => other,
    }
}

/// Replicates of each metric, moved so that they lie about its value as they lie about that by
/// [`on_samples`].
fn replicates(
    job: &JobResults<'_>,
    judged: &Judged,
    measure: Measure,
    scope: Scope,
    count: u32,
) -> Estimate<Vec<Vec<f64>>> {
    let population = judged.population()?;
    let quick = on_samples(measure);
    let signs = judged.signs(job, quick)?;
    let metrics = JudgedMetrics::new(&judged.gold, &judged.metrics, quick, &signs);
    let key = Judged::resamples(job);
    let samples: Vec<Vec<f64>> = (0..u64::from(count))
        .into_par_iter()
        .map(|number: u64| metrics.on(&population.resample(scope.resampling(), &key, number)))
        .collect();
    Ok(by_metric(&samples, judged.metrics.len()))
}

impl MeasuredMetrics {
    fn measured(
        &self,
        job: &JobResults<'_>,
        judged: &Judged,
        named: NamedMeasure,
        [scope, resampled]: [Scope; 2],
    ) -> Estimate<Vec<Result<Measured, Reason>>> {
        let measure = named.measure();
        let signs = judged.signs(job, measure)?;
        let values = judged.metrics.par_iter().map(|metric| {
            let computed = measure.of(&judged.gold, metric, &signs)?;
            match (self.compat, measure) {
                // Its sums are 32-bit floats.
                (Some(Compat::Mtme), Measure::Spa(_)) => {
                    Ok(Value { value: mtme::soft_accuracy(&judged.gold, metric)?, ..computed })
                }
                _ => Ok(computed),
            }
        });
        let values: Vec<Estimate<Value>> = values.collect();
        let mut rows = replicates(job, judged, measure, resampled, self.replicates)?;
        let quick = on_samples(measure);
        if quick != measure {
            for ((metric, value), row) in judged.metrics.iter().zip(&values).zip(&mut rows) {
                let quick_value = quick.of(&judged.gold, metric, &signs);
                if let (Ok(value), Ok(quick_value)) = (value, quick_value) {
                    for replicate in row.iter_mut() {
                        *replicate += value.value - quick_value.value;
                    }
                }
            }
        }
        let defined: Vec<Option<&[f64]>> = values
            .iter()
            .zip(&rows)
            .map(|(value, row)| value.as_ref().ok().map(|_| row.as_slice()))
            .collect();
        let ranks = ranks(&defined, self.level);
        let natural = if measure.is_of_systems() { Scope::Systems } else { Scope::Texts };
        let fewest = measure.fewest().filter(|_| scope == natural);
        let left_out = left_out(job, judged, measure, fewest);
        let measured = values.iter().enumerate().map(|(metric, value)| {
            let value = value.as_ref().map_err(|reason| *reason)?;
            let left_out = left_out.as_ref().map_err(|reason| *reason);
            let interval = left_out.and_then(|left_out| {
                let degrees = left_out.degrees_of_freedom();
                measure.interval(value.value, left_out.error(metric)?, degrees, self.level)
            });
            Ok(self.one(value, interval, &rows[metric], ranks[metric]))
        });
        Ok(measured.collect())
    }

    fn one(
        &self,
        found: &Value,
        interval: Result<(f64, f64), Reason>,
        row: &[f64],
        ranks: Option<PlaceInReplicates>,
    ) -> Measured {
        Measured {
            value: found.value,
            error: found.error,
            threshold: found.threshold,
            maximisers: found.maximisers.map(|count| count as u64),
            items: found.items as u64,
            compared: found.compared,
            undefined_groups: found.undefined_groups as u64,
            undefined_replicates: Distribution::new(row).undefined() as u64,
            interval,
            ranks,
            replicates: self.keeps_replicates.then(|| row.to_vec()),
        }
    }
}

/// The reason why there are too few units for an interval.
fn too_few(measure: Measure) -> Reason {
    if measure.is_of_systems() { Reason::TooFewSystems } else { Reason::TooFewTexts }
}

/// All metrics with each system, or each unit of texts, of which there are at least `fewest`, left out in turn; or why
/// there is no interval.
pub(super) fn left_out(
    job: &JobResults<'_>,
    judged: &Judged,
    measure: Measure,
    fewest: Option<usize>,
) -> Result<LeftOut, Reason> {
    let fewest = fewest.ok_or(Reason::NoMethod)?;
    let left_out = judged.left_out(job, measure, &judged.metrics);
    let left_out = left_out.map_err(|_| too_few(measure))?;
    if left_out.units() < fewest { Err(too_few(measure)) } else { Ok(left_out) }
}

/// Ranks of the metrics that have replicates, among these.
pub(super) fn ranks(rows: &[Option<&[f64]>], level: f64) -> Vec<Option<PlaceInReplicates>> {
    let defined: Vec<&[f64]> = rows.iter().copied().flatten().collect();
    let probabilities = RankProbabilities::new(&defined, Direction::HigherIsBetter);
    let probabilities = probabilities
        .ok()
        .filter(|probabilities| tails_are_populated(probabilities.replicates(), level));
    let mut places = 0..;
    let metric_ranks = rows.iter().map(|row| {
        let (probabilities, place) = (probabilities.as_ref()?, row.and_then(|_| places.next())?);
        let interval = probabilities.interval(place, level);
        let [best, worst] = [interval.lower, interval.upper].map(document_count);
        Some((best, worst, probabilities.probability(place, 1)))
    });
    metric_ranks.collect()
}
