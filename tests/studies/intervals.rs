//! Intervals and their stability as whole runs, from a spec to rows, against enumeration, sacreBLEU
//! and theory.

#![expect(clippy::cast_possible_truncation, reason = "small numbers, rounded on purpose")]
#![expect(clippy::cast_sign_loss, reason = "positive numbers")]
#![expect(clippy::disallowed_methods, reason = "the independent value may come from the platform")]

use std::sync::Arc;

use runner::analyses::{IntervalRow, ScoreRow, StabilityRow};
use runner::analyses::{Results, each_interval, scores, stability};
use runner::corpus::model::{Corpus, Document};
use runner::stats::delta::Influences;
use runner::stats::distribution::Distribution;
use runner::stats::interval::{order_statistic, order_statistic_ends, percentile, percentile_ends};
use runner::stats::jackknife::Jackknife;
use runner::stats::kernel::block_counts;
use runner::stats::random::{Purpose, StreamKey};
use runner::stats::second_order::bootstrap_t;
use runner::stats::special::normal_quantile;
use serde_json::Value;

use crate::support::study;

struct Rows {
    scores: Vec<ScoreRow>,
    intervals: Vec<IntervalRow>,
    stability: Vec<StabilityRow>,
}

fn run(text: &str, corpora: Option<Vec<Corpus>>) -> Rows {
    let (plan, store) = study::computed(text, corpora);
    let results = &Results::new(&plan, &store);
    Rows {
        scores: scores(results),
        intervals: each_interval(results).collect(),
        stability: stability(results),
    }
}

/// One document of judgments.
fn judged(values: &[f64]) -> Corpus {
    one_document(study::judged(&[values.len()], &[("sys", study::all(values))]))
}

/// The corpus as one document, under the name that the specs here have for it.
fn one_document(corpus: Corpus) -> Corpus {
    let segments = 0..corpus.segment_count();
    let document = Document { id: "d".to_owned(), domain: None, segments };
    Corpus { name: "judged".to_owned(), documents: vec![document], ..corpus }
}

const JUDGED: &str = r#"
[experiment]
name = "judged"
seed = 3

[corpora.judged.plain]
references = ["ref"]
systems = ["sys"]

[studies.all]
corpora = ["judged"]
metrics = ["adequacy"]
"#;

const EVERY_METHOD: &str = r#"
B = 200000
[studies.all.intervals]
methods = ["percentile", "order-statistic", "basic", "normal", "student-t", "jackknife-t", "bootstrap-t", "bca"]
level = [0.8, 0.9]
"#;

/// Quantile of a sorted sample so large that interpolation does not matter.
fn quantile(sorted: &[f64], p: f64) -> f64 {
    sorted[((sorted.len() - 1) as f64 * p).round() as usize]
}

