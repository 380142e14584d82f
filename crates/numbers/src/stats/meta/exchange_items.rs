//! The null of measures of outputs where whole documents are exchanged.
//!
//! Most of these measures follow from sums over documents, and what a document adds depends on its coin alone: it is
//! computed for either metric once, and added up in every draw.

use super::differences;
use super::exchange::{Exchanges, Unit};
use super::grouped;
use super::measure::{Grouping, Measure};
use super::null_differences::Contest;
use super::scores::Scores;
use crate::stats::reason::{
    Estimate,
    Reason::{NoVariation, TooFewUnits},
};

/// Variances that are smaller beside the sum of squares are rounding.
const ROUNDING: f64 = 1e-13;

/// The observed difference and those of all draws, NaN where undefined; `None` for other measures and exchanges.
pub(super) fn differences(
    contest: &Contest,
    measure: Measure,
    exchanges: &Exchanges,
) -> Option<Estimate<(f64, Vec<f64>)>> {
    if exchanges.unit() != Unit::Items {
        return None;
    }
    let form = Form::new(measure, &contest.human)?;
    let units = exchanges.items_of_units(contest.human.items());
    let all: Vec<usize> = (0..contest.human.systems()).collect();
    let rows = units.iter().map(|items| {
        let human = contest.human.select(&all, items);
        contest.metrics.each_ref().map(|metric| form.row(&human, &metric.select(&all, items)))
    });
    let rows: Vec<[Vec<f64>; 2]> = rows.collect();
    let difference = |coins: &[usize]| -> Estimate<f64> {
        let [first, second] = [0, 1].map(|metric| {
            let mut sums = vec![0.0; form.columns()];
            for (rows, coin) in rows.iter().zip(coins) {
                for (sum, value) in sums.iter_mut().zip(&rows[metric ^ coin]) {
                    *sum += value;
                }
            }
            form.value(&sums)
        });
        Ok(second? - first?)
    };
    let observed = difference(&vec![0; rows.len()]);
    Some(observed.map(|observed| {
        let mut permuted = Vec::with_capacity(exchanges.draws());
        exchanges.for_each_draw(|coins| permuted.push(difference(coins).unwrap_or(f64::NAN)));
        (observed, permuted)
    }))
}

/// How a measure follows from sums over items.
enum Form {
    /// Correlation of differences within items; people's sum of squares.
    Pdp(f64),
    /// Mean over items.
    MeanOfItems(Measure),
    /// Pearson's correlation within groups, averaged.
    Pearson(Groups),
}

/// Outputs within which a correlation is computed.
struct Groups {
    /// Of each system its group.
    of_system: Vec<usize>,
    /// Of each group: number of outputs, people's mean, and sum of squares about it.
    human: Vec<(f64, f64, f64)>,
}

impl Form {
    fn new(measure: Measure, human: &Scores) -> Option<Self> {
        match measure {
            // People's scores are not exchanged: their sum is the same in all draws.
            Measure::Pdp => Some(Self::Pdp(differences::Sums::new(human, human).human)),
            Measure::Pearson(Grouping::Item) | Measure::Kendall(_, Grouping::Item) => {
                Some(Self::MeanOfItems(measure))
            }
            Measure::Pearson(Grouping::None) => {
                Some(Self::Pearson(Groups::new(human, vec![0; human.systems()])))
            }
            Measure::Pearson(Grouping::System) => {
                Some(Self::Pearson(Groups::new(human, (0..human.systems()).collect())))
            }
            _ => None,
        }
    }

    fn columns(&self) -> usize {
        match self {
            Self::Pdp(_) | Self::MeanOfItems(_) => 2,
            Self::Pearson(groups) => 3 * groups.human.len(),
        }
    }

    /// What some items add to the sums.
    fn row(&self, human: &Scores, metric: &Scores) -> Vec<f64> {
        match self {
            Self::Pdp(_) => {
                let sums = differences::Sums::new(human, metric);
                vec![sums.both, sums.metric]
            }
            Self::MeanOfItems(measure) => {
                let correlation = match measure {
                    Measure::Kendall(tau, grouping) => {
                        grouped::kendall(human, metric, *tau, *grouping)
                    }
                    _ => grouped::pearson(human, metric, Grouping::Item),
                };
                correlation.map_or_else(
                    |_| vec![0.0; 2],
                    |correlation| correlation.sum_and_count().to_vec(),
                )
            }
            Self::Pearson(groups) => groups.row(human, metric),
        }
    }

    fn value(&self, sums: &[f64]) -> Estimate<f64> {
        match self {
            Self::Pdp(human) => {
                let size = human.sqrt() * sums[1].sqrt();
                if size > 0.0 { Ok((sums[0] / size).clamp(-1.0, 1.0)) } else { Err(NoVariation) }
            }
            Self::MeanOfItems(_) => {
                if sums[1] > 0.0 {
                    Ok(sums[0] / sums[1])
                } else {
                    Err(NoVariation)
                }
            }
            Self::Pearson(groups) => groups.value(sums),
        }
    }
}

impl Groups {
    fn new(human: &Scores, of_system: Vec<usize>) -> Self {
        let groups = of_system.iter().max().map_or(0, |group| group + 1);
        let mut sums = vec![(0.0_f64, 0.0, 0.0); groups];
        let outputs = of_system.iter().enumerate().flat_map(|(system, group)| {
            let scores = human.of(system).iter().filter(|score| !score.is_nan());
            scores.map(move |score| (*group, score))
        });
        for (group, score) in outputs.clone() {
            sums[group].0 += 1.0;
            sums[group].1 += score;
        }
        for (count, mean, _) in &mut sums {
            *mean /= count.max(1.0);
        }
        for (group, score) in outputs {
            sums[group].2 += (score - sums[group].1) * (score - sums[group].1);
        }
        Self { of_system, human: sums }
    }

    /// Of each group the sums of the metric, of its squares, and of its products with people's deviations.
    fn row(&self, human: &Scores, metric: &Scores) -> Vec<f64> {
        let mut row = vec![0.0; 3 * self.human.len()];
        for (system, group) in self.of_system.iter().enumerate() {
            let sums = &mut row[3 * group..3 * group + 3];
            for (h, m) in human.of(system).iter().zip(metric.of(system)) {
                if !h.is_nan() && !m.is_nan() {
                    sums[0] += m;
                    sums[1] += m * m;
                    sums[2] += m * (h - self.human[*group].1);
                }
            }
        }
        row
    }

    fn value(&self, sums: &[f64]) -> Estimate<f64> {
        let (mut sum, mut defined) = (0.0, 0.0);
        let mut reason = TooFewUnits;
        for ((count, _, squares), sums) in self.human.iter().zip(sums.chunks_exact(3)) {
            if *count < 2.0 {
                continue;
            }
            // From sums, which is all that a draw has: what cancellation leaves is compared with `ROUNDING`.
            let variation = sums[1] - sums[0] * sums[0] / count;
            if *squares > 0.0 && variation > ROUNDING * sums[1] {
                sum += (sums[2] / squares.sqrt() / variation.sqrt()).clamp(-1.0, 1.0);
                defined += 1.0;
            } else {
                reason = NoVariation;
            }
        }
        if defined > 0.0 { Ok(sum / defined) } else { Err(reason) }
    }
}
