//! Studies in strata as whole runs, from a spec to rows: against closed forms of weighted means, and what
//! intervals promise, kept on new documents.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use runner::analyses::{
    ComparisonRow, IntervalRow, MarginRow, PowerRow, Results, ScoreRow, StratumRow,
    each_comparison, each_interval, each_margin, each_power, each_stratum, scores,
};
use runner::corpus::model::Corpus;
use runner::plan::{Plan, TaskKey};
use runner::stats::random::{Purpose, StreamKey, UniformBelow};
use runner::stats::special::student_t_quantile;

use crate::support::needs::is_thorough;
use crate::support::study;

const SPEC: &str = r#"
[experiment]
name = "x"
seed = 1

[corpora.c.plain]
references = ["ref"]
systems = ["sys"]
"#;

/// A study of the whole corpus.
fn spec(more: &str) -> String {
    let study = "corpora = [\"c\"]\nmetrics = [\"adequacy\"]\ntest-sizes = { fractions = [1.0] }";
    format!("{SPEC}[studies.s]\n{study}\n{more}\n")
}

/// The domain of each of ten documents.
const DOMAINS: [&str; 10] =
    ["news", "social", "news", "news", "social", "news", "social", "news", "social", "news"];

/// Judgments of two systems on ten documents of four segments. Domains differ more than documents.
fn values(system: usize) -> Vec<f64> {
    let noise = [0.3, -0.2, 0.1, -0.4, 0.25, -0.05, 0.35, -0.35, 0.15, 0.0, -0.1, 0.2];
    let levels = [3.0, 24.2, 2.6, 3.9, 20.3, 4.6, 22.2, 3.7, 24.0, 2.9];
    let better = [0.0, 0.4, 0.1, 0.5, 1.4, 0.2, 0.3, 0.6, 0.7, 0.1];
    let value = |segment: usize| {
        let document = segment / 4;
        let own = if system == 0 { 0.0 } else { better[document] };
        levels[document] + own + noise[((7 + 4 * system) * segment) % 12]
    };
    (0..40).map(value).collect()
}

fn in_domains(mut corpus: Corpus, domains: &[&str]) -> Corpus {
    for (document, domain) in corpus.documents.iter_mut().zip(domains) {
        document.domain = Some((*domain).to_owned());
    }
    corpus
}

fn ten() -> Corpus {
    let systems = [("A", study::all(&values(0))), ("B", study::all(&values(1)))];
    in_domains(study::judged(&[4; 10], &systems), &DOMAINS)
}

/// Values of a domain, in chunks of a unit.
fn means_of(values: &[f64], domain: &str, length: usize) -> Vec<f64> {
    let documents = values.chunks(4).zip(DOMAINS).filter(|(_, own)| *own == domain);
    let mean = |unit: &[f64]| unit.iter().sum::<f64>() / length as f64;
    documents.flat_map(|(document, _)| document.chunks(length).map(mean)).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Divisor n - 1.
fn variance(values: &[f64]) -> f64 {
    let mean = mean(values);
    values.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (values.len() - 1) as f64
}

/// `sum w_h^2 s_h^2 / n_h`, its root.
fn error_of(values: &[f64], weights: [f64; 2], length: usize) -> f64 {
    let part = |(domain, weight): (&str, f64)| {
        let means = means_of(values, domain, length);
        weight * weight * variance(&means) / means.len() as f64
    };
    ["news", "social"].into_iter().zip(weights).map(part).sum::<f64>().sqrt()
}

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-6 * expected.abs(), "{found}, not {expected}");
}

fn t(degrees_of_freedom: f64) -> f64 {
    student_t_quantile(0.975, degrees_of_freedom).unwrap()
}

fn score_rows(text: &str, corpus: Corpus) -> Vec<ScoreRow> {
    study::run(text, Some(vec![corpus]), scores).1
}