/// All 7^7 resamples of seven judgments: the ends of every method at B = 200,000 are those of the
/// exact distribution within their stated Monte-Carlo errors.
#[test]
fn ends_follow_the_exact_distribution() {
    let x = [1.3, 2.1, 2.2, 2.9, 3.4, 4.8, 4.9];
    let n = x.len();
    let mean = x.iter().sum::<f64>() / n as f64;
    let error_of = |values: &[f64]| {
        let m = values.iter().sum::<f64>() / n as f64;
        let squares: f64 = values.iter().map(|v| (v - m).powi(2)).sum();
        (squares / (n - 1) as f64 / n as f64).sqrt()
    };
    let (mut means, mut studentized) = (Vec::new(), Vec::new());
    for mut number in 0..n.pow(7) {
        let mut drawn = [0.0; 7];
        for value in &mut drawn {
            *value = x[number % n];
            number /= n;
        }
        let m = drawn.iter().sum::<f64>() / n as f64;
        means.push(m);
        if error_of(&drawn) > 1e-9 {
            studentized.push((m - mean) / error_of(&drawn));
        }
    }
    means.sort_by(f64::total_cmp);
    studentized.sort_by(f64::total_cmp);
    let stdev = error_of(&x) * ((n - 1) as f64 / n as f64).sqrt();
    // z0 and acceleration of BCa; sums of resamples tie with the mean where they are equal to 1e-9.
    let count = |keep: &dyn Fn(f64) -> bool| means.iter().filter(|m| keep(**m)).count() as f64;
    let share = f64::midpoint(count(&|m| m < mean - 1e-9), count(&|m| m <= mean + 1e-9))
        / means.len() as f64;
    let z0 = normal_quantile(share).unwrap();
    let (squares, cubes) =
        x.iter().fold((0.0, 0.0), |(s, c), v| (s + (v - mean).powi(2), c + (v - mean).powi(3)));
    let acceleration = cubes / (6.0 * squares.powf(1.5));
    // statistics: scipy.stats.t.ppf(0.9, 6), scipy.stats.t.ppf(0.95, 6), scipy.stats.norm.ppf.
    let multiples =
        [(1.439_755_747_262_4, 1.281_551_565_544_6), (1.943_180_280_515_3, 1.644_853_626_951_5)];

    let rows = run(&format!("{JUDGED}{EVERY_METHOD}"), Some(vec![judged(&x)])).intervals;
    assert_eq!(rows.len(), 16);
    for row in &rows {
        let tail = 0.5 * (1.0 - row.level);
        let (t, z) = multiples[usize::from(row.level > 0.85)];
        let (low, high) = (quantile(&means, tail), quantile(&means, 1.0 - tail));
        let moved = |z: f64| {
            let p = z0 + (z0 + z) / (1.0 - acceleration * (z0 + z));
            quantile(&means, runner::stats::special::normal_cdf(p))
        };
        let expected = match row.method.name() {
            "percentile" | "order-statistic" => (low, high),
            "basic" => (2.0 * mean - high, 2.0 * mean - low),
            "normal" => (mean - z * stdev, mean + z * stdev),
            "student-t" => (mean - t * stdev, mean + t * stdev),
            "jackknife-t" => {
                // In closed form, without resampling.
                let half = t * error_of(&x);
                assert!((row.half_width.unwrap() / half - 1.0).abs() < 1e-9);
                assert!((row.lower.unwrap() - (mean - half)).abs() < 1e-9);
                assert!((row.upper.unwrap() - (mean + half)).abs() < 1e-9);
                assert_eq!((row.lower_error, row.upper_error), (None, None));
                continue;
            }
            "bootstrap-t" => {
                assert!((row.standard_error.unwrap() / error_of(&x) - 1.0).abs() < 1e-8);
                // Seven of the resamples are one judgment seven times.
                let constant = f64::from(row.dropped_replicates.unwrap());
                assert!((constant - 200_000.0 / 7.0_f64.powi(6)).abs() < 9.0, "{constant}");
                let t = |p| quantile(&studentized, p) * error_of(&x);
                (mean - t(1.0 - tail), mean - t(tail))
            }
            "bca" => {
                assert!((row.acceleration.unwrap() - acceleration).abs() < 1e-9);
                assert!((row.bias_correction.unwrap() - z0).abs() < 0.02);
                (moved(-z), moved(z))
            }
            other => panic!("{other}"),
        };
        let label = format!("{} {}: {row:?}", row.method.name(), row.level);
        assert_eq!(row.cell.status.name(), "ok");
        let within = |found: Option<f64>, expected: f64, error: Option<f64>| {
            // Means of seven judgments have steps of 1/70; beside those, five errors.
            assert!((found.unwrap() - expected).abs() < 5.0 * error.unwrap() + 0.016, "{label}");
        };
        within(row.lower, expected.0, row.lower_error);
        within(row.upper, expected.1, row.upper_error);
        assert!((row.score.unwrap() - mean).abs() < 1e-12);
        assert_eq!(row.units, Some(7));
        assert!((row.small_sample_factor.unwrap() - (7.0_f64 / 6.0).sqrt()).abs() < 1e-12);
        let median = row.replicate_median.unwrap();
        let relative = 100.0 * (row.upper.unwrap() - median) / median;
        assert!((row.relative_upper.unwrap() - relative).abs() < 1e-12);
        let half = 0.5 * (row.upper.unwrap() - row.lower.unwrap());
        assert!((row.half_width.unwrap() - half).abs() < 1e-12);
        assert!((row.relative_half_width.unwrap() - 100.0 * half / median).abs() < 1e-12);
    }
}

