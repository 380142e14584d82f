//! Does one metric agree better with people than another? PERM-BOTH (Deutsch, Dror & Roth 2021, "A
//! statistical analysis of summarization evaluation metrics using resampling methods").
//!
//! If two metrics are alike, exchanging their scores of an output changes nothing. Each metric is
//! standardized over all outputs that people scored, the two scores of each output (a system's on an
//! item) are exchanged with probability 1/2, independently, and both measures are computed again: the
//! difference of the two varies as it does if neither is better, for new systems and new items.
//!
//! The exchanges are the same for all pairs of metrics, so that soft pairwise accuracy sums exchanged
//! scores once for each metric, not once for each pair (`perm_soft`). Accuracy with ties looks at all
//! exchanges of two outputs at once (`perm_tied`). Other measures are computed again as they are.
//!
//! The null of calibrated acc-eq calibrates again, in each draw, both metrics: its value is the best of
//! many thresholds, and a threshold that was chosen for other scores would put both metrics of a draw at
//! a disadvantage. The thresholds are those at 1,024 quantiles of all distances that exchanges can give,
//! for what was observed as well; they do not depend on who has which score, so that the test is exact.
//!
//! **Level.** Where the two scores of every output are exchangeable, the test of level .05 rejects in .042 to .065 of
//! made-up campaigns of 8 or 15 systems and 100 items, by all measures (`simulation`); pairwise accuracy of eight systems,
//! which has few values, in .03. Where each metric errs about whole systems in its own way, two metrics can be equally good
//! without that, since exchanging single outputs averages such errors out: if they are twice the noise of a system's
//! mean, the tests at system level reject in .18 (pairwise accuracy), .23 (soft pairwise accuracy) and .30 (Pearson's) of
//! campaigns instead of .05, two-sided. Measures of outputs are not affected. So a small p at system level says that the
//! metrics differ on these systems; whether one would be better on other systems, resamples of systems tell
//! ([`judged`](super::judged)).

use rand::Rng;

use super::measure::{Measure, PValues};
use super::perm_soft::SoftNull;
use super::perm_tied::TiedNull;
use super::scores::Scores;
use super::signs::{Signs, WORD};
use crate::stats::comparison::PValue;
use crate::stats::random::StreamKey;
use crate::stats::undefined::{Estimate, UndefinedStatistic::TooFewReplicates};

/// Differences that are smaller are equal: sums in another order differ in their last bits.
const EQUAL: f64 = 1e-12;

/// Draws that a unit of work does for soft pairwise accuracy.
const SLICE: usize = 16;

/// The test of every pair of metrics, cut into units of work that do not depend on each other.
#[derive(Debug)]
pub struct PermBoth<'a> {
    human: &'a Scores,
    metrics: &'a [Scores],
    measure: Measure,
    signs: &'a Signs,
    key: StreamKey,
    draws: usize,
    /// For soft pairwise accuracy: metrics with scores of the same outputs.
    soft: Vec<SoftNull>,
}

/// What a unit of work finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Part(Vec<Deltas>);

/// Differences of a pair of metrics in some of the draws.
#[derive(Clone, Debug, PartialEq)]
struct Deltas {
    pair: (usize, usize),
    observed: Estimate<f64>,
    start: usize,
    permuted: Vec<f64>,
}

/// The test of a pair of metrics.
#[derive(Clone, Debug, PartialEq)]
pub struct PairTest {
    /// Number of the one metric.
    pub first: usize,
    /// Number of the other, larger.
    pub second: usize,
    /// What was observed and drawn.
    pub outcome: Estimate<NullDifferences>,
}

/// An observed difference, and what it is where nothing differs. Those of several tasks can be averaged
/// ([`tasks`](super::tasks)).
#[derive(Clone, Debug, PartialEq)]
pub struct NullDifferences {
    /// Measure of the second metric less that of the first, both standardized.
    pub observed: f64,
    /// The same after each draw of exchanges; NaN where one of the two is undefined.
    pub permuted: Vec<f64>,
}

impl NullDifferences {
    /// That the second metric is better: `(b + 1) / (B + 1)` with b draws in which the difference is
    /// at least the observed one. An undefined draw counts as one.
    pub fn second_is_better(&self) -> PValue {
        self.count(|permuted| permuted >= self.observed - EQUAL)
    }

    /// That the first metric is better, likewise.
    pub fn first_is_better(&self) -> PValue {
        self.count(|permuted| permuted <= self.observed + EQUAL)
    }

    /// That they differ: draws in which the difference is at least as large either way.
    pub fn differ(&self) -> PValue {
        self.count(|permuted| permuted.abs() >= self.observed.abs() - EQUAL)
    }

