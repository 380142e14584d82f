//! What tests, intervals and planned sizes of paired differences do on documents sampled afresh from a
//! population, many times.
//!
//! Populations are made here: documents of some to many segments that share a topic, so that segments of
//! a document are alike. Documents are sampled with replacement, as new test sets are; what is true is
//! the score of the population. `RUNNER_THOROUGH=1` takes ten times as many test sets.

use rand_pcg::Pcg64;

use super::comparison::Differences;
use super::direction::Direction;
use super::freedom::variance_interval;
use super::goal::Goal;
use super::interval::student;
use super::jackknife::Jackknife;
use super::macro_average::{error_of_mean, weighted_mean};
use super::paired_jackknife::PairedJackknife;
use super::power::{PairedDeviation, Sides, Test};
use super::random::{Purpose, StreamKey, UniformBelow, uniform};
use super::randomization::Exchange;
use super::size_interval::variance_freedom;
use super::special::normal_quantile;

/// Columns of a row: matches and words of two orders, and words of the reference.
const COLUMNS: usize = 5;

const LEVEL: f64 = 0.95;

/// How sums are scored.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Score {
    /// Matches over words, as a mean over segments is.
    Ratio,
    /// The geometric mean of two precisions with a penalty for brevity, as BLEU has.
    Geometric,
}

impl Score {
    fn value(self, sums: &[i64]) -> Option<f64> {
        match self {
            Self::Ratio => quotient(100 * sums[0], sums[1]),
            Self::Geometric => {
                let precision = (quotient(sums[0], sums[1])? * quotient(sums[2], sums[3])?).sqrt();
                let brevity = 1.0 - sums[4] as f64 / sums[1] as f64;
                Some(100.0 * precision * libm::exp(brevity.min(0.0)))
            }
        }
    }
}

fn quotient(matches: i64, words: i64) -> Option<f64> {
    (words > 0).then(|| matches as f64 / words as f64)
}

/// A kind of population.
#[derive(Clone, Copy, Debug)]
struct Kind {
    score: Score,
    /// How much documents differ in what one system gains over the other, relative to how much segments
    /// do: the design effect of the difference is about 1.5 at 0.3, and 5 at 1.
    topic: f64,
}

const KINDS: [Kind; 4] = [
    Kind { score: Score::Ratio, topic: 0.3 },
    Kind { score: Score::Ratio, topic: 1.0 },
    Kind { score: Score::Geometric, topic: 0.3 },
    Kind { score: Score::Geometric, topic: 1.0 },
];

/// Documents that differ much in which system they favour: the long ones decide.
const UNEVEN: Kind = KINDS[3];

impl Kind {
    fn is_uneven(self) -> bool {
        self.topic > 0.5
    }
}

/// Documents of a population, with the rows of both systems.
struct Population {
    score: Score,
    /// Of each document: rows of A and B for each segment.
    documents: Vec<[Vec<i64>; 2]>,
    /// Of each document: sums of these rows.
    sums: Vec<[Vec<i64>; 2]>,
}

fn normal(generator: &mut Pcg64) -> f64 {
    normal_quantile(uniform(generator)).expect("inside (0, 1)")
}

#[expect(clippy::cast_possible_truncation, reason = "rounded, and small")]
fn whole(value: f64) -> i64 {
    value.round() as i64
}

impl Population {
    /// Of 1,000 documents. System A gains `gain` on average.
    fn new(kind: Kind, gain: f64) -> Self {
        let Kind { score, topic } = kind;
        let mut generator = StreamKey::new(2026, Purpose::Generator).generator(0);
        let documents = (0..1000).map(|_| {
            // 3 to 60 segments, most of them few: lengths vary by 75 %, as those of WMT 2023 do.
            let segments = whole((2.0 + 6.0 * libm::exp(0.8 * normal(&mut generator))).min(60.0));
            let difficulty = 0.08 * normal(&mut generator);
            let advantage = 0.1 * topic * normal(&mut generator);
            let mut rows = [Vec::new(), Vec::new()];
            for _ in 0..segments {
                let reference = 5.0 + 20.0 * libm::exp(0.5 * normal(&mut generator));
                let common = 0.55 + difficulty + 0.12 * normal(&mut generator);
                for (system, rows) in rows.iter_mut().enumerate() {
                    let shift = if system == 0 { gain + advantage } else { 0.0 };
                    let quality = common + shift + 0.1 * normal(&mut generator);
                    let words = whole((reference * (0.97 + 0.1 * normal(&mut generator))).max(4.0));
                    rows.extend([
                        sampled_matches(words, quality),
                        words,
                        sampled_matches(words - 1, quality - 0.2),
                        words - 1,
                        whole(reference),
                    ]);
                }
            }
            rows
        });
        Self::of_documents(score, documents.collect())
    }

