//! Exchanges of systems and documents on WMT 2023: published p-values, the level where two real metrics are equally good,
//! and the noise of soft pairwise accuracy. `RUNNER_SHARED=... cargo test -p runner-numbers --release meta::real_exchange
//! -- --ignored --nocapture`

#![expect(clippy::unreadable_literal, reason = "values as they are published")]
#![expect(clippy::print_stdout, reason = "figures for people, shown with --nocapture")]

use std::fs::read_to_string;
use std::ops::Range;
use std::path::PathBuf;

use rand::Rng;

use super::exchange::Exchanges;
use super::measure::{Grouping, Measure, PValues};
use super::null_differences::NullDifferences;
use super::pair_tests::PairTests;
use super::real::scores;
use super::scores::Scores;
use super::spa::Signs;
use crate::stats::correlation::Coefficient;
use crate::stats::judges::needs;
use crate::stats::moments::{mean, squares_about};
use crate::stats::random::{Purpose, StreamKey};

const SYSTEM_PEARSON: Measure = Measure::Systems(Coefficient::Pearson);
const SOFT: Measure = Measure::Spa(PValues::Normal);
const OF_SYSTEMS: [Measure; 3] = [SYSTEM_PEARSON, Measure::PairwiseAccuracy, SOFT];

/// A language pair with the outputs that all twelve systems are judged on by MQM.
struct Campaign {
    folder: PathBuf,
    pair: &'static str,
    kept: Vec<usize>,
    human: Scores,
    documents: Vec<Range<usize>>,
}

impl Campaign {
    fn read(pair: &'static str) -> Option<Self> {
        let folder = needs::data()?.join("evalsets/wmt23");
        let human = scores(&folder.join(format!("human-scores/{pair}.mqm.seg.score")));
        let all: Vec<usize> = (0..human.systems()).collect();
        let kept: Vec<usize> = (0..human.items())
            .filter(|item| all.iter().all(|system| !human.at(*system, *item).is_nan()))
            .collect();
        let names = read_to_string(folder.join(format!("documents/{pair}.docs"))).unwrap();
        let names: Vec<&str> = names.lines().map(|line| line.split_once('\t').unwrap().1).collect();
        let mut documents = Vec::new();
        let mut start = 0;
        for items in kept.chunk_by(|one, other| names[*one] == names[*other]) {
            documents.push(start..start + items.len());
            start += items.len();
        }
        let human = human.select(&all, &kept);
        Some(Self { folder, pair, kept, human, documents })
    }

    fn metric(&self, name: &str) -> Scores {
        let path = format!("metric-scores/{}/{name}.seg.score", self.pair);
        let all: Vec<usize> = (0..self.human.systems()).collect();
        scores(&self.folder.join(path)).select(&all, &self.kept)
    }

    fn test(
        &self,
        metrics: &[Scores],
        measure: Measure,
        signs: &Signs,
        exchanges: Exchanges,
    ) -> NullDifferences {
        let test = PairTests::new(&self.human, metrics, measure, signs, exchanges).unwrap();
        test.all().remove(0).outcome.unwrap()
    }

    fn by_systems(&self, metrics: &[Scores], measure: Measure, signs: &Signs) -> NullDifferences {
        let exchanges = Exchanges::of_systems(&self.human, 0, &key()).enumerated_where_few();
        assert!(exchanges.is_complete() && exchanges.draws() == 2048);
        self.test(metrics, measure, signs, exchanges)
    }

    fn by_documents(&self, metrics: &[Scores], measure: Measure, draws: usize) -> NullDifferences {
        let exchanges = Exchanges::of_items(&self.human, &self.documents, draws, &key());
        self.test(metrics, measure, &no_signs(), exchanges)
    }
}

fn key() -> StreamKey {
    StreamKey::new(23, Purpose::MetricExchange).text("wmt23")
}

fn no_signs() -> Signs {
    Signs::new(0, 0, &key())
}

/// Two metrics; values of both and p of Pearson's correlation of systems, pairwise accuracy, soft pairwise accuracy with
/// normal p-values by all 4,096 exchanges of systems, and of differences by random exchanges of documents (0: below
/// .0001).
type Row = (&'static str, [&'static str; 2], [[f64; 3]; 4]);

const GOLDEN: [Row; 6] = include!("../../../../../tests/golden/wmt23_exchanges.rs");

