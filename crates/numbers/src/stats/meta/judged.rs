//! Metrics judged on resamples of the items and systems: BOOT-INPUTS, BOOT-SYSTEMS and BOOT-BOTH
//! (Deutsch, Dror & Roth 2021, "A statistical analysis of summarization evaluation metrics using resampling
//! methods").
//!
//! All metrics are judged on the same resamples, so that a row of replicates of each gives probabilities of
//! ranks ([`RankProbabilities`](crate::stats::ranking::RankProbabilities)) and differences.
//!
//! **No intervals.** Percentile intervals hold the truth in .92 to .99 (new items) and .83 to .96 (new systems) of made-up
//! campaigns, and nearly always where both are resampled: the noise of an output is resampled twice, so that deviations are
//! 1.5 to 2 times too large (Owen 2007, "The pigeonhole bootstrap"). Intervals are those of
//! [`left_out`](super::left_out).
//!
//! **Pairs of copies.** A resample of systems has some twice. Two copies of one system are no pair for any
//! measure of pairs: metric and people agree on them whatever the metric, which would move all replicates
//! towards 1.

use std::ops::Range;

use super::measure::{Measure, PValues, Value};
use super::scores::Scores;
use super::spa::{self, Signs, SoftAccuracy};
use super::tied::OutputPairs;
use crate::stats::random::{StreamKey, UniformBelow};
use crate::stats::reason::{Estimate, Reason::TooFewUnits};
use crate::value::words;

words! {
    /// What stands for new data: what is resampled.
    pub enum Resampling {
        /// Items, or documents with all their items: the same systems on new texts.
        Inputs = "inputs",
        /// Systems: new systems on the same texts.
        Systems = "systems",
        /// Both, independently: new systems on new texts.
        Both = "both",
    }
}

/// Systems and items of a resample, each as often as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Numbers of systems.
    pub systems: Vec<usize>,
    /// Numbers of items.
    pub items: Vec<usize>,
}

/// What samples are taken from: systems, and items in units that stay together.
#[derive(Clone, Debug)]
pub struct Population {
    systems: Vec<usize>,
    /// Items of each unit.
    units: Vec<Vec<usize>>,
}

impl Population {
    /// All systems and items that people scored, each item by itself.
    ///
    /// # Errors
    ///
    /// [`TooFewUnits`] without scores.
    pub fn of_items(human: &Scores) -> Estimate<Self> {
        Self::of_units(human, (0..human.items()).map(|item| item..item + 1))
    }

    /// All systems that people scored, and units (documents) of items, of which those that people scored
    /// count. Items of no unit are left out.
    ///
    /// # Errors
    ///
    /// As [`Population::of_items`].
    ///
    /// # Panics
    ///
    /// If there is no such item.
    pub fn of_units(
        human: &Scores,
        units: impl IntoIterator<Item = Range<usize>>,
    ) -> Estimate<Self> {
        let systems: Vec<usize> = (0..human.systems())
            .filter(|system| human.of(*system).iter().any(|score| !score.is_nan()))
            .collect();
        let units: Vec<Vec<usize>> = units
            .into_iter()
            .map(|unit| unit.filter(|item| human.is_judged(*item)).collect())
            .filter(|unit: &Vec<usize>| !unit.is_empty())
            .collect();
        if systems.is_empty() || units.is_empty() {
            return Err(TooFewUnits);
        }
        Ok(Self { systems, units })
    }

    /// Number of systems.
    pub fn systems(&self) -> usize {
        self.systems.len()
    }

    /// Number of units (items or documents).
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// Resample `number`, from the stream of `key`. Items are the same whether or not systems are
    /// resampled, and the other way round.
    pub fn resample(&self, resampling: Resampling, key: &StreamKey, number: u64) -> Sample {
        let systems = match resampling {
            Resampling::Inputs => (0..self.systems()).collect(),
            Resampling::Systems | Resampling::Both => {
                drawn(self.systems(), &key.clone().text("systems"), number)
            }
        };
        let units = match resampling {
            Resampling::Systems => (0..self.units()).collect(),
            Resampling::Inputs | Resampling::Both => {
                drawn(self.units(), &key.clone().text("units"), number)
            }
        };
        self.sample(&systems, &units)
    }

    /// Samples in which each system, or each unit of items, is left out in turn, and the lengths of what is left out: all 1
    /// for systems.
    ///
    /// # Errors
    ///
    /// [`TooFewUnits`] where the rest has no pair of systems, or no unit.
    pub fn without_each(&self, are_systems: bool) -> Estimate<(Vec<Sample>, Vec<u32>)> {
        // Without one, two systems must be left to compare; of units one is enough.
        let (count, least) = if are_systems { (self.systems(), 3) } else { (self.units(), 2) };
        if count < least {
            return Err(TooFewUnits);
        }
        Ok((
            (0..count)
                .map(|system| {
                    self.sample(
                        &all_but(self.systems(), system, are_systems),
                        &all_but(self.units(), system, !are_systems),
                    )
                })
                .collect(),
            (0..count)
                .map(|units| {
                    let items = if are_systems { 1 } else { self.units[units].len() };
                    u32::try_from(items).expect("fewer than 2^32 items")
                })
                .collect(),
        ))
    }

