//! Comparisons of systems against published programs, enumeration and simulation.
//!
//! `golden/bootstrap.json` and `golden/approx_randomization.json`: explicit resamples and exchanges
//! of the `raw` corpus of `golden/bleu_sacrebleu.json`, scored by sacreBLEU 2.5.1; tests counted by
//! NumPy. `golden/multiplicity.json`: statsmodels 0.15.0 (`golden/make_comparison.py`).

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use rand::Rng;
use runner::stats::comparison::{Differences, NullCentre, TieRule};
use runner::stats::direction::Direction;
use runner::stats::kernel::block_counts;
use runner::stats::multiplicity::{benjamini_hochberg, holm};
use runner::stats::random::{Purpose, StreamKey};
use runner::stats::randomization::Exchange;
use serde_json::Value;

use crate::support::bleu;
use crate::support::proportion::binomial_test;

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|x| x.as_f64().expect("a number")).collect()
}

fn bleu_case() -> Value {
    let all: Value = serde_json::from_str(include_str!("../golden/bootstrap.json")).unwrap();
    let cases = all["cases"].as_array().unwrap();
    cases.iter().find(|case| case["id"] == "bleu-raw-B200").unwrap().clone()
}

#[track_caller]
fn assert_close(ours: f64, theirs: &Value) {
    let theirs = theirs.as_f64().expect("a number");
    assert!((ours - theirs).abs() <= 1e-11 * theirs.abs(), "{ours} against {theirs}");
}

#[test]
fn paired_bootstrap() {
    let case = bleu_case();
    for (a, b) in [("A", "B"), ("B", "C")] {
        let scores = [a, b].map(|system| case["full"][system].as_f64().unwrap());
        let replicates = [a, b].map(|system| floats(&case["replicates"][system]));
        let pair = [&replicates[0][..], &replicates[1][..]];
        let found = Differences::new(scores, pair, Direction::HigherIsBetter).unwrap();
        let theirs = &case[format!("paired_{a}_vs_{b}")];
        assert_close(found.observed(), &theirs["delta"]);
        let wins = found.wins();
        assert_eq!(wins.wins, theirs["koehn_wins"].as_u64().unwrap());
        assert_eq!(wins.losses, theirs["koehn_losses"].as_u64().unwrap());
        assert_close(wins.rate(TieRule::Loss).unwrap(), &theirs["koehn_confidence"]);
        let interval = found.interval(0.95).unwrap();
        assert_close(interval.lower, &theirs["diff_percentile_ci_type7"][0]);
        assert_close(interval.upper, &theirs["diff_percentile_ci_type7"][1]);
        let on_mean = found.centred_test(NullCentre::ReplicateMean).unwrap();
        assert_close(on_mean.p, &theirs["centred_on_boot_mean_two_sided_p"]);
        let on_observed = found.centred_test(NullCentre::Observed).unwrap();
        assert_close(on_observed.p, &theirs["centred_two_sided_p"]);
    }
}

#[test]
fn randomization_of_bleu_is_exact() {
    let case = bleu_case();
    let rows = |system: &Value| -> Vec<i64> {
        let rows = case["segment_stats"][system.as_str().unwrap()].as_array().unwrap();
        rows.iter().flat_map(|row| row.as_array().unwrap()).map(|x| x.as_i64().unwrap()).collect()
    };
    let all: Value =
        serde_json::from_str(include_str!("../golden/approx_randomization.json")).unwrap();
    for case in all["cases"].as_array().unwrap() {
        let (a, b) = (rows(&case["pair"][0]), rows(&case["pair"][1]));
        let exchange = Exchange::new(&a, &b, 10, &bleu).unwrap();
        assert_close(exchange.observed(), &case["observed"]);
        let exact = exchange.exact().unwrap();
        assert_eq!(exact.trials, 256);
        assert_eq!(exact.extreme, case["exact_count_ge"].as_u64().unwrap());
        assert_close(exact.p, &case["exact_p_ge"]);
        let random = exchange.random(&StreamKey::new(3, Purpose::Randomization), 10_000).unwrap();
        assert!((random.p - exact.p).abs() < 4.0 * random.error.unwrap(), "{}", random.p);
    }
}

