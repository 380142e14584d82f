//! The null of PERM-BOTH for soft pairwise accuracy.
//!
//! With scores a and b of an output, and e = -1 where they are exchanged, else 1, the first metric has
//! `(a + b)/2 + e (a - b)/2` and the second `(a + b)/2 - e (a - b)/2`. Sums under the signs of a
//! permutation are linear, so they follow from those of a, b, `e a` and `e b`: the first two are the
//! same in all draws, and the others the same for all metrics that a metric is compared with.

use super::scores::Scores;
use super::signs::{LANES, Row, Signs};
use super::spa::{Columns, EQUAL, Permutations, by_column, p_values};
use crate::stats::kernel::{Vectorised, chosen};
use crate::stats::reason::{Estimate, Reason::TooFewUnits};

/// Permutations whose sums are compared while they lie in the nearest cache.
const CHUNK: usize = 64;

/// Metrics that have scores of the same outputs.
#[derive(Debug)]
pub(super) struct SoftNull {
    /// Their numbers, in ascending order.
    numbers: Vec<usize>,
    /// The pairs of them that are tested here, as places in `numbers`.
    contests: Vec<(usize, usize)>,
    /// Why nothing can be tested.
    state: Estimate<State>,
}

#[derive(Debug)]
struct State {
    human: Vec<f64>,
    columns: Columns,
    metrics: Vec<Metric>,
    /// Sums of a pair of systems that are closer are equal; by contest.
    slack: Vec<Vec<f64>>,
}

/// A standardized metric, or why there is none.
type Metric = Estimate<StandardMetric>;

#[derive(Debug)]
struct StandardMetric {
    scores: Scores,
    sums: Sums,
}

/// Sums of each column: under each permutation, to the end of the last chunk, and without signs.
#[derive(Debug)]
struct Sums {
    permuted: Vec<Vec<f64>>,
    total: Vec<f64>,
}

impl SoftNull {
    /// All pairs of metrics: those with scores of the same outputs together, others by themselves.
    pub(super) fn groups(human: &Scores, metrics: &[Scores], signs: &Signs) -> Vec<Self> {
        let judged: Vec<Scores> = metrics.iter().map(|metric| metric.where_known(human)).collect();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut group_of = Vec::with_capacity(metrics.len());
        for (number, metric) in judged.iter().enumerate() {
            let group = groups
                .iter()
                .position(|group| judged[group[0]].has_places_of(metric))
                .unwrap_or(groups.len());
            if group == groups.len() {
                groups.push(Vec::new());
            }
            groups[group].push(number);
            group_of.push(group);
        }
        let mut nulls: Vec<Self> = groups
            .iter()
            .filter(|group| group.len() > 1)
            .map(|group| Self::new(human, metrics, group, all_pairs(group.len()), signs))
            .collect();
        let apart = all_pairs(metrics.len());
        let apart = apart.into_iter().filter(|(a, b)| group_of[*a] != group_of[*b]);
        nulls.extend(apart.map(|(a, b)| Self::new(human, metrics, &[a, b], vec![(0, 1)], signs)));
        nulls
    }

    fn new(
        human: &Scores,
        metrics: &[Scores],
        numbers: &[usize],
        contests: Vec<(usize, usize)>,
        signs: &Signs,
    ) -> Self {
        let mut judged = human.clone();
        for number in numbers {
            judged = judged.where_known(&metrics[*number]);
        }
        let columns = Columns::new(&judged, &judged.pairs().collect::<Vec<_>>());
        let metrics: Vec<Metric> = numbers
            .iter()
            .map(|number: &usize| -> Metric {
                let scores = metrics[*number].where_known(&judged).standardized()?;
                let sums = Sums::new(&columns, signs, &scores, |_| false);
                Ok(StandardMetric { scores, sums })
            })
            .collect();
        assert_eq!(signs.blocks(), 1, "signs of one block");
        let human_p = p_values(&judged, Permutations::Signs(signs)).remove(0);
        let state = if human_p.iter().all(|p| p.is_nan()) {
            Err(TooFewUnits)
        } else {
            let slack = contests.iter().map(|(a, b)| slack(&judged, &metrics[*a], &metrics[*b]));
            let slack = slack.collect();
            Ok(State { human: human_p, columns, metrics, slack })
        };
        Self { numbers: numbers.to_vec(), contests, state }
    }

