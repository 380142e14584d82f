//! Margins of error as whole runs, from a spec to rows, against closed forms; and what they promise, kept
//! on documents of real test sets.

#![expect(clippy::print_stdout, reason = "figures for people, shown with --nocapture")]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use runner::analyses::{MarginRow, Results, each_margin, scores};
use runner::corpus;
use runner::corpus::model::Corpus;
use runner::corpus::source::{CorpusFormat, EvalsetSource};
use runner::metric::config::{BleuConfig, MetricConfig};
use runner::metric::{Scorer, Segments, StatisticsRows};
use runner::stats::jackknife::{Jackknife, group_rows};
use runner::stats::margin::Precision;
use runner::stats::random::{Purpose, StreamKey, UniformBelow};
use runner::stats::special::student_t_quantile;
use runner::stats::variance_error::log_variance_error;

use crate::support::needs::data;
use crate::support::study;

const SPEC: &str = r#"
[experiment]
name = "x"
seed = 1

[corpora.c.plain]
references = ["ref"]
systems = ["sys"]

[studies.s]
corpora = ["c"]
metrics = ["adequacy"]
B = 50
"#;

fn margins(text: &str, corpus: Corpus) -> Vec<MarginRow> {
    let (plan, store) = study::computed(text, Some(vec![corpus]));
    each_margin(&Results::new(&plan, &store)).collect()
}

/// Twelve documents of four segments, whose judgments are not alike.
fn twelve() -> Vec<f64> {
    let noise = [0.3, -0.2, 0.1, -0.4, 0.25, -0.05, 0.35, -0.35, 0.15, 0.0, -0.1, 0.2];
    let levels = [3.0, 4.2, 2.6, 3.9, 3.3, 4.6, 2.2, 3.7, 4.0, 2.9, 3.5, 3.1];
    (0..48).map(|segment| levels[segment / 4] + noise[(7 * segment) % 12]).collect()
}

fn means_of(values: &[f64], length: usize) -> Vec<f64> {
    values.chunks(length).map(|own| own.iter().sum::<f64>() / length as f64).collect()
}

/// Divisor n - 1.
fn variance(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (values.len() - 1) as f64
}

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-6 * expected.abs(), "{found}, not {expected}");
}

/// Of a mean over documents of one length: Student's interval of the document means, the size where the
/// quantile of that size gives the wanted margin, the layout of the analysis of variance, and the law
/// between six and twelve documents. Judgments are fixed point of six decimals.
#[test]
fn of_means_all_has_closed_forms() {
    let study = "resample = \"documents\"\ntest-sizes = { fractions = [0.5, 1.0] }\n\
                 [studies.s.margin]\nwanted = 0.2\ndocument-cost = 3\n";
    let values = twelve();
    let corpus = study::judged(&[4; 12], &[("sys", study::all(&values))]);
    let rows = margins(&format!("{SPEC}{study}"), corpus);
    assert_eq!(rows.len(), 2);
    let row = &rows[1];
    let means = means_of(&values, 4);
    let error = (variance(&means) / 12.0).sqrt();
    assert_eq!((&*row.cell.status, &*row.required_status, &*row.unit), ("ok", "ok", "documents"));
    close(row.standard_error.unwrap(), error);
    // scipy.stats.t.ppf(0.975, 11)
    close(row.margin.unwrap(), 2.200_985_160_082_949 * error);
    close(row.reproduction_margin.unwrap(), 2.0_f64.sqrt() * row.margin.unwrap());
    assert_eq!((row.available_units, row.segments_per_document), (Some(12), Some(4.0)));
    let size = row.required_units.unwrap();
    let at_size = student_t_quantile(0.975, size - 1.0).unwrap() * error * (12.0 / size).sqrt();
    close(at_size, 0.2);
    assert_eq!(row.required_documents, Some(size.ceil()));
    assert_eq!(row.required_segments, Some((4.0 * size).ceil()));
    let (lower, upper) = (row.required_units_lower.unwrap(), row.required_units_upper.unwrap());
    assert!(lower < size && size < upper && row.assured_units.unwrap() > size);
    // The error of the log variance of a mean: all variances of eleven document means.
    let logs: Vec<f64> = (0..12)
        .map(|out| {
            let rest: Vec<f64> = (0..12).filter(|own| *own != out).map(|own| means[own]).collect();
            runner_ln(variance(&rest))
        })
        .collect();
    let spread = (11.0 / 12.0 * 11.0 * variance(&logs)).sqrt();
    close(row.log_variance_error.unwrap(), spread);
    let within = values.chunks(4).map(variance).sum::<f64>() / 12.0;
    let between = variance(&means) - within / 4.0;
    close(row.within_variance.unwrap(), within);
    close(row.between_variance.unwrap(), between);
    let now = between * 4.0 + within;
    close(
        row.doubled_documents_margin.unwrap(),
        row.margin.unwrap() * ((between * 2.0 + within) / now).sqrt(),
    );
    close(row.best_segments_per_document.unwrap(), (3.0 * within / between).sqrt().max(1.0));
    let of_segments = (variance(&values) / 48.0).sqrt();
    // scipy.stats.t.ppf(0.975, 47)
    close(row.other_unit_margin.unwrap(), 2.011_740_513_729_765_5 * of_segments);
    let half = (variance(&means[..6]) / 6.0).sqrt();
    assert_eq!((row.law_units, &*row.law_status), (Some(6), "ok"));
    close(row.law_ratio.unwrap(), half * 6.0_f64.sqrt() / (error * 12.0_f64.sqrt()));
    assert_eq!((&*rows[0].law_status, rows[0].law_ratio), ("not-largest", None));
}

