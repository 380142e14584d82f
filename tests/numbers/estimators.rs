//! Estimators against values that others computed.
//!
//! `golden/regression.json`: `numpy.polyfit` and `scipy.optimize.curve_fit` (SciPy 1.17.1).
//! `golden/bootstrap.json`: `numpy.quantile` and `scipy.stats.bootstrap`, on explicit resamples.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(clippy::disallowed_methods, reason = "the independent value may come from the platform")]

use runner::stats::distribution::Distribution;
use runner::stats::minimal_size::{x_max, x_max_as_published, x_min};
use runner::stats::regression::{Curve, Regression, cubic, power_log, power_nonlinear};
use serde_json::Value;

fn golden(text: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(text).expect("the golden file is JSON");
    all["cases"].as_array().expect("cases").clone()
}

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|x| x.as_f64().expect("a number")).collect()
}

fn assert_close(ours: f64, theirs: &Value, tolerance: f64, what: &str) {
    let theirs = theirs.as_f64().unwrap_or_else(|| panic!("{what}: no number"));
    let difference = (ours - theirs).abs();
    assert!(difference <= tolerance * theirs.abs().max(1e-12), "{what}: {ours} against {theirs}");
}

fn assert_power(fit: &Regression, golden: &Value, r_squared: &str, tolerance: f64, id: &str) {
    let Curve::Power { a, b } = fit.curve else { panic!("a power function") };
    assert_close(a, &golden["a"], tolerance, &format!("{id} a"));
    assert_close(b, &golden["b"], tolerance, &format!("{id} b"));
    assert_close(fit.r_squared.unwrap(), &golden[r_squared], tolerance, &format!("{id} R2"));
    assert_close(
        x_min(fit.curve, 1.0).unwrap(),
        &golden["x_min"],
        tolerance,
        &format!("{id} x_min"),
    );
    for (epsilon, size) in golden["x_max"].as_object().expect("x_max by epsilon") {
        let size_here = x_max(fit.curve, epsilon.parse().unwrap()).unwrap();
        assert_close(size_here, size, tolerance, &format!("{id} x_max({epsilon})"));
    }
}

#[test]
fn regressions_agree_with_numpy_and_scipy() {
    for case in golden(include_str!("../golden/regression.json")) {
        let id = case["id"].as_str().unwrap();
        let (x, y) = (floats(&case["x"]), floats(&case["y"]));
        let power = &case["power"];
        assert_power(&power_log(&x, &y).unwrap(), &power["loglog_ols"], "r2_log", 1e-9, id);
        // curve_fit stops at its own tolerance of about 1e-8.
        assert_power(&power_nonlinear(&x, &y).unwrap(), &power["nls"], "r2_linear", 1e-6, id);
        let fit = cubic(&x, &y).unwrap();
        let Curve::Cubic { a, b, c, d } = fit.curve else { panic!("a cubic") };
        for (ours, theirs) in
            [d, c, b, a].iter().zip(case["cubic"]["coef_d_c_b_a"].as_array().unwrap())
        {
            assert_close(*ours, theirs, 1e-8, &format!("{id} cubic coefficient"));
        }
        assert_close(fit.r_squared.unwrap(), &case["cubic"]["r2"], 1e-9, &format!("{id} cubic R2"));
        for (ours, theirs, what) in [
            (x_max(fit.curve, 0.01), &case["cubic"]["local_minimum"], "local minimum"),
            (x_max_as_published(fit.curve), &case["cubic"]["x_max_paper_rule"], "published rule"),
            (x_min(fit.curve, 1.0), &case["cubic"]["x_min"], "x_min"),
        ] {
            match ours {
                Some(size) => assert_close(size, theirs, 1e-6, &format!("{id} cubic {what}")),
                None => assert!(theirs.is_null(), "{id} cubic {what}: nothing against {theirs}"),
            }
        }
    }
}

/// Nonlinear least squares reach at least the residual sum of squares of SciPy's.
#[test]
fn nonlinear_fits_are_at_the_minimum() {
    for case in golden(include_str!("../golden/regression.json")) {
        let (x, y) = (floats(&case["x"]), floats(&case["y"]));
        let residual = |curve: Curve| -> f64 {
            x.iter().zip(&y).map(|(x, y)| (y - curve.at(*x)) * (y - curve.at(*x))).sum()
        };
        let nls = &case["power"]["nls"];
        let theirs = Curve::Power { a: nls["a"].as_f64().unwrap(), b: nls["b"].as_f64().unwrap() };
        let ours = power_nonlinear(&x, &y).unwrap().curve;
        assert!(residual(ours) <= residual(theirs) * (1.0 + 1e-12), "{}", case["id"]);
    }
}

/// Clean n^-1/2 data: `x_min` is 3 for every constant and unit.
#[test]
fn the_square_root_law_gives_an_x_min_of_three() {
    let x: Vec<f64> = (1..=15).map(f64::from).collect();
    for scale in [0.003, 1.0, 8.0, 250.0] {
        let y: Vec<f64> = x.iter().map(|x| scale / x.sqrt()).collect();
        for fit in [power_log(&x, &y).unwrap(), power_nonlinear(&x, &y).unwrap()] {
            assert!((x_min(fit.curve, 1.0).unwrap() - 3.0).abs() < 1e-9);
            assert!((fit.r_squared.unwrap() - 1.0).abs() < 1e-12);
        }
    }
}

/// Adjusted R squared and `AICc` by their textbook formulas, spelled out for one series.
#[test]
fn fit_measures_follow_their_formulas() {
    let x: Vec<f64> = (1..=8).map(f64::from).collect();
    let y = [8.2, 6.1, 5.1, 4.7, 3.9, 4.0, 3.6, 3.7];
    let fit = power_log(&x, &y).unwrap();
    let residual: f64 = x.iter().zip(y).map(|(x, y)| (y - fit.curve.at(*x)).powi(2)).sum();
    let mean = y.iter().sum::<f64>() / 8.0;
    let total: f64 = y.iter().map(|y| (y - mean).powi(2)).sum();
    let adjusted = 1.0 - (residual / 6.0) / (total / 7.0);
    assert!((fit.r_squared_adjusted.unwrap() - adjusted).abs() < 1e-12);
    // Two coefficients and the variance: k = 3, n = 8.
    let aicc = 8.0 * (residual / 8.0).ln() + 6.0 + 2.0 * 3.0 * 4.0 / (8.0 - 3.0 - 1.0);
    assert!((fit.aicc.unwrap() - aicc).abs() < 1e-12);
}

#[test]
fn summaries_agree_with_numpy() {
    for case in golden(include_str!("../golden/bootstrap.json")) {
        let Some(replicates) = case.get("replicates").filter(|r| r[0].is_number()) else {
            continue;
        };
        let id = case["id"].as_str().unwrap();
        let distribution = Distribution::new(&floats(replicates));
        if let Some(mean) = case.get("boot_mean") {
            assert_close(distribution.mean().unwrap(), mean, 1e-12, id);
            assert_close(distribution.stdev().unwrap(), &case["boot_sd_ddof1"], 1e-12, id);
        }
        if let Some(interval) = case.get("percentile_type7_linear") {
            let ends = distribution.quantiles(&[0.025, 0.975]).unwrap();
            assert_close(ends[0], &interval[0], 1e-12, id);
            assert_close(ends[1], &interval[1], 1e-12, id);
        }
    }
}