/// The exchanges given explicitly, through a randomization with one unit exchanged or not.
#[test]
fn explicit_exchanges_count_as_given() {
    let case = bleu_case();
    let all: Value =
        serde_json::from_str(include_str!("../golden/approx_randomization.json")).unwrap();
    for golden in all["cases"].as_array().unwrap() {
        let rows = |which: usize| -> Vec<Vec<i64>> {
            let rows = &case["segment_stats"][golden["pair"][which].as_str().unwrap()];
            serde_json::from_value(rows.clone()).unwrap()
        };
        let (a, b) = (rows(0), rows(1));
        let observed = golden["observed"].as_f64().unwrap().abs();
        let mut extreme = 0_u64;
        for mask in golden["masks"].as_array().unwrap() {
            // Units exchanged by hand; the difference of what results is read off an exchange.
            let (mut left, mut right) = (a.clone(), b.clone());
            for (unit, bit) in mask.as_array().unwrap().iter().enumerate() {
                if bit == 1 {
                    std::mem::swap(&mut left[unit], &mut right[unit]);
                }
            }
            let exchanged = Exchange::new(&left.concat(), &right.concat(), 10, &bleu).unwrap();
            extreme += u64::from(exchanged.observed().abs() >= observed * (1.0 - 1e-9));
        }
        assert_eq!(extreme, golden["mc_count_ge"].as_u64().unwrap());
    }
}

#[test]
fn adjusted_p_values_agree_with_statsmodels() {
    let all: Value = serde_json::from_str(include_str!("../golden/multiplicity.json")).unwrap();
    for case in all["cases"].as_array().unwrap() {
        let p: Vec<Option<f64>> = floats(&case["p"]).into_iter().map(Some).collect();
        for (ours, theirs) in [(holm(&p), "holm"), (benjamini_hochberg(&p), "bh")] {
            for (ours, theirs) in ours.iter().zip(case[theirs].as_array().unwrap()) {
                assert_close(ours.unwrap(), theirs);
            }
        }
    }
}

/// Two systems that are alike: every test rejects at 5 % about as often as that. Simulated with
/// unit differences of random sign, for which randomization is exact and the centred bootstrap
/// nearly so.
#[test]
fn tests_hold_their_level() {
    let mean = |sums: &[i64]| (sums[1] != 0).then(|| sums[0] as f64 / sums[1] as f64);
    let (trials, units) = (1500_u64, 40);
    let (mut randomization, mut centred) = (0, 0);
    for trial in 0..trials {
        let mut generator = StreamKey::new(2, Purpose::Ordering).generator(trial);
        let mut value =
            || i64::from(generator.next_u32() % 1000) + i64::from(generator.next_u32() % 1000);
        let a: Vec<i64> = (0..units).flat_map(|_| [value(), 1]).collect();
        let b: Vec<i64> = (0..units).flat_map(|_| [value(), 1]).collect();
        let key = StreamKey::new(trial, Purpose::Randomization);
        let p = Exchange::new(&a, &b, 2, &mean).unwrap().random(&key, 399).unwrap().p;
        randomization += u64::from(p <= 0.05);
        let score = |rows: &[i64], counts: &[u32]| {
            let products =
                rows.chunks(2).zip(counts).map(|(row, count)| row[0] * i64::from(*count));
            products.sum::<i64>() as f64 / f64::from(units)
        };
        let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
        let key = StreamKey::new(trial, Purpose::Bootstrap);
        for block in 0..2 {
            block_counts(&key, block, 256, 40, &mut |counts| {
                of_a.push(score(&a, counts));
                of_b.push(score(&b, counts));
            });
        }
        let ones = [1; 40];
        let scores = [score(&a, &ones), score(&b, &ones)];
        let found = Differences::new(scores, [&of_a, &of_b], Direction::HigherIsBetter).unwrap();
        centred += u64::from(found.centred_test(NullCentre::ReplicateMean).unwrap().p <= 0.05);
    }
    let p = binomial_test(randomization, trials, 0.05);
    assert!(p > 1e-3, "randomization rejects {randomization} of {trials}");
    // Forty units: the bootstrap rejects as z in the place of t does, 6 %.
    let share = centred as f64 / trials as f64;
    assert!((0.045..0.085).contains(&share), "the centred test rejects {centred} of {trials}");
}
