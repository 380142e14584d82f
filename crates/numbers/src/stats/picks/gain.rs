//! What picks gain, before anything is judged: from a campaign that is judged already, as if it were the population.
//!
//! With probabilities `p` and differences `d` of two systems about their mean, the weighted mean of picks has about the variance
//! `sum (1 - p)/p d^2 / N^2`, and that of a random part `(1 - q)/q sum d^2 / N^2`. With a control variate, residuals take
//! the place of differences. The gain cannot be read off the metric alone: how much residuals grow with its spread is what an
//! earlier campaign says.

use super::probabilities::{expected_cost, probabilities, sizes};
use crate::stats::jackknife::Jackknife;
use crate::stats::special::student_t_quantile;

/// Judged texts, by unit: segments or documents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Population {
    /// Document of each unit, ascending.
    pub documents: Vec<usize>,
    /// Segments.
    pub segments: Vec<f64>,
    /// Spread of the metric over systems.
    pub spreads: Vec<f64>,
    /// Cost of judging it.
    pub costs: Vec<f64>,
    /// Pairs of systems.
    pub pairs: Vec<EarlierPairs>,
}

/// Differences of two systems, summed over each unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EarlierPairs {
    /// By people.
    pub judged: Vec<f64>,
    /// By the metric.
    pub metric: Vec<f64>,
}

/// Variances of the estimated difference of two systems, on average over pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorVariances {
    /// The mean of a random part.
    pub random: f64,
    /// A random part, with the metric as control variate.
    pub control: f64,
    /// The weighted mean of picks.
    pub picks: f64,
    /// Picks with the control variate.
    pub both: f64,
}

/// How many times smaller a variance is than that of a random part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// The gain.
    pub gain: f64,
    /// Its interval for other documents of this kind: jackknife of the logarithm, Student's t.
    pub interval: Option<(f64, f64)>,
}

/// Gains of the three ways to do better than a random part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// Of a random part with the control variate.
    pub control: Gain,
    /// Of picks alone.
    pub picks: Gain,
    /// Of picks with the control variate.
    pub both: Gain,
}

impl ErrorVariances {
    /// Gains in the order control variate, picks, both; `None` where a variance is 0.
    fn gains(&self) -> Option<[f64; 3]> {
        let gains = [self.control, self.picks, self.both].map(|variance| self.random / variance);
        gains.iter().all(|gain| gain.is_finite() && *gain > 0.0).then_some(gains)
    }
}

impl Population {
    /// Variances where the share `rate` of the units that are kept is judged, at equal expected cost; `floor` as in
    /// [`sizes`]. `None` of fewer than two units, or without a pair.
    pub fn variances(
        &self,
        rate: f64,
        floor: f64,
        keep: impl Fn(usize) -> bool,
    ) -> Option<ErrorVariances> {
        let units: Vec<usize> =
            (0..self.documents.len()).filter(|unit| keep(self.documents[*unit])).collect();
        if units.len() < 2 || self.pairs.is_empty() {
            return None;
        }
        let (spreads, costs) = (taken(&self.spreads, &units), taken(&self.costs, &units));
        let inclusion = probabilities(&sizes(&spreads, &costs, floor), rate * units.len() as f64);
        let rate = expected_cost(&inclusion, &costs) / costs.iter().sum::<f64>();
        let segments = taken(&self.segments, &units);
        let all: f64 = segments.iter().sum();
        let (mut plain, mut residual) = (vec![0.0; units.len()], vec![0.0; units.len()]);
        for pair in &self.pairs {
            let [judged, metric] = [&pair.judged, &pair.metric].map(|column| {
                let sums = taken(column, &units);
                let mean = sums.iter().sum::<f64>() / all;
                sums.iter()
                    .zip(&segments)
                    .map(|(sum, size)| sum - mean * size)
                    .collect::<Vec<f64>>()
            });
            let squares: f64 = metric.iter().map(|value| value * value).sum();
            let products: f64 = metric.iter().zip(&judged).map(|(one, other)| one * other).sum();
            // Least squares without a constant, since both are about their means.
            let lambda = if squares > 0.0 { products / squares } else { 0.0 };
            for (unit, (by_people, by_metric)) in judged.iter().zip(&metric).enumerate() {
                let rest = by_people - lambda * by_metric;
                plain[unit] += by_people * by_people;
                residual[unit] += rest * rest;
            }
        }
        let scale = 1.0 / (all * all * self.pairs.len() as f64);
        let alike = vec![rate; units.len()];
        Some(ErrorVariances {
            random: scale * variance(&plain, &alike),
            control: scale * variance(&residual, &alike),
            picks: scale * variance(&plain, &inclusion),
            both: scale * variance(&residual, &inclusion),
        })
    }