/// Of means all has closed forms, whatever the weights: scores and margins, and the score, the margin and
/// the share of each stratum.
#[test]
fn weighted_means_have_closed_forms() {
    let cases = [
        ("\"size\"", [0.6, 0.4]),
        ("\"equal\"", [0.5, 0.5]),
        ("{ news = 3.0, social = 1.0 }", [0.75, 0.25]),
    ];
    for (weights, numbers) in cases {
        let text = spec(&format!(
            "strata = {{ by = \"domain\", weights = {weights} }}\nresample = \"documents\"\nB = 50\n\
             [studies.s.margin]\nwanted = 0.5"
        ));
        let (plan, store) = study::computed(&text, Some(vec![ten()]));
        let results = Results::new(&plan, &store);
        let margins: Vec<MarginRow> = each_margin(&results).collect();
        let strata: Vec<StratumRow> = each_stratum(&results).collect();
        assert_eq!((margins.len(), strata.len()), (2, 4));
        for (system, margin) in margins.iter().enumerate() {
            let values = values(system);
            let of_strata = ["news", "social"].map(|domain| means_of(&values, domain, 4));
            let error = error_of(&values, numbers, 4);
            assert_eq!((margin.cell.status.name(), margin.required_status.name()), ("ok", "ok"));
            close(margin.score.unwrap(), (0..2).map(|h| numbers[h] * mean(&of_strata[h])).sum());
            close(margin.standard_error.unwrap(), error);
            // Ten documents in two strata.
            close(margin.margin.unwrap(), t(8.0) * error);
            assert_eq!((margin.strata, margin.available_units), (Some(2), Some(10)));
            close(margin.other_unit_margin.unwrap(), t(38.0) * error_of(&values, numbers, 1));
            let size = margin.required_units.unwrap();
            // The variance over its median: scipy.stats.chi2.ppf(0.5, 8) / 8.
            let median: f64 = 7.344_121_497_701_792 / 8.0;
            close(t(size - 2.0) * error * (10.0 / size / median).sqrt(), 0.5);
            assert_eq!(margin.between_variance, None);
            let mut shares = 0.0;
            for h in 0..2 {
                let row = &strata[2 * system + h];
                let own = (variance(&of_strata[h]) / of_strata[h].len() as f64).sqrt();
                assert_eq!((&*row.stratum, row.cell.status.name()), (["news", "social"][h], "ok"));
                close(row.weight, numbers[h]);
                close(row.stratum_score.unwrap(), mean(&of_strata[h]));
                close(row.standard_error.unwrap(), own);
                close(row.margin.unwrap(), t(of_strata[h].len() as f64 - 1.0) * own);
                close(
                    row.variance_share.unwrap(),
                    (numbers[h] * own / error) * (numbers[h] * own / error),
                );
                let (documents, segments) = [(6, 24), (4, 16)][h];
                assert_eq!(row.stratum_documents, Some(documents));
                assert_eq!((row.units, row.stratum_segments), (Some(documents), Some(segments)));
                shares += row.variance_share.unwrap();
            }
            close(shares, 1.0);
        }
    }
}

/// The replicates deviate as resamples within strata do, `sum w_h^2 s_h^2 / n_h` with divisor `n_h`, up to
/// four Monte-Carlo errors: without what separates the domains, which is most of it otherwise.
#[test]
fn replicates_keep_the_share_of_every_stratum() {
    let draws = "B = 20000\nresample = \"documents\"";
    let strata = "strata = { by = \"domain\", weights = \"equal\" }";
    let own = score_rows(&spec(&format!("{draws}\n{strata}")), ten());
    let without = score_rows(&spec(draws), ten());
    for (system, row) in own.iter().enumerate() {
        let part = |domain: &str| {
            let means = means_of(&values(system), domain, 4);
            let n = means.len() as f64;
            0.25 * variance(&means) * (n - 1.0) / n / n
        };
        let expected = (part("news") + part("social")).sqrt();
        let stdev = row.stdev.unwrap();
        assert!((stdev / expected - 1.0).abs() < 4.0 / 40_000.0_f64.sqrt(), "{stdev}, {expected}");
        assert!(without[system].stdev.unwrap() > 5.0 * stdev);
        assert!(row.signature.ends_with("|strata:domain|weights:news=0.500000,social=0.500000"));
    }
}

