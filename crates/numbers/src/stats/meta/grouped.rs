//! Correlations of the scores of outputs: over all of them, or within items or systems and averaged.

use super::measure::{Grouping, Tau, Value};
use super::scores::Scores;
use crate::stats::correlation::{PairCounts, pearson as pearson_of};
use crate::stats::reason::{
    Estimate,
    Reason::{NoVariation, TooFewUnits},
};

/// A correlation, averaged over groups.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grouped {
    mean: f64,
    compared: u64,
    groups: usize,
    undefined: usize,
}

impl Grouped {
    /// Sum over the groups that are averaged, and their number.
    pub(super) fn sum_and_count(self) -> [f64; 2] {
        let count = self.groups as f64;
        [self.mean * count, count]
    }

    pub(super) fn value(self, plain: Value) -> Value {
        Value {
            value: self.mean,
            compared: self.compared,
            groups: self.groups,
            undefined_groups: self.undefined,
            ..plain
        }
    }
}

/// Pearson's correlation. Groups of one output are ignored, and those in which one side does not
/// vary left out and counted. O(outputs).
pub(super) fn pearson(human: &Scores, metric: &Scores, grouping: Grouping) -> Estimate<Grouped> {
    average(human, metric, grouping, |x, y| (pearson_of(x, y), x.len() as u64))
}

/// A form of Kendall's. O(n log n) in the outputs of each group.
pub(super) fn kendall(
    human: &Scores,
    metric: &Scores,
    tau: Tau,
    grouping: Grouping,
) -> Estimate<Grouped> {
    average(human, metric, grouping, |x, y| {
        let counts = PairCounts::new(x, y);
        (tau.correlation(&counts, x, y), counts.all)
    })
}

impl Tau {
    /// From the counted pairs of human scores x and metric scores y.
    fn correlation(self, pairs: &PairCounts, x: &[f64], y: &[f64]) -> Estimate<f64> {
        if pairs.all == 0 {
            return Err(TooFewUnits);
        }
        let all = pairs.all as f64;
        let right = (pairs.concordant() + pairs.tied_both) as f64;
        match self {
            Self::B => pairs.tau_b(),
            Self::C => {
                let different = different(x).min(different(y)) as f64;
                if different < 2.0 {
                    return Err(NoVariation);
                }
                let n = x.len() as f64;
                let excess = pairs.concordant() as f64 - pairs.discordant as f64;
                Ok(2.0 * excess / (n * n * (different - 1.0) / different))
            }
            Self::TwentyThree => Ok((2.0 * right - all) / all),
            Self::Accuracy => Ok(right / all),
        }
    }
}

/// How many different values there are.
fn different(values: &[f64]) -> usize {
    let mut sorted: Vec<f64> = values.iter().map(|value| value + 0.0).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.chunk_by(|a, b| a.total_cmp(b).is_eq()).count()
}

fn average(
    human: &Scores,
    metric: &Scores,
    grouping: Grouping,
    correlate: impl Fn(&[f64], &[f64]) -> (Estimate<f64>, u64),
) -> Estimate<Grouped> {
    let (systems, items) = (human.systems(), human.items());
    let mut grouped = Grouped { mean: 0.0, compared: 0, groups: 0, undefined: 0 };
    let (mut x, mut y) = (Vec::new(), Vec::new());
    let mut reason = TooFewUnits;
    let mut close = |x: &mut Vec<f64>, y: &mut Vec<f64>| {
        if x.len() > 1 {
            let (value, compared) = correlate(x, y);
            match value {
                Ok(value) => {
                    grouped.mean += value;
                    grouped.compared += compared;
                    grouped.groups += 1;
                }
                Err(other) => {
                    grouped.undefined += 1;
                    reason = other;
                }
            }
        }
        x.clear();
        y.clear();
    };
    let add = |x: &mut Vec<f64>, y: &mut Vec<f64>, system: usize, item: usize| {
        let (h, m) = (human.at(system, item), metric.at(system, item));
        if !h.is_nan() && !m.is_nan() {
            // -0 is 0.
            x.push(h + 0.0);
            y.push(m + 0.0);
        }
    };
    match grouping {
        Grouping::None | Grouping::System => {
            for system in 0..systems {
                (0..items).for_each(|item| add(&mut x, &mut y, system, item));
                if grouping == Grouping::System {
                    close(&mut x, &mut y);
                }
            }
        }
        Grouping::Item => {
            for item in 0..items {
                (0..systems).for_each(|system| add(&mut x, &mut y, system, item));
                close(&mut x, &mut y);
            }
        }
    }
    // All outputs, where they are one group; else nothing is left.
    close(&mut x, &mut y);
    if grouped.groups == 0 {
        return Err(reason);
    }
    grouped.mean /= grouped.groups as f64;
    Ok(grouped)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// mt-metrics-eval's own cases, and a side that does not vary.
    #[test]
    fn five_outputs() {
        let human = one_row([1.0, 2.0, 2.0, 3.0, 4.0]);
        let metric = one_row([2.0, 1.0, 1.5, 5.0, 3.0]);
        let of = |metric: &Scores, tau| {
            kendall(&human, metric, tau, Grouping::System).map(|grouped| grouped.mean)
        };
        let expected = [(Tau::B, 0.316_227_766), (Tau::C, 0.32), (Tau::TwentyThree, 0.2)];
        for (tau, expected) in expected.into_iter().chain([(Tau::Accuracy, 0.6)]) {
            assert!((of(&metric, tau).unwrap() - expected).abs() < 1e-9, "{tau:?}");
        }
        let flat = one_row([7.0; 5]);
        assert_eq!((of(&flat, Tau::B), of(&flat, Tau::C)), (Err(NoVariation), Err(NoVariation)));
        // Of ten pairs one ties in both.
        assert!((of(&flat, Tau::Accuracy).unwrap() - 0.1).abs() < 1e-15);
    }

    fn one_row(values: [f64; 5]) -> Scores {
        Scores::new(&[values.to_vec()])
    }

    /// Groups of one output are ignored, those that do not vary counted.
    #[test]
    fn groups_without_a_correlation() {
        let gap = f64::NAN;
        let human = Scores::new(&[
            vec![1.0, 2.0, 3.0, gap],
            vec![2.0, 2.0, gap, gap],
            vec![4.0, 2.0, gap, 1.0],
        ]);
        let metric = Scores::new(&[
            vec![1.0, 1.0, 1.0, 1.0],
            vec![2.0, 3.0, 1.0, 1.0],
            vec![4.0, 2.0, 1.0, 1.0],
        ]);
        let grouped = pearson(&human, &metric, Grouping::Item).unwrap();
        assert_eq!((grouped.groups, grouped.undefined, grouped.compared), (1, 1, 3));
        assert!((grouped.mean - 1.0).abs() < 1e-12);
        let one_system = Scores::new(&[vec![1.0, 2.0]]);
        assert_eq!(pearson(&one_system, &one_system, Grouping::Item), Err(TooFewUnits));
        let flat = Scores::new(&vec![vec![1.0; 4]; 3]);
        assert_eq!(pearson(&flat, &metric, Grouping::Item), Err(NoVariation));
    }
}
