//! How many segments and systems it takes to judge metrics: a question to all of them together.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::options::{Compat, Meta, NamedMeasure};
use super::scores::Judged;
use super::values::{on_samples, replicates};
use super::words::Varied;
use crate::config::model::Study;
use crate::plan::{Group, JobResults, Question, TaskSize, Work};
use crate::stats::direction::Direction;
use crate::stats::jackknife::small_sample_factor;
use crate::stats::meta::judged::{JudgedMetrics, Population};
use crate::stats::meta::measure::Measure;
use crate::stats::meta::sizes::{Goal, Part, agreement, holds_from, part, summary};
use crate::stats::new_ranking::{Agreement, NewRankings};
use crate::stats::reason::{Estimate, Reason};

/// Nanoseconds per pair of outputs of a metric by a measure.
const PAIR: f64 = 3.0;

/// Sizes between one and the next that is twice as large, where it is asked from which the ranking holds.
const STEPS: i32 = 8;

/// Times as large as the present campaign: beyond that nothing is foretold.
const FARTHEST: i32 = 7;

/// Segments of the smallest default size.
const FEWEST_SEGMENTS: u32 = 25;

/// Systems of the smallest default size.
const FEWEST_SYSTEMS: u32 = 4;

/// Of several metrics: their values and ranking on parts of the segments and systems.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct MetricSizes {
    /// Number of metrics, after the gold.
    pub(super) metrics: usize,
    pub(super) measures: Vec<NamedMeasure>,
    pub(super) segments: Option<Vec<u32>>,
    pub(super) systems: Option<Vec<u32>>,
    pub(super) subsets: u32,
    pub(super) replicates: u32,
    pub(super) probability: f64,
    pub(super) level: f64,
    pub(super) compat: Option<Compat>,
}

/// A measure along sizes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Curve {
    pub(super) varied: Varied,
    pub(super) sizes: Vec<SizeResult>,
    /// The smallest number of segments or systems from which on two new campaigns have the same best metric, and the
    /// same order of all, with the wanted probability; `None` where no number up to many times the present one does.
    pub(super) best_from: Option<f64>,
    pub(super) order_from: Option<f64>,
}

/// Mean, lower and upper end over parts.
pub(super) type Spread = (f64, f64, f64);

/// Metrics on parts of a size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SizeResult {
    /// Segments or systems, as asked for.
    pub(super) size: f64,
    /// Resampling units of texts.
    pub(super) units: u64,
    pub(super) systems: u64,
    /// Mean, lower and upper end of each metric over the parts; or why there are none.
    pub(super) values: Result<Vec<Option<Spread>>, Reason>,
    /// Best metric, order and pairs of metrics: shares of pairs of disjoint parts that agree.
    pub(super) seen: Option<[f64; 3]>,
    /// The same for two new campaigns, by a model.
    pub(super) expected: Option<[f64; 3]>,
}

impl MetricSizes {
    /// The question about `metrics` metrics; `None` if the study does not ask it.
    pub(super) fn new(study: &Study, options: &Meta, metrics: usize) -> Option<Self> {
        (options.subsets > 0 && metrics > 1).then(|| Self {
            metrics,
            measures: options.measures(),
            segments: options.segments.clone(),
            systems: options.systems.clone(),
            subsets: options.subsets,
            replicates: study.replicates.last().copied().unwrap_or(0),
            probability: options.probability,
            level: study.level,
            compat: options.compat,
        })
    }

    /// Sizes of parts, ascending, the largest being all there is.
    fn sizes(&self, varied: Varied, all: usize) -> Vec<u32> {
        let all = u32::try_from(all).expect("fewer than 2^32");
        let (asked, fewest) = match varied {
            Varied::Segments => (&self.segments, FEWEST_SEGMENTS),
            Varied::Systems => (&self.systems, FEWEST_SYSTEMS),
        };
        let mut sizes: Vec<u32> = match (asked, varied) {
            (Some(asked), _) => asked.clone(),
            (None, Varied::Segments) => {
                let halves = std::iter::successors(Some(all / 2), |size| Some(size / 2));
                halves.take_while(|size| *size >= fewest).collect()
            }
            (None, Varied::Systems) => (fewest..all).step_by(2).collect(),
        };
        sizes.push(all);
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }
}

