//! The table of golden values of WMT 2023, English to German: from the functions of mt-metrics-eval at commit 68a481a.
//! Its soft pairwise accuracy has the noise of 1,000 permutations.

#![expect(clippy::unreadable_literal, reason = "values as they are published")]
#![expect(clippy::print_stdout, reason = "figures for people, shown with --nocapture")]

use std::collections::BTreeMap;
use std::fs::read_to_string;
use std::path::Path;

use super::exchange::Exchanges;
use super::measure::{Grouping, Measure, PValues, Tau};
use super::mtme;
use super::mtme_exact::{SystemLevel, exact_pairs_test, exact_system_test};
use super::pair_tests::PairTests;
use super::scores::Scores;
use super::spa::Signs;
use crate::stats::correlation::Coefficient;
use crate::stats::judges::needs;
use crate::stats::random::{Purpose, StreamKey};

/// Scores by system of a file of segment scores.
fn columns(path: &Path) -> BTreeMap<String, Vec<f64>> {
    let mut columns: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for line in read_to_string(path).unwrap().lines() {
        let (system, score) = line.split_once('\t').unwrap();
        let score = if score == "None" { f64::NAN } else { score.trim().parse().unwrap() };
        columns.entry(system.to_owned()).or_default().push(score);
    }
    columns
}

/// Of the 12 systems other than references, in byte order.
pub(super) fn scores(path: &Path) -> Scores {
    let columns = columns(path);
    let rows = columns
        .into_iter()
        .filter(|(name, _)| !(name.starts_with("ref") || name == "synthetic_ref"));
    let rows: Vec<Vec<f64>> = rows.map(|(_, row)| row).collect();
    assert_eq!(rows.len(), 12, "{}", path.display());
    Scores::new(&rows)
}

/// Gold, metric, and its SPA, acc-eq with threshold, PDP, Pearson of segments, pairwise accuracy over judged segments.
type Row = (&'static str, &'static str, [f64; 6]);

const GOLDEN: [Row; 14] = include!("../../../../../tests/golden/wmt23_metrics.rs");

/// The folder of the campaign, human scores and those of a metric.
fn campaign(gold: &str, metrics: &[&str]) -> Option<(Scores, Vec<Scores>)> {
    let folder = needs::data()?.join("evalsets/wmt23");
    let human = scores(&folder.join(format!("human-scores/en-de.{gold}.seg.score")));
    Some((
        human,
        metrics
            .iter()
            .map(|name| scores(&folder.join(format!("metric-scores/en-de/{name}.seg.score"))))
            .collect(),
    ))
}

/// The same with mt-metrics-eval's signs: to the last digit, or one permutation of one of 66 pairs away, which is
/// how far its own values are from each other by how its arrays lie in memory.
#[test]
fn soft_accuracy_with_its_own_signs() {
    let (mut equal, mut equal_in_64_bits) = (0, 0);
    for (gold, name, expected) in GOLDEN {
        let Some((human, metrics)) = campaign(gold, &[name]) else { return };
        let accuracy = mtme::soft_accuracy(&human, &metrics[0]).unwrap();
        let signs = mtme::signs(&human).unwrap();
        let items = mtme::judged_items(&human).unwrap();
        let systems: Vec<usize> = (0..12).collect();
        let [human, metric] = [&human, &metrics[0]].map(|scores| scores.select(&systems, &items));
        let measure = Measure::Spa(PValues::Permutations);
        let in_64_bits = measure.of(&human, &metric, &signs).unwrap().value;
        println!("{gold} {name}: {accuracy:.6} {in_64_bits:.6} {}", expected[0]);
        for accuracy in [accuracy, in_64_bits] {
            assert!((accuracy - expected[0]).abs() < 1.6e-5, "{gold} {name}: {accuracy}");
        }
        equal += u32::from((accuracy - expected[0]).abs() < 6e-7);
        equal_in_64_bits += u32::from((in_64_bits - expected[0]).abs() < 6e-7);
    }
    assert_eq!((equal, equal_in_64_bits), (10, 7));
}