    fn of_documents(score: Score, documents: Vec<[Vec<i64>; 2]>) -> Self {
        let sums = documents.iter().map(|[a, b]| [column_sums(a), column_sums(b)]).collect();
        Self { score, documents, sums }
    }

    /// With each document a second time, the systems exchanged: no difference is true.
    fn without_difference(self) -> Self {
        let exchanged: Vec<_> =
            self.documents.iter().map(|[a, b]: &[Vec<i64>; 2]| [b.clone(), a.clone()]).collect();
        Self::of_documents(self.score, [self.documents, exchanged].concat())
    }

    /// Difference of the scores of all documents.
    fn difference(&self) -> f64 {
        let [a, b] = scores(&self.whole(), self.score);
        a - b
    }

    /// Rows of a test set of `count` documents, a row for each document.
    fn documents(&self, generator: &mut Pcg64, count: usize) -> [Vec<i64>; 2] {
        sample(&self.sums, generator, count)
    }

    /// Rows of a test set of `count` documents, a row for each segment.
    fn segments(&self, generator: &mut Pcg64, count: usize) -> [Vec<i64>; 2] {
        sample(&self.documents, generator, count)
    }

    /// The difference on `count` documents.
    fn sampled(&self, generator: &mut Pcg64, count: usize) -> PairedJackknife {
        let mut lengths = Vec::with_capacity(count);
        let mut rows = [Vec::new(), Vec::new()];
        let draws = UniformBelow::new(u32::try_from(self.documents.len()).unwrap());
        draws.draw(generator, count, |index| {
            let document = &self.documents[index as usize];
            lengths.push(u32::try_from(document[0].len() / COLUMNS).unwrap());
            rows.iter_mut().zip(document).for_each(|(rows, added)| rows.extend(added));
        });
        paired_over(&rows, &lengths, self.score)
    }

    /// Rows of all documents.
    fn whole(&self) -> [Vec<i64>; 2] {
        [0, 1].map(|system: usize| self.sums.iter().flat_map(|sums| sums[system].clone()).collect())
    }
}

fn sampled_matches(of: i64, share: f64) -> i64 {
    whole(of as f64 * share.clamp(0.0, 1.0))
}

fn column_sums(rows: &[i64]) -> Vec<i64> {
    let mut sums = vec![0; COLUMNS];
    for row in rows.chunks_exact(COLUMNS) {
        sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
    }
    sums
}

/// Some of the documents, with replacement.
fn sample(documents: &[[Vec<i64>; 2]], generator: &mut Pcg64, count: usize) -> [Vec<i64>; 2] {
    let mut rows = [Vec::new(), Vec::new()];
    let draws = UniformBelow::new(u32::try_from(documents.len()).unwrap());
    draws.draw(generator, count, |index| {
        for (rows, drawn_rows) in rows.iter_mut().zip(&documents[index as usize]) {
            rows.extend(drawn_rows);
        }
    });
    rows
}

fn scores(rows: &[Vec<i64>; 2], score: Score) -> [f64; 2] {
    [0, 1].map(|system: usize| score.value(&column_sums(&rows[system])).unwrap())
}

fn paired(rows: &[Vec<i64>; 2], score: Score) -> PairedJackknife {
    paired_over(rows, &vec![1; rows[0].len() / COLUMNS], score)
}

/// The same over documents with the given numbers of rows.
fn paired_over(rows: &[Vec<i64>; 2], lengths: &[u32], score: Score) -> PairedJackknife {
    let jackknives = [0, 1].map(|system: usize| {
        Jackknife::of_units(&rows[system], COLUMNS, lengths, &|sums: &[i64]| score.value(sums))
            .unwrap()
    });
    PairedJackknife::new(scores(rows, score), [&jackknives[0], &jackknives[1]]).unwrap()
}

/// Replicates of the scores of both systems, on the same resamples of the units.
fn replicates(
    rows: &[Vec<i64>; 2],
    score: Score,
    generator: &mut Pcg64,
    count: usize,
) -> [Vec<f64>; 2] {
    let units = rows[0].len() / COLUMNS;
    let draws = UniformBelow::new(u32::try_from(units).unwrap());
    let mut replicates = [Vec::new(), Vec::new()];
    for _ in 0..count {
        let mut sums = [[0; COLUMNS]; 2];
        draws.draw(generator, units, |unit| {
            for (sums, rows) in sums.iter_mut().zip(rows) {
                let row = &rows[unit as usize * COLUMNS..][..COLUMNS];
                sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
            }
        });
        for (scores, sums) in replicates.iter_mut().zip(&sums) {
            scores.push(score.value(sums).unwrap());
        }
    }
    replicates
}