impl Question for MetricSizes {
    /// By measure; or why there are none.
    type Result = Vec<Result<Vec<Curve>, Reason>>;
    const TAG: &'static str = "sizes for metrics";

    fn work(&self, size: &TaskSize) -> Work {
        let systems = size.scorings as f64 / (self.metrics + 1) as f64;
        let metrics = (self.metrics * self.measures.len()) as f64;
        // Of sizes on average half of everything, two parts each; and two bootstraps.
        let sizes =
            self.sizes(Varied::Segments, 1000).len() + self.sizes(Varied::Systems, 12).len();
        let samples = f64::from(self.subsets) * sizes as f64 + 2.0 * f64::from(self.replicates);
        Work::plain(metrics * samples * systems * systems * size.segments * PAIR)
    }

    fn result_bytes(&self, _size: &TaskSize) -> f64 {
        let sizes =
            self.sizes(Varied::Segments, 1000).len() + self.sizes(Varied::Systems, 12).len();
        (sizes * self.measures.len()) as f64 * (28.0 * self.metrics as f64 + 60.0)
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        let judged = Judged::new(job, group, self.metrics, self.compat);
        let measures = self.measures.iter();
        measures.map(|measure| self.curves(job, &judged, measure.measure())).collect()
    }
}

/// A measure on the metrics, and what parts are taken of.
struct Parts<'a> {
    job: &'a JobResults<'a>,
    judged: &'a Judged,
    measure: Measure,
    metrics: JudgedMetrics<'a>,
    population: Population,
}

impl MetricSizes {
    fn curves(
        &self,
        job: &JobResults<'_>,
        judged: &Judged,
        measure: Measure,
    ) -> Estimate<Vec<Curve>> {
        let quick = on_samples(measure);
        let signs = judged.signs(job, quick)?;
        let parts = Parts {
            job,
            judged,
            measure: quick,
            metrics: JudgedMetrics::new(&judged.gold, &judged.metrics, quick, &signs),
            population: judged.population()?,
        };
        Ok(Varied::ALL.iter().map(|varied| self.curve(&parts, *varied)).collect())
    }

    fn curve(&self, parts: &Parts<'_>, varied: Varied) -> Curve {
        let (units, systems) = (parts.population.units(), parts.population.systems());
        let segments = parts.judged.gold.items();
        let all = match varied {
            Varied::Segments => segments,
            Varied::Systems => systems,
        };
        let sizes = self.sizes(varied, all);
        let rankings = self.rankings(parts, varied);
        let sizes = sizes.par_iter().map(|size| {
            let (own_systems, own_units) = match varied {
                Varied::Systems => (*size as usize, units),
                Varied::Segments if *size as usize == all => (systems, units),
                Varied::Segments => {
                    (systems, rounded(f64::from(*size) * units as f64 / segments as f64))
                }
            };
            let key = Judged::samples(parts.job, varied.name());
            let subsets = if *size as usize == all { 1 } else { u64::from(self.subsets) };
            let at = (own_systems, own_units);
            let parts: Estimate<Vec<Part>> = (0..subsets)
                .into_par_iter()
                .map(|number: u64| part(&parts.metrics, &parts.population, at, &key, number))
                .collect();
            let expected = rankings.as_ref().map(|rankings| {
                let ratio = all as f64 / f64::from(*size);
                shares(rankings.of_new(ratio, self.metrics, &vec![1; self.metrics]).agreement)
            });
            let seen = parts.as_ref().ok().and_then(|parts| agreement(parts)).map(shares);
            let values = parts.map(|parts| self.summaries(&parts, subsets));
            SizeResult {
                size: f64::from(*size),
                units: own_units as u64,
                systems: own_systems as u64,
                values,
                seen,
                expected,
            }
        });
        let sizes = sizes.collect();
        let [best_from, order_from] = [Goal::Best, Goal::Order].map(|goal| {
            let rankings = rankings.as_ref()?;
            let all = all as f64;
            let clusters = vec![1; self.metrics];
            holds_from(rankings, all, &foretold(all), goal, &clusters, self.probability)
        });
        Curve { varied, sizes, best_from, order_from }
    }

