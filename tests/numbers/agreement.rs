//! Agreement of judges against published programs.
//!
//! `golden/agreement.json`: scikit-learn 1.9.1 (`cohen_kappa_score`), statsmodels 0.15.0
//! (`fleiss_kappa`) and krippendorff 0.9.0 (`alpha`). `golden/fleiss.json`: irrCAC 0.4.4
//! (`golden/make_fleiss.py`).

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use runner::stats::agreement::{Scale, Weights, cohen, fleiss, krippendorff, within};
use serde_json::Value;

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap_or(f64::NAN)).collect()
}

#[track_caller]
fn assert_close(ours: f64, theirs: &Value) {
    let theirs = theirs.as_f64().unwrap();
    assert!((ours - theirs).abs() < 1e-13, "{ours} against {theirs}");
}

fn assert_krippendorff(ratings: &[Vec<f64>], golden: &Value) {
    for (scale, name) in
        [(Scale::Nominal, "nominal"), (Scale::Ordinal, "ordinal"), (Scale::Interval, "interval")]
    {
        assert_close(krippendorff(ratings, scale).unwrap(), &golden[name]);
    }
}

#[test]
fn two_judges() {
    let all: Value = serde_json::from_str(include_str!("../golden/agreement.json")).unwrap();
    let cases = all["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 5);
    for case in cases {
        let pairs: Vec<(f64, f64)> =
            floats(&case["judge1"]).into_iter().zip(floats(&case["judge2"])).collect();
        let ratings: Vec<Vec<f64>> = pairs.iter().map(|(a, b)| vec![*a, *b]).collect();
        for (distance, share) in case["within"].as_object().unwrap() {
            assert_close(within(&ratings, distance.parse().unwrap()).unwrap(), share);
        }
        assert_close(within(&ratings, 0.0).unwrap(), &case["exact"]);
        assert_close(cohen(&pairs, Weights::Nominal).unwrap(), &case["cohen_kappa"]);
        assert_close(cohen(&pairs, Weights::Linear).unwrap(), &case["cohen_linear"]);
        assert_close(cohen(&pairs, Weights::Quadratic).unwrap(), &case["cohen_quadratic"]);
        assert_close(fleiss(&ratings).unwrap(), &case["fleiss_kappa"]);
        assert_krippendorff(&ratings, &case["kripp"]);
    }
}

#[test]
fn varying_judges() {
    let all: Value = serde_json::from_str(include_str!("../golden/agreement.json")).unwrap();
    let matrix = all["varying_judges"]["matrix_rows_are_segments"].as_array().unwrap();
    let ratings: Vec<Vec<f64>> = matrix.iter().map(floats).collect();
    assert_krippendorff(&ratings, &all["varying_judges"]["kripp"]);
    // Only which ratings a segment has counts, not from whom.
    let present: Vec<Vec<f64>> =
        ratings.iter().map(|row| row.iter().copied().filter(|r| !r.is_nan()).collect()).collect();
    assert_krippendorff(&present, &all["varying_judges"]["kripp"]);
}

#[test]
fn kappa_with_missing_ratings() {
    let all: Value = serde_json::from_str(include_str!("../golden/fleiss.json")).unwrap();
    for case in all["cases"].as_array().unwrap() {
        let ratings: Vec<Vec<f64>> =
            case["ratings"].as_array().unwrap().iter().map(floats).collect();
        assert_close(fleiss(&ratings).unwrap(), &case["kappa"]);
    }
}