/// `tests/golden/sacrebleu/golden.json`: sacreBLEU 2.5.1 with NumPy 2.4.6, from the same texts.
#[test]
fn the_interval_of_sacrebleu_digit_by_digit() {
    let text = format!(
        "{}B = 1000\nintervals = {{ compat = \"sacrebleu\" }}\n",
        JUDGED.replace("\"adequacy\"", "\"bleu\", \"chrf\", \"chrf++\", \"ter\"")
    );
    let rows = run(&text, Some(vec![one_document(study::texts())])).intervals;
    let golden: Value =
        serde_json::from_str(include_str!("../golden/sacrebleu/golden.json")).unwrap();
    let rows: Vec<&IntervalRow> =
        rows.iter().filter(|row| row.cell.system.as_deref() == Some("A")).collect();
    assert_eq!(rows.len(), 4);
    for (row, name) in rows.iter().zip(["BLEU", "chrF2", "chrF2++", "TER"]) {
        let golden = &golden[name];
        assert!(golden.is_object(), "{name}");
        let same = |ours: Option<f64>, theirs: f64| {
            let ours = ours.unwrap();
            assert!((ours / theirs - 1.0).abs() < 5e-15, "{name}: {ours} against {theirs}");
        };
        let (mean, half) = (golden["mean_A"].as_f64().unwrap(), golden["half"].as_f64().unwrap());
        same(row.score, golden["A"].as_f64().unwrap());
        same(row.replicate_mean, mean);
        same(row.half_width, half);
        same(row.lower, mean - half);
        same(row.upper, mean + half);
        assert_eq!(
            (row.method.name(), row.level, row.cell.status.name()),
            ("sacrebleu", 0.95, "ok")
        );
    }
}

/// Where there is no interval the row says why, and nothing is null without a reason.
#[test]
fn rows_without_an_interval_say_why() {
    let methods = "methods = [\"percentile\", \"normal\", \"bootstrap-t\", \"bca\"]\n";
    let status = |x: &[f64], more: &str| -> Vec<String> {
        let text = format!("{JUDGED}{more}\n[studies.all.intervals]\n{methods}");
        let rows = run(&text, Some(vec![judged(x)])).intervals;
        for row in &rows {
            assert_eq!(row.lower.is_some(), row.cell.status.is_ok());
            assert_eq!(row.lower.is_some(), row.upper.is_some());
        }
        rows.iter().map(|row| row.cell.status.name().to_owned()).collect()
    };
    assert_eq!(status(&[2.0], "B = 100"), ["one-unit"; 4]);
    assert_eq!(status(&[2.0, 2.0, 2.0], "B = 100"), ["no-variation"; 4]);
    let few = "too-few-replicates";
    assert_eq!(status(&[2.0, 3.0, 5.0], "B = 10"), [few, "ok", few, few]);
    assert_eq!(status(&[2.0, 3.0, 5.0], "B = 1"), [few; 4]);
    // One document where documents are drawn.
    assert_eq!(status(&[2.0, 3.0, 5.0], "resample = \"documents\""), ["one-unit"; 4]);

    let text = format!(
        "{}resample = \"two-stage\"\nsystems = [\"S1\"]\ntest-sizes = {{ documents = [15] }}\n\
         [studies.all.intervals]\n{methods}",
        JUDGED.replace(
            "plain]\nreferences = [\"ref\"]\nsystems = [\"sys\"]",
            "synthetic]\npreset = \"cesta-enfr-1\""
        )
    );
    let rows = run(&text, None).intervals;
    let status: Vec<&str> = rows.iter().map(|row| row.cell.status.name()).collect();
    assert_eq!(status, ["ok", "ok", "two-stage", "two-stage"]);
    assert!(rows.iter().all(|row| row.units == Some(15)));

    let text = format!(
        "{}[studies.all.intervals]\n{methods}[metrics.anew.nist]\ninformation = \"recomputed\"\n",
        JUDGED.replace("\"adequacy\"", "\"anew\", \"bleu\"")
    );
    let rows = run(&text, Some(vec![one_document(study::texts())])).intervals;
    let of_nist = rows.iter().filter(|row| &*row.cell.metric == "anew");
    let status: Vec<&str> = of_nist.map(|row| row.cell.status.name()).collect();
    assert_eq!(status, ["ok", "ok", "not-additive", "not-additive"].repeat(2));
    assert!(
        rows.iter().filter(|row| &*row.cell.metric == "bleu").all(|row| row.cell.status.is_ok())
    );
}

