//! Minimal sizes as whole runs, from a spec to rows: intervals of sizes, their Monte-Carlo errors, the
//! dependence on the subset, and growth, against closed forms, simulation and plain recomputation.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(clippy::disallowed_methods, reason = "the independent value may come from the platform")]

use std::collections::BTreeMap;

use runner::analyses::{self, Results};
use runner::analyses::{GrowthRow, MinimalSizeRow, ScoreRow, SubsetIndependenceRow};
use runner::corpus::model::Corpus;
use runner::plan::Plan;
use runner::stats::distribution::Distribution;
use runner::stats::homogeneity::RelativeSpread;
use runner::stats::random::{Purpose, StreamKey, UniformBelow};
use runner::stats::special::{normal_quantile, student_t_quantile};

use crate::support::proportion::binomial_test;
use crate::support::study;

struct Rows {
    plan: Plan,
    scores: Vec<ScoreRow>,
    growth: Vec<GrowthRow>,
    sizes: Vec<MinimalSizeRow>,
    independence: Vec<SubsetIndependenceRow>,
}

fn run(corpus: Corpus, seed: u64, study: &str) -> Rows {
    let text = format!(
        "[experiment]\nname = \"x\"\nseed = {seed}\n\
         [corpora.c.plain]\nreferences = [\"ref\"]\nsystems = [\"sys\"]\n\
         [studies.s]\ncorpora = [\"c\"]\nmetrics = [\"adequacy\"]\n{study}"
    );
    let (plan, store) = study::computed(&text, Some(vec![corpus]));
    let results = &Results::new(&plan, &store);
    let (scores, growth) = (analyses::scores(results), analyses::growth(results));
    let curves = analyses::Curves::new(results);
    let sizes = analyses::minimal_sizes(results, &curves);
    let independence = analyses::subset_independence(results, &curves);
    Rows { plan, scores, growth, sizes, independence }
}

/// `documents` documents of `length` segments, judged for several systems.
fn judged(documents: usize, length: usize, systems: &[Vec<f64>]) -> Corpus {
    let names: Vec<String> = (0..systems.len()).map(|index| format!("sys{index:03}")).collect();
    let systems = names.iter().zip(systems).map(|(name, values)| (&**name, study::all(values)));
    study::judged(&vec![length; documents], &systems.collect::<Vec<_>>())
}

/// Normal deviates by inversion.
fn normal(key: &StreamKey, block: u64, count: usize) -> Vec<f64> {
    let mut values = Vec::with_capacity(count);
    UniformBelow::new(1 << 30).draw(&mut key.generator(block), count, |index| {
        values.push(normal_quantile((f64::from(index) + 0.5) / f64::from(1 << 30)).unwrap());
    });
    values
}

fn key() -> StreamKey {
    StreamKey::new(17, Purpose::Generator).text("sizes")
}

fn in_logarithms(rows: &[MinimalSizeRow]) -> impl Iterator<Item = &MinimalSizeRow> {
    rows.iter().filter(|row| row.fit.name() == "log-least-squares")
}

const MEAN: f64 = 6.0;
const STDEV: f64 = 0.9;

/// Independent normal judgments with a known mean and deviation: STDEV over x documents of n segments
/// is 100 s/(m sqrt(n)) x^-1/2 percent, so that `x_min` is 3 and `x_max` (a/(2 epsilon))^(2/3). Their
/// intervals hold these as often as they say (binomial tests), at two levels and numbers of documents.
#[test]
fn intervals_of_sizes_hold_the_sizes_of_the_population() {
    const SYSTEMS: usize = 250;
    const LENGTH: usize = 25;
    let a = 100.0 * STDEV / MEAN / (LENGTH as f64).sqrt();
    let wanted = [3.0, (a / 2.0 / 0.01).powf(2.0 / 3.0)];
    for (documents, level) in [(8, 0.95), (15, 0.9)] {
        let (mut hits, mut trials) = ([0_u64; 2], [0_u64; 2]);
        for seed in 0..2_u64 {
            let systems: Vec<Vec<f64>> = (0..SYSTEMS as u64)
                .map(|system| {
                    let block = 1000 * (seed + 2 * documents as u64) + system;
                    let values = normal(&key(), block, documents * LENGTH);
                    values.iter().map(|z| MEAN + STDEV * z).collect()
                })
                .collect();
            let study = format!(
                "resample = \"segments\"\nB = 1000\nlevel = {level}\n[studies.s.minimal-size]\nfunctions = [\"power\"]\n\
                 interval-draws = 100\n"
            );
            let rows = run(judged(documents, LENGTH, &systems), seed + 1, &study);
            assert_eq!(in_logarithms(&rows.sizes).count(), SYSTEMS);
            for row in in_logarithms(&rows.sizes) {
                assert!((row.interval_level - level).abs() < 1e-12);
                let found = [
                    (row.x_min_lower, row.x_min_upper, wanted[0]),
                    (row.x_min_lower.and(row.x_max_lower), row.x_max_upper, wanted[1]),
                ];
                for (which, (lower, upper, truth)) in found.into_iter().enumerate() {
                    let Some((lower, upper)) = lower.zip(upper) else { continue };
                    trials[which] += 1;
                    hits[which] += u64::from(lower <= truth && truth <= upper);
                }
            }
        }
        for (which, (hits, trials)) in hits.into_iter().zip(trials).enumerate() {
            assert!(trials >= 490, "{trials}");
            // x_min is bounded below, by 1, and its interval holds too often for few documents.
            let too_many = which == 0 && hits as f64 > level * trials as f64;
            let p = binomial_test(hits, trials, level);
            assert!(too_many || p > 0.001, "{which}: {hits} of {trials}, p {p}");
        }
    }
}

