//! Every method beside every other on the same pairs, against enumeration of all resamples and of all
//! exchanges.

use runner::stats::multiplicity::holm;
use serde_json::Value;

use super::sacrebleu::raw;
use super::support::{all, find, judged, run};

const METHODS: &str = "methods = [\"paired-bootstrap\", \"difference-interval\", \
    \"centred-bootstrap\", \"approximate-randomization\", \"exact-randomization\"]\n";

/// sacreBLEU gives 0 to texts without any 4-gram.
fn bleu(sums: &[i64]) -> f64 {
    crate::support::bleu(sums).unwrap_or(0.0)
}

/// Statistics by sacreBLEU 2.5.1 (`golden/bootstrap.json`).
fn statistics(system: &str) -> Vec<Vec<i64>> {
    let all: Value = serde_json::from_str(include_str!("../../golden/bootstrap.json")).unwrap();
    let cases = all["cases"].as_array().unwrap();
    let case = cases.iter().find(|case| case["id"] == "bleu-raw-B200").unwrap();
    serde_json::from_value(case["segment_stats"][system].clone()).unwrap()
}

fn weighted(rows: &[Vec<i64>], counts: &[i64]) -> Vec<i64> {
    let column = |c: usize| rows.iter().zip(counts).map(|(row, count)| row[c] * count).sum();
    (0..10).map(column).collect()
}

/// All 6,435 numbers of times that each of eight segments can be drawn, with their probabilities.
fn resamples() -> Vec<(Vec<i64>, f64)> {
    fn extend(counts: &[i64], left: i64, all: &mut Vec<Vec<i64>>) {
        if counts.len() == 7 {
            all.push([counts, &[left]].concat());
            return;
        }
        for count in 0..=left {
            extend(&[counts, &[count]].concat(), left - count, all);
        }
    }
    let mut all = Vec::new();
    extend(&[], 8, &mut all);
    let factorial = |n: i64| (1..=n).product::<i64>() as f64;
    let probability = |counts: &Vec<i64>| {
        factorial(8) / counts.iter().map(|n| factorial(*n)).product::<f64>() / 8_f64.powi(8)
    };
    all.into_iter().map(|counts| (counts.clone(), probability(&counts))).collect()
}

/// Exact distribution of the difference over all resamples: values with probabilities, ascending.
fn differences(a: &str, b: &str) -> Vec<(f64, f64)> {
    let (a, b) = (statistics(a), statistics(b));
    let mut all: Vec<(f64, f64)> = resamples()
        .into_iter()
        .map(|(counts, p)| (bleu(&weighted(&a, &counts)) - bleu(&weighted(&b, &counts)), p))
        .collect();
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    all
}

/// p over all 256 exchanges.
fn exchanged(a: &str, b: &str) -> f64 {
    let (a, b) = (statistics(a), statistics(b));
    let difference = |mask: usize| {
        let pick = |swap: usize| -> Vec<Vec<i64>> {
            let of = |i: usize| if (mask >> i & 1) == swap { &a[i] } else { &b[i] };
            (0..8).map(|i| of(i).clone()).collect()
        };
        (bleu(&weighted(&pick(0), &[1; 8])) - bleu(&weighted(&pick(1), &[1; 8]))).abs()
    };
    let observed = difference(0) * (1.0 - 1e-9);
    (0..256).filter(|mask| difference(*mask) >= observed).count() as f64 / 256.0
}

