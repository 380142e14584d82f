//! Power against closed forms, and by simulation of the whole way.

use rand::Rng;
use runner::analyses::PowerRow;
use runner::stats::power::{PairedDeviation, Sides, Test};
use runner::stats::random::{Purpose, StreamKey};
use runner::stats::special::normal_quantile;
use runner::stats::special::{chi_square_quantile, normal_cdf};

use crate::support::proportion::binomial_test;

use super::support::{all, judged, run};

fn normals(count: usize, seed: u64) -> Vec<f64> {
    let mut generator = StreamKey::new(seed, Purpose::Ordering).generator(0);
    let uniform = |word: u64| ((word >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    (0..count).map(|_| normal_quantile(uniform(generator.next_u64())).unwrap()).collect()
}

/// Judgments with three decimals.
fn rounded(values: &[f64]) -> Vec<f64> {
    values.iter().map(|value| (1000.0 * value).round() / 1000.0).collect()
}

fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
    (mean, (squares / (n - 1.0)).sqrt())
}

/// Units, and the noncentrality at which a two-sided t test of 5 % on them has a power of .8. SciPy 1.17.1:
/// `scipy.optimize.brentq` over `nct.sf(t, n - 1, x) + nct.cdf(-t, n - 1, x)`, `t = t.ppf(0.975, n - 1)`.
const MULTIPLES: [(u64, f64); 4] = [
    (20, 2.953_584_869_819_056),
    (40, 2.872_973_144_675_618),
    (60, 2.848_225_385_069_761),
    (80, 2.836_217_606_501_999),
];

fn multiple(units: u64) -> f64 {
    MULTIPLES.iter().find(|(n, _)| *n == units).unwrap().1
}

/// The factor F on a size with which the power is .8 on average over q, chi-square over its degrees of freedom: the mean of
/// `Phi((z_a + z_p) sqrt(F q) - z_a)` over its quantiles.
fn rise(freedom: f64) -> f64 {
    const QUANTILES: usize = 20_000;
    let quantile = |index: usize| {
        let p = (index as f64 + 0.5) / QUANTILES as f64;
        chi_square_quantile(p, freedom).unwrap() / freedom
    };
    let quantiles: Vec<f64> = (0..QUANTILES).map(quantile).collect();
    let power = |factor: f64| {
        let of = |q: &f64| normal_cdf(2.801_585_2 * (factor * q).sqrt() - 1.959_964);
        quantiles.iter().map(of).sum::<f64>() / QUANTILES as f64
    };
    let (mut low, mut high) = (1.0, 10.0);
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        if power(middle) < 0.8 { low = middle } else { high = middle }
    }
    low
}