/// Test sets that each share is taken over.
fn trials() -> u32 {
    if std::env::var_os("RUNNER_THOROUGH").is_some() { 20_000 } else { 2_000 }
}

/// Share of `trials` in which something holds. Its standard error is .005 for a share of .05 of 2,000,
/// .013 for one of .8 of 1,000.
fn share(trials: u32, seed: u64, holds: impl Fn(&mut Pcg64) -> bool) -> f64 {
    let key = StreamKey::new(seed, Purpose::Sample);
    let count = (0..trials).filter(|trial| holds(&mut key.generator(u64::from(*trial)))).count();
    count as f64 / f64::from(trials)
}

const FEW_AND_SOME: [usize; 2] = [20, 60];

fn holds(paired: &PairedJackknife, truth: f64) -> bool {
    let interval = paired.interval(LEVEL).unwrap();
    (interval.lower..=interval.upper).contains(&truth)
}

#[test]
fn true_nulls_are_rejected_at_the_level() {
    for kind in KINDS {
        let population = Population::new(kind, 0.0).without_difference();
        assert!(population.difference().abs() < 1e-12);
        for documents in FEW_AND_SOME {
            let rejected = share(trials(), 1, |generator| {
                population.sampled(generator, documents).p_value() <= 1.0 - LEVEL
            });
            assert!((0.03..=0.07).contains(&rejected), "{kind:?} {documents}: {rejected}");
        }
    }
}

#[test]
fn intervals_hold_the_true_difference() {
    for kind in KINDS {
        let population = Population::new(kind, 0.02);
        let truth = population.difference();
        for documents in FEW_AND_SOME {
            let held = share(trials(), 2, |generator| {
                holds(&population.sampled(generator, documents), truth)
            });
            assert!((0.90..=0.98).contains(&held), "{kind:?} {documents}: {held}");
        }
    }
}

/// Returns rows of both systems on new documents of 3 to 40 segments, and the lengths of the documents. What a document adds to
/// the scores of both systems or of A alone, and what a segment adds, have mean 0 for every length. So `means` are the expected
/// scores.
fn corpus(documents: usize, means: [f64; 2], generator: &mut Pcg64) -> ([Vec<i64>; 2], Vec<u32>) {
    let (mut rows, mut lengths) = ([Vec::new(), Vec::new()], Vec::new());
    for _ in 0..documents {
        let length = whole((3.0 + 5.0 * libm::exp(0.8 * normal(generator))).min(40.0));
        let (shared, advantage) = (6.0 * normal(generator), 3.0 * normal(generator));
        lengths.push(u32::try_from(length).unwrap());
        for _ in 0..length {
            for (rows, expected) in rows.iter_mut().zip([means[0] + advantage, means[1]]) {
                let score = expected + shared + 8.0 * normal(generator);
                rows.extend([whole(10_000.0 * score), 1_000_000, 0, 0, 0]);
            }
        }
    }
    (rows, lengths)
}

/// Three independent corpora with numbers of documents, and the expected scores of A and B. The true mean over corpora and the
/// true difference follow from the weights alone.
#[test]
fn intervals_of_means_over_corpora_hold_the_truth() {
    let corpora = [(12, [30.0, 29.5]), (40, [55.0, 56.0]), (25, [70.0, 68.0])];
    let weights = [2.0, 1.0, 1.0];
    let truths = [(2.0 * 30.0 + 55.0 + 70.0) / 4.0, (2.0 * 0.5 - 1.0 + 2.0) / 4.0];
    for (is_difference, truth) in [false, true].into_iter().zip(truths) {
        let held = share(trials(), 9, |generator| {
            let estimates = corpora.map(|(documents, means)| {
                let (rows, lengths) = corpus(documents, means, generator);
                if is_difference {
                    let pair = paired_over(&rows, &lengths, Score::Ratio);
                    (pair.difference(), (pair.standard_error(), pair.freedom().degrees))
                } else {
                    let score = |sums: &[i64]| Score::Ratio.value(sums);
                    let a = Jackknife::of_units(&rows[0], COLUMNS, &lengths, &score).unwrap();
                    let [value, _] = scores(&rows, Score::Ratio);
                    (value, (a.standard_error(), a.freedom().degrees))
                }
            });
            let value = weighted_mean(&weights, &estimates.map(|(value, _)| value));
            let (error, freedom) = error_of_mean(&weights, &estimates.map(|(_, error)| error));
            student(value, error, freedom, LEVEL).unwrap().contains(truth)
        });
        assert!((0.93..=0.97).contains(&held), "{truth}: {held}");
    }
}

