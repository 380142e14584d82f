//! Distribution functions against SciPy 1.17.1 (`golden/make_special.py`).

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use runner::stats::proportion::{binomial_upper_tail, wilson};
use runner::stats::special::{
    beta_cdf, beta_quantile, normal_cdf, normal_quantile, student_t_cdf, student_t_pdf,
    student_t_quantile,
};
use serde_json::Value;

use crate::support::proportion::{binomial_lower_tail, binomial_test, clopper_pearson};

/// No value may be further off than this, whatever the largest error of its table is held to.
const TOLERANCE: f64 = 1e-11;

fn golden() -> Value {
    serde_json::from_str(include_str!("../golden/special.json")).expect("the golden file is JSON")
}

/// Largest relative error of `ours` over the rows of `table`, whose last entry is SciPy's value.
/// Values below 1e-300 have lost digits on both sides and are left out.
fn largest_error(table: &str, ours: impl Fn(&[f64]) -> f64) -> f64 {
    let all = golden();
    let rows: Vec<Vec<f64>> = serde_json::from_value(all[table].clone()).unwrap();
    assert!(rows.len() >= 10);
    let mut largest = 0.0_f64;
    for row in rows {
        let (theirs, arguments) = row.split_last().unwrap();
        let found = ours(arguments);
        assert!(!found.is_nan(), "{table} {arguments:?}");
        if theirs.abs() > 1e-300 {
            let error = (found / theirs - 1.0).abs();
            largest = largest.max(error);
            assert!(error < TOLERANCE, "{table} {arguments:?}: {found:e} against {theirs:e}");
        } else {
            assert!(found.abs() <= 1e-300);
        }
    }
    largest
}

#[test]
fn normal_distribution() {
    assert!(largest_error("normal_cdf", |x| normal_cdf(x[0])) < 3e-13);
    assert!(largest_error("normal_quantile", |x| normal_quantile(x[0]).unwrap()) < 1e-15);
}

#[test]
fn student_t() {
    assert!(largest_error("student_t_cdf", |x| student_t_cdf(x[0], x[1])) < 1e-12);
    assert!(largest_error("student_t_pdf", |x| student_t_pdf(x[0], x[1])) < 1e-13);
    let quantile = |x: &[f64]| student_t_quantile(x[0], x[1]).unwrap();
    assert!(largest_error("student_t_quantile", quantile) < 1e-12);
}

#[test]
fn beta_distribution() {
    assert!(largest_error("beta_cdf", |x| beta_cdf(x[0], x[1], x[2])) < 1e-12);
    let quantile = |x: &[f64]| beta_quantile(x[0], x[1], x[2]).unwrap();
    assert!(largest_error("beta_quantile", quantile) < 1e-13);
}

#[test]
fn binomial_tails_and_intervals() {
    let compare = |ours: f64, theirs: &Value, what: &str| {
        let theirs = theirs.as_f64().unwrap();
        if theirs > 1e-300 {
            let error = (ours / theirs - 1.0).abs();
            assert!(error < 1e-12, "{what}: {ours} against {theirs}");
        } else {
            assert!(ours.abs() < 1e-15, "{what}: {ours} against {theirs}");
        }
    };
    for case in golden()["binomial"].as_array().unwrap() {
        let (k, n) = (case["k"].as_u64().unwrap(), case["n"].as_u64().unwrap());
        let (p, level) = (case["p"].as_f64().unwrap(), case["level"].as_f64().unwrap());
        let what = format!("{k} of {n} at {p}");
        compare(binomial_upper_tail(k, n, p), &case["upper"], &what);
        compare(binomial_lower_tail(k, n, p), &case["lower"], &what);
        let exact = clopper_pearson(k, n, level).unwrap();
        compare(exact.lower, &case["exact"][0], &what);
        compare(exact.upper, &case["exact"][1], &what);
        let score = wilson(k, n, level).unwrap();
        compare(score.lower, &case["wilson"][0], &what);
        compare(score.upper, &case["wilson"][1], &what);
    }
}

#[test]
fn exact_tests_and_intervals_have_closed_forms() {
    assert!((binomial_upper_tail(3, 9, 0.4) + binomial_lower_tail(2, 9, 0.4) - 1.0).abs() < 1e-14);
    assert!((binomial_test(5, 10, 0.5) - 1.0).abs() < 1e-14);
    assert_eq!(clopper_pearson(3, 2, 0.95), None);
    assert_eq!(clopper_pearson(1, 2, 1.0), None);
    // With no success the upper bound has a closed form.
    let upper = clopper_pearson(0, 20, 0.95).unwrap().upper;
    assert!((upper - (1.0 - libm::pow(0.025, 1.0 / 20.0))).abs() < 1e-14);
}