/// Methods that have no form for strata say so.
#[test]
fn methods_without_strata_say_so() {
    let text = spec(
        "strata = { by = \"domain\" }\nB = 500\n[studies.s.intervals]\n\
         methods = [\"percentile\", \"normal\", \"student-t\", \"jackknife-t\", \"bca\", \"bootstrap-t\"]",
    );
    let read = |results: &Results<'_>| each_interval(results).collect::<Vec<IntervalRow>>();
    let (_, rows) = study::run(&text, Some(vec![ten()]), read);
    let statuses: Vec<(&str, &str)> =
        rows[..6].iter().map(|row| (row.method.name(), row.cell.status.name())).collect();
    let expected = [
        ("percentile", "ok"),
        ("normal", "ok"),
        ("student-t", "stratified"),
        ("jackknife-t", "ok"),
        ("bca", "stratified"),
        ("bootstrap-t", "stratified"),
    ];
    assert_eq!(statuses, expected);
    assert!(rows.iter().all(|row| row.small_sample_factor.is_none()));
    close(rows[3].half_width.unwrap(), t(8.0) * error_of(&values(0), [0.6, 0.4], 4));
}

/// The paired t test of weighted means, with ten documents less two strata as degrees of freedom, and the
/// deviation that power plans with.
#[test]
fn differences_are_paired_within_strata() {
    let text = spec(
        "strata = { by = \"domain\", weights = \"equal\" }\nB = 200\nresample = \"documents\"\n\
         [studies.s.comparison]\nmethods = [\"jackknife-t\", \"approximate-randomization\"]\n\
         [studies.s.power]\neffects = [0.5]",
    );
    let read = |results: &Results<'_>| {
        let comparisons: Vec<ComparisonRow> = each_comparison(results).collect();
        (comparisons, each_power(results).collect::<Vec<PowerRow>>())
    };
    let (_, (comparisons, power)) = study::run(&text, Some(vec![ten()]), read);
    let differences: Vec<f64> = values(0).iter().zip(values(1)).map(|(a, b)| a - b).collect();
    let parts = ["news", "social"].map(|domain| mean(&means_of(&differences, domain, 4)));
    let (delta, error) = (0.5 * (parts[0] + parts[1]), error_of(&differences, [0.5, 0.5], 4));
    let row = &comparisons[0];
    assert_eq!((row.method.name(), row.cell.status.name()), ("jackknife-t", "ok"));
    assert!((row.delta.unwrap() - delta).abs() < 1e-6);
    let half = 0.5 * (row.ci_upper.unwrap() - row.ci_lower.unwrap());
    assert!((half / (t(8.0) * error) - 1.0).abs() < 1e-5, "{half}");
    // The p-value is that of the level whose interval reaches 0.
    let p = row.p_value.unwrap();
    let quantile = student_t_quantile(1.0 - 0.5 * p, 8.0).unwrap();
    assert!((quantile * error / delta.abs() - 1.0).abs() < 1e-5, "{p}");
    assert_eq!((comparisons[1].cell.status.name(), comparisons[1].delta), ("ok", row.delta));
    assert_eq!((power[0].cell.status.name(), power[0].stdev_error), ("ok", None));
    assert!((power[0].stdev.unwrap() / error - 1.0).abs() < 1e-5);
}

/// A corpus score of texts is the weighted sum of those of its parts, each scored by itself; and metrics of
/// documents and of the whole test set have scores in strata.
#[test]
fn scores_of_texts_are_weighted_sums() {
    let study = |more: &str, metrics: &str| {
        let sizes = "test-sizes = { fractions = [1.0] }\nsystems = [\"A\", \"B\"]\nB = 20";
        format!("{SPEC}[studies.s]\ncorpora = [\"c\"]\nmetrics = [{metrics}]\n{sizes}\n{more}\n")
    };
    let metrics = "\"bleu\", \"chrf\", \"ter\"";
    let strata =
        "strata = { by = \"domain\", weights = { a = 1.0, b = 3.0 } }\nresample = \"segments\"";
    let whole = in_domains(study::texts(), &["a", "b"]);
    let found = score_rows(&study(strata, metrics), whole.clone());
    let part = |document: usize| {
        let mut corpus = study::texts();
        let own = corpus.documents[document].segments.clone();
        corpus.documents = study::documents(&[own.len()]);
        for texts in corpus.references.iter_mut().chain(&mut corpus.systems) {
            texts.texts = own.clone().map(|segment| texts.texts.get(segment)).collect();
        }
        score_rows(&study("resample = \"segments\"", metrics), corpus)
    };
    let parts = [part(0), part(1)];
    assert_eq!(found.len(), 6);
    for (index, row) in found.iter().enumerate() {
        let [a, b] = [0, 1].map(|part: usize| parts[part][index].score.unwrap());
        assert!((row.score.unwrap() - 0.25 * a - 0.75 * b).abs() < 1e-12, "{}", row.cell.metric);
        assert!(row.ci_lower.unwrap() < row.score.unwrap());
    }
    let lengths = [10, 10, 10, 10, 10];
    let documents = Corpus { documents: study::documents(&lengths), ..study::texts() };
    let documents = in_domains(documents, &["a", "b", "a", "b", "b"]);
    let strata = "strata = { by = \"domain\" }\nresample = \"documents\"";
    let rows = score_rows(&study(strata, "\"nist\", \"wnm\""), documents);
    let is_whole = |row: &ScoreRow| row.cell.status.is_ok() && row.ci_lower < row.score;
    assert!(rows.len() == 4 && rows.iter().all(is_whole));
}