    fn count(&self, is_extreme: impl Fn(f64) -> bool) -> PValue {
        let extreme = self.permuted.iter().filter(|value| value.is_nan() || is_extreme(**value));
        PValue::with_observed(extreme.count() as u64, self.permuted.len() as u64)
    }
}

impl<'a> PermBoth<'a> {
    /// Every pair of `metrics`, judged by `human` scores in `draws` draws from the stream of `key`. The
    /// signs are those of the measure's own permutations.
    ///
    /// # Errors
    ///
    /// [`TooFewReplicates`] without draws.
    ///
    /// # Panics
    ///
    /// If scores differ in shape, or there are fewer signs than items.
    pub fn new(
        human: &'a Scores,
        metrics: &'a [Scores],
        measure: Measure,
        signs: &'a Signs,
        key: StreamKey,
        draws: usize,
    ) -> Estimate<Self> {
        if draws == 0 {
            return Err(TooFewReplicates);
        }
        let soft = match measure {
            Measure::Spa(PValues::Permutations) => SoftNull::groups(human, metrics, signs),
            _ => Vec::new(),
        };
        Ok(Self { human, metrics, measure, signs, key, draws, soft })
    }

    /// Number of units of work.
    pub fn units(&self) -> usize {
        match self.measure {
            Measure::Spa(PValues::Permutations) => self.soft.len() * self.draws.div_ceil(SLICE),
            _ => self.pairs().len(),
        }
    }

    fn pairs(&self) -> Vec<(usize, usize)> {
        let count = self.metrics.len();
        (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect()
    }

    /// Does one unit of work.
    ///
    /// # Panics
    ///
    /// If there is no such unit.
    pub fn unit(&self, unit: usize) -> Part {
        if let Measure::Spa(PValues::Permutations) = self.measure {
            let slices = self.draws.div_ceil(SLICE);
            return self.soft_part(&self.soft[unit / slices], unit % slices * SLICE);
        }
        let pair = self.pairs()[unit];
        let (first, second) = (&self.metrics[pair.0], &self.metrics[pair.1]);
        Part(vec![match Contest::new(self.human, first, second) {
            Ok(contest) => self.contest(pair, &contest),
            Err(reason) => Deltas { pair, observed: Err(reason), start: 0, permuted: Vec::new() },
        }])
    }

    /// The tests, of the parts of all units in any order: pairs of metrics in ascending order.
    ///
    /// # Panics
    ///
    /// If a part is missing.
    pub fn tests(&self, parts: impl IntoIterator<Item = Part>) -> Vec<PairTest> {
        let mut found: Vec<Deltas> = parts.into_iter().flat_map(|part| part.0).collect();
        found.sort_by_key(|deltas| (deltas.pair, deltas.start));
        let tests: Vec<PairTest> = found
            .chunk_by(|one, other| one.pair == other.pair)
            .map(|deltas| {
                let (first, second) = deltas[0].pair;
                let outcome = deltas[0].observed.map(|observed| {
                    let permuted = deltas.iter().flat_map(|deltas| &deltas.permuted).copied();
                    let permuted: Vec<f64> = permuted.collect();
                    assert_eq!(permuted.len(), self.draws, "all parts");
                    NullDifferences { observed, permuted }
                });
                PairTest { first, second, outcome }
            })
            .collect();
        assert_eq!(tests.len(), self.pairs().len(), "all pairs");
        tests
    }

    /// Does all units of work, one after the other.
    pub fn all(&self) -> Vec<PairTest> {
        self.tests((0..self.units()).map(|unit| self.unit(unit)))
    }

    /// Whether each output is exchanged: a bit for each of 64 draws, system by system.
    fn exchanges(&self, block: usize) -> Vec<u64> {
        let mut random = self.key.generator(block as u64);
        (0..self.human.systems() * self.human.items()).map(|_| random.next_u64()).collect()
    }

    fn soft_part(&self, null: &SoftNull, start: usize) -> Part {
        let pairs = null.pairs();
        let observed =
            null.differences(self.signs, &vec![0; self.human.systems() * self.human.items()], 0);
        let exchanges = self.exchanges(start / WORD);
        let mut permuted = vec![Vec::new(); pairs.len()];
        for draw in start..self.draws.min(start + SLICE) {
            let found = null.differences(self.signs, &exchanges, draw % WORD);
            for (permuted, difference) in permuted.iter_mut().zip(found) {
                permuted.push(difference.unwrap_or(f64::NAN));
            }
        }
        let all = pairs.into_iter().zip(observed).zip(permuted);
        Part(
            all.map(|((pair, observed), permuted)| Deltas { pair, observed, start, permuted })
                .collect(),
        )
    }

    fn contest(&self, pair: (usize, usize), contest: &Contest) -> Deltas {
        let (observed, permuted) = match self.measure {
            Measure::AccEq { is_calibrated } => {
                let null = TiedNull::new(contest, is_calibrated);
                null.map_or_else(
                    |reason| (Err(reason), Vec::new()),
                    |null| {
                        let blocks = (0..self.draws.div_ceil(WORD)).map(|b| self.exchanges(b));
                        (Ok(null.observed()), null.differences(blocks, self.draws))
                    },
                )
            }
            _ => (contest.difference(self.measure, self.signs, |_| false), {
                let mut permuted = Vec::with_capacity(self.draws);
                let mut exchanges = Vec::new();
                for draw in 0..self.draws {
                    if draw % WORD == 0 {
                        exchanges = self.exchanges(draw / WORD);
                    }
                    let is_exchanged = |cell: usize| exchanges[cell] >> (draw % WORD) & 1 == 1;
                    let found = contest.difference(self.measure, self.signs, is_exchanged);
                    permuted.push(found.unwrap_or(f64::NAN));
                }
                permuted
            }),
        };
        Deltas { pair, observed, start: 0, permuted }
    }
}

/// Two standardized metrics, and people's scores, where all three have one.
pub(super) struct Contest {
    pub(super) human: Scores,
    pub(super) metrics: [Scores; 2],
}

impl Contest {
    pub(super) fn new(human: &Scores, first: &Scores, second: &Scores) -> Estimate<Self> {
        let human = human.where_known(first).where_known(second);
        let standardized = |metric: &Scores| metric.where_known(&human).standardized();
        Ok(Self { metrics: [standardized(first)?, standardized(second)?], human })
    }

