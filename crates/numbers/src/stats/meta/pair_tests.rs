//! Does one metric agree better with people than another? Tests by exchanging the scores of the two (Deutsch, Dror & Roth
//! 2021, "A statistical analysis of summarization evaluation metrics using resampling methods").
//!
//! Each metric is standardized over all outputs that people scored, the two scores of some outputs are exchanged, those of
//! a unit ([`exchange`](super::exchange)) with one coin, and both measures are computed again: the difference of the two
//! varies as it does if neither is better.
//!
//! What is exchanged is the same for all pairs of metrics. Exchanges of systems look up what pairs of systems add
//! (`exchange_systems`), those of documents add up what documents do (`exchange_items`). Where outputs are exchanged one by
//! one, soft pairwise accuracy sums exchanged scores once for each metric, not once for each pair (`perm_soft`), and other
//! measures of systems average 64 draws at a time (`exchange_outputs`). Accuracy
//! with ties looks at all exchanges of two outputs at once, whatever is exchanged (`perm_tied`). Other measures are computed
//! again as they are.
//!
//! The null of calibrated acc-eq calibrates again, in each draw, both metrics: its value is the best of
//! many thresholds, and a threshold that was chosen for other scores would put both metrics of a draw at
//! a disadvantage. The thresholds are those at 1,024 quantiles of all distances that exchanges can give,
//! for what was observed as well; they do not depend on who has which score, so that the test is exact.
//!
//! **Level.** Two real metrics are equally good by construction where a coin for each system, or each document,
//! decides whose scores are called whose. Of such campaigns (WMT 2023, two language pairs, four pairs of metrics, 400
//! each; `real_exchange`) tests of level .05 that exchange systems reject in .058 to .073 (soft pairwise accuracy),
//! .064 to .066 (Pearson's of systems) and .023 to .044 (pairwise accuracy, which has few values), those that
//! exchange documents in .039 to .046 (PDP), .033 to .050 (calibrated acc-eq) and .043 to .055 (Pearson's of
//! outputs); single pairs of metrics up to .12 by measures of systems, since exchanged scores are standardized again.
//! Where the two scores of every output are exchangeable, exchanges of outputs reject in .042 to .065 of made-up
//! campaigns (`simulation`). But metrics err about whole systems: if these errors are twice the noise of a system's
//! mean, exchanges of outputs reject in .18 (pairwise accuracy), .23 (soft) and .30 (Pearson's) of made-up campaigns
//! of two equally good metrics.

use super::exchange::{Exchanges, Unit};
use super::measure::{Measure, PValues};
use super::null_differences::{Contest, NullDifferences, PairTest};
use super::perm_soft::SoftNull;
use super::perm_tied::TiedNull;
use super::scores::Scores;
use super::signs::{Signs, WORD};
use super::{exchange_items, exchange_outputs, exchange_systems};
use crate::stats::reason::{Estimate, Reason::TooFewReplicates};

/// Draws that a unit of work does for soft pairwise accuracy of exchanged outputs.
const SLICE: usize = 16;

/// The test of every pair of metrics, cut into units of work that do not depend on each other.
#[derive(Debug)]
pub struct PairTests<'a> {
    human: &'a Scores,
    metrics: &'a [Scores],
    measure: Measure,
    signs: &'a Signs,
    exchanges: Exchanges,
    /// For soft pairwise accuracy of exchanged outputs: metrics with scores of the same outputs.
    soft: Option<Vec<SoftNull>>,
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

impl<'a> PairTests<'a> {
    /// Every pair of `metrics`, judged by `human` scores. The signs are those of the measure's own permutations; where
    /// outputs are exchanged one by one they have one block.
    ///
    /// # Errors
    ///
    /// [`TooFewReplicates`] without draws.
    ///
    /// # Panics
    ///
    /// If scores differ in shape, there are fewer signs than items, or several blocks of them for exchanges of outputs.
    pub fn new(
        human: &'a Scores,
        metrics: &'a [Scores],
        measure: Measure,
        signs: &'a Signs,
        exchanges: Exchanges,
    ) -> Estimate<Self> {
        if exchanges.draws() == 0 {
            return Err(TooFewReplicates);
        }
        let soft = match (measure, exchanges.unit()) {
            (Measure::Spa(PValues::Permutations), Unit::Output) => {
                Some(SoftNull::groups(human, metrics, signs))
            }
            _ => None,
        };
        Ok(Self { human, metrics, measure, signs, exchanges, soft })
    }

    /// Number of units of work.
    pub fn units(&self) -> usize {
        match &self.soft {
            Some(soft) => soft.len() * self.exchanges.draws().div_ceil(SLICE),
            None => self.pairs().len(),
        }
    }