fn statistics() -> (Vec<i64>, Arc<dyn runner::metric::Scorer>) {
    use runner::metric::Metric;
    let metric = runner::metric::config::BleuConfig::default();
    let corpus = study::texts();
    let references: Vec<Option<&str>> = corpus.references[0].texts.iter().collect();
    let hypotheses: Vec<Option<&str>> = corpus.systems[0].texts.iter().collect();
    let statistics = metric.prepare(&[&references], &[]).extract(&hypotheses);
    let runner::metric::StatisticsRows::Fixed(rows) = statistics.rows else { panic!("fixed") };
    let flat = (0..rows.len()).flat_map(|index| rows.row(index).to_vec()).collect();
    (flat, statistics.scorer)
}

/// The delta method against the jackknife within 256 resamples of 50 segments of BLEU: they differ by
/// O(1/n), one from the other within 4 %.
#[test]
fn the_delta_method_is_close_to_the_jackknife() {
    let (rows, scorer) = statistics();
    let columns = scorer.columns();
    let score = |sums: &[i64]| scorer.score(sums);
    let influences = Influences::new(&rows, columns);
    let key = StreamKey::new(1, Purpose::Bootstrap).text("delta");
    let (mut sum, mut squares) = (0.0, 0.0);
    block_counts(&key, 0, 256, rows.len() / columns, &mut |counts| {
        let delta = influences.standard_error(counts, &score).unwrap();
        let written_out = rows.chunks(columns).zip(counts);
        let written_out = written_out.flat_map(|(row, count)| row.repeat(*count as usize));
        let written_out: Vec<i64> = written_out.collect();
        let jackknife = Jackknife::new(&written_out, columns, &score).unwrap().standard_error();
        let ratio = delta / jackknife;
        assert!((ratio - 1.0).abs() < 0.04, "{delta} {jackknife}");
        sum += ratio;
        squares += ratio * ratio;
    });
    let mean = sum / 256.0;
    assert!((mean - 1.0).abs() < 0.02, "{mean} {squares}");
}