/// Eighty segments in twenty documents, means: the deviation of the difference is s/sqrt(n) of the
/// paired differences, and a multiple of it, by the t test, is what can be shown. All sizes stand beside the observed
/// difference, which none of them depends on.
#[test]
fn sizes_of_means_follow_the_closed_form() {
    let b = rounded(&normals(80, 1).iter().map(|x| 50.0 + 4.0 * x).collect::<Vec<_>>());
    let noise = normals(80, 2);
    let a = rounded(&b.iter().zip(&noise).map(|(b, e)| b + 0.7 + 1.5 * e).collect::<Vec<_>>());
    let differences: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
    let corpus = || judged(&[4; 20], &[("a", all(&a)), ("b", all(&b))]);
    let study = "metrics = [\"adequacy\"]\nresample = \"segments\"\nB = 100\ntest-sizes = { documents = [5, 10, 15, 20] }\n\
                 [studies.s.power]\neffects = [0.25, 1]\n";
    let rows = run(study, corpus()).power;
    assert_eq!(rows.len(), 8);
    // Nothing is resampled.
    let tolerance = 1e-9;
    for row in &rows {
        let n = row.cell.segments.unwrap();
        let own = &differences[..usize::try_from(n).unwrap()];
        let (mean, deviation) = mean_and_deviation(own);
        assert_eq!((row.units, row.cell.status.name()), (Some(n), "ok"));
        assert!((row.observed_difference.unwrap() - mean).abs() < 1e-9);
        let stdev = deviation / (n as f64).sqrt();
        assert!((row.stdev.unwrap() / stdev - 1.0).abs() < tolerance, "{row:?} {stdev}");
        assert_eq!(row.stdev_error, None);
        // By SciPy some two more than the normal distribution says, for the deviation of the row.
        let single = row.stdev.unwrap() * (n as f64).sqrt();
        // Planned for power on average over what the deviation may be, whose error is checked below.
        let log_error = row.size_log_error.unwrap();
        let rise =
            rise((2.0 / (log_error * log_error)).clamp(0.5 * (n - 1) as f64, (n - 1) as f64));
        let of_normal = (2.801_585_2 * single / row.effect.unwrap()).powi(2) * rise;
        let more = row.required_units.unwrap() - of_normal;
        assert!((1.9..2.1).contains(&more), "{row:?} {more}");
        let segments = row.required_segments.unwrap();
        assert!((segments - row.required_units.unwrap().max(2.0).ceil()).abs() < 1e-9);
        assert!((row.required_documents.unwrap() - (segments / 4.0).ceil()).abs() < 1.5);
        // As for the size, whose root it goes with.
        let smallest = multiple(n) * stdev * rise.sqrt();
        assert!((row.smallest_detectable_effect.unwrap() / smallest - 1.0).abs() < 1e-6);
        assert_eq!((row.law_sizes, row.law_status.name()), (4, "ok"));
        // Two systems are one pair, which is not adjusted.
        assert_eq!((row.pairs, row.required_units_any_pair), (1, row.required_units));
        // The logarithm of the variance of all differences but one, for each in turn.
        let logarithms: Vec<f64> = (0..own.len())
            .map(|left_out| {
                let mut rest = own.to_vec();
                rest.remove(left_out);
                2.0 * libm::log(mean_and_deviation(&rest).1)
            })
            .collect();
        let centre = logarithms.iter().sum::<f64>() / n as f64;
        let squares: f64 = logarithms.iter().map(|value| (value - centre).powi(2)).sum();
        let error = ((n - 1) as f64 / n as f64 * squares).sqrt();
        assert!((row.size_log_error.unwrap() / error - 1.0).abs() < 1e-6, "{row:?} {error}");
        // Around the size of the deviation itself, which has the same two units more.
        let of_deviation = of_normal / rise + more;
        for (end, p) in [(row.required_units_lower, 0.975), (row.required_units_upper, 0.025)] {
            let degrees = (n - 1) as f64;
            let ratio = degrees / chi_square_quantile(p, degrees).unwrap();
            assert!((end.unwrap() / of_deviation / ratio - 1.0).abs() < 0.01, "{row:?}");
        }
        assert_eq!(row.interval_status.name(), "ok");
    }
    // The same exponent in all rows: that of the closed form, least squares in logarithms.
    let points: Vec<(f64, f64)> = [20, 40, 60, 80]
        .map(|n| (n as f64, mean_and_deviation(&differences[..n]).1 / (n as f64).sqrt()))
        .map(|(n, s)| (libm::log(n), libm::log(s)))
        .into();
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / 4.0;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let cross: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let square: f64 = points.iter().map(|p| (p.0 - x) * (p.0 - x)).sum();
    for row in &rows {
        assert!((row.law_exponent.unwrap() + cross / square).abs() < 1e-9, "{row:?}");
    }
    // Documents as units: the deviation of document means.
    let study = study.replace("\"segments\"", "\"documents\"");
    let rows = run(&study, corpus()).power;
    let row = rows.iter().rfind(|row| row.effect == Some(0.25)).unwrap();
    let of_documents: Vec<f64> =
        differences.chunks(4).map(|four| four.iter().sum::<f64>() / 4.0).collect();
    let (_, deviation) = mean_and_deviation(&of_documents);
    let log_error = row.size_log_error.unwrap();
    let rise = rise((2.0 / (log_error * log_error)).clamp(9.5, 19.0));
    let units = (2.801_585_2 * deviation / 0.25).powi(2) * rise + 2.0;
    assert_eq!(row.units, Some(20));
    assert!((row.required_units.unwrap() / units - 1.0).abs() < 0.002, "{row:?} {units}");
    let documents = row.required_units.unwrap().max(2.0).ceil();
    assert!((row.required_documents.unwrap() - documents).abs() < 1e-9);
    assert!((row.required_segments.unwrap() - 4.0 * row.required_units.unwrap()).abs() <= 1.0);
}

