//! Power and coverage against statsmodels and SciPy (`golden/make_power.py`), and by simulation.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use rand::Rng;
use runner::stats::coverage::{Tally, expected_coverage};
use runner::stats::ordering::permutation;
use runner::stats::power::{PairedDeviation, Sides, Test, check_law};
use runner::stats::proportion::binomial_test;
use runner::stats::random::{Purpose, StreamKey};
use runner::stats::special::normal_quantile;
use serde_json::Value;

fn golden() -> Value {
    serde_json::from_str(include_str!("golden/power.json")).expect("the golden file is JSON")
}

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

#[test]
fn power_agrees_with_statsmodels() {
    for case in golden()["cases"].as_array().unwrap() {
        let number = |name: &str| case[name].as_f64().unwrap();
        let deviation = PairedDeviation { stdev: number("stdev"), units: number("units") };
        let sides = if case["sides"] == 2 { Sides::Two } else { Sides::One };
        let test = Test { level: number("level"), sides };
        for pair in case["power"].as_array().unwrap() {
            let [size, theirs] = floats(pair)[..] else { panic!("a pair") };
            let ours = deviation.power(size, number("difference"), test).unwrap();
            assert!((ours - theirs).abs() < 1e-12, "{size}: {ours} against {theirs}");
        }
        for pair in case["required"].as_array().unwrap() {
            let [power, theirs] = floats(pair)[..] else { panic!("a pair") };
            let ours = deviation.required_units(number("difference"), power, test).unwrap();
            // Their two-sided size counts rejections on the wrong side.
            assert!((ours / theirs - 1.0).abs() < 1e-4, "{power}: {ours} against {theirs}");
        }
    }
}

#[test]
fn exponents_agree_with_scipy() {
    for law in golden()["laws"].as_array().unwrap() {
        let found = check_law(&floats(&law["sizes"]), &floats(&law["stdevs"])).unwrap();
        for (ours, theirs) in
            [(found.exponent, "exponent"), (found.error.unwrap(), "error"), (found.p.unwrap(), "p")]
        {
            let expected = law[theirs].as_f64().unwrap();
            assert!((ours / expected - 1.0).abs() < 1e-10, "{theirs}: {ours} against {expected}");
        }
    }
}

fn normal(generator: &mut impl Rng) -> f64 {
    let uniform = ((generator.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    normal_quantile(uniform).unwrap()
}

/// A difference that needs n units is found in the wanted share of simulated test sets of n units.
#[test]
fn planned_test_sets_have_their_power() {
    let test = Test { level: 0.95, sides: Sides::Two };
    // Differences of segments with deviation 5: 0.5 on a test set of 100.
    let deviation = PairedDeviation { stdev: 0.5, units: 100.0 };
    let units = deviation.required_units(0.7, 0.8, test).unwrap().ceil();
    assert!((400.0..=401.0).contains(&units), "{units}");
    let (trials, mut shown) = (3000, 0);
    let critical = normal_quantile(0.975).unwrap();
    for trial in 0..trials {
        let mut generator = StreamKey::new(6, Purpose::Ordering).generator(trial);
        let mut mean = 0.0;
        let mut count = 0.0;
        while count < units {
            mean += (0.7 + 5.0 * normal(&mut generator)) / units;
            count += 1.0;
        }
        shown += u64::from((mean / deviation.at(units)).abs() > critical);
    }
    let expected = deviation.power(units, 0.7, test).unwrap();
    let p = binomial_test(shown, trials, expected);
    assert!(p > 1e-3, "{shown} of {trials} against {expected}");
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
