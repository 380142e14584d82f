//! Correlations and ranks against SciPy 1.17.1 (`golden/make_correlation.py`), and by simulation.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use rand::Rng;
use runner::stats::correlation::{kendall_tau_b, pearson, spearman, williams};
use runner::stats::direction::Direction;
use runner::stats::random::{Purpose, StreamKey};
use runner::stats::ranking::{RankProbabilities, mean_ranks};
use runner::stats::special::normal_quantile;
use serde_json::Value;

use crate::support::proportion::binomial_test;

fn golden() -> Value {
    serde_json::from_str(include_str!("../golden/correlation.json"))
        .expect("the golden file is JSON")
}

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

#[test]
fn coefficients_agree_with_scipy() {
    for case in golden()["cases"].as_array().unwrap() {
        let (x, y) = (floats(&case["x"]), floats(&case["y"]));
        for (ours, theirs) in [
            (pearson(&x, &y), "pearson"),
            (spearman(&x, &y), "spearman"),
            (kendall_tau_b(&x, &y), "kendall"),
        ] {
            let (ours, expected) = (ours.unwrap(), case[theirs].as_f64().unwrap());
            assert!((ours - expected).abs() < 1e-13, "{theirs}: {ours} against {expected}");
        }
    }
}

#[test]
fn rank_probabilities_agree_with_scipy() {
    let golden = &golden()["ranks"];
    let scores: Vec<Vec<f64>> = golden["scores"].as_array().unwrap().iter().map(floats).collect();
    let slices: Vec<&[f64]> = scores.iter().map(Vec::as_slice).collect();
    let found = RankProbabilities::new(&slices, Direction::HigherIsBetter).unwrap();
    for (system, row) in golden["probability"].as_array().unwrap().iter().enumerate() {
        for (rank, expected) in floats(row).into_iter().enumerate() {
            let ours = found.probability(system, rank + 1);
            assert!((ours - expected).abs() < 1e-13, "{system} {rank}: {ours} against {expected}");
        }
    }
    for (b, ranks) in golden["mean_ranks"].as_array().unwrap().iter().enumerate() {
        let of_replicate: Vec<f64> = scores.iter().map(|system| system[b]).collect();
        assert_eq!(mean_ranks(&of_replicate, Direction::HigherIsBetter), floats(ranks));
    }
}

/// Williams' test of two metrics that correlate equally with the truth rejects at its level: 4,000
/// samples of 12 normal triples, at 5 %.
#[test]
fn williams_holds_its_level() {
    let (trials, n) = (4000, 12);
    let mut rejected = 0;
    for trial in 0..trials {
        let mut generator = StreamKey::new(4, Purpose::Ordering).generator(trial);
        let mut normal = || {
            let uniform = ((generator.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
            normal_quantile(uniform).unwrap()
        };
        let human: Vec<f64> = (0..n).map(|_| normal()).collect();
        let shared: Vec<f64> = (0..n).map(|_| normal()).collect();
        let mut metric = || -> Vec<f64> {
            human.iter().zip(&shared).map(|(h, s)| h + 0.5 * s + 0.7 * normal()).collect()
        };
        let (one, two) = (metric(), metric());
        let r = |x: &[f64], y: &[f64]| pearson(x, y).unwrap();
        let found = williams(r(&human, &one), r(&human, &two), r(&one, &two), n).unwrap();
        rejected += u64::from(found.p <= 0.05);
    }
    let p = binomial_test(rejected, trials, 0.05);
    assert!(p > 1e-3, "rejects {rejected} of {trials}");
}