fn runner_ln(value: f64) -> f64 {
    #[expect(
        clippy::disallowed_methods,
        reason = "the independent value may come from the platform"
    )]
    value.ln()
}

/// The status says what there is, and what is missing.
#[test]
fn what_is_missing_says_why() {
    let values = twelve();
    let spec = |study: &str| format!("{SPEC}resample = \"documents\"\n{study}");
    let only = |study: &str, lengths: &[usize], values: &[f64]| {
        let corpus = study::judged(lengths, &[("sys", study::all(values))]);
        let rows = margins(&spec(study), corpus);
        rows.into_iter().last().unwrap()
    };
    let statuses = |row: &MarginRow| (row.cell.status.to_string(), row.required_status.to_string());
    let both = |one: &str, other: &str| (one.to_owned(), other.to_owned());
    let wanted = "[studies.s.margin]\nwanted = { adequacy = 0.2 }\n";
    let row = only(wanted, &[4], &values[..4]);
    assert_eq!(statuses(&row), both("one-unit", "one-unit"));
    assert_eq!((row.margin, row.required_units), (None, None));
    let row = only(wanted, &[4, 4, 4], &values[..12]);
    assert_eq!(statuses(&row), both("ok", "too-few-units"));
    assert!(row.margin.is_some() && row.required_units.is_none());
    let row = only(wanted, &[1; 6], &[2.0; 6]);
    assert_eq!(statuses(&row), both("no-variation", "no-variation"));
    assert_eq!(row.margin, None);
    // Without one of them the others are equal: there is a size, and no interval of it.
    let row = only(wanted, &[1; 6], &[2.0, 2.0, 2.0, 2.0, 2.0, 3.0]);
    assert_eq!(statuses(&row), both("ok", "no-variation"));
    assert!(row.required_units.is_some() && row.required_units_upper.is_none());
    assert_eq!(row.between_variance, None, "documents of one segment");
    let row = only("[studies.s.margin]\n", &[4; 12], &values);
    assert_eq!(statuses(&row), both("ok", "nothing-wanted"));
    assert!(row.margin.is_some() && row.required_units.is_none());
    let row = only("[studies.s.margin]\nwanted = \"5 %\"\n", &[4; 12], &values);
    assert_eq!(statuses(&row), both("ok", "ok"));
    close(row.wanted.unwrap(), 0.05 * row.score.unwrap());
    let below: Vec<f64> = values.iter().map(|value| value - 9.0).collect();
    let row = only("[studies.s.margin]\nwanted = \"5 %\"\n", &[4; 12], &below);
    assert_eq!((statuses(&row), row.wanted), (both("ok", "relative-to-zero"), None));
}

/// Only documents with a judgment are units, and lengths are those of what is judged.
#[test]
fn partial_judgments_count_alone() {
    let values = twelve();
    let some = values.iter().enumerate();
    let judged = |(index, value): (usize, &f64)| (index >= 8 && index % 4 < 2).then_some(*value);
    let partial: Vec<Option<f64>> = some.map(judged).collect();
    let means: Vec<f64> = values[8..].chunks(4).map(|own| f64::midpoint(own[0], own[1])).collect();
    let study = "resample = \"documents\"\ntest-sizes = { fractions = [1.0] }\n\
                 [studies.s.margin]\nwanted = 0.2\n";
    let corpus = study::judged(&[4; 12], &[("sys", partial)]);
    let rows = margins(&format!("{SPEC}{study}"), corpus);
    let row = &rows[0];
    assert_eq!((row.available_units, row.segments_per_document), (Some(10), Some(2.0)));
    close(row.standard_error.unwrap(), (variance(&means) / 10.0).sqrt());
    assert_eq!(row.required_segments, Some((2.0 * row.required_units.unwrap()).ceil()));
    assert_eq!(&*row.law_status, "one-size");
}