/// Pearson's and Kendall's b, c, 23 and acc23 over all outputs, by item and by system, from mt-metrics-eval
/// (`tests/golden/make_meta.py`); in the last case people's score of system i on item s is absent where 7 i + 3 s is
/// a multiple of 5.
#[test]
fn correlations_are_those_of_mt_metrics_eval() {
    let cases: [(&str, &str, bool, [[f64; 5]; 3]); 3] = [
        (
            "mqm",
            "COMET-refA",
            false,
            [
                [0.432403581974, 0.418429557652, 0.400123875367, 0.30759037948, 0.65379518974],
                [0.507568017153, 0.365661371596, 0.359730956576, 0.124110671937, 0.562055335968],
                [0.36280216363, 0.386594029612, 0.371382986855, 0.271434435288, 0.635717217644],
            ],
        ),
        (
            "da-sqm",
            "BLEU-refA",
            false,
            [
                [0.27499869094, 0.146773081971, 0.146075565081, 0.128982875416, 0.564491437708],
                [0.289952885432, 0.166317371065, 0.164891842734, 0.082960755092, 0.541480377546],
                [0.183555481144, 0.10345885223, 0.103316923975, 0.084795846463, 0.542397923231],
            ],
        ),
        (
            "mqm",
            "COMET-refA",
            true,
            [
                [0.433265837832, 0.417109707579, 0.399126511520, 0.307279510241, 0.653639755121],
                [0.511490184379, 0.369152785368, 0.364727796627, 0.123381642512, 0.561690821256],
                [0.360730453746, 0.385813104966, 0.371014934856, 0.271529371426, 0.635764685713],
            ],
        ),
    ];
    for (gold, name, has_gaps, expected) in cases {
        let Some((mut human, metrics)) = campaign(gold, &[name]) else { return };
        if has_gaps {
            human = Scores::new(
                &(0..12)
                    .map(|system: usize| -> Vec<f64> {
                        let values = human.of(system).iter().enumerate();
                        values
                            .map(|(item, value)| {
                                if (7 * system + 3 * item).is_multiple_of(5) {
                                    f64::NAN
                                } else {
                                    *value
                                }
                            })
                            .collect()
                    })
                    .collect::<Vec<_>>(),
            );
            assert_eq!(human.known().count(), 4413);
        }
        let signs = Signs::new(0, 0, &StreamKey::new(1, Purpose::Signs));
        let groupings = [Grouping::None, Grouping::Item, Grouping::System];
        for (grouping, expected) in groupings.into_iter().zip(expected) {
            let measures = [
                Measure::Pearson(grouping),
                Measure::Kendall(Tau::B, grouping),
                Measure::Kendall(Tau::C, grouping),
                Measure::Kendall(Tau::TwentyThree, grouping),
                Measure::Kendall(Tau::Accuracy, grouping),
            ];
            for (measure, expected) in measures.into_iter().zip(expected) {
                let value = measure.of(&human, &metrics[0], &signs).unwrap().value;
                let place = format!("{gold} {name} {has_gaps} {grouping:?}");
                assert!((value - expected).abs() < 1e-11, "{place}: {value} {expected}");
            }
        }
        let by_item = Measure::AccEq { is_calibrated: false };
        let by_item = by_item.of(&human, &metrics[0], &signs).unwrap().value;
        assert!((by_item - expected[1][4]).abs() < 1e-11);
    }
}

/// p-values of PERM-BOTH: one-sided that the second is better, two-sided, and the observed difference, from as many draws
/// as the last number says, of mt-metrics-eval or (PDP, system level) of NumPy; see `tests/golden/make_meta.py`.
#[test]
fn tests_of_pairs_are_those_of_mt_metrics_eval() {
    let by_item = Measure::AccEq { is_calibrated: false };
    let pooled = Measure::Pearson(Grouping::None);
    let soft = Measure::Spa(PValues::Permutations);
    let calibrated = Measure::AccEq { is_calibrated: true };
    let systems = Measure::Systems(Coefficient::Pearson);
    let cases = [
        ("ESA-1", "COMET-refA", "CometKiwi-src", soft, [0.9175, 0.1575, -0.032166667], 400.0),
        ("ESA-1", "chrF-refA", "BLEU-refA", soft, [0.0975, 0.2, 0.032257576], 400.0),
        (
            "ESA-1",
            "MetricX-23-refA",
            "CometKiwi-src",
            calibrated,
            [0.66, 0.586667, -0.005782462],
            150.0,
        ),
        (
            "ESA-1",
            "COMET-refA",
            "CometKiwi-src",
            Measure::Pdp,
            [0.3705, 0.75725, 0.007707782],
            4000.0,
        ),
        ("mqm", "chrF-refA", "BLEU-refA", systems, [0.0015, 0.00225, 0.040603223], 4000.0),
        ("ESA-1", "COMET-refA", "CometKiwi-src", systems, [0.0005, 0.0005, 0.045497678], 4000.0),
        ("mqm", "BLEU-refA", "f200spBLEU-refA", pooled, [0.0, 0.0, 0.044919173], 1000.0),
        ("ESA-1", "COMET-refA", "CometKiwi-src", pooled, [0.093, 0.163, 0.025646325], 1000.0),
        (
            "ESA-1",
            "MetricX-23-refA",
            "XCOMET-Ensemble-refA",
            pooled,
            [0.99, 0.032, -0.025628159],
            1000.0,
        ),
        ("mqm", "chrF-refA", "BLEU-refA", by_item, [0.405, 0.93, 0.000362319], 200.0),
        ("ESA-1", "COMET-refA", "chrF-refA", by_item, [1.0, 0.0, -0.036378276], 300.0),
        ("mqm", "CometKiwi-src", "COMET-refA", by_item, [0.0, 0.0, 0.016600791], 200.0),
    ];
    for (gold, first, second, measure, expected, draws) in cases {
        let Some((human, metrics)) = campaign(gold, &[first, second]) else { return };
        // With its signs, whose noise is part of its differences.
        let items = mtme::judged_items(&human).unwrap();
        let all: Vec<usize> = (0..human.systems()).collect();
        let metrics: Vec<Scores> =
            metrics.iter().map(|scores| scores.select(&all, &items)).collect();
        let human = human.select(&all, &items);
        let signs = mtme::signs(&human).unwrap();
        let key = StreamKey::new(1, Purpose::MetricExchange);
        let exchanges = Exchanges::of_outputs(&human, 1000, key);
        let test = PairTests::new(&human, &metrics, measure, &signs, exchanges).unwrap();
        let outcome = test.all().remove(0).outcome.unwrap();
        let p_values = [outcome.second_is_better(), outcome.differ()];
        println!("{gold} {first} {second}: {} {p_values:?}", outcome.observed);
        let slack = match measure {
            // Permutations that tie, of one pair of systems in each of two metrics.
            Measure::Spa(_) => 4e-5,
            // The best of 1,024 thresholds beside the best of all.
            Measure::AccEq { is_calibrated: true } => 5e-4,
            _ => 1e-8,
        };
        assert!(
            (outcome.observed - expected[2]).abs() < slack,
            "{first} {second}: {}",
            outcome.observed
        );
        for (computed, p) in p_values.into_iter().zip(expected) {
            let error = (p * (1.0 - p) / draws).sqrt().max(1.0 / draws);
            let both = error.hypot(computed.error.unwrap());
            assert!((computed.p - p).abs() < 5.0 * both, "{first} {second}: {computed:?} {p}");
        }
    }
}

