//! Margins that a loss to the baseline is to stay below, through a spec.

use runner::analyses::ComparisonRow;

use super::support::{all, judged, run};

/// Student's sleep data (Biometrika 6, 1908), ten hours added: the first drug less the second is -1.58 with a
/// standard error of .3889587 over nine degrees of freedom (R's `t.test`: t = -4.0621).
fn sleep(comparison: &str) -> Vec<ComparisonRow> {
    let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
    let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    let shifted = |values: [f64; 10]| all(&values.map(|x| (10.0 * x + 100.0).round() / 10.0));
    let systems =
        [("first", shifted(first)), ("second", shifted(second)), ("third", shifted(second))];
    let study = format!(
        "metrics = [\"adequacy\"]\nB = 10\nresample = \"segments\"\n[studies.s.comparison]\n{comparison}"
    );
    run(&study, judged(&[4, 6], &systems)).comparisons
}

#[track_caller]
fn assert_close(found: Option<f64>, expected: f64) {
    assert!(
        (found.unwrap() - expected).abs() < 1e-9 * expected.abs().max(1.0),
        "{found:?} {expected}"
    );
}

/// P-values by numerical integration of Student's density with nine degrees of freedom (Simpson, 400,000
/// steps, in Python); sizes where the one-sided t test at .025 has a power of .8, by SciPy's noncentral t, with
/// a standard error of .3889587 times the root of 1.4782797 on ten units: the factor for a variance of 4.5 degrees of freedom,
/// from the quantile of SciPy's noncentral t (one of the ten differences stands out, so that the jackknife's standard error of
/// the log variance, 1.2033777, leaves half of the nine that the number of units has).
#[test]
fn verdicts_are_those_of_two_one_sided_t_tests() {
    let name = |row: &ComparisonRow| row.margin_verdict.map(|verdict| verdict.name());
    for (margin, p, verdict, units) in [
        (0.5, 0.989_240_756_621_606_6, "fail", 72.159_525_282_650_39),
        (1.0, 0.914_944_114_551_298_4, "inconclusive", 19.561_279_925_741_92),
        (2.5, 0.021_116_860_246_488_844, "pass", 5.032_890_870_712_619),
    ] {
        let rows = sleep(&format!("baseline = \"second\"\nmargin = {margin}\n"));
        let row = rows.iter().find(|row| &*row.system_a == "first").unwrap();
        assert_close(row.margin, margin);
        assert_close(row.margin_p_value, p);
        assert_eq!(row.margin_p_adjusted, row.margin_p_value, "the identical pair is no test");
        assert_eq!((name(row), row.margin_status.name()), (Some(verdict), "ok"));
        assert!((row.margin_required_units.unwrap() - units).abs() < 1e-6 * units);
        // A system with the same judgments loses nothing.
        let same = rows.iter().find(|row| &*row.system_a == "third").unwrap();
        assert_eq!((name(same), same.margin_p_value), (Some("pass"), None));
    }
}

/// A share is of the score of the baseline: the mean of the second drug is 12.33.
#[test]
fn without_a_margin_there_is_none() {
    let rows = sleep("baseline = \"second\"\nmargin = \"5 %\"\n");
    assert_close(rows[0].margin, 0.05 * 12.33);
    for row in sleep("baseline = \"second\"\n") {
        assert_eq!((row.margin, row.margin_p_value, row.margin_required_units), (None, None, None));
        assert_eq!((row.margin_verdict, row.margin_status.name()), (None, "no-margin"));
    }
}