/// The spread of `x_min` and `x_max` over outer draws, computed again with textbook formulas from the
/// same draws: deviations of the segments written out, the regression line, and the t interval.
#[test]
fn intervals_of_sizes_are_those_of_plain_formulas() {
    let values: Vec<f64> = normal(&key(), 1, 30).iter().map(|z| 3.0 + z).collect();
    let study = "B = 300\n[studies.s.minimal-size]\ninterval-draws = 40\nfunctions = [\"power\"]\n";
    let Rows { plan, sizes, .. } = run(judged(6, 5, std::slice::from_ref(&values)), 9, study);
    let corpus = &plan.corpora[0];
    let coordinates = plan.jobs.iter().map(|job| job.coordinates);
    let largest = coordinates.max_by_key(|at| corpus.test_sets[at.test_set].segments).unwrap();
    let stream = largest.stream_of_test_set(plan.spec.seed, corpus, Purpose::Outer);
    let mut logarithms = [Vec::new(), Vec::new()];
    for draw in 0..40 {
        let mut segments = Vec::new();
        let mut line = Vec::new();
        UniformBelow::new(6).draw(&mut stream.generator(draw), 6, |index| {
            segments.extend_from_slice(&values[index as usize * 5..index as usize * 5 + 5]);
            let n = segments.len() as f64;
            let mean = segments.iter().sum::<f64>() / n;
            let squares = segments.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
            line.push(((n / 5.0).ln(), (100.0 * squares.sqrt() / n / mean).ln()));
        });
        let mean = |of: fn(&(f64, f64)) -> f64| line.iter().map(of).sum::<f64>() / 6.0;
        let (x, y) = (mean(|point| point.0), mean(|point| point.1));
        let b = -line.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>()
            / line.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>();
        let a = (y + b * x).exp();
        logarithms[0].push((1.0 + 1.0 / b).ln());
        logarithms[1].push((a * b / 0.01).ln() / (b + 1.0));
    }
    let row = in_logarithms(&sizes).next().unwrap();
    assert_eq!(row.interval_status.map(|word| word.name()), Some("ok"));
    let t = student_t_quantile(0.975, 5.0).unwrap();
    let found = [
        (row.x_min, row.x_min_lower, row.x_min_upper),
        (row.x_max, row.x_max_lower, row.x_max_upper),
    ];
    for ((size, lower, upper), logarithms) in found.into_iter().zip(logarithms) {
        let mean = logarithms.iter().sum::<f64>() / 40.0;
        let variance = logarithms.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 39.0;
        let reach = (t * (1.2 * variance).sqrt()).exp();
        assert!((upper.unwrap() / (size.unwrap() * reach) - 1.0).abs() < 1e-6, "{upper:?}");
        assert!((lower.unwrap() * reach / size.unwrap() - 1.0).abs() < 1e-6, "{lower:?}");
    }
}

/// Over 300 repeats of the draws, `x_min` and `x_max` deviate as their Monte-Carlo errors say (the
/// deviation of 300 values is known to 4.1 %), and their interval is the same but for the size itself.
#[test]
fn monte_carlo_errors_are_those_of_repeats() {
    let values: Vec<f64> = normal(&key(), 2, 60).iter().map(|z| 3.0 + 0.5 * z).collect();
    let study = "B = 200\nrepeats = 300\n[studies.s.minimal-size]\ninterval-draws = 20\n";
    let rows = run(judged(6, 10, &[values]), 4, study).sizes;
    for fit in ["log-least-squares", "least-squares"] {
        let power =
            || rows.iter().filter(|row| row.fit.name() == fit && row.function.name() == "power");
        assert_eq!(power().count(), 300);
        for (size, error) in [
            (
                power().map(|row| row.x_min.unwrap()).collect::<Vec<_>>(),
                power().map(|row| row.x_min_error.unwrap()).collect::<Vec<_>>(),
            ),
            (
                power().map(|row| row.x_max.unwrap()).collect(),
                power().map(|row| row.x_max_error.unwrap()).collect(),
            ),
        ] {
            let mean = size.iter().sum::<f64>() / 300.0;
            let stdev = (size.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 299.0).sqrt();
            let stated = (error.iter().map(|x| x * x).sum::<f64>() / 300.0).sqrt();
            let ratio = stated / stdev;
            assert!((0.82..1.18).contains(&ratio), "{fit}: {stated} stated, {stdev} observed");
        }
        let widths: Vec<f64> =
            power().map(|row| row.x_max_upper.unwrap() / row.x_max.unwrap()).collect();
        assert!(widths.iter().all(|width| (width - widths[0]).abs() < 1e-9));
    }
}