    /// The pairs of metrics that are tested here.
    pub(super) fn pairs(&self) -> Vec<(usize, usize)> {
        self.contests.iter().map(|(a, b)| (self.numbers[*a], self.numbers[*b])).collect()
    }

    /// Difference of each pair where bit `draw` of a cell of `exchanges` says whether it is exchanged.
    pub(super) fn differences(
        &self,
        signs: &Signs,
        exchanges: &[u64],
        draw: usize,
    ) -> Vec<Estimate<f64>> {
        let state = match &self.state {
            Ok(state) => state,
            Err(reason) => return vec![Err(*reason); self.contests.len()],
        };
        let exchanged: Vec<Estimate<Sums>> = state
            .metrics
            .iter()
            .map(|metric| match metric {
                Ok(metric) => Ok(Sums::new(&state.columns, signs, &metric.scores, |cell| {
                    exchanges[cell] >> draw & 1 == 1
                })),
                Err(reason) => Err(*reason),
            })
            .collect();
        self.contests
            .iter()
            .enumerate()
            .map(|(contest, (a, b))| {
                let [first, second] = [*a, *b].map(|metric| -> Estimate<Side<'_>> {
                    let plain = &state.metrics[metric].as_ref().map_err(|reason| *reason)?.sums;
                    let exchanged = exchanged[metric].as_ref().map_err(|reason| *reason)?;
                    Ok(Side { plain, exchanged })
                });
                Ok(state.difference(contest, signs, &first?, &second?))
            })
            .collect()
    }
}

fn all_pairs(count: usize) -> Vec<(usize, usize)> {
    (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect()
}

/// Upper bounds of what sums of each pair of systems may differ by rounding.
fn slack(human: &Scores, first: &Metric, second: &Metric) -> Vec<f64> {
    let (Ok(first), Ok(second)) = (first, second) else { return Vec::new() };
    human
        .pairs()
        .map(|(a, b)| {
            let judged = (0..human.items())
                .filter(|item| !human.at(a, *item).is_nan() && !human.at(b, *item).is_nan());
            let sizes = judged.map(|item| {
                largest([&first.scores, &second.scores], a, item)
                    + largest([&first.scores, &second.scores], b, item)
            });
            EQUAL * sizes.sum::<f64>()
        })
        .collect()
}

/// The larger of the magnitudes of two scores.
fn largest(scores: [&Scores; 2], system: usize, item: usize) -> f64 {
    let [one, other] = scores.map(|scores| scores.at(system, item).abs());
    one.max(other)
}

/// A metric in a draw.
struct Side<'a> {
    plain: &'a Sums,
    exchanged: &'a Sums,
}

impl Sums {
    fn new(
        columns: &Columns,
        signs: &Signs,
        scores: &Scores,
        is_exchanged: impl Fn(usize) -> bool,
    ) -> Self {
        let items = scores.items();
        let (mut permuted, mut total) = (Vec::with_capacity(columns.count()), Vec::new());
        for start in (0..columns.count()).step_by(LANES) {
            let rows: Vec<Row> = (0..items)
                .map(|item| {
                    columns.row(start, |system| {
                        let value = scores.at(system, item);
                        if is_exchanged(system * items + item) { -value } else { value }
                    })
                })
                .collect();
            let count = columns.count() - start;
            by_column(&signs.sums(&rows), count, &mut permuted);
            let sums = rows.iter().fold([0.0; LANES], |mut sums, row| {
                sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
                sums
            });
            total.extend_from_slice(&sums[..count.min(LANES)]);
        }
        // What is not a number is neither above nor below a bound.
        for sums in &mut permuted {
            sums.resize(sums.len().next_multiple_of(CHUNK), f64::NAN);
        }
        Self { permuted, total }
    }
}