/// Bootstrap-t with errors of the delta method, for a ratio of sums (errors over length, as word error
/// rates are) of 25 skewed units: holds 90 % in 90 % of 1,000 simulated samples. The bounds are those
/// of a binomial test at 1e-3 and a point for its second-order error.
#[test]
fn bootstrap_t_of_a_ratio_covers() {
    let (trials, units) = (1000_u32, 25);
    let key = StreamKey::new(77, Purpose::Bootstrap);
    let mut held = 0;
    for trial in 0..trials {
        let mut generator = key.clone().text("data").generator(u64::from(trial));
        let mut uniform = || {
            use rand::Rng;
            (generator.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
        };
        let mut rows = Vec::with_capacity(2 * units);
        for _ in 0..units {
            let length = 5.0 + 25.0 * uniform();
            // Exponential error rates of mean 0.2, times the length.
            let errors = -0.2 * (1.0 - uniform()).ln() * length;
            rows.extend([(errors * 1e6).round() as i64, (length * 1e6).round() as i64]);
        }
        let rate = |sums: &[i64]| (sums[1] > 0).then(|| sums[0] as f64 / sums[1] as f64);
        let influences = Influences::new(&rows, 2);
        let (mut replicates, mut errors) = (Vec::new(), Vec::new());
        for block in 0..2 {
            let key = key.clone().text("draws").number(u64::from(trial));
            block_counts(&key, block, 256, units, &mut |counts| {
                let mut sums = [0; 2];
                for (row, count) in rows.chunks(2).zip(counts) {
                    sums[0] += row[0] * i64::from(*count);
                    sums[1] += row[1] * i64::from(*count);
                }
                replicates.push(rate(&sums).unwrap());
                errors.push(influences.standard_error(counts, &rate).unwrap());
            });
        }
        let sums = [0, 1].map(|c: usize| rows.iter().skip(c).step_by(2).sum::<i64>());
        let score = rate(&sums).unwrap();
        let error = influences.standard_error(&vec![1; units], &rate).unwrap();
        let found = bootstrap_t(score, error, &replicates, &errors, 0.9).unwrap();
        held += u32::from(found.interval.contains(0.2));
    }
    // 900 -+ 3.3 standard errors of 9.5, and 10.
    assert!((859..=941).contains(&held), "{held}");
}

#[test]
fn ends_alone_are_those_of_the_intervals() {
    let key = StreamKey::new(4, Purpose::Bootstrap);
    let mut values = Vec::new();
    block_counts(&key, 0, 256, 9, &mut |counts| {
        values.push(counts.iter().enumerate().map(|(i, c)| f64::from(*c) * (i * i) as f64).sum());
    });
    for count in [2, 41, 100, 256] {
        for level in [0.5, 0.9, 0.95] {
            let d = || Distribution::new(&values[..count]);
            let full = percentile(&d(), level).unwrap();
            assert_eq!(percentile_ends(&d(), level), Ok((full.lower, full.upper)));
            let full = order_statistic(&d(), level).unwrap();
            assert_eq!(order_statistic_ends(&d(), level), Ok((full.lower, full.upper)));
        }
    }
}

const REPEATED: &str = r#"
B = [100, 400]
repeats = 600
[studies.all.stability]
methods = ["percentile", "normal", "basic"]
"#;

/// Ends of a normal interval deviate by z STDEV/sqrt(2(B - 1)) from repetition to repetition, those of
/// the percentile interval by sqrt(p(1 - p)/B)/density: over 600 repetitions their deviation has a
/// standard error of 3 %. The tables beside it show the first repetition alone.
#[test]
fn ends_change_from_repeat_to_repeat_as_theory_says() {
    let x: Vec<f64> =
        (0..60).map(|i| normal_quantile((f64::from(i) + 0.5) / 60.0).unwrap() + 9.0).collect();
    let rows = run(&format!("{JUDGED}{REPEATED}"), Some(vec![judged(&x)]));
    assert_eq!(rows.scores.len(), 2);
    assert!(rows.scores.iter().all(|row| row.cell.repeat == 1));
    assert_eq!(rows.stability.len(), 6);
    let n = x.len() as f64;
    let mean = x.iter().sum::<f64>() / n;
    let sigma = x.iter().map(|x| (x - mean).powi(2)).sum::<f64>().sqrt() / n;
    let z = 1.959_963_984_540_054_f64;
    let density = (-0.5 * z * z).exp() / (2.0 * std::f64::consts::PI).sqrt();
    for row in &rows.stability {
        let b = f64::from(row.cell.replicates);
        let expected = match row.method.name() {
            "normal" => z * sigma / (2.0 * (b - 1.0)).sqrt(),
            _ => sigma * (0.025_f64 * 0.975 / b).sqrt() / density,
        };
        assert_eq!((row.repeats, row.undefined_repeats), (600, Some(0)));
        // At B = 100 the tail holds two replicates, and interpolation between them is not free.
        let tolerance = if b < 200.0 && row.method.name() != "normal" { 0.15 } else { 0.11 };
        for stdev in [row.stdev_lower, row.stdev_upper] {
            assert!((stdev.unwrap() / expected - 1.0).abs() < tolerance, "{row:?} {expected}");
        }
        for stdev in [row.predicted_stdev_lower, row.predicted_stdev_upper] {
            // Estimated from two or three replicates in a tail of B = 100, so a little too large.
            let tolerance = if tolerance > 0.11 { 0.35 } else { 0.22 };
            assert!((stdev.unwrap() / expected - 1.0).abs() < tolerance, "{row:?} {expected}");
        }
        // Means of ends: quantiles of few replicates lie a little inside.
        let error = 4.0 * expected / 600.0_f64.sqrt() + 12.0 * sigma / b;
        assert!((row.mean_lower.unwrap() - (mean - z * sigma)).abs() < error, "{row:?}");
        assert!((row.mean_upper.unwrap() - (mean + z * sigma)).abs() < error, "{row:?}");
        let relative = 100.0 * row.stdev_upper.unwrap() / mean;
        assert!((row.relative_stdev_upper.unwrap() / relative - 1.0).abs() < 0.5);
    }
}