/// Of three systems, any pair is tested at a third of the level: the sizes that a spec with that level
/// asks for. A baseline leaves two pairs; without an adjustment there is nothing to divide.
#[test]
fn any_of_the_pairs_needs_more() {
    let values =
        |seed| all(&rounded(&normals(24, seed).iter().map(|x| 5.0 + x).collect::<Vec<_>>()));
    let corpus = || judged(&[24], &[("a", values(1)), ("b", values(2)), ("c", values(3))]);
    let of =
        |rest: &str| run(&format!("metrics = [\"adequacy\"]\nB = 200\n{rest}"), corpus()).power;
    let rows = of("[studies.s.power]\neffects = 0.5\n");
    let third = of(&format!("[studies.s.power]\neffects = 0.5\nlevel = {}\n", 1.0 - 0.05 / 3.0));
    assert_eq!(rows.len(), 3);
    for (row, third) in rows.iter().zip(&third) {
        assert_eq!(row.pairs, 3);
        let (any, planned) = (row.required_units_any_pair.unwrap(), third.required_units.unwrap());
        assert!((any / planned - 1.0).abs() < 1e-9, "{any} {planned}");
        assert!(any > 1.2 * row.required_units.unwrap());
        let (any, planned) = (
            row.smallest_detectable_effect_any_pair.unwrap(),
            third.smallest_detectable_effect.unwrap(),
        );
        assert!((any / planned - 1.0).abs() < 1e-9, "{any} {planned}");
        assert!(row.required_units_any_pair_lower < row.required_units_any_pair);
        assert!(row.required_segments_any_pair.unwrap() >= row.required_units_any_pair.unwrap());
    }
    let with = |comparison: &str| {
        let rows =
            of(&format!("comparison = {{ {comparison} }}\n[studies.s.power]\neffects = 0.5\n"));
        let first = &rows[0];
        (first.pairs, first.required_units_any_pair == first.required_units)
    };
    assert_eq!(with("baseline = \"b\""), (2, false));
    assert_eq!(with("adjustment = \"none\""), (1, true));
    assert_eq!(with("adjustment = \"benjamini-hochberg\""), (3, false));
}

/// SciPy: the n at which `nct.sf(t.ppf(0.975, n - 1), n - 1, d * n**0.5)` is 0.8
/// (`scipy.optimize.brentq`).
#[test]
fn sizes_are_those_of_the_t_test() {
    let test = Test { level: 0.95, sides: Sides::Two };
    let deviation = PairedDeviation { stdev: 1.0, units: 1.0, freedom_share: 1.0 };
    for (effect, of_t) in [(0.2, 198.151_301), (0.5, 33.367_204), (0.8, 14.302_790)] {
        let units = deviation.required_units(effect, 0.8, test).unwrap();
        assert!((units / of_t - 1.0).abs() < 1e-5, "{effect}: {of_t} and {units}");
    }
    // Likewise the smallest differences, in deviations of a unit.
    for (units, smallest) in
        [(3.0, 3.264_044), (5.0, 1.681_997), (10.0, 0.996_001), (15.0, 0.778_023)]
    {
        let found = deviation.smallest_detectable(units, 0.8, test).unwrap();
        assert!((found - smallest).abs() < 1e-6, "{units}: {found}");
    }
}

/// Without effects, a curve of round values, the observed difference not among them.
#[test]
fn a_curve_of_effects_by_default() {
    let (a, b) = (rounded(&normals(30, 3)), rounded(&normals(30, 4)));
    let up = |values: &[f64]| all(&values.iter().map(|x| 5.0 + x).collect::<Vec<_>>());
    let study = "metrics = [\"adequacy\"]\ntest-sizes = { documents = \"each\" }\n\
                 [studies.s.power]\npower = 0.9\nlevel = 0.99\n";
    let rows = run(study, judged(&[10, 20], &[("a", up(&a)), ("b", up(&b))])).power;
    let at_whole: Vec<&PowerRow> = rows.iter().filter(|row| row.cell.documents == 2).collect();
    assert!((3..=4).contains(&at_whole.len()), "{}", at_whole.len());
    let smallest = at_whole[0].smallest_detectable_effect.unwrap();
    for row in &at_whole {
        let effect = row.effect.unwrap();
        assert!((0.25..=4.0).contains(&(effect / smallest)));
        let observed = row.observed_difference.unwrap();
        assert!((observed.abs() / effect - 1.0).abs() > 1e-3, "the observed one is no effect");
        assert_eq!((row.power, row.level), (0.9, 0.99));
        // More data are needed than are here exactly where the power here is too small.
        let more = row.required_units.unwrap() > 30.0;
        assert_eq!(more, row.power_at_this_size.unwrap() < 0.9, "{row:?}");
        assert_eq!(
            (row.law_sizes, row.law_exponent, row.law_status.name()),
            (2, None, "too-few-sizes")
        );
    }
    assert!(at_whole.windows(2).all(|rows| rows[0].required_units > rows[1].required_units));
}