    /// The gains, with intervals at `level` by leaving out one document after the other.
    pub fn gains(&self, rate: f64, floor: f64, level: f64) -> Option<Gains> {
        let gains = self.variances(rate, floor, |_| true)?.gains()?;
        let mut documents = self.documents.clone();
        documents.dedup();
        let without: Option<Vec<[f64; 3]>> = documents
            .iter()
            .map(|out| self.variances(rate, floor, |document| document != *out)?.gains())
            .collect();
        let [control, picks, both] = [0, 1, 2].map(|place| {
            // Gains are ratios of variances: their logarithms are nearer to normal.
            let logs =
                without.as_ref().map(|gains| gains.iter().map(|gain| libm::log(gain[place])));
            let interval = logs.and_then(|logs| {
                let error = Jackknife::from_values(logs.collect()).ok()?.standard_error();
                let degrees = documents.len() as f64 - 1.0;
                let half = student_t_quantile(0.5 * (1.0 + level), degrees)? * error;
                Some((gains[place] * libm::exp(-half), gains[place] * libm::exp(half)))
            });
            Gain { gain: gains[place], interval }
        });
        Some(Gains { control, picks, both })
    }
}

/// The least and the largest gain of picks that any judgments could show: where residuals vary alike on all units, and where
/// they vary as the metric does.
pub fn gain_without_judgments(
    spreads: &[f64],
    costs: &[f64],
    count: f64,
    floor: f64,
) -> (f64, f64) {
    let inclusion = probabilities(&sizes(spreads, costs, floor), count);
    let rate = expected_cost(&inclusion, costs) / costs.iter().sum::<f64>();
    let alike = vec![rate; spreads.len()];
    let squares = spreads.iter().map(|spread| spread * spread).collect::<Vec<f64>>();
    let [constant, proportional] = [vec![1.0; spreads.len()], squares]
        .map(|squares| variance(&squares, &alike) / variance(&squares, &inclusion));
    (constant, proportional)
}

/// The values of `units`.
fn taken(column: &[f64], units: &[usize]) -> Vec<f64> {
    units.iter().map(|unit| column[*unit]).collect()
}

/// Variance of a weighted sum of units, each picked with its own probability.
fn variance(squares: &[f64], inclusion: &[f64]) -> f64 {
    squares.iter().zip(inclusion).map(|(square, share)| (1.0 - share) / share * square).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn population() -> Population {
        Population {
            documents: vec![0, 0, 1, 1, 2, 2, 3, 3],
            segments: vec![1.0; 8],
            spreads: vec![8.0, 2.0, 2.0, 1.0, 5.0, 0.2, 3.0, 2.6],
            costs: vec![1.0; 8],
            pairs: vec![EarlierPairs {
                judged: vec![6.0, 1.0, -2.0, 0.0, 4.0, 1.0, -3.0, 2.0],
                metric: vec![5.0, 1.5, -1.0, 0.5, 2.5, 0.5, -2.0, 2.0],
            }],
        }
    }

    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-8, "{value} is not {expected}");
    }

    /// Values of NumPy. Picks harm here once there is the control variate.
    #[test]
    fn gains_on_one_population() {
        let variances = population().variances(0.5, 0.5, |_| true).unwrap();
        close(variances.random, 0.951_171_875);
        close(variances.control, 0.036_240_494);
        close(variances.picks, 0.644_140_339);
        close(variances.both, 0.045_891_792);
        let gains = population().gains(0.5, 0.5, 0.95).unwrap();
        close(gains.picks.gain, 1.476_653_172);
        close(gains.both.gain, 20.726_405_257);
        let (low, high) = gains.picks.interval.unwrap();
        assert!(low < 1.476 && high > 1.477, "{low} to {high}");
    }

    /// Units that are alike have nothing to gain, and the ends of what is possible hold the gain of picks alone.
    #[test]
    fn gains_at_the_ends() {
        let alike = Population { spreads: vec![2.0; 8], ..population() };
        close(alike.variances(0.5, 0.5, |_| true).unwrap().gains().unwrap()[1], 1.0);
        let Population { spreads, costs, .. } = population();
        let (low, high) = gain_without_judgments(&spreads, &costs, 4.0, 0.5);
        assert!(low < 1.0 && high > 1.476_653, "{low} to {high}");
        // sum (1 - p)/p with the probabilities of four picks, by NumPy.
        let four = probabilities(&sizes(&spreads, &costs, 0.5), 4.0);
        close(low, 8.0 / four.iter().map(|p| 1.0 / p - 1.0).sum::<f64>());
    }

    #[test]
    fn nothing_to_compare() {
        let none = Population { pairs: Vec::new(), ..population() };
        assert_eq!(none.variances(0.5, 0.5, |_| true), None);
        assert_eq!(population().variances(0.5, 0.5, |document| document > 3), None);
    }
}