    /// Of the second and the first, with exchanges of these cells (system by system).
    fn difference(
        &self,
        measure: Measure,
        signs: &Signs,
        is_exchanged: impl Fn(usize) -> bool,
    ) -> Estimate<f64> {
        let items = self.human.items();
        let take = |from: usize| {
            let rows: Vec<Vec<f64>> = (0..self.human.systems())
                .map(|system| {
                    let cell = |item| {
                        let other = usize::from(is_exchanged(system * items + item));
                        self.metrics[from ^ other].at(system, item)
                    };
                    (0..items).map(cell).collect()
                })
                .collect();
            measure.of(&self.human, &Scores::new(&rows), signs).map(|found| found.value)
        };
        Ok(take(1)? - take(0)?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::measure::{Grouping, Tau};
    use super::super::population::{Noise, Population, rounded, with_gaps};
    use super::*;
    use crate::stats::correlation::Coefficient;
    use crate::stats::random::Purpose;
    use crate::stats::undefined::UndefinedStatistic::NoVariation;

    const MEASURES: [Measure; 8] = [
        Measure::Spa(PValues::Permutations),
        Measure::Spa(PValues::Normal),
        Measure::AccEq { is_calibrated: false },
        Measure::AccEq { is_calibrated: true },
        Measure::Pdp,
        Measure::PairwiseAccuracy,
        Measure::Kendall(Tau::B, Grouping::Item),
        Measure::Systems(Coefficient::Pearson),
    ];

    const NOISE: Noise = Noise { about_systems: 0.3, about_outputs: 1.0 };

    fn key() -> StreamKey {
        StreamKey::new(3, Purpose::MetricExchange).text("test")
    }

    fn population(systems: usize, items: usize) -> Population {
        Population { systems, items, spread: 0.5, of_people: 0.5 }
    }

    /// All measures, with ties and gaps: what the fast ways give is the measure of exchanged scores.
    #[test]
    fn draws_are_measures_of_exchanged_scores() {
        let campaign = population(5, 12).campaign("draws", 0, &[NOISE; 3]);
        let signs = Signs::new(12, 128, &key());
        let human = rounded(&campaign.human, 1.0);
        let full = campaign.metrics.clone();
        let mut holes = full.clone();
        holes[1] = with_gaps(&holes[1], 5, false);
        let mut tied = full.clone();
        tied[0] = rounded(&tied[0], 0.5);
        let cases = [
            (human.clone(), full.clone()),
            (with_gaps(&human, 4, true), tied),
            (with_gaps(&human, 4, false), full),
            (human, holes),
        ];
        for (number, (human, metrics)) in cases.iter().enumerate() {
            for measure in MEASURES {
                let test = PermBoth::new(human, metrics, measure, &signs, key(), 70).unwrap();
                let found = test.all();
                assert_eq!(found.len(), 3);
                for PairTest { first, second, outcome } in found {
                    let outcome = outcome.unwrap();
                    let contest = Contest::new(human, &metrics[first], &metrics[second]).unwrap();
                    let of = |is_exchanged: &dyn Fn(usize) -> bool| {
                        contest.difference(measure, &signs, is_exchanged).unwrap()
                    };
                    let expected = of(&|_| false);
                    let place = format!("case {number}: {measure:?} {first} {second}");
                    assert!((outcome.observed - expected).abs() < 1e-12, "{place}");
                    for draw in [0, 1, 15, 16, 63, 64, 69] {
                        let exchanges = test.exchanges(draw / WORD);
                        let expected = of(&|cell| exchanges[cell] >> (draw % WORD) & 1 == 1);
                        let permuted = outcome.permuted[draw];
                        assert!((permuted - expected).abs() < 1e-12, "{place} draw {draw}");
                    }
                }
            }
        }
    }

    /// All 512 exchanges of nine outputs, against draws of them.
    #[test]
    fn few_exchanges_by_enumeration() {
        let campaign = population(3, 3).campaign("few", 1, &[NOISE; 2]);
        let signs = Signs::all(3);
        for measure in MEASURES {
            let human = &campaign.human;
            let [first, second] = [&campaign.metrics[0], &campaign.metrics[1]];
            let contest = Contest::new(human, first, second).unwrap();
            let of = |exchanges: usize| {
                contest.difference(measure, &signs, |cell| exchanges >> cell & 1 == 1).unwrap()
            };
            let observed = of(0);
            let all: Vec<f64> = (0..512).map(of).collect();
            let exact = NullDifferences { observed, permuted: all };
            let draws = 4_000;
            let test =
                PermBoth::new(human, &campaign.metrics, measure, &signs, key(), draws).unwrap();
            let found = test.all().remove(0).outcome.unwrap();
            assert_eq!(found.permuted.len(), draws);
            let p_values = |test: &NullDifferences| {
                [test.first_is_better(), test.second_is_better(), test.differ()]
            };
            for (found, exact) in p_values(&found).into_iter().zip(p_values(&exact)) {
                let share = exact.extreme as f64 / 512.0;
                let error = (share * (1.0 - share) / draws as f64).sqrt();
                let found_share = found.extreme as f64 / draws as f64;
                let near = (found_share - share).abs() <= 4.5 * error + 1e-9;
                assert!(near, "{measure:?}: {found_share} {share}");
                let p = (found.extreme + 1) as f64 / (draws + 1) as f64;
                assert!((found.p - p).abs() < 1e-15);
            }
        }
    }

    /// Fewer draws are the first of more; parts may come in any order; the pairs of three metrics are
    /// what each pair is alone.
    #[test]
    fn draws_do_not_depend_on_how_work_is_cut() {
        let campaign = population(4, 20).campaign("cut", 2, &[NOISE; 3]);
        let signs = Signs::new(20, 64, &key());
        for measure in [MEASURES[0], MEASURES[3], MEASURES[4]] {
            let run = |metrics: &[Scores], draws: usize| {
                let test = PermBoth::new(&campaign.human, metrics, measure, &signs, key(), draws);
                let test = test.unwrap();
                let mut parts: Vec<Part> = (0..test.units()).map(|unit| test.unit(unit)).collect();
                parts.reverse();
                test.tests(parts)
            };
            let (long, short) = (run(&campaign.metrics, 300), run(&campaign.metrics, 41));
            for (long, short) in long.iter().zip(&short) {
                let (long, short) = (long.outcome.as_ref(), short.outcome.as_ref());
                assert_eq!(long.unwrap().permuted[..41], short.unwrap().permuted);
            }
            let pair = run(&campaign.metrics[1..], 41).remove(0);
            assert_eq!(pair.outcome, short[2].outcome);
        }
    }

    #[test]
    fn degenerate_metrics() {
        let campaign = population(4, 10).campaign("degenerate", 3, &[NOISE; 2]);
        let signs = Signs::new(10, 64, &key());
        let flat = Scores::new(&vec![vec![1.0; 10]; 4]);
        let none = Scores::new(&vec![vec![f64::NAN; 10]; 4]);
        let metrics = [campaign.metrics[0].clone(), campaign.metrics[0].clone(), flat, none];
        for measure in MEASURES {
            let test = PermBoth::new(&campaign.human, &metrics, measure, &signs, key(), 20);
            let tests = test.unwrap().all();
            let of = |first: usize, second: usize| {
                let is_it = |test: &&PairTest| (test.first, test.second) == (first, second);
                tests.iter().find(is_it).unwrap().outcome.clone()
            };
            // A metric is as good as itself in every draw.
            let same = of(0, 1).unwrap();
            assert!(same.observed.abs() < 1e-12 && (same.differ().p - 1.0).abs() < 1e-12);
            assert_eq!(of(0, 2), Err(NoVariation), "{measure:?}");
            assert!(of(0, 3).is_err() && of(2, 3).is_err(), "{measure:?}");
        }
        let test = PermBoth::new(&campaign.human, &metrics, MEASURES[0], &signs, key(), 0);
        assert_eq!(test.err(), Some(TooFewReplicates));
    }
}