/// Segments as units, and two stages, whose jackknife is that of documents.
#[test]
fn units_are_those_of_the_study() {
    let values = twelve();
    let row = |resample: &str| {
        let study = format!(
            "resample = \"{resample}\"\ntest-sizes = {{ fractions = [1.0] }}\n[studies.s.margin]\nwanted = 0.1\n"
        );
        let corpus = study::judged(&[4; 12], &[("sys", study::all(&values))]);
        margins(&format!("{SPEC}{study}"), corpus).remove(0)
    };
    let [segments, documents, both] = ["segments", "documents", "two-stage"].map(row);
    close(segments.standard_error.unwrap(), (variance(&values) / 48.0).sqrt());
    assert_eq!((&*segments.unit, segments.available_units), ("segments", Some(48)));
    let size = segments.required_units.unwrap();
    assert_eq!(segments.required_segments, Some(size.ceil()));
    assert_eq!(segments.required_documents, Some((size / 4.0).ceil()));
    close(segments.other_unit_margin.unwrap(), documents.margin.unwrap());
    close(documents.other_unit_margin.unwrap(), segments.margin.unwrap());
    assert_eq!(both.standard_error, documents.standard_error);
    assert_eq!((&*both.unit, &*both.resample), ("documents", "two-stage"));
}

/// Without sums the deviation of the replicates, corrected for few units; no interval of sizes.
#[test]
fn what_has_no_jackknife_comes_from_replicates() {
    let spec = |resample: &str| {
        format!(
            "{}resample = \"{resample}\"\ntest-sizes = {{ fractions = [1.0] }}\n[studies.s.margin]\nwanted = 0.5\n\
             [metrics.anew.nist]\ninformation = \"recomputed\"\n",
            SPEC.replace("adequacy", "anew").replace("\"sys\"", "\"A\", \"B\"")
        )
    };
    let (plan, store) = study::computed(&spec("segments"), Some(vec![study::texts()]));
    let results = &Results::new(&plan, &store);
    let (rows, scores) = (each_margin(results).collect::<Vec<_>>(), scores(results));
    assert_eq!(rows.len(), 2);
    for (row, score) in rows.iter().zip(&scores) {
        let factor = (50.0_f64 / 49.0).sqrt();
        close(row.standard_error.unwrap(), factor * score.stdev.unwrap());
        close(row.monte_carlo_error.unwrap(), factor * score.stdev_error.unwrap());
        assert_eq!((&*row.cell.status, &*row.required_status), ("ok", "not-additive"));
        assert!(row.required_units.is_some() && row.required_units_lower.is_none());
    }
    let rows = margins(&spec("two-stage"), study::texts());
    assert_eq!((&*rows[0].cell.status, rows[0].margin), ("two-stage", None));
}

fn evalset(set: &str, pair: &str) -> Option<Corpus> {
    let source = EvalsetSource {
        path: PathBuf::from("evalsets").join(set),
        language_pair: pair.into(),
        references: Some(vec!["refA".to_owned()]),
        ..EvalsetSource::default()
    };
    Some(corpus::read(set, &CorpusFormat::Evalset(source), &data()?).unwrap().corpus)
}