#[test]
fn published_p_values_of_exchanges() {
    let mut campaigns = Vec::new();
    for pair in ["en-de", "he-en"] {
        let Some(campaign) = Campaign::read(pair) else { return };
        campaigns.push(campaign);
    }
    let draws = 20_000;
    for (pair, names, expected) in GOLDEN {
        let campaign = campaigns.iter().find(|campaign| campaign.pair == pair).unwrap();
        let metrics = names.map(|name| campaign.metric(name));
        for (measure, [first, second, p]) in OF_SYSTEMS.into_iter().zip(expected) {
            let values = metrics
                .each_ref()
                .map(|metric| measure.of(&campaign.human, metric, &no_signs()).unwrap().value);
            let tests = campaign.by_systems(&metrics, measure, &no_signs());
            let differing = tests.differ();
            println!("{pair} {names:?} {measure:?}: {values:.6?} {:.4}", differing.p);
            let place = format!("{pair} {names:?} {measure:?}: {values:?} {}", differing.p);
            assert!(
                (values[0] - first).abs() < 6e-7 && (values[1] - second).abs() < 6e-7,
                "{place}"
            );
            assert!((tests.observed - (values[1] - values[0])).abs() < 1e-12, "{place}");
            // Printed with four digits.
            assert!(
                (differing.p - p).abs() < 6e-5
                    && differing.trials == 4096
                    && differing.error.is_none(),
                "{place}"
            );
        }
        let [first, second, p] = expected[3];
        let tests = campaign.by_documents(&metrics, Measure::Pdp, draws);
        let differing = tests.differ();
        println!("{pair} {names:?} pdp: {:.6} {:.5} ({p})", tests.observed, differing.p);
        assert!((tests.observed - (second - first)).abs() < 1.1e-6, "{pair} {names:?}");
        let error = differing.error.unwrap().max(1.0 / draws as f64);
        assert!(
            (differing.p - p).abs() < 4.0 * error + 1e-4,
            "{pair} {names:?}: {} {p}",
            differing.p
        );
    }
}

const PAIRS: [[&str; 2]; 4] = [
    ["BLEU", "chrF"],
    ["COMET", "MetricX-23"],
    ["BERTscore", "BLEURT-20"],
    ["CometKiwi-src", "prismRef"],
];

fn with_references(name: &str, references: &str) -> String {
    if name.contains("-src") { name.to_owned() } else { format!("{name}-{references}") }
}

/// Shares of campaigns with p up to .05 and up to .01 in which two real metrics are equally good: a coin for each unit
/// decides whose scores are called whose.
fn level(
    campaign: &Campaign,
    names: [&str; 2],
    (measure, is_of_systems, draws): (Measure, bool, usize),
    campaigns: u64,
) -> [f64; 2] {
    let references = if campaign.pair == "en-de" { "refA" } else { "refB" };
    let [first, second] = names
        .map(|name| campaign.metric(&with_references(name, references)).standardized().unwrap());
    let signs = Signs::coarse(campaign.human.items(), &key());
    let mut counts = [0.0; 2];
    for number in 0..campaigns {
        let random = &mut key().text("null").text(names[0]).generator(number);
        let (systems, items) = (campaign.human.systems(), campaign.human.items());
        let mut document_of_item = vec![0; items];
        for document in &campaign.documents {
            document_of_item[document.clone()].fill(random.next_u64() & 1);
        }
        let coin_of_system: Vec<u64> = (0..systems).map(|_| random.next_u64() & 1).collect();
        let metrics = [0, 1].map(|scores_of_seed: u64| {
            Scores::new(
                &(0..systems)
                    .map(|system: usize| -> Vec<f64> {
                        (0..items)
                            .map(|item| {
                                let coin = if is_of_systems {
                                    coin_of_system[system]
                                } else {
                                    document_of_item[item]
                                };
                                if coin == scores_of_seed {
                                    first.at(system, item)
                                } else {
                                    second.at(system, item)
                                }
                            })
                            .collect()
                    })
                    .collect::<Vec<_>>(),
            )
        });
        let tests = if is_of_systems {
            campaign.by_systems(&metrics, measure, &signs)
        } else {
            campaign.by_documents(&metrics, measure, draws)
        };
        let p = tests.differ().p;
        counts[0] += f64::from(u8::from(p <= 0.05));
        counts[1] += f64::from(u8::from(p <= 0.01));
    }
    counts.map(|count| count / campaigns as f64)
}

