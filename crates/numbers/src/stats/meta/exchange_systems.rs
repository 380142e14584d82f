//! The null of measures of systems where whole systems are exchanged.
//!
//! What a pair of systems adds to soft or plain pairwise accuracy depends on two coins alone, so that it is computed four
//! times, with the score of either system from either metric, and looked up in every exchange. Correlations need the
//! mean of each system by each metric.

use super::exchange::{Exchanges, Unit};
use super::measure::Measure;
use super::null_differences::Contest;
use super::pairwise::is_right;
use super::scores::Scores;
use super::signs::Signs;
use super::spa::p_values_of;
use crate::stats::correlation::Coefficient;
use crate::stats::reason::{Estimate, Reason::TooFewUnits};

/// The observed difference and those of all draws, NaN where undefined; `None` for other measures and exchanges.
pub(super) fn differences(
    contest: &Contest,
    measure: Measure,
    signs: &Signs,
    exchanges: &Exchanges,
) -> Option<Estimate<(f64, Vec<f64>)>> {
    if exchanges.unit() != Unit::System {
        return None;
    }
    let pairs = PairsOfMetrics::new(contest);
    let credits = match measure {
        Measure::Spa(p_values) => {
            let permutations = p_values.permutations(signs);
            let human = p_values_of(&contest.human, &pairs.systems, permutations);
            let metric = p_values_of(&pairs.metric, &pairs.choices(), permutations);
            let blocks = human.len() as f64;
            pairs.credits(|pair, choice| {
                let block = human.iter().zip(&metric);
                let distances = block.map(|(h, m)| (h[pair] - m[4 * pair + choice]).abs());
                // Soft accuracy is 1 less the mean distance, and the 1 cancels in a difference.
                Some(-distances.sum::<f64>() / blocks).filter(|value| !value.is_nan())
            })
        }
        Measure::PairwiseAccuracy => {
            let choices = pairs.choices();
            pairs.credits(|pair, choice| {
                let of = choices[4 * pair + choice];
                is_right(&pairs.human, &pairs.metric, of).map(|is| f64::from(u8::from(is)))
            })
        }
        Measure::Systems(coefficient) => {
            return Some(of_means(contest, coefficient, exchanges));
        }
        _ => return None,
    };
    Some(credits.map(|credits| credits.differences(exchanges)))
}

/// Systems scored by either metric, as if they were others: by the first metric, then by the second.
struct PairsOfMetrics {
    systems: Vec<(usize, usize)>,
    count: usize,
    human: Scores,
    metric: Scores,
}

impl PairsOfMetrics {
    fn new(contest: &Contest) -> Self {
        let human = rows_of(&contest.human);
        let metric = contest.metrics.iter().flat_map(rows_of).collect::<Vec<_>>();
        Self {
            systems: contest.human.pairs().collect(),
            count: human.len(),
            // Twice: people have the same scores for a system by either metric.
            human: Scores::new(&[human.as_slice(), &human].concat()),
            metric: Scores::new(&metric),
        }
    }

    /// Of each pair of systems four: the second choice is the metric of its second system.
    fn choices(&self) -> Vec<(usize, usize)> {
        self.systems
            .iter()
            .flat_map(|(a, b)| {
                let (a, b) = (*a, *b);
                [(a, b), (a, b + self.count), (a + self.count, b), (a + self.count, b + self.count)]
            })
            .collect()
    }

    /// From what each pair adds by the scores of each choice.
    fn credits(&self, of: impl Fn(usize, usize) -> Option<f64>) -> Estimate<Credits> {
        let mut gains = vec![[[0.0; 2]; 2]; self.count * self.count];
        let mut pairs = 0.0;
        for (pair, (a, b)) in self.systems.iter().enumerate() {
            let [Some(kept), Some(right), Some(left), Some(both)] =
                [0, 1, 2, 3].map(|choice| of(pair, choice))
            else {
                continue;
            };
            pairs += 1.0;
            gains[a * self.count + b] = [[both - kept, left - right], [right - left, kept - both]];
        }
        if pairs < 1.0 {
            return Err(TooFewUnits);
        }
        gains.iter_mut().flatten().flatten().for_each(|gain| *gain /= pairs);
        Ok(Credits { systems: self.count, gains })
    }
}

fn rows_of(scores: &Scores) -> Vec<Vec<f64>> {
    (0..scores.systems()).map(|system| scores.of(system).to_vec()).collect()
}

/// What each pair of systems adds to the difference of two metrics, by the coins of the two.
struct Credits {
    systems: usize,
    gains: Vec<[[f64; 2]; 2]>,
}

impl Credits {
    fn gain(&self, a: usize, b: usize) -> &[[f64; 2]; 2] {
        &self.gains[a * self.systems + b]
    }

    fn differences(&self, exchanges: &Exchanges) -> (f64, Vec<f64>) {
        if exchanges.is_complete() {
            let all = self.of_all();
            return (all[0], all);
        }
        let mut permuted = Vec::with_capacity(exchanges.draws());
        exchanges.for_each_draw(|coins| permuted.push(self.sum(coins)));
        (self.sum(&vec![0; self.systems]), permuted)
    }

    /// Of one exchange.
    fn sum(&self, coins: &[usize]) -> f64 {
        let pairs = (0..self.systems).flat_map(|b| (0..b).map(move |a| (a, b)));
        pairs.map(|(a, b)| self.gain(a, b)[coins[a]][coins[b]]).sum()
    }

    /// Of all exchanges but of the first system, in the order of [`Exchanges`]: those of one system more are twice as
    /// many. O(2^systems).
    fn of_all(&self) -> Vec<f64> {
        let mut sums = vec![0.0];
        for b in 1..self.systems {
            let added = [0, 1].map(|coin| {
                let mut added = vec![self.gain(0, b)[0][coin]];
                for a in 1..b {
                    let with = |choice: usize| {
                        let gain = self.gain(a, b)[choice][coin];
                        added.iter().map(move |sum| sum + gain)
                    };
                    added = with(0).chain(with(1)).collect();
                }
                added
            });
            let with_added = added.map(|added| {
                let pairs = sums.iter().zip(added);
                pairs.map(|(sum, added)| sum + added).collect::<Vec<f64>>()
            });
            sums = with_added.concat();
        }
        sums
    }
}

fn of_means(
    contest: &Contest,
    coefficient: Coefficient,
    exchanges: &Exchanges,
) -> Estimate<(f64, Vec<f64>)> {
    let human = contest.human.means();
    let metrics = [contest.metrics[0].means(), contest.metrics[1].means()];
    let mut scores = vec![0.0; human.len()];
    let mut of = |coins: &[usize], metric: usize| {
        for (system, (row, coin)) in scores.iter_mut().zip(coins).enumerate() {
            *row = metrics[metric ^ coin][system];
        }
        coefficient.of(&human, &scores)
    };
    let none = vec![0; human.len()];
    let observed = of(&none, 1)? - of(&none, 0)?;
    let mut permuted = Vec::with_capacity(exchanges.draws());
    exchanges.for_each_draw(|coins| {
        let both = of(coins, 1).and_then(|second| Ok(second - of(coins, 0)?));
        permuted.push(both.unwrap_or(f64::NAN));
    });
    Ok((observed, permuted))
}