/// Three p-values for one pair, and two more, each right for its own question: metrics by sacreBLEU,
/// tests by enumeration. .0234375 and .6328125 are also in `golden/approx_randomization.json`.
#[test]
fn every_method_side_by_side() {
    let study = format!(
        "metrics = [\"bleu\"]\nB = 40000\n[studies.s.comparison]\n{METHODS}trials = 40000\n"
    );
    let rows = run(&study, raw()).comparisons;
    assert_eq!(rows.len(), 3 * 5);
    for pair in [["A", "B"], ["A", "C"], ["B", "C"]] {
        let row = |method| find(&rows, pair, method);
        let exact = differences(pair[0], pair[1]);
        let share = |keep: &dyn Fn(f64) -> bool| -> f64 {
            exact.iter().filter(|(d, _)| keep(*d)).map(|(_, p)| p).sum()
        };
        let within = |found: f64, expected: f64, error: f64, what: &str| {
            let close = (found - expected).abs() < 4.5 * error + 1e-4;
            assert!(close, "{pair:?} {what}: {found}, not {expected} +- {error}");
        };
        let koehn = row("paired-bootstrap");
        let error = koehn.p_error.unwrap();
        within(koehn.win_rate.unwrap(), share(&|d| d > 0.0), error, "win rate");
        let better = share(&|d| d > 0.0).max(share(&|d| d < 0.0));
        within(koehn.p_value.unwrap(), 1.0 - better, error, "1 - win rate");

        let interval = row("difference-interval");
        let quantile = |p: f64| {
            let mut sum = 0.0;
            let reaches = |(_, weight): &&(f64, f64)| {
                sum += weight;
                sum >= p
            };
            exact.iter().find(reaches).unwrap().0
        };
        let (lower, upper) = (interval.ci_lower.unwrap(), interval.ci_upper.unwrap());
        // A discrete distribution: quantiles between those of probabilities one error away.
        let slack = 4.5 * (0.025_f64 * 0.975 / 40_000.0).sqrt();
        assert!((quantile(0.025 - slack)..=quantile(0.025 + slack)).contains(&lower), "{lower}");
        assert!((quantile(0.975 - slack)..=quantile(0.975 + slack)).contains(&upper), "{upper}");
        let beyond = share(&|d| d <= 0.0).min(share(&|d| d >= 0.0));
        within(
            interval.p_value.unwrap(),
            (2.0 * beyond).min(1.0),
            interval.p_error.unwrap(),
            "of the interval",
        );

        let centred = row("centred-bootstrap");
        let mean: f64 = exact.iter().map(|(d, p)| d * p).sum();
        let observed = bleu(&weighted(&statistics(pair[0]), &[1; 8]))
            - bleu(&weighted(&statistics(pair[1]), &[1; 8]));
        let expected = share(&|d| (d - mean).abs() >= observed.abs());
        within(centred.p_value.unwrap(), expected, centred.p_error.unwrap(), "centred");

        let all_ways = row("exact-randomization");
        let expected = exchanged(pair[0], pair[1]);
        assert!((all_ways.p_value.unwrap() - expected).abs() < 1e-15, "{pair:?}");
        assert_eq!((all_ways.p_error, all_ways.trials), (None, Some(256)));
        let random = row("approximate-randomization");
        within(random.p_value.unwrap(), expected, random.p_error.unwrap(), "randomization");
        for row in rows.iter().filter(|row| [&*row.system_a, &*row.system_b] == pair) {
            assert!((row.delta.unwrap() - observed).abs() < 1e-9);
            assert_eq!((row.family, row.adjustment.name()), (3, "holm"));
        }
    }
    let exact = |pair| find(&rows, pair, "exact-randomization");
    assert_eq!(exact(["A", "B"]).p_value, Some(0.023_437_5));
    assert_eq!(exact(["B", "C"]).p_value, Some(0.632_812_5));
    // Holm over the three pairs of a method.
    for rows in (0..5).map(|method| rows.iter().skip(method).step_by(5).collect::<Vec<_>>()) {
        // That of the win rate is of the better side, and counts twice.
        let times = if rows[0].method.name() == "paired-bootstrap" { 2.0 } else { 1.0 };
        let counted = |p: f64| if times > 1.0 { (times * p).min(1.0) } else { p };
        let p: Vec<Option<f64>> = rows.iter().map(|row| row.p_value.map(counted)).collect();
        let adjusted: Vec<Option<f64>> = rows.iter().map(|row| row.p_adjusted).collect();
        assert_eq!(adjusted, holm(&p));
    }
    let verdict = |pair, method| find(&rows, pair, method).verdict.map(|verdict| verdict.name());
    assert_eq!(verdict(["A", "B"], "paired-bootstrap"), Some(">"));
    assert_eq!(verdict(["B", "C"], "difference-interval"), Some("~"));
}