impl State {
    /// Accuracy of the second less that of the first.
    fn difference(
        &self,
        contest: usize,
        signs: &Signs,
        first: &Side<'_>,
        second: &Side<'_>,
    ) -> f64 {
        let columns = self.columns.count();
        // Of the first and the second metric after the exchange.
        let totals: Vec<[f64; 2]> = (0..columns)
            .map(|column| {
                mixed(
                    [first.plain.total[column], second.plain.total[column]],
                    [first.exchanged.total[column], second.exchanged.total[column]],
                )
            })
            .collect();
        let bounds: Vec<[(f64, f64); 2]> = self.slack[contest]
            .iter()
            .enumerate()
            .map(|(pair, slack)| {
                let total = match self.columns.of_pair(pair) {
                    (column, None) => totals[column],
                    (column, Some(other)) => {
                        [totals[column][0] - totals[other][0], totals[column][1] - totals[other][1]]
                    }
                };
                total.map(|total| (total + slack, total - slack))
            })
            .collect();
        let counts =
            chosen().run(Counting { columns: &self.columns, bounds: &bounds, first, second });
        let (mut distance, mut pairs) = (0.0, 0.0);
        for (counts, human) in counts.iter().zip(&self.human).filter(|(_, human)| !human.is_nan()) {
            let p =
                counts.map(|[above, at_least]| signs.p(above.iter().sum(), at_least.iter().sum()));
            distance += (p[0] - human).abs() - (p[1] - human).abs();
            pairs += 1.0;
        }
        distance / pairs
    }
}

/// Of each pair of systems and metric: permutations whose sums are above the first bound, and those that reach the second;
/// in lanes that are to be added up.
type Counts = Vec<[[Row; 2]; 2]>;

/// Compares the sums of two metrics after an exchange with their bounds.
struct Counting<'a> {
    columns: &'a Columns,
    bounds: &'a [[(f64, f64); 2]],
    first: &'a Side<'a>,
    second: &'a Side<'a>,
}

impl Vectorised for Counting<'_> {
    type Output = Counts;

    #[expect(clippy::inline_always, reason = "compiled for each instruction set")]
    #[inline(always)]
    fn run(self) -> Counts {
        let Self { columns, bounds, first, second } = self;
        let count = first.plain.permuted.first().map_or(0, |sums| chunks(sums).len());
        let mut counts = vec![[[[0.0; LANES]; 2]; 2]; bounds.len()];
        let mut mixture = [0, 1].map(|_| vec![[0.0; CHUNK]; columns.count()]);
        for at in 0..count {
            let [first_mixture, second_mixture] = &mut mixture;
            for column in 0..columns.count() {
                let [plain, exchanged] =
                    [[first.plain, second.plain], [first.exchanged, second.exchanged]]
                        .map(|sums| sums.map(|sums| &chunks(&sums.permuted[column])[at]));
                for place in 0..CHUNK {
                    let [first_value, second_value] = mixed(
                        [plain[0][place], plain[1][place]],
                        [exchanged[0][place], exchanged[1][place]],
                    );
                    first_mixture[column][place] = first_value;
                    second_mixture[column][place] = second_value;
                }
            }
            for (pair, counts) in counts.iter_mut().enumerate() {
                let (column, other) = columns.of_pair(pair);
                for (metric, count) in counts.iter_mut().enumerate() {
                    let values = &mixture[metric][column];
                    let bounds = bounds[pair][metric];
                    match other {
                        None => tally(values, bounds, count),
                        Some(other) => {
                            let other = &mixture[metric][other];
                            let difference: [f64; CHUNK] =
                                std::array::from_fn(|place| values[place] - other[place]);
                            tally(&difference, bounds, count);
                        }
                    }
                }
            }
        }
        counts
    }
}

#[expect(clippy::inline_always, reason = "compiled for each instruction set")]
#[inline(always)]
fn mixed(plain: [f64; 2], exchanged: [f64; 2]) -> [f64; 2] {
    let (middle, half) = (0.5 * (plain[0] + plain[1]), 0.5 * (exchanged[0] - exchanged[1]));
    [middle + half, middle - half]
}

/// Sums of some permutations.
fn chunks(sums: &[f64]) -> &[[f64; CHUNK]] {
    sums.as_chunks().0
}

/// Counts sums above the first bound, and those of at least the second. Of floats, which are as wide as what is compared.
#[expect(clippy::inline_always, reason = "compiled for each instruction set")]
#[inline(always)]
fn tally(sums: &[f64; CHUNK], (most, least): (f64, f64), counts: &mut [Row; 2]) {
    let [mut above, mut at_least] = *counts;
    for sums in sums.as_chunks::<LANES>().0 {
        above = std::array::from_fn(|lane| above[lane] + one_if(sums[lane] > most));
        at_least = std::array::from_fn(|lane| at_least[lane] + one_if(sums[lane] >= least));
    }
    *counts = [above, at_least];
}

#[expect(clippy::inline_always, reason = "compiled for each instruction set")]
#[inline(always)]
fn one_if(is_counted: bool) -> f64 {
    if is_counted { 1.0 } else { 0.0 }
}