    fn sample(&self, systems: &[usize], units: &[usize]) -> Sample {
        Sample {
            systems: systems.iter().map(|system| self.systems[*system]).collect(),
            items: units.iter().flat_map(|unit| &self.units[*unit]).copied().collect(),
        }
    }
}

/// As many numbers below `count`, with replacement.
fn drawn(count: usize, key: &StreamKey, number: u64) -> Vec<usize> {
    let bound = u32::try_from(count).expect("fewer than 2^32 units");
    let mut drawn = Vec::with_capacity(count);
    let random = &mut key.generator(number);
    UniformBelow::new(bound).draw(random, count, |index| drawn.push(index as usize));
    drawn
}

fn all_but(all: usize, left_out: usize, is_left_out: bool) -> Vec<usize> {
    (0..all).filter(|number| !is_left_out || *number != left_out).collect()
}

/// Metrics to be judged by a measure on many samples.
#[derive(Debug)]
pub struct JudgedMetrics<'a> {
    human: &'a Scores,
    metrics: &'a [Scores],
    measure: Measure,
    signs: &'a Signs,
    /// For calibrated acc-eq: pairs of outputs sorted once for all samples, by metric.
    pairs: Vec<OutputPairs>,
}

impl<'a> JudgedMetrics<'a> {
    /// `signs` as for [`Measure::of`], for the largest sample: as many units as the population has, each with as many items
    /// as the largest unit.
    ///
    /// # Panics
    ///
    /// If scores differ in shape.
    pub fn new(
        human: &'a Scores,
        metrics: &'a [Scores],
        measure: Measure,
        signs: &'a Signs,
    ) -> Self {
        let pairs = match measure {
            Measure::AccEq { is_calibrated: true } => {
                metrics.iter().map(|metric| OutputPairs::new(human, metric)).collect()
            }
            _ => Vec::new(),
        };
        Self { human, metrics, measure, signs, pairs }
    }

    /// Of each metric on all data.
    ///
    /// # Panics
    ///
    /// If there are fewer signs than items.
    pub fn values(&self) -> Vec<Estimate<Value>> {
        self.metrics.iter().map(|metric| self.measure.of(self.human, metric, self.signs)).collect()
    }

    /// Of each metric on a sample; NaN where it is undefined there.
    ///
    /// # Panics
    ///
    /// If there is no such system or item, or there are fewer signs than items.
    pub fn on(&self, sample: &Sample) -> Vec<f64> {
        match self.measure {
            Measure::AccEq { is_calibrated: true } => {
                let items = occurrences(&sample.items, self.human.items());
                let systems = occurrences(&sample.systems, self.human.systems());
                let best =
                    self.pairs.iter().map(|pairs| pairs.resampled_accuracy(&items, &systems));
                best.map(|best| best.unwrap_or(f64::NAN)).collect()
            }
            Measure::Spa(p_values) => self.soft(sample, p_values),
            _ => {
                let human = self.human.select(&sample.systems, &sample.items);
                self.metrics
                    .iter()
                    .map(|metric| {
                        let metric = metric.select(&sample.systems, &sample.items);
                        let estimate = self.measure.of(&human, &metric, self.signs);
                        estimate.map_or(f64::NAN, |estimate| estimate.value)
                    })
                    .collect()
            }
        }
    }

    /// Soft pairwise accuracy, with the p-values of people once for all metrics that have a score
    /// wherever they have.
    fn soft(&self, sample: &Sample, p_values: PValues) -> Vec<f64> {
        let permutations = p_values.permutations(self.signs);
        let human = self.human.select(&sample.systems, &sample.items);
        let human_p = spa::p_values(&human, permutations);
        self.metrics
            .iter()
            .map(|metric| {
                let metric = metric.select(&sample.systems, &sample.items).where_known(&human);
                let metric_p = spa::p_values(&metric, permutations);
                let accuracy = if metric.has_places_of(&human) {
                    SoftAccuracy::new(&human_p, &metric_p)
                } else {
                    let human_p = spa::p_values(&human.where_known(&metric), permutations);
                    SoftAccuracy::new(&human_p, &metric_p)
                };
                accuracy.map_or(f64::NAN, |accuracy| accuracy.value)
            })
            .collect()
    }
}

