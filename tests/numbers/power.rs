//! Power and coverage against SciPy (`golden/make_power.py`), and by simulation.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use rand::Rng;
use runner::stats::coverage::{Tally, expected_coverage};
use runner::stats::ordering::permutation;
use runner::stats::power::{PairedDeviation, Sides, Test, check_law};
use runner::stats::random::{Purpose, StreamKey};
use runner::stats::special::normal_quantile;
use serde_json::Value;

use crate::support::proportion::binomial_test;

fn golden() -> Value {
    serde_json::from_str(include_str!("../golden/power.json")).expect("the golden file is JSON")
}

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

#[test]
fn power_agrees_with_scipy() {
    for case in golden()["cases"].as_array().unwrap() {
        let number = |name: &str| case[name].as_f64().unwrap();
        let (stdev, units) = (number("stdev"), number("units"));
        let deviation = PairedDeviation { stdev, units, freedom_share: 1.0 };
        let sides = if case["sides"] == 2 { Sides::Two } else { Sides::One };
        let test = Test { level: number("level"), sides };
        let pairs = |name: &str| -> Vec<[f64; 2]> {
            let pairs = case[name].as_array().unwrap().iter();
            pairs.map(|pair| floats(pair).try_into().unwrap()).collect()
        };
        for [size, theirs] in pairs("power") {
            let ours = deviation.power(size, number("difference"), test).unwrap();
            assert!((ours - theirs).abs() < 1e-10, "{size}: {ours} against {theirs}");
        }
        for [power, theirs] in pairs("required") {
            let ours = deviation.required_units(number("difference"), power, test).unwrap();
            assert!((ours / theirs - 1.0).abs() < 1e-8, "{power}: {ours} against {theirs}");
        }
        for [size, theirs] in pairs("smallest") {
            let ours = deviation.smallest_detectable(size, 0.8, test).unwrap();
            assert!((ours / theirs - 1.0).abs() < 1e-8, "{size}: {ours} against {theirs}");
        }
    }
}

#[test]
fn exponents_agree_with_scipy() {
    for law in golden()["laws"].as_array().unwrap() {
        let found = check_law(&floats(&law["sizes"]), &floats(&law["stdevs"])).unwrap();
        let expected = law["exponent"].as_f64().unwrap();
        assert!((found.exponent / expected - 1.0).abs() < 1e-10, "{found:?} {expected}");
    }
}

fn normal(generator: &mut impl Rng) -> f64 {
    let uniform = ((generator.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    normal_quantile(uniform).unwrap()
}

/// Intervals of samples out of a finite corpus hold its mean as often as expected: more than
/// nominal.
#[test]
fn samples_of_a_corpus_over_cover() {
    let (population, sample) = (600_usize, 300_usize);
    let mut generator = StreamKey::new(7, Purpose::Ordering).generator(0);
    let corpus: Vec<f64> = (0..population).map(|_| normal(&mut generator)).collect();
    let truth = corpus.iter().sum::<f64>() / population as f64;
    let key = StreamKey::new(8, Purpose::Ordering);
    let mut tally = Tally::default();
    let z = normal_quantile(0.95).unwrap();
    for trial in 0..3000 {
        let drawn: Vec<f64> = permutation(&key, trial, population)[..sample]
            .iter()
            .map(|index| corpus[*index])
            .collect();
        let mean = drawn.iter().sum::<f64>() / sample as f64;
        let squares: f64 = drawn.iter().map(|x| (x - mean) * (x - mean)).sum();
        let error = (squares / (sample - 1) as f64 / sample as f64).sqrt();
        tally.add((mean - truth).abs() <= z * error);
    }
    let expected = expected_coverage(0.9, sample, population).unwrap();
    let p = binomial_test(tally.held, tally.trials, expected);
    assert!(p > 1e-3, "{tally:?} against {expected}");
    assert!(binomial_test(tally.held, tally.trials, 0.9) < 1e-6);
}