/// Why it is not the percentile interval that says which systems differ: of ten documents it rejects
/// nearly twice as many true nulls as it should, where exchanging outputs holds the level.
#[test]
fn bootstrap_tests_of_few_documents_reject_too_often() {
    let (score, documents) = (UNEVEN.score, 10);
    let population = Population::new(UNEVEN, 0.0).without_difference();
    let trials = trials() / 2;
    let bootstrap_share = share(trials, 3, |generator| {
        let rows = population.documents(generator, documents);
        let [a, b] = replicates(&rows, score, generator, 400);
        let scores = scores(&rows, score);
        let differences = Differences::new(scores, [&a, &b], Direction::HigherIsBetter).unwrap();
        differences.wins().interval_test().unwrap().p <= 1.0 - LEVEL
    });
    assert!((0.075..=0.115).contains(&bootstrap_share), "{bootstrap_share}");
    let exchange_share = share(trials, 4, |generator| {
        let rows = population.documents(generator, documents);
        let of = |sums: &[i64]| score.value(sums);
        let exchange = Exchange::new(&rows[0], &rows[1], COLUMNS, &of).unwrap();
        exchange.exact().unwrap().p <= 1.0 - LEVEL
    });
    assert!((0.03..=0.07).contains(&exchange_share), "{exchange_share}");
}

/// Segments of a document are alike: as units they promise what new documents do not keep.
#[test]
fn single_segments_reject_too_many_true_nulls() {
    let population = Population::new(UNEVEN, 0.0).without_difference();
    let rejected = share(trials() / 4, 5, |generator| {
        paired(&population.segments(generator, 60), UNEVEN.score).p_value() <= 1.0 - LEVEL
    });
    assert!((0.25..=0.5).contains(&rejected), "{rejected}");
}

/// Documents that show a true `difference` as `goal` has it: with the deviation of `pilot`, and planned
/// from it.
fn required(pilot: &PairedJackknife, difference: f64, goal: &Goal) -> [f64; 2] {
    let freedom = pilot.freedom();
    let deviation = PairedDeviation {
        stdev: pilot.standard_error(),
        units: pilot.units() as f64,
        freedom_share: freedom.share(),
    };
    let pilot_freedom = variance_freedom(pilot.log_variance_error().unwrap(), freedom.degrees);
    let required = goal.required_units(deviation, difference);
    let planned = goal.planned_units(deviation, difference, pilot_freedom);
    [required, planned].map(Result::unwrap)
}

/// The probability [`POWER`] in a test at `level`.
fn goal(level: f64) -> Goal {
    Goal::new(Test { level, sides: Sides::Two }, POWER).unwrap()
}

const POWER: f64 = 0.8;

/// What system A gains, so that some dozens of documents show it.
fn gain(kind: Kind) -> f64 {
    if kind.is_uneven() { 0.05 } else { 0.02 }
}

/// Share of new test sets that find the true difference, each of the size planned from `documents` others.
fn reached(kind: Kind, pairs: f64, documents: usize) -> f64 {
    let population = Population::new(kind, gain(kind));
    let difference = population.difference();
    let level = 1.0 - (1.0 - LEVEL) / pairs;
    let goal = goal(level);
    share(trials() / 2, 6, |generator| {
        let pilot = population.sampled(generator, documents);
        let size = required(&pilot, difference, &goal)[1].ceil();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some dozens")]
        let size = size as usize;
        population.sampled(generator, size).p_value() <= 1.0 - level
    })
}

/// One planned comparison, and any of ten pairs in the worst case of Holm's adjustment.
///
/// The sizes that the pilots' deviations ask for would have .70 to .78: see `planned_units`.
#[test]
fn planned_sizes_have_about_the_power_that_was_wanted() {
    for kind in KINDS {
        for (pairs, documents) in [(1.0, 60), (10.0, 60), (1.0, 20)] {
            let share = reached(kind, pairs, documents);
            assert!(
                (0.75..=0.85).contains(&share),
                "{kind:?}, {pairs} pairs, {documents}: {share}"
            );
        }
    }
}

/// The size that the whole population would give lies in the interval of the size planned from some.
#[test]
fn intervals_of_planned_sizes_hold_the_size_of_the_population() {
    let goal = goal(LEVEL);
    for kind in KINDS {
        let population = Population::new(kind, gain(kind));
        let difference = population.difference();
        let truth = required(&paired(&population.whole(), kind.score), difference, &goal)[0];
        for documents in FEW_AND_SOME {
            let held = share(trials() / 2, 7, |generator| {
                let pilot = population.sampled(generator, documents);
                let size = required(&pilot, difference, &goal)[0];
                let (low, high) = variance_interval(pilot.freedom().degrees, LEVEL).unwrap();
                (size * low..=size * high).contains(&truth)
            });
            assert!((0.90..=0.98).contains(&held), "{kind:?} {documents}: {held} of {truth}");
        }
    }
}