fn keys(plan: &Plan, study: &str) -> Vec<TaskKey> {
    let grid = plan.grids.iter().find(|grid| plan.spec.studies[grid.study].name == study).unwrap();
    let request = &grid.requests[0];
    let groups = request.groups.iter();
    let keys = groups.map(|group| {
        let task = request.task(request.test_sets[0], 1, group, request.replicates[0]);
        plan.key_at(task.unwrap())
    });
    keys.collect()
}

/// A study without strata does not see that another has some; weights and strata are part of every key.
#[test]
fn keys_without_strata_stay() {
    let study = |name: &str, more: &str| {
        format!(
            "[studies.{name}]\ncorpora = [\"c\"]\nmetrics = [\"adequacy\"]\nB = 100\n\
             resample = \"documents\"\ntest-sizes = {{ fractions = [1.0] }}\n{more}\n"
        )
    };
    let alone = format!("{SPEC}{}", study("plain", ""));
    let beside = [
        alone.clone(),
        study("size", "strata = { by = \"domain\" }"),
        study("same", "strata = { by = \"domain\", weights = { news = 6, social = 4 } }"),
        study("equal", "strata = { by = \"domain\", weights = \"equal\" }"),
    ];
    let (alone, own) = study::run(&alone, Some(vec![ten()]), scores);
    let (beside, rows) = study::run(&beside.concat(), Some(vec![ten()]), scores);
    assert_eq!(keys(&alone, "plain"), keys(&beside, "plain"));
    assert_eq!(own[..], rows[..own.len()]);
    assert_eq!(keys(&beside, "size"), keys(&beside, "same"));
    let mut all = ["plain", "size", "equal"].map(|name| keys(&beside, name)).concat();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 6);
    // Weights share resamples: jobs are those of one division.
    assert_eq!(beside.jobs.len(), 2);
}

/// Where a stratum is not there yet, or with a single unit, cells say so; others have all.
#[test]
fn growing_test_sets_say_what_they_lack() {
    let text = spec("strata = { by = \"domain\" }\nB = 50\nresample = \"documents\"")
        .replace("fractions = [1.0]", "documents = [1, 2, 5, 10]");
    let rows = score_rows(&text, ten());
    let of_a: Vec<(&str, bool, bool)> = rows
        .iter()
        .filter(|row| row.cell.system.as_deref() == Some("A"))
        .map(|row| (row.cell.status.name(), row.score.is_some(), row.stdev.is_some()))
        .collect();
    let expected = [
        ("empty-stratum", false, false),
        ("one-unit-stratum", true, false),
        ("ok", true, true),
        ("ok", true, true),
    ];
    assert_eq!(of_a, expected);
}