/// Judgments of one system are halves, of the other tenths: their rows are in other units, and are
/// exchanged in common ones. Sign changes enumerated.
#[test]
fn systems_with_other_units_are_exchanged_rightly() {
    let a = [3.5, 4.0, 2.5, 4.5, 3.0, 4.0, 3.5, 2.0];
    let b = [3.1, 3.7, 2.9, 3.3, 2.2, 3.6, 3.8, 1.4];
    let corpus = judged(&[8], &[("a", all(&a)), ("b", all(&b))]);
    let study = format!("metrics = [\"adequacy\"]\n[studies.s.comparison]\n{METHODS}");
    let rows = run(&study, corpus).comparisons;
    let differences: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
    let total = |mask: usize| {
        let signed = differences.iter().enumerate();
        signed.map(|(i, d)| if mask >> i & 1 == 1 { -d } else { *d }).sum::<f64>().abs()
    };
    let count = (0..256).filter(|mask| total(*mask) >= total(0) - 1e-9).count();
    let row = find(&rows, ["a", "b"], "exact-randomization");
    assert!((row.p_value.unwrap() - count as f64 / 256.0).abs() < 1e-15);
    let random = find(&rows, ["a", "b"], "approximate-randomization");
    assert!((random.p_value.unwrap() - row.p_value.unwrap()).abs() < 5.0 * random.p_error.unwrap());
    // Integers that look alike in their own units are not identical.
    let corpus =
        judged(&[4], &[("a", all(&[1.0, 2.0, 3.0, 4.0])), ("b", all(&[0.1, 0.2, 0.3, 0.4]))]);
    let rows = run(&study, corpus).comparisons;
    assert!(rows.iter().all(|row| row.verdict.map(|verdict| verdict.name()) != Some("identical")));
    assert_eq!(find(&rows, ["a", "b"], "exact-randomization").p_value, Some(0.125));
}

/// With documents as units, documents are exchanged: four of them, enumerated.
#[test]
fn documents_are_exchanged_where_documents_are_drawn() {
    let a = [3.0, 4.0, 5.0, 2.0, 4.0, 4.0, 5.0, 1.0, 4.0];
    let b = [2.0, 4.0, 4.0, 1.0, 3.0, 4.0, 4.0, 2.0, 1.0];
    for resample in ["documents", "two-stage"] {
        let corpus = judged(&[2, 3, 1, 3], &[("a", all(&a)), ("b", all(&b))]);
        let study = format!(
            "metrics = [\"adequacy\"]\nresample = \"{resample}\"\n[studies.s.comparison]\n{METHODS}"
        );
        let rows = run(&study, corpus).comparisons;
        let of_document = |range: std::ops::Range<usize>| -> f64 {
            range.map(|segment| a[segment] - b[segment]).sum()
        };
        let differences =
            [of_document(0..2), of_document(2..5), of_document(5..6), of_document(6..9)];
        let total = |mask: usize| {
            let signed = differences.iter().enumerate();
            signed.map(|(i, d)| if mask >> i & 1 == 1 { -d } else { *d }).sum::<f64>().abs()
        };
        let count = (0..16).filter(|mask| total(*mask) >= total(0) - 1e-9).count();
        let row = find(&rows, ["a", "b"], "exact-randomization");
        // No p-value of four documents is below 2/16, and so none is significant.
        assert_eq!((row.cell.status.name(), &row.verdict), ("too-few-units", &None));
        assert!((row.p_value.unwrap() - count as f64 / 16.0).abs() < 1e-15, "{row:?}");
        assert_eq!(row.resample.name(), resample);
    }
}