/// How often each number below `count` occurs.
pub(super) fn occurrences(numbers: &[usize], count: usize) -> Vec<u32> {
    let mut counts = vec![0_u32; count];
    for number in numbers {
        counts[*number] += 1;
    }
    counts
}

/// Rows of replicates of each metric, from the values of all metrics on each sample.
pub fn by_metric(samples: &[Vec<f64>], metrics: usize) -> Vec<Vec<f64>> {
    (0..metrics).map(|metric| samples.iter().map(|values| values[metric]).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::measure::{Grouping, Tau};
    use super::super::population::{Noise, Population as Made, rounded, with_gaps};
    use super::*;
    use crate::stats::correlation::Coefficient;
    use crate::stats::random::Purpose;

    const NOISE: Noise = Noise { about_systems: 0.3, about_outputs: 1.0 };

    fn key() -> StreamKey {
        StreamKey::new(8, Purpose::MetricBootstrap).text("test")
    }

    fn made() -> Made {
        Made { systems: 6, items: 14, spread: 0.5, of_people: 0.5 }
    }

    /// The fast ways on a sample, with copies and gaps, are the measure on the scores written out.
    #[test]
    fn samples_are_judged_as_written_out() {
        let campaign = made().campaign("samples", 0, &[NOISE; 3]);
        let human = with_gaps(&rounded(&campaign.human, 1.0), 5, false);
        let mut metrics = campaign.metrics;
        metrics[1] = with_gaps(&rounded(&metrics[1], 0.5), 4, false);
        let documents = [0..3, 3..6, 6..9, 9..12, 12..14];
        let population = Population::of_units(&human, documents).unwrap();
        assert_eq!((population.units(), population.systems()), (5, 6));
        let largest = population.units.iter().map(Vec::len).max().unwrap();
        let signs = Signs::new(population.units() * largest, 128, &key());
        for measure in [
            Measure::Spa(PValues::Permutations),
            Measure::Spa(PValues::Normal),
            Measure::AccEq { is_calibrated: true },
            Measure::AccEq { is_calibrated: false },
            Measure::Pdp,
            Measure::Kendall(Tau::C, Grouping::System),
            Measure::Systems(Coefficient::Spearman),
        ] {
            let judged = JudgedMetrics::new(&human, &metrics, measure, &signs);
            for resampling in [Resampling::Inputs, Resampling::Systems, Resampling::Both] {
                for number in 0..5 {
                    let sample = population.resample(resampling, &key(), number);
                    let values = judged.on(&sample);
                    for (metric, value) in metrics.iter().zip(values) {
                        let [human, metric] =
                            [&human, metric].map(|all| all.select(&sample.systems, &sample.items));
                        let expected = measure.of(&human, &metric, &signs).unwrap().value;
                        let place = format!("{measure:?} {resampling:?} {number}");
                        assert!((value - expected).abs() < 1e-12, "{place}: {value} {expected}");
                    }
                }
            }
            for (value, metric) in judged.values().into_iter().zip(&metrics) {
                assert_eq!(value, measure.of(&human, metric, &signs));
            }
        }
    }

    /// Items and systems do not depend on each other; documents stay whole; copies of a system are no
    /// pair.
    #[test]
    fn resamples_by_unit() {
        let campaign = made().campaign("units", 1, &[NOISE]);
        let documents = [0..5, 5..10, 10..14];
        let population = Population::of_units(&campaign.human, documents.clone()).unwrap();
        assert_eq!(population.units(), 3);
        let [inputs, systems, both] = [Resampling::Inputs, Resampling::Systems, Resampling::Both]
            .map(|resampling| population.resample(resampling, &key(), 3));
        assert_eq!((&inputs.items, &systems.systems), (&both.items, &both.systems));
        assert_eq!(inputs.systems, [0, 1, 2, 3, 4, 5]);
        assert_eq!(systems.items, (0..14).collect::<Vec<_>>());
        let [first, _, last] = documents
            .map(|document| inputs.items.iter().filter(|item| document.contains(item)).count());
        assert!([0, 5, 10, 15].contains(&first) && last.is_multiple_of(4));
        let twice = campaign.human.select(&[0, 2, 2, 2, 5], &[1, 1]);
        let pairs: Vec<(usize, usize)> = twice.pairs().collect();
        assert_eq!(pairs, [(0, 1), (0, 2), (0, 3), (0, 4), (1, 4), (2, 4), (3, 4)]);
        // Of a resample of a resample, too.
        assert_eq!(twice.select(&[1, 2, 4], &[0]).pairs().count(), 2);
        let none = Scores::new(&vec![vec![f64::NAN; 3]; 2]);
        assert_eq!(Population::of_items(&none).err(), Some(TooFewUnits));
    }
}