    /// Whether a unit of work is all draws of a pair of metrics, so that its test needs no other part.
    pub fn is_by_pair(&self) -> bool {
        self.soft.is_none()
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
        if let Some(soft) = &self.soft {
            let slices = self.exchanges.draws().div_ceil(SLICE);
            return self.soft_part(&soft[unit / slices], unit % slices * SLICE);
        }
        let pair = self.pairs()[unit];
        let (first, second) = (&self.metrics[pair.0], &self.metrics[pair.1]);
        let contest = Contest::new(self.human, first, second);
        let differences = contest.and_then(|contest| self.differences(&contest));
        Part(vec![match differences {
            Ok((observed, permuted)) => Deltas { pair, observed: Ok(observed), start: 0, permuted },
            Err(reason) => Deltas { pair, observed: Err(reason), start: 0, permuted: Vec::new() },
        }])
    }

    /// The tests of the pairs of metrics of which these are all parts, in any order: ascending pairs.
    ///
    /// # Panics
    ///
    /// If a part of a pair is missing.
    pub fn tests(&self, parts: impl IntoIterator<Item = Part>) -> Vec<PairTest> {
        let mut deltas: Vec<Deltas> = parts.into_iter().flat_map(|part| part.0).collect();
        deltas.sort_by_key(|deltas| (deltas.pair, deltas.start));
        deltas
            .chunk_by(|one, other| one.pair == other.pair)
            .map(|deltas| {
                let (first, second) = deltas[0].pair;
                let outcome = deltas[0].observed.map(|observed| {
                    let permuted = deltas.iter().flat_map(|deltas| &deltas.permuted).copied();
                    let permuted: Vec<f64> = permuted.collect();
                    assert_eq!(permuted.len(), self.exchanges.draws(), "all parts");
                    let is_complete = self.exchanges.is_complete();
                    NullDifferences { observed, permuted, is_complete }
                });
                PairTest { first, second, outcome }
            })
            .collect()
    }

    fn soft_part(&self, null: &SoftNull, start: usize) -> Part {
        let pairs = null.pairs();
        let observed =
            null.differences(self.signs, &vec![0; self.human.systems() * self.human.items()], 0);
        let exchanges = self.exchanges.of_outputs_in(start / WORD);
        let mut permuted = vec![Vec::new(); pairs.len()];
        for draw in start..self.exchanges.draws().min(start + SLICE) {
            let differences = null.differences(self.signs, &exchanges, draw % WORD);
            for (permuted, difference) in permuted.iter_mut().zip(differences) {
                permuted.push(difference.unwrap_or(f64::NAN));
            }
        }
        let all = pairs.into_iter().zip(observed).zip(permuted);
        Part(
            all.map(|((pair, observed), permuted)| Deltas { pair, observed, start, permuted })
                .collect(),
        )
    }

    /// The observed difference and those of all draws.
    fn differences(&self, contest: &Contest) -> Estimate<(f64, Vec<f64>)> {
        let Self { measure, signs, exchanges, .. } = self;
        if let Measure::AccEq { is_calibrated } = *measure {
            let null = TiedNull::new(contest, is_calibrated, exchanges)?;
            return Ok((null.observed(), null.differences(exchanges)));
        }
        if let Some(differences) =
            exchange_systems::differences(contest, *measure, signs, exchanges)
                .or_else(|| exchange_items::differences(contest, *measure, exchanges))
                .or_else(|| exchange_outputs::differences(contest, *measure, exchanges))
        {
            return differences;
        }
        let observed = contest.difference(*measure, signs, |_| false)?;
        let mut permuted = Vec::with_capacity(exchanges.draws());
        let mut bits = Vec::new();
        for draw in 0..exchanges.draws() {
            if draw % WORD == 0 {
                bits = exchanges.of_outputs_in(draw / WORD);
            }
            let difference = contest
                .difference(*measure, signs, |output| bits[output] >> (draw % WORD) & 1 == 1);
            permuted.push(difference.unwrap_or(f64::NAN));
        }
        Ok((observed, permuted))
    }
}

#[cfg(test)]
mod tests {
    use super::super::measure::{Grouping, Tau};
    use super::super::population::{Noise, Population, rounded, with_gaps};
    use super::*;
    use crate::stats::correlation::Coefficient;
    use crate::stats::random::Purpose;
    use crate::stats::random::StreamKey;
    use crate::stats::reason::Reason::NoVariation;