/// B replicates of the same normal score on six test sets, a thousand times: the test of equal
/// deviations rejects at its level of 5 % (binomial test).
#[test]
fn the_test_of_equal_deviations_has_its_level() {
    for replicates in [200, 1500] {
        let rejected = (0..1000_u64).filter(|trial| {
            let found: Vec<(f64, f64)> = (0..6)
                .map(|set| {
                    let scores =
                        normal(&key().number(replicates as u64), 6 * trial + set, replicates);
                    let distribution = Distribution::new(&scores);
                    let stdev = distribution.stdev().unwrap();
                    (stdev, distribution.stdev_error().unwrap() / stdev)
                })
                .collect();
            let (values, errors): (Vec<f64>, Vec<f64>) = found.into_iter().unzip();
            let test = RelativeSpread::of_independent(&values, &errors).unwrap().test.unwrap();
            assert_eq!(test.degrees_of_freedom, 5);
            test.p_value < 0.05
        });
        let rejected = rejected.count() as u64;

        assert!(binomial_test(rejected, 1000, 0.05) > 0.001, "{rejected} of 1000");
    }
}

/// Documents that all hold the same judgments: which are taken changes nothing but the noise, be it
/// at one size or in a curve, and however many documents the orderings share. Over 200 seeds the tests
/// reject at their level, and the spread is that of the noise.
#[test]
fn equal_documents_are_independent_of_the_subset() {
    let document = [1.0, 2.0, 2.0, 3.0, 4.0, 5.0, 5.0, 3.5];
    let values: Vec<f64> = (0..6).flat_map(|_| document).collect();
    let study = "B = 400\norderings = { corpus = true, random = 5 }\n\
                 [studies.s.minimal-size]\ninterval-draws = 0\nfunctions = [\"power\"]\n";
    let mut found: BTreeMap<String, (u64, u64, f64)> = BTreeMap::new();
    for seed in 0..200 {
        for row in run(judged(6, 8, std::slice::from_ref(&values)), seed, study).independence {
            if row.status.name() != "ok" {
                continue;
            }
            let entry = found.entry(row.quantity.name().to_owned()).or_default();
            entry.0 += 1;
            entry.1 += u64::from(row.p_value.unwrap() < 0.05);
            entry.2 += row.spread_ratio.unwrap().powi(2);
        }
    }

    for (quantity, (tests, rejected, squares)) in found {
        // Two forms of one curve say nearly the same; they count once.
        let forms = if quantity == "deviation" { 1 } else { 2 };
        let (tests, rejected) = (tests / forms, rejected / forms);
        assert!(tests >= 199, "{quantity}: {tests}");
        assert!(binomial_test(rejected, tests, 0.05) > 0.001, "{quantity}: {rejected} of {tests}");
        let ratio = (squares / (tests * forms) as f64).sqrt();
        assert!((0.9..1.1).contains(&ratio), "{quantity}: {ratio}");
    }
}

/// Documents that differ: spread and noise of the deviations of single documents against the closed
/// form of the deviation of a mean; sizes that all orderings share are left out.
#[test]
fn different_documents_show() {
    let spreads = [0.2, 0.4, 0.8, 1.0];
    let values: Vec<f64> =
        spreads.iter().flat_map(|s| [3.0 - s, 3.0 + s, 3.0 - s, 3.0 + s, 3.0, 3.0]).collect();
    let study = "B = 2000\norderings = { exhaustive = true }\n[studies.s.minimal-size]\n";
    let rows = run(judged(4, 6, std::slice::from_ref(&values)), 5, study).independence;
    let sizes: Vec<u32> = rows.iter().filter_map(|row| row.size).collect();
    assert_eq!(sizes, [1, 2, 3]);
    let row = &rows[0];
    assert_eq!((row.subsets, row.undefined_subsets, row.status.name()), (4, 0, "ok"));
    // Deviations 100/3 sqrt(4 s^2)/6 percent: logarithms differ as those of s do.
    let logarithms = spreads.map(f64::ln);
    let mean = logarithms.iter().sum::<f64>() / 4.0;
    let spread = (logarithms.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 3.0).sqrt();
    assert!((row.mean.unwrap() / (100.0 / 9.0 * mean.exp()) - 1.0).abs() < 0.04);
    assert!((row.relative_spread.unwrap() / 100.0 / spread - 1.0).abs() < 0.06);
    // 1/sqrt(2B), less for the tails of six judgments than of a normal.
    assert!((1.2..1.7).contains(&row.relative_noise.unwrap()), "{:?}", row.relative_noise);
    assert!(row.p_value.unwrap() < 1e-12 && row.spread_ratio.unwrap() > 30.0);
}

