//! sacreBLEU's intervals and tests, digit by digit.
//!
//! `golden/sacrebleu/`: 50 segments of two systems, and what sacreBLEU 2.5.1 with NumPy 2.4.6 makes
//! of them (in 64-bit arithmetic). Its `significance.py` is the same in 2.6.0. Real data: sacreBLEU
//! 2.6.0 itself, `sacrebleu REF -i BASELINE SYSTEMS -m bleu ter --paired-bs -w 4` and
//! `--paired-ar`.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use runner::metric::config::{BleuConfig, ChrfConfig, TerConfig};
use runner::metric::{Metric, Rows, StatisticsRows};
use runner::stats::comparison::{Differences, TieRule};
use runner::stats::direction::Direction;
use runner::stats::distribution::Distribution;
use runner::stats::interval::{percentile, sacrebleu};
use runner::stats::sacrebleu::{SEED, bootstrap_test, randomization_test, resampled_sums};
use serde_json::Value;

use crate::support::needs;

fn lines(text: &str) -> Vec<Option<&str>> {
    text.lines().map(Some).collect()
}

fn flat(rows: &Rows) -> Vec<i64> {
    (0..rows.len()).flat_map(|index| rows.row(index).to_vec()).collect()
}

/// Equal to the 15 digits that a different order of summation leaves.
#[track_caller]
fn assert_digits(ours: f64, theirs: &Value) {
    let theirs = theirs.as_f64().unwrap();
    assert!((ours / theirs - 1.0).abs() < 5e-15, "{ours} against {theirs}");
}

fn check(name: &str, metric: &dyn Metric, direction: Direction) {
    let all: Value = serde_json::from_str(include_str!("../golden/sacrebleu/golden.json")).unwrap();
    let golden = &all[name];
    let reference = lines(include_str!("../golden/sacrebleu/ref.txt"));
    let prepared = metric.prepare(&[&reference], &[]);
    let statistics = [
        include_str!("../golden/sacrebleu/sysA.txt"),
        include_str!("../golden/sacrebleu/sysB.txt"),
    ]
    .map(|text| prepared.extract(&lines(text)));
    let scorer = statistics[0].scorer.clone();
    let rows = statistics.map(|statistics| match statistics.rows {
        StatisticsRows::Fixed(rows) => rows,
        _ => panic!("rows are fixed"),
    });
    let scores = [&rows[0], &rows[1]].map(|rows| scorer.score(&rows.sums()).unwrap());
    assert_digits(scores[0], &golden["A"]);
    assert_digits(scores[1], &golden["B"]);
    let sums: Vec<f64> = rows[0].sums().iter().map(|sum| *sum as f64).collect();
    if name != "TER" {
        assert_eq!(Value::from(sums), golden["stats_A"]);
    }
    let columns = scorer.columns();
    let flat = [flat(&rows[0]), flat(&rows[1])];
    let replicates = [&flat[0], &flat[1]].map(|rows| -> Vec<f64> {
        let sums = resampled_sums(rows, columns, SEED, 1000);
        sums.chunks(columns).map(|sums| scorer.score(sums).unwrap()).collect()
    });
    for (ours, theirs) in replicates[0].iter().zip(golden["boot_A_first5"].as_array().unwrap()) {
        assert_digits(*ours, theirs);
    }
    let d = Distribution::new(&replicates[0]);
    let report = sacrebleu(&d).unwrap();
    assert_digits(report.mean, &golden["mean_A"]);
    assert_digits(report.order_statistics.lower, &golden["sorted25"]);
    assert_digits(report.order_statistics.upper, &golden["sorted974"]);
    assert_digits(report.half_width, &golden["half"]);
    assert_digits(d.stdev().unwrap(), &golden["sd_A_ddof1"]);
    let quantiles = percentile(&d, 0.95).unwrap();
    assert_digits(quantiles.lower, &golden["np_percentile"][0]);
    assert_digits(quantiles.upper, &golden["np_percentile"][1]);

    let pair = [&replicates[0][..], &replicates[1][..]];
    let bootstrap = bootstrap_test(scores, pair).unwrap();
    assert_eq!(bootstrap.extreme, golden["count_bs"].as_u64().unwrap());
    assert_eq!(Value::from(bootstrap.p), golden["p_bs"]);
    let rows = [&flat[0][..], &flat[1][..]];
    let randomization =
        randomization_test(rows, columns, SEED, 10_000, &|sums| scorer.score(sums)).unwrap();
    assert_eq!(randomization.extreme, golden["count_ar"].as_u64().unwrap());
    assert_eq!(Value::from(randomization.p), golden["p_ar"]);
    // Their share of replicates in which B scores higher, which for TER is worse.
    let differences =
        Differences::new([scores[1], scores[0]], [pair[1], pair[0]], direction).unwrap();
    let wins = differences.wins();
    let higher = match direction {
        Direction::HigherIsBetter => wins.rate(TieRule::Loss).unwrap(),
        Direction::LowerIsBetter => wins.losses as f64 / wins.total() as f64,
    };
    assert_digits(higher, &golden["P_B_wins"]);
}