#[test]
fn degenerate_pairs_have_reasons() {
    let a = all(&[1.0, 5.0, 3.0, 2.0, 2.0]);
    let shifted = all(&[2.0, 6.0, 4.0, 3.0, 3.0]);
    let systems = [("a", a.clone()), ("copy", a), ("shifted", shifted), ("none", vec![None; 5])];
    let statuses = |study: &str| -> Vec<String> {
        let study = format!("metrics = [\"adequacy\"]\n{study}\n[studies.s.power]\n");
        let rows = run(&study, judged(&[5], &systems)).power;
        for row in &rows {
            assert_eq!(row.required_units.is_some(), row.cell.status.name() == "ok", "{row:?}");
            assert_eq!((row.effect, row.smallest_detectable_effect), (None, None));
        }
        rows.iter().map(|row| row.cell.status.name().to_owned()).collect()
    };
    let expected = ["identical", "no-variation", "no-data", "no-variation", "no-data", "no-data"];
    assert_eq!(statuses(""), expected);
    let documents = statuses("resample = \"documents\"");
    assert_eq!(documents[0], "one-unit");
    let samples = "samples = { sampling = \"broad\", segments = [2], count = 1 }";
    let study = format!("metrics = [\"adequacy\"]\n{samples}\n[studies.s.power]\neffects = 1\n");
    let different = [("a", all(&[1.0, 5.0, 3.0])), ("b", all(&[1.0, 1.0, 1.0]))];
    let rows = run(&study, judged(&[3], &different)).power;
    assert!(rows.iter().all(|row| row.law_status.name() == "no-ordering" && row.law_sizes == 0));
}

/// A true difference of the smallest detectable effect, many times over: the test of a pair finds it as
/// often as the table says, and without any difference it holds its level.
#[test]
fn the_power_that_the_table_says_is_reached() {
    check_power(30);
}

#[test]
#[ignore = "simulation of minutes: nightly"]
fn the_power_that_the_table_says_is_reached_in_many_trials() {
    check_power(300);
}

fn check_power(trials: u64) {
    let units = 60;
    let true_effect = multiple(60) * 2.0 / (f64::from(units)).sqrt();
    let (mut found, mut wrong, mut powers) = (0, 0, 0.0);
    for trial in 0..trials {
        let noise = normals(3 * usize::try_from(units).unwrap(), 100 + trial);
        let base: Vec<f64> = noise.iter().step_by(3).map(|x| 50.0 + x).collect();
        let from = |skip: usize, shift: f64| -> Vec<f64> {
            let own = noise.iter().skip(skip).step_by(3);
            rounded(&base.iter().zip(own).map(|(b, e)| b + shift + 2.0 * e).collect::<Vec<_>>())
        };
        let systems = [
            ("base", all(&rounded(&base))),
            ("better", all(&from(1, true_effect))),
            ("equal", all(&from(2, 0.0))),
        ];
        let study = format!(
            "metrics = [\"adequacy\"]\nB = 300\ntest-sizes = {{ documents = [1] }}\n\
             [studies.s.comparison]\nbaseline = \"base\"\nadjustment = \"none\"\n\
             methods = [\"approximate-randomization\"]\ntrials = 399\n\
             [studies.s.power]\neffects = {true_effect}\n"
        );
        let rows = run(&study, judged(&[60], &systems));
        let verdicts: Vec<&str> = rows
            .comparisons
            .iter()
            .map(|row| row.verdict.map(|verdict| verdict.name()).unwrap())
            .collect();
        found += u64::from(verdicts[0] == ">");
        wrong += u64::from(verdicts[1] != "~");
        powers += rows.power[0].power_at_this_size.unwrap();
    }
    assert!(binomial_test(found, trials, 0.8) > 1e-3, "{found} of {trials}");
    assert!(binomial_test(wrong, trials, 0.05) > 1e-3, "{wrong} of {trials}");
    let mean = powers / trials as f64;
    // The power of one table deviates by about .1, as the deviation of its sixty differences does.
    assert!((mean - 0.79).abs() < f64::max(0.03, 0.3 / (trials as f64).sqrt()), "{mean}");
}