/// By measure, language pair and pair of metrics; then of all of a measure and language pair.
fn levels(
    campaigns: u64,
    measures: &[(Measure, bool, usize)],
    check: impl Fn(Measure, &str, [f64; 2]),
) {
    for pair in ["en-de", "he-en"] {
        let Some(campaign) = Campaign::read(pair) else { return };
        for case in measures {
            let mut all = [0.0; 2];
            for names in PAIRS {
                let share = level(&campaign, names, *case, campaigns);
                println!("{pair} {names:?} {:?}: {share:.4?}", case.0);
                all = [all[0] + share[0] / 4.0, all[1] + share[1] / 4.0];
            }
            println!("{pair} {:?}, all: {all:.4?}", case.0);
            check(case.0, pair, all);
        }
    }
}

/// Standard error .017 of each four pairs of metrics.
#[test]
fn equally_good_metrics_are_rarely_different() {
    let measures =
        [(SYSTEM_PEARSON, true, 0), (Measure::PairwiseAccuracy, true, 0), (SOFT, true, 0)];
    levels(40, &measures, |measure, pair, [at_05, _]| {
        assert!(at_05 < 0.12, "{pair} {measure:?}: {at_05}");
    });
}

#[test]
#[ignore = "simulation of minutes: nightly"]
fn equally_good_metrics_are_different_at_the_level() {
    let measures = [
        (SYSTEM_PEARSON, true, 0),
        (Measure::PairwiseAccuracy, true, 0),
        (SOFT, true, 0),
        (Measure::Spa(PValues::Permutations), true, 0),
        (Measure::Pdp, false, 999),
        (Measure::AccEq { is_calibrated: true }, false, 999),
        (Measure::Pearson(Grouping::None), false, 999),
    ];
    levels(400, &measures, |measure, pair, [at_05, at_01]| {
        let is_of_outputs =
            !matches!(measure, Measure::Spa(_) | Measure::PairwiseAccuracy | Measure::Systems(_));
        let range = if is_of_outputs { 0.03..=0.07 } else { 0.01..=0.085 };
        assert!(range.contains(&at_05), "{pair} {measure:?}: {at_05}");
        assert!(at_01 <= 0.03, "{pair} {measure:?}: {at_01}");
    });
}

/// Deviations of soft pairwise accuracy over seeds, and the mean error that they print, by metric.
fn noise(seeds: u64) -> Option<Vec<[f64; 2]>> {
    let campaign = Campaign::read("he-en")?;
    let names = PAIRS.iter().flatten().map(|name| with_references(name, "refB"));
    let metrics: Vec<Scores> = names.map(|name| campaign.metric(&name)).collect();
    let mut noises = vec![Vec::new(); metrics.len()];
    for seed in 0..seeds {
        let key = StreamKey::new(seed, Purpose::Signs);
        let signs = Signs::fine(campaign.human.items(), &key);
        for (noise, metric) in noises.iter_mut().zip(&metrics) {
            let measure = Measure::Spa(PValues::Permutations);
            let value = measure.of(&campaign.human, metric, &signs).unwrap();
            noise.push((value.value, value.error.unwrap()));
        }
    }
    Some(
        noises
            .into_iter()
            .map(|values| {
                let (values, errors): (Vec<f64>, Vec<f64>) = values.into_iter().unzip();
                let mean = mean(values.iter().copied()).unwrap();
                let squares = squares_about(mean, values.iter().copied());
                let deviation = (squares / (values.len() - 1) as f64).sqrt();
                let error = errors.iter().sum::<f64>() / errors.len() as f64;
                println!("{mean:.6}: deviation {deviation:.6}, error {error:.6}");
                [deviation, error]
            })
            .collect(),
    )
}

/// Five deviations of eight metrics have a relative error of .35 each; together of .13 or more, since they share the signs.
#[test]
fn noise_of_soft_accuracy_is_what_it_says() {
    let Some(noises) = noise(5) else { return };
    let [deviation, error] = [0, 1].map(|which: usize| {
        let squares = noises.iter().map(|pair| pair[which] * pair[which]).sum::<f64>();
        (squares / noises.len() as f64).sqrt()
    });
    println!("together: {deviation:.6} {error:.6}");
    assert!((0.7..=1.4).contains(&(deviation / error)) && deviation <= 0.0003);
}

#[test]
#[ignore = "simulation of minutes: nightly"]
fn noise_of_soft_accuracy_of_each_metric() {
    let Some(noises) = noise(100) else { return };
    for [deviation, error] in noises {
        assert!((0.7..=1.4).contains(&(deviation / error)) && deviation <= 0.0003);
    }
}