#[test]
fn bleu() {
    check("BLEU", &BleuConfig::default(), Direction::HigherIsBetter);
}

#[test]
fn chrf() {
    check("chrF2", &ChrfConfig::default(), Direction::HigherIsBetter);
    let plus_plus = ChrfConfig { word_order: 2, ..ChrfConfig::default() };
    check("chrF2++", &plus_plus, Direction::HigherIsBetter);
}

const TER: TerConfig = TerConfig {
    normalized: false,
    no_punctuation: false,
    asian_support: false,
    case_sensitive: false,
};

#[test]
fn ter() {
    check("TER", &TER, Direction::LowerIsBetter);
}

/// What sacreBLEU prints for a system: mean and half width, p by bootstrap (to four digits) and by
/// randomization.
struct Printed {
    system: &'static str,
    mean: f64,
    half_width: f64,
    bootstrap: f64,
    randomization: f64,
}

const fn printed(
    system: &'static str,
    [mean, half_width, bootstrap, randomization]: [f64; 4],
) -> Printed {
    Printed { system, mean, half_width, bootstrap, randomization }
}

/// WMT23 Hebrew-English, 1,910 segments, reference B, against the baseline ONLINE-A.
fn check_real_data(metric: &dyn Metric, systems: &[Printed]) {
    let Some(data) = needs::data() else { return };
    let folder = data.join("evalsets/wmt23");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let split = |text: &'static str| text.trim_end_matches('\n').split('\n').map(Some).collect();
    let texts = |name: &str| -> Vec<Option<&'static str>> { split(read(name).leak()) };
    let reference = texts("references/he-en.refB.txt");
    let prepared = metric.prepare(&[&reference], &[]);
    let replicates = |system: &str| {
        let statistics = prepared.extract(&texts(&format!("system-outputs/he-en/{system}.txt")));
        let StatisticsRows::Fixed(rows) = statistics.rows else { panic!("rows are fixed") };
        let (scorer, rows) = (statistics.scorer, (rows.sums(), flat(&rows)));
        let score = scorer.score(&rows.0).unwrap();
        let sums = resampled_sums(&rows.1, scorer.columns(), SEED, 1000);
        let scores = sums.chunks(scorer.columns()).map(|sums| scorer.score(sums).unwrap());
        (scorer.clone(), rows.1, score, scores.collect::<Vec<f64>>())
    };
    let (scorer, baseline, score, of_baseline) = replicates("ONLINE-A");
    for theirs in systems {
        let (_, rows, of_system, scores) = replicates(theirs.system);
        let report = sacrebleu(&Distribution::new(&scores)).unwrap();
        // They add in 32-bit floats and print four digits.
        assert!((report.mean - theirs.mean).abs() < 1e-4, "{}: {report:?}", theirs.system);
        assert!((report.half_width - theirs.half_width).abs() < 1e-4, "{}", theirs.system);
        let bootstrap = bootstrap_test([score, of_system], [&of_baseline, &scores]).unwrap();
        assert!((bootstrap.p - theirs.bootstrap).abs() < 5e-5, "{}: {bootstrap:?}", theirs.system);
        let columns = scorer.columns();
        let score = |sums: &[i64]| scorer.score(sums);
        let p = randomization_test([&baseline, &rows], columns, SEED, 10_000, &score).unwrap().p;
        assert!((p - theirs.randomization).abs() < 1e-12, "{}: {p}", theirs.system);
    }
}

#[test]
fn real_data() {
    let systems = [
        printed("ONLINE-B", [45.0328, 0.9634, 0.0370, 0.056_494_350_564_943_51]),
        printed("GTCOM_Peter", [44.3224, 0.9101, 0.4146, 0.981_501_849_815_018_5]),
        printed("Lan-BridgeMT", [36.2306, 0.8607, 0.0010, 9.999_000_099_990_002e-5]),
    ];
    check_real_data(&BleuConfig::default(), &systems);
    let systems = [
        printed("ONLINE-B", [42.0489, 0.9537, 0.4046, 0.950_704_929_507_049_3]),
        printed("GTCOM_Peter", [43.3376, 0.9032, 0.0010, 9.999_000_099_990_002e-5]),
        printed("Lan-BridgeMT", [49.1232, 0.8987, 0.0010, 9.999_000_099_990_002e-5]),
    ];
    check_real_data(&TER, &systems);
}