/// Rows of the documents of a system, and their score.
fn document_rows(
    corpus: &Corpus,
    system: &str,
    config: &MetricConfig,
) -> (Vec<i64>, Arc<dyn Scorer>) {
    let metric = config.metric().unwrap();
    let (reference, hypothesis) =
        (corpus.reference("refA").unwrap(), corpus.system(system).unwrap());
    let segments = 0..corpus.segment_count();
    let hypothesis: Vec<Option<&str>> =
        segments.clone().map(|index| hypothesis.get(index)).collect();
    let reference: Vec<Option<&str>> = segments.map(|index| reference.get(index)).collect();
    let references: [&Segments<'_>; 1] = [&reference];
    let found = metric.prepare(&references, &[]).extract(&hypothesis);
    let StatisticsRows::Fixed(rows) = found.rows else { panic!("of single segments") };
    let all: Vec<i64> = (0..rows.len()).flat_map(|row| rows.row(row).to_vec()).collect();
    let documents: Vec<_> = corpus.documents.iter().map(|own| own.segments.clone()).collect();
    (group_rows(&all, rows.columns(), &documents), found.scorer)
}

/// How often promises are kept.
#[derive(Debug, Default)]
struct Kept {
    score: f64,
    defined: f64,
    size: f64,
    median: f64,
    assured: f64,
    reached: f64,
    /// Median of the upper end over the lower.
    factor: f64,
}

/// Pilots of `count` documents drawn with replacement from those of a test set, which are the population;
/// the wanted margin is half of what such a pilot is expected to have.
fn simulate(rows: &[i64], scorer: &dyn Scorer, count: usize, trials: u64, name: &str) -> Kept {
    let columns = scorer.columns();
    let population: Vec<&[i64]> = rows.chunks_exact(columns).collect();
    let n = population.len() as f64;
    let score = |sums: &[i64]| scorer.score(sums);
    let sums = |rows: &[i64]| -> Vec<i64> {
        (0..columns).map(|column| rows.iter().skip(column).step_by(columns).sum()).collect()
    };
    let of = |rows: &[i64]| {
        let jackknife = Jackknife::new(rows, columns, score).unwrap();
        let units = rows.len() / columns;
        Precision { standard_error: jackknife.standard_error(), units, strata: 1, level: 0.95 }
    };
    // The population is all there is of it: its variance has the divisor n.
    let whole = of(rows);
    let truth =
        Precision { standard_error: whole.standard_error * ((n - 1.0) / n).sqrt(), ..whole };
    let true_score = score(&sums(rows)).unwrap();
    let wanted = 0.5 * truth.margin_at(count as f64).unwrap();
    let true_size = truth.required_units(wanted).unwrap();
    let below = UniformBelow::new(u32::try_from(population.len()).unwrap());
    let mut kept = Kept::default();
    let (mut ratios, mut factors) = (Vec::new(), Vec::new());
    for trial in 0..trials {
        let key = StreamKey::new(5, Purpose::Sample).text(name).number(count as u64);
        let mut random = key.generator(trial);
        let mut draw = |size: usize| {
            let mut drawn = Vec::with_capacity(size * columns);
            below.draw(&mut random, size, |unit| drawn.extend(population[unit as usize]));
            drawn
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes")]
        let ceil = |size: f64| size.ceil() as usize;
        let pilot = draw(count);
        let found = of(&pilot);
        let deviation = score(&sums(&pilot)).unwrap() - true_score;
        kept.score += f64::from(deviation.abs() <= found.margin().unwrap());
        let Ok(required) = found.required_units(wanted) else { continue };
        let Ok(error) = log_variance_error(&pilot, columns, score) else { continue };
        kept.defined += 1.0;
        let (lower, upper) = found.required_interval(wanted, error).unwrap();
        kept.size += f64::from(lower <= true_size && true_size <= upper);
        ratios.push(required / true_size);
        factors.push(upper / lower);
        let assured = found.assured_units(wanted, error, 0.8).unwrap();
        kept.assured += f64::from(of(&draw(ceil(assured))).margin().unwrap() <= wanted);
        kept.reached += f64::from(of(&draw(ceil(required))).margin().unwrap() <= wanted);
    }
    ratios.sort_by(f64::total_cmp);
    kept.median = ratios[ratios.len() / 2];
    factors.sort_by(f64::total_cmp);
    kept.factor = factors[factors.len() / 2];
    let all = trials as f64;
    for share in
        [&mut kept.score, &mut kept.defined, &mut kept.size, &mut kept.assured, &mut kept.reached]
    {
        *share /= all;
    }
    kept
}

fn check_real(trials: u64) {
    let metrics: BTreeMap<&str, MetricConfig> = BTreeMap::from([
        ("bleu", MetricConfig::Bleu(BleuConfig::default())),
        ("chrf", MetricConfig::Chrf(runner::metric::config::ChrfConfig::default())),
    ]);
    let sets = [("wmt21.news", "en-de", "Facebook-AI"), ("wmt23", "he-en", "ONLINE-A")];
    for (set, pair, system) in sets {
        let Some(corpus) = evalset(set, pair) else { return };
        for (name, config) in &metrics {
            let (rows, scorer) = document_rows(&corpus, system, config);
            for count in [20, 60] {
                let about = format!("{set} {pair} {system} {name}");
                let kept = simulate(&rows, &*scorer, count, trials, &about);
                println!("{about}, {count} documents, {trials} pilots: {kept:.3?}");
                let slack = |p: f64| 4.0 * (p * (1.0 - p) / trials as f64).sqrt();
                let between = |share: f64, low: f64, high: f64| {
                    let inside = low - slack(low) <= share && share <= high + slack(high);
                    assert!(inside, "{about}, {count}: {share}: {kept:?}");
                };
                between(kept.score, 0.90, 0.98);
                between(kept.size, 0.90, 0.98);
                between(kept.assured, 0.75, 0.88);
                assert!(kept.defined >= 0.99, "{about}, {count}: {kept:?}");
                assert!((kept.median - 1.0).abs() <= 0.1, "{about}, {count}: {kept:?}");
            }
        }
    }
}

/// Needs real corpora. Intervals of scores and of sizes hold the truth, and assured sizes keep their
/// promise, with the documents of WMT 2021 and 2023 as populations.
#[test]
fn promises_are_kept_on_real_documents() {
    check_real(150);
}

/// `RUNNER_THOROUGH=1 cargo test --test studies many_real_pilots -- --nocapture`
#[test]
fn promises_are_kept_by_many_real_pilots() {
    if std::env::var_os("RUNNER_THOROUGH").is_some() {
        check_real(4_000);
    }
}