    const MEASURES: [Measure; 12] = [
        Measure::Spa(PValues::Permutations),
        Measure::Spa(PValues::Normal),
        Measure::AccEq { is_calibrated: false },
        Measure::AccEq { is_calibrated: true },
        Measure::Pdp,
        Measure::PairwiseAccuracy,
        Measure::Kendall(Tau::B, Grouping::Item),
        Measure::Kendall(Tau::TwentyThree, Grouping::None),
        Measure::Pearson(Grouping::None),
        Measure::Pearson(Grouping::Item),
        Measure::Pearson(Grouping::System),
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
        let documents = [0..3, 3..4, 4..8, 8..10, 10..12];
        for (number, (human, metrics)) in cases.iter().enumerate() {
            let by_systems = Exchanges::of_systems(human, 70, &key());
            let by_documents = Exchanges::of_items(human, &documents, 70, &key());
            let all_exchanges = [
                Exchanges::of_outputs(human, 70, key()),
                by_systems.clone(),
                by_systems.enumerated_where_few(),
                by_documents.clone(),
                by_documents.enumerated_where_few(),
            ];
            assert_eq!(all_exchanges.each_ref().map(Exchanges::draws), [70, 70, 16, 70, 16]);
            for (measure, exchanges) in MEASURES
                .iter()
                .flat_map(|measure| all_exchanges.iter().map(|exchanges| (*measure, exchanges)))
            {
                let test = PairTests::new(human, metrics, measure, &signs, exchanges.clone());
                let tests = test.unwrap().all();
                assert_eq!(tests.len(), 3);
                for PairTest { first, second, outcome } in tests {
                    let outcome = outcome.unwrap();
                    let contest = Contest::new(human, &metrics[first], &metrics[second]).unwrap();
                    let expected = contest.difference(measure, &signs, |_| false).unwrap();
                    let unit = exchanges.unit();
                    let place = format!("case {number}: {measure:?} {first} {second} {unit:?}");
                    assert!((outcome.observed - expected).abs() < 1e-12, "{place}");
                    for draw in [0, 1, 15, 16, 63, 64, 69] {
                        let Some(permuted) = outcome.permuted.get(draw) else { continue };
                        let bits = exchanges.of_outputs_in(draw / WORD);
                        let exchanged = contest.difference(measure, &signs, |output| {
                            bits[output] >> (draw % WORD) & 1 == 1
                        });
                        let expected = exchanged.unwrap();
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
            let permuted: Vec<f64> = (0..512_usize)
                .map(|exchanges| {
                    let of_exchanges =
                        contest.difference(measure, &signs, |cell| exchanges >> cell & 1 == 1);
                    of_exchanges.unwrap()
                })
                .collect();
            let exact = NullDifferences { observed: permuted[0], permuted, is_complete: false };
            let draws = 4_000;
            let exchanges = Exchanges::of_outputs(human, draws, key());
            let test =
                PairTests::new(human, &campaign.metrics, measure, &signs, exchanges).unwrap();
            let outcome = test.all().remove(0).outcome.unwrap();
            assert_eq!(outcome.permuted.len(), draws);
            let [found, exact] = [&outcome, &exact]
                .map(|test| [test.first_is_better(), test.second_is_better(), test.differ()]);
            for (found, exact) in found.into_iter().zip(exact) {
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
        let items: Vec<_> = (0..20).map(|item| item..item + 1).collect();
        let cases = [
            (MEASURES[0], Unit::Output),
            (MEASURES[3], Unit::Output),
            (MEASURES[4], Unit::Output),
            (MEASURES[0], Unit::System),
            (MEASURES[3], Unit::Items),
            (MEASURES[4], Unit::Items),
        ];
        for (measure, unit) in cases {
            let run = |metrics: &[Scores], draws: usize| {
                let exchanges = match unit {
                    Unit::Output => Exchanges::of_outputs(&campaign.human, draws, key()),
                    Unit::System => Exchanges::of_systems(&campaign.human, draws, &key()),
                    Unit::Items => Exchanges::of_items(&campaign.human, &items, draws, &key()),
                };
                let test = PairTests::new(&campaign.human, metrics, measure, &signs, exchanges);
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
            let exchanges = Exchanges::of_outputs(&campaign.human, 20, key());
            let test = PairTests::new(&campaign.human, &metrics, measure, &signs, exchanges);
            let tests = test.unwrap().all();
            let of = |first: usize, second: usize| {
                tests
                    .iter()
                    .find(|test| (test.first, test.second) == (first, second))
                    .unwrap()
                    .outcome
                    .clone()
            };
            // A metric is as good as itself in every draw.
            let same = of(0, 1).unwrap();
            assert!(same.observed.abs() < 1e-12 && (same.differ().p - 1.0).abs() < 1e-12);
            assert_eq!(of(0, 2), Err(NoVariation), "{measure:?}");
            assert!(of(0, 3).is_err() && of(2, 3).is_err(), "{measure:?}");
        }
        let none = Exchanges::of_outputs(&campaign.human, 0, key());
        let test = PairTests::new(&campaign.human, &metrics, MEASURES[0], &signs, none);
        assert_eq!(test.err(), Some(TooFewReplicates));
    }

    impl PairTests<'_> {
        /// Does all units of work, one after the other.
        ///
        /// # Panics
        ///
        /// As [`PairTests::unit`].
        pub(in crate::stats) fn all(&self) -> Vec<PairTest> {
            self.tests((0..self.units()).map(|unit| self.unit(unit)))
        }
    }
}