    /// By the metric: mean and interval over the parts of a size; the whole has no interval.
    fn summaries(&self, found: &[Part], subsets: u64) -> Vec<Option<Spread>> {
        let spreads = (0..self.metrics).map(|metric| {
            if subsets == 1 {
                let value = found.first()?.values.get(metric).copied()?;
                return (!value.is_nan()).then_some((value, value, value));
            }
            summary(found, metric, self.level).ok()
        });
        spreads.collect()
    }

    /// What new campaigns show; `None` where a metric is undefined, or there are too few resamples.
    fn rankings(&self, parts: &Parts<'_>, varied: Varied) -> Option<NewRankings> {
        let values: Vec<f64> = parts
            .metrics
            .values()
            .into_iter()
            .map(|value| value.map(|value| value.value).ok())
            .collect::<Option<_>>()?;
        let scope = varied.scope();
        let rows =
            replicates(parts.job, parts.judged, parts.measure, scope, self.replicates).ok()?;
        let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        let drawn = match varied {
            Varied::Segments => parts.population.units(),
            Varied::Systems => parts.population.systems(),
        };
        let factor = small_sample_factor(drawn).ok()?;
        NewRankings::new(&values, &rows, factor, Direction::HigherIsBetter).ok()
    }
}

fn shares(agreement: Agreement) -> [f64; 3] {
    [agreement.best, agreement.order, agreement.pairs]
}

/// Sizes that are asked whether the ranking holds from them on, up to many times `all`.
fn foretold(all: f64) -> Vec<f64> {
    let sizes = (-STEPS * FARTHEST..=STEPS * FARTHEST).map(|step| {
        let doublings = f64::from(step) / f64::from(STEPS);
        (all * libm::exp2(doublings)).ceil()
    });
    let mut sizes: Vec<f64> = sizes.filter(|size| *size >= 2.0).collect();
    sizes.dedup_by(|one, other| one.total_cmp(other).is_eq());
    sizes
}

fn rounded(units: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number of documents or segments"
    )]
    let units = units.round() as usize;
    units.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(segments: Option<Vec<u32>>) -> MetricSizes {
        MetricSizes {
            metrics: 2,
            measures: Vec::new(),
            segments,
            systems: None,
            subsets: 10,
            replicates: 10,
            probability: 0.9,
            level: 0.95,
            compat: None,
        }
    }

    #[test]
    fn sizes_end_with_all_there_is() {
        assert_eq!(question(None).sizes(Varied::Segments, 460), [28, 57, 115, 230, 460]);
        assert_eq!(question(None).sizes(Varied::Systems, 9), [4, 6, 8, 9]);
        assert_eq!(question(None).sizes(Varied::Systems, 3), [3]);
        let asked = question(Some(vec![10, 60]));
        assert_eq!(asked.sizes(Varied::Segments, 60), [10, 60]);
    }

    #[test]
    fn foretold_sizes_ascend_by_whole_numbers() {
        let sizes = foretold(12.0);
        assert!(sizes.windows(2).all(|pair| pair[0] < pair[1]));
        let ends = sizes.first().zip(sizes.last());
        assert_eq!(ends, Some((&2.0, &(12.0 * 128.0))));
        assert!(sizes.contains(&12.0) && sizes.contains(&24.0));
    }
}