/// Its tests by enumeration, from NumPy and SciPy (`tests/golden/make_meta.py`): of 2^12 exchanges at system level, and
/// of the binomial distribution.
#[test]
fn its_exact_tests() {
    let Some(data) = needs::data() else { return };
    let folder = data.join("evalsets/wmt23");
    let human = system_scores(&folder.join("human-scores/en-de.mqm.sys.score"));
    let cases = [
        ("BLEU-refA", "COMET-refA", [13.0, 416.0]),
        ("chrF-refA", "BLEU-refA", [123.0, 896.0]),
        ("MetricX-23-refA", "CometKiwi-src", [3701.0, 96.0]),
    ];
    for (first, second, expected) in cases {
        let metrics = [first, second].map(|name| {
            system_scores(&folder.join(format!("metric-scores/en-de/{name}.sys.score")))
        });
        let levels = [SystemLevel::Pearson, SystemLevel::Accuracy];
        for (level, expected) in levels.into_iter().zip(expected) {
            let p = exact_system_test(level, &human, &metrics[0], &metrics[1]);
            let count = p.unwrap() * 4096.0;
            assert!((count - expected).abs() < 1e-9, "{first} {second}: {count} {expected}");
        }
    }
    let cases = [
        ("mqm", "BLEU-refA", "chrF-refA", 0.578099937859),
        ("mqm", "COMET-refA", "CometKiwi-src", 0.965433020192),
        ("ESA-1", "MetricX-23-refA", "CometKiwi-src", 0.899306045012),
        ("ESA-1", "CometKiwi-src", "MetricX-23-refA", 0.106443699333),
    ];
    for (gold, first, second, expected) in cases {
        let Some((human, metrics)) = campaign(gold, &[first, second]) else { return };
        let p_values = exact_pairs_test(&human, &metrics[0], &metrics[1]).unwrap();
        assert!((p_values - expected).abs() < 1e-10, "{first} {second}: {p_values} {expected}");
    }
}

/// Of all systems but two references.
fn system_scores(path: &Path) -> Vec<f64> {
    let systems =
        columns(path).into_iter().filter(|(name, _)| name != "refA" && name != "synthetic_ref");
    systems.map(|(_, score)| score[0]).collect()
}

/// Nothing depends on the order of systems but the draws, which belong to outputs.
#[test]
fn the_order_of_systems_does_not_matter() {
    let Some((human, metrics)) = campaign("mqm", &["COMET-refA", "BLEU-refA"]) else { return };
    let items: Vec<usize> = (0..human.items()).collect();
    let systems: Vec<usize> = (0..12).map(|system| system * 5 % 12).collect();
    let turned_human = human.select(&systems, &items);
    let signs = Signs::new(human.items(), 500, &StreamKey::new(1, Purpose::Signs));
    for measure in [
        Measure::Spa(PValues::Permutations),
        Measure::Spa(PValues::Normal),
        Measure::AccEq { is_calibrated: true },
        Measure::Pdp,
        Measure::PairwiseAccuracy,
        Measure::Pearson(Grouping::System),
        Measure::Kendall(Tau::B, Grouping::Item),
        Measure::Systems(Coefficient::Kendall),
    ] {
        for metric in &metrics {
            let plain = measure.of(&human, metric, &signs).unwrap();
            let turned = metric.select(&systems, &items);
            let after_turn = measure.of(&turned_human, &turned, &signs).unwrap();
            assert!(
                (plain.value - after_turn.value).abs() < 1e-12,
                "{measure:?}: {plain:?} {after_turn:?}"
            );
            assert_eq!(plain.compared, after_turn.compared);
        }
    }
}
