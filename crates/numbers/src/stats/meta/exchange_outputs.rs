//! The null of measures of systems where outputs are exchanged one by one.
//!
//! Such measures follow from means of systems. The means of 64 draws are made side by side, item by item in
//! the order in which one mean is made, so that they are the same to the last bit: equal means tie in the same draws.

use super::exchange::Exchanges;
use super::measure::Measure;
use super::null_differences::Contest;
use super::pairwise::RightPairs;
use super::signs::WORD;
use crate::stats::correlation::Coefficient;
use crate::stats::kernel::{Vectorised, chosen};
use crate::stats::reason::{Estimate, Reason::TooFewUnits};

/// The observed difference and those of all draws, NaN where undefined; `None` for other measures.
/// O(draws systems items) for systems that are judged on the same items.
pub(super) fn differences(
    contest: &Contest,
    measure: Measure,
    exchanges: &Exchanges,
) -> Option<Estimate<(f64, Vec<f64>)>> {
    let null = match measure {
        Measure::PairwiseAccuracy => Null::of_pairs(contest),
        Measure::Systems(coefficient) => Null::of_systems(contest, coefficient),
        _ => return None,
    };
    let outputs = contest.human.systems() * contest.human.items();
    let observed = null.differences(&vec![0; outputs]).swap_remove(0);
    Some(observed.map(|observed| {
        let blocks =
            (0..exchanges.draws().div_ceil(WORD)).map(|block| exchanges.of_outputs_in(block));
        let permuted = blocks.flat_map(|exchanged| null.differences(&exchanged));
        let permuted = permuted.map(|difference| difference.unwrap_or(f64::NAN));
        (observed, permuted.take(exchanges.draws()).collect())
    }))
}

/// Items over which the scores of a system are averaged.
#[derive(PartialEq)]
struct Column {
    system: usize,
    items: Vec<usize>,
}

/// Means of a column in each draw, by the first metric and by the second.
type Means = [[f64; WORD]; 2];

struct Null<'a> {
    contest: &'a Contest,
    columns: Vec<Column>,
    compared: Compared,
}

/// What is made of the means.
enum Compared {
    /// Pairs of columns, and people's difference.
    Pairs(Vec<([usize; 2], f64)>),
    /// The mean of each system by people; a column for each.
    Systems(Coefficient, Vec<f64>),
}

impl<'a> Null<'a> {
    fn of_pairs(contest: &'a Contest) -> Self {
        let human = &contest.human;
        let mut columns = Vec::new();
        let mut pairs = Vec::new();
        for (a, b) in human.pairs() {
            let is_shared =
                |item: &usize| !human.at(a, *item).is_nan() && !human.at(b, *item).is_nan();
            let items: Vec<usize> = (0..human.items()).filter(is_shared).collect();
            let [Some(first), Some(second)] =
                [a, b].map(|system| human.mean(system, |item| is_shared(&item)))
            else {
                continue;
            };
            let places = [a, b].map(|system| place(&mut columns, system, &items));
            pairs.push((places, first - second));
        }
        Self { contest, columns, compared: Compared::Pairs(pairs) }
    }

    fn of_systems(contest: &'a Contest, coefficient: Coefficient) -> Self {
        let human = &contest.human;
        let columns = (0..human.systems())
            .map(|system| {
                let items = (0..human.items()).filter(|item| !human.at(system, *item).is_nan());
                Column { system, items: items.collect() }
            })
            .collect();
        Self { contest, columns, compared: Compared::Systems(coefficient, human.means()) }
    }

    /// Of each draw of a block: the measure of the second metric less that of the first.
    fn differences(&self, exchanged: &[u64]) -> Vec<Estimate<f64>> {
        let means: Vec<Means> =
            self.columns.iter().map(|column| self.means(column, exchanged)).collect();
        (0..WORD)
            .map(|draw| Ok(self.value(&means, 1, draw)? - self.value(&means, 0, draw)?))
            .collect()
    }

    fn value(&self, means: &[Means], metric: usize, draw: usize) -> Estimate<f64> {
        match &self.compared {
            Compared::Pairs(pairs) => {
                let mut right = RightPairs::default();
                for ([a, b], human) in pairs {
                    right.add(*human, means[*a][metric][draw] - means[*b][metric][draw]);
                }
                right.accuracy().ok_or(TooFewUnits)
            }
            Compared::Systems(coefficient, human) => {
                let scores: Vec<f64> = means.iter().map(|column| column[metric][draw]).collect();
                coefficient.of(human, &scores)
            }
        }
    }

    fn means(&self, column: &Column, exchanged: &[u64]) -> Means {
        let Column { system, items } = column;
        let scores = self.contest.metrics.each_ref().map(|metric| metric.of(*system));
        let coins = &exchanged[system * self.contest.human.items()..];
        chosen().run(Exchanged { scores, coins, items })
    }
}

/// Means of a system over some items.
struct Exchanged<'a> {
    /// By each metric.
    scores: [&'a [f64]; 2],
    /// A bit of each draw, by item.
    coins: &'a [u64],
    items: &'a [usize],
}

impl Vectorised for Exchanged<'_> {
    type Output = Means;

    #[expect(clippy::inline_always, reason = "compiled for each instruction set")]
    #[inline(always)]
    fn run(self) -> Means {
        let mut sums = [[0.0; WORD]; 2];
        for item in self.items {
            add(&mut sums, self.scores.map(|scores| scores[*item]), self.coins[*item]);
        }
        let count = self.items.len() as f64;
        // Without items not a number.
        sums.map(|sums| sums.map(|sum| sum / count))
    }
}

/// Number of the column, which is made where it is not there.
fn place(columns: &mut Vec<Column>, system: usize, items: &[usize]) -> usize {
    let place = columns.iter().position(|column| column.system == system && column.items == items);
    place.unwrap_or_else(|| {
        columns.push(Column { system, items: items.to_vec() });
        columns.len() - 1
    })
}

/// Draws whose coins are looked up together.
// Four masks of 64 bits fill a register of 256.
const NIBBLE: usize = 4;

/// All bits of a draw whose coin is 1, by the coins of some draws.
const MASKS: [[u64; NIBBLE]; 1 << NIBBLE] = {
    let mut masks = [[0; NIBBLE]; 1 << NIBBLE];
    let mut coins = 0;
    while coins < 1 << NIBBLE {
        let mut draw = 0;
        while draw < NIBBLE {
            masks[coins][draw] = if coins >> draw & 1 == 1 { u64::MAX } else { 0 };
            draw += 1;
        }
        coins += 1;
    }
    masks
};

/// Adds the scores of an output by both metrics, exchanged where the draw's bit says so.
///
/// The two are exchanged by bits, not by a choice between them: processors have wide instructions for it.
#[expect(clippy::inline_always, reason = "compiled for each instruction set")]
#[inline(always)]
fn add(sums: &mut Means, [first, second]: [f64; 2], mut coins: u64) {
    let (first, second) = (first.to_bits(), second.to_bits());
    let both = first ^ second;
    let [first_sums, second_sums] = sums;
    for (first_sums, second_sums) in
        first_sums.chunks_exact_mut(NIBBLE).zip(second_sums.chunks_exact_mut(NIBBLE))
    {
        let masks = &MASKS[(coins % (1 << NIBBLE)) as usize];
        coins >>= NIBBLE;
        for draw in 0..NIBBLE {
            let exchange = both & masks[draw];
            first_sums[draw] += f64::from_bits(first ^ exchange);
            second_sums[draw] += f64::from_bits(second ^ exchange);
        }
    }
}