#[test]
fn corpora_without_strata_are_refused_in_these_words() {
    let problems = |strata: &str, domains: &[Option<&str>]| {
        let values: Vec<f64> = (0..4 * domains.len()).map(|value| value as f64).collect();
        let mut corpus = study::judged(&vec![4; domains.len()], &[("A", study::all(&values))]);
        for (document, domain) in corpus.documents.iter_mut().zip(domains) {
            document.domain = domain.map(str::to_owned);
        }
        let text = spec(&format!("strata = {strata}\nresample = \"documents\""));
        let found = study::plan(&text, Some(vec![corpus])).unwrap_err();
        let said = |problem: &runner::plan::PlanProblem| {
            format!("{}: {}; {}", problem.path, problem.message, problem.help)
        };
        found.iter().map(said).collect::<Vec<_>>()
    };
    let two = [Some("news"), Some("news"), Some("social"), Some("social")];
    let leave_out =
        "leave `strata` out, or read the corpus from a format with a domain for every document";
    assert_eq!(
        problems("{ by = \"domain\" }", &[None, None]),
        [format!("studies.s.strata: the documents of corpus `c` have no domains; {leave_out}")]
    );
    assert_eq!(
        problems("{ by = \"domain\" }", &[Some("news"), None, None, Some("social")]),
        [format!(
            "studies.s.strata: 2 documents of corpus `c` have no domain, `d1` the first; {leave_out}"
        )]
    );
    assert_eq!(
        problems("{ by = \"domain\" }", &[Some("news"), None, Some("social")]),
        [format!("studies.s.strata: document `d1` of corpus `c` has no domain; {leave_out}")]
    );
    assert_eq!(
        problems("{ by = \"domain\" }", &[Some("news"); 3]),
        ["studies.s.strata: corpus `c` has a single domain, `news`: that makes no strata; leave \
          `strata` out"]
    );
    assert_eq!(
        problems("{ by = \"domain\", weights = { news = 1, sozial = 2 } }", &two),
        [
            "studies.s.strata.weights.sozial: corpus `c` has no domain `sozial`; did you mean \
             `social`?",
            "studies.s.strata.weights: domain `social` of corpus `c` has no weight; add `\"social\" = \
             1.0` to `weights`, or write `weights = \"size\"` or `\"equal\"`",
        ]
    );
    assert_eq!(
        problems("{ by = \"domain\" }", &two[..3]),
        ["studies.s.strata: domain `social` of corpus `c` has a single document, which cannot be \
          resampled within it; set `resample = \"segments\"` in this study, or join the domain with \
          another in the corpus"]
    );
}

/// Of 200 test sets of twelve documents of one domain and eight of another, intervals of 95 % hold the
/// truth as often as that, within three standard errors; without strata the difference between
/// domains is taken for chance, and nearly all do. `RUNNER_THOROUGH=1` takes 600.
#[test]
fn intervals_hold_the_truth_of_their_strata() {
    let trials: u64 = if is_thorough() { 600 } else { 200 };
    let stream = StreamKey::new(5, Purpose::Sample).text("strata");
    let strata = "strata = { by = \"domain\", weights = { a = 3, b = 2 } }";
    let domains = [["a"; 12].as_slice(), &["b"; 8]].concat();
    // Documents of a are 0 to 9 and those of b 40 to 49, uniformly.
    let truth = 0.6 * 4.5 + 0.4 * 44.5;
    let mut held = [0_u32; 2];
    for trial in 0..trials {
        let mut generator = stream.generator(trial);
        let mut values = Vec::new();
        UniformBelow::new(10).draw(&mut generator, 12, |level| values.push(f64::from(level)));
        UniformBelow::new(10).draw(&mut generator, 8, |level| values.push(40.0 + f64::from(level)));
        let segments: Vec<f64> = values.iter().flat_map(|level| [*level, *level]).collect();
        let systems = [("A", study::all(&segments))];
        let corpus = in_domains(study::judged(&[2; 20], &systems), &domains);
        for (held, more) in held.iter_mut().zip([strata, ""]) {
            let text = spec(&format!("resample = \"documents\"\nB = 2\n{more}"));
            let row = score_rows(&text, corpus.clone()).remove(0);
            *held += u32::from((row.ci_lower.unwrap()..=row.ci_upper.unwrap()).contains(&truth));
        }
    }
    let [with_strata, without] = held.map(|held| f64::from(held) / trials as f64);
    let error = (0.95 * 0.05 / trials as f64).sqrt();
    assert!((with_strata - 0.95).abs() <= 3.0 * error, "{with_strata}");
    assert!(without > 0.99, "{without}");
}