#[test]
fn what_cannot_be_known_is_null_with_a_status() {
    let values: Vec<f64> = normal(&key(), 3, 30).iter().map(|z| 3.0 + 0.5 * z).collect();
    let of = |documents: usize, study: &str| {
        let corpus = judged(documents, 30 / documents, std::slice::from_ref(&values));
        run(corpus, 2, &format!("B = 100\n{study}"))
    };
    let none = of(6, "[studies.s.minimal-size]\ninterval-draws = 0\n");
    let ends = |row: &MinimalSizeRow| row.x_min_lower.or(row.x_max_upper);
    for row in &none.sizes {
        assert_eq!((row.interval_status.map(|word| word.name()), ends(row)), (None, None));
    }
    for row in &none.independence {
        assert_eq!((row.status.name(), row.p_value, row.mean), ("one-ordering", None, None));
    }
    assert_eq!(none.independence.len(), 6 + 2 * 3);
    let one = of(1, "[studies.s.minimal-size]\n");
    assert!(one.sizes.iter().all(|row| row.interval_status.is_none() && ends(row).is_none()));
    // Few documents, drawn: many draws have the same twice, or curves that do not fall.
    let drawn = of(5, "resample = \"documents\"\n[studies.s.minimal-size]\n");
    let row = in_logarithms(&drawn.sizes).next().unwrap();
    assert_eq!(row.interval_status.map(|word| word.name()), Some("undefined-draws"));
    assert_eq!(ends(row), None);
    // Equal judgments: nothing deviates, and there is nothing to fit.
    let equal = run(judged(3, 2, &[vec![2.0; 6]]), 1, "B = 50\n[studies.s.minimal-size]\n");
    for row in &equal.sizes {
        assert_eq!((row.cell.status.name(), row.x_min, ends(row)), ("no-fit", None, None));
        assert_eq!(row.interval_status.map(|word| word.name()), Some("no-size"));
    }
    // Documents that are all alike: every draw gives the same curve, but for rounding.
    let alike: Vec<f64> = (0..30).map(|index| f64::from(index % 5)).collect();
    let alike = run(judged(6, 5, &[alike]), 1, "B = 50\n[studies.s.minimal-size]\n");
    let row = in_logarithms(&alike.sizes).next().unwrap();
    assert!(row.x_min.is_some());
    assert_eq!(
        (row.interval_status.map(|word| word.name()), ends(row)),
        (Some("no-variation"), None)
    );
    // Deviations that rise have no sizes.
    let rising: Vec<f64> =
        (0..4_i32).flat_map(|d| [-1.0, 1.0].map(|s| 100.0 + s * 3.0_f64.powi(d))).collect();
    let rising = run(judged(4, 2, &[rising]), 1, "B = 300\n[studies.s.minimal-size]\n");
    let row = in_logarithms(&rising.sizes).next().unwrap();
    assert_eq!((row.x_min, row.x_max, ends(row)), (None, None, None));
    assert_eq!(row.interval_status.map(|word| word.name()), Some("no-size"));
}

/// Widths of intervals over orderings, from the table of scores.
#[test]
fn growth_sums_up_the_widths_of_intervals() {
    let values: Vec<f64> = normal(&key(), 4, 24).iter().map(|z| 3.0 + 0.5 * z).collect();
    let study = "B = 200\norderings = { corpus = false, random = 4 }\n\
                 test-sizes = { fractions = [0.5, 1.0] }\n";
    let rows = run(judged(6, 4, &[values]), 8, study);
    assert_eq!(rows.growth.len(), 2);
    for row in &rows.growth {
        let own = || rows.scores.iter().filter(|score| score.cell.fraction == row.cell.fraction);
        assert_eq!(own().count(), 4);
        let width = |score: &ScoreRow| score.ci_upper.unwrap() - score.ci_lower.unwrap();
        let expected = own().map(width).sum::<f64>() / 4.0;
        let squares: f64 = own().map(|score| (width(score) - expected).powi(2)).sum();
        assert!((row.ci_width_mean.unwrap() / expected - 1.0).abs() < 1e-12);
        assert!((row.ci_width_spread.unwrap() - (squares / 3.0).sqrt()).abs() < 1e-12);
    }
}
