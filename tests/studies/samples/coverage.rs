//! How often intervals and comparisons on samples are right.

use runner::analyses::{ConclusionRow, CoverageRow};
use runner::analyses::{conclusions, coverage, each_replicate, scores};
use runner::corpus::{model::Corpus, synthetic};

use crate::support::needs::is_thorough;
use crate::support::proportion::binomial_test;

use super::support::{MARKED, marked, noise, plan, run};

/// Nearly normal marks: sums of twelve uniform ones.
fn normal(segment: usize) -> f64 {
    50.0 + (0..12).map(|i| noise(12 * segment + i)).sum::<f64>()
}

fn study(samples: &str, more: &str) -> String {
    format!(
        "{MARKED}[studies.s]\ncorpora = [\"marked\"]\nmetrics = [\"mark\"]\nsamples = {{ {samples} }}\n{more}"
    )
}

/// Student's interval of the bootstrap's deviation, which lacks the factor `sqrt(40 / 39)`, of 40 out of
/// 20,000 normal values holds their mean with probability
/// `1 - 2 * scipy.stats.t.sf(t.ppf(.975, 39) * sqrt(39/40) / sqrt(19960/19999), 39)` = 0.94741; that of
/// half of a corpus by `expected`.
#[test]
fn coverage_is_what_theory_says() {
    let samples = "sampling = \"random\", segments = 40, count = 1500";
    let text = study(samples, "B = 1000\ncoverage = { methods = [\"student-t\", \"normal\"] }\n");
    let corpus = marked(&[20_000], &[("s", &normal)]);
    let (_, rows) = run(&text, Some(vec![corpus]), coverage);
    let [student, pooled, normal_row, _] = &rows[..] else { panic!("two methods") };
    assert_eq!((student.trials, student.undefined), (1500, 0));
    assert!(binomial_test(student.held, 1500, 0.947_41) > 1e-3, "{student:?}");
    assert_eq!((student.method.name(), student.system.as_deref()), ("student-t", Some("s")));
    assert_eq!((pooled.system.as_deref(), pooled.held), (None, student.held));
    // The normal interval is narrower.
    assert!(normal_row.held < student.held);
    assert_eq!(student.held + student.below + student.above, 1500);

    let samples = "sampling = \"random\", segments = 2000, count = 1500";
    let text =
        study(samples, "B = 200\ncoverage = { methods = [\"normal\"], level = [0.5, 0.8] }\n");
    let corpus = marked(&[4000], &[("s", &normal)]);
    let (_, rows) = run(&text, Some(vec![corpus]), coverage);
    for row in rows.iter().filter(|row| row.system.is_some()) {
        let factor = row.finite_population_factor.unwrap();
        assert!((factor - (2000.0_f64 / 3999.0).sqrt()).abs() < 1e-12);
        let expected = row.expected.unwrap();
        assert!(expected > row.nominal + 0.1);
        // The deviation of 200 replicates is known to 5 %, which blurs the level by less than 0.002.
        assert!(binomial_test(row.held, row.trials, expected) > 1e-3, "{row:?}");
        assert_eq!(row.disjoint, 2);
    }
}

/// Three systems, of which the second is worse by little, the third by much; of the fourth there is
/// nothing.
fn systems() -> Corpus {
    let mut corpus = marked(
        &[50; 20],
        &[
            ("good", &normal),
            ("fair", &|i| normal(i) - 0.4 + 0.8 * noise(77_777 + i)),
            ("poor", &|i| normal(i) - 1.0 + 3.0 * (noise(99_999 + i) - 0.5)),
        ],
    );
    corpus.systems_without_text.push("nothing".to_owned());
    corpus
}

const COMPARED: &str = r#"
B = 200
replicates = {}
mask = "own"

[studies.s.coverage]
methods = ["percentile"]
level = [0.8, 0.95]
"#;

/// Counted again from the tables of scores and replicates.
#[test]
fn tallies_are_those_of_a_plain_count() {
    let samples = "sampling = \"broad\", segments = [10, 50], count = 30";
    let text = study(samples, COMPARED).replace("[0.8, 0.95]", "0.95")
        + "[defaults]\ninterval-method = \"percentile\"\n";
    let read = |results: &runner::analyses::Results<'_>| {
        (
            coverage(results),
            conclusions(results),
            scores(results),
            each_replicate(results).collect::<Vec<_>>(),
        )
    };
    let (plan, (coverage, conclusions, scores, replicates)) =
        run(&text, Some(vec![systems()]), read);
    let corpus = &plan.corpora[0].corpus;
    let truth = |system: &str| {
        let marks = &corpus.external["mark"][system];
        marks.iter().flatten().sum::<f64>() / marks.len() as f64
    };
    for row in coverage.iter().filter(|row| row.trials > 0) {
        let Some(system) = row.system.as_deref() else { continue };
        let truth = truth(system);
        assert!((row.truth_score.unwrap() - truth).abs() < 1e-6);
        let own = scores.iter().filter(|score| {
            score.cell.system.as_deref() == Some(system)
                && score.cell.segments == Some(row.segments)
        });
        let held = own
            .clone()
            .filter(|score| score.ci_lower.unwrap() <= truth && truth <= score.ci_upper.unwrap());
        assert_eq!((row.trials, row.held), (30, held.count() as u64));
        let widths: f64 =
            own.map(|score| 0.5 * (score.ci_upper.unwrap() - score.ci_lower.unwrap())).sum();
        assert!((row.mean_half_width.unwrap() - widths / 30.0).abs() < 1e-9);
    }
    let nothing = coverage.iter().find(|row| row.system.as_deref() == Some("nothing")).unwrap();
    assert_eq!((nothing.trials, nothing.observed, nothing.status.name()), (0, None, "no-data"));

    let mut drawn_at_all = 0;
    for row in conclusions.iter().filter(|row| row.system_a.is_some()) {
        let (a, b) = (row.system_a.as_deref().unwrap(), row.system_b.as_deref().unwrap());
        let of = |system: &str, ordering: &str| -> Vec<f64> {
            let own = replicates.iter().filter(|replicate| {
                replicate.cell.system.as_deref() == Some(system)
                    && replicate.cell.segments == row.segments
                    && replicate.cell.ordering.as_deref() == Some(ordering)
            });
            own.map(|replicate| replicate.score.unwrap()).collect()
        };
        let (mut correct, mut wrong) = (0, 0);
        for number in 1..=30 {
            let (of_a, of_b) =
                (of(a, &format!("broad-{number}")), of(b, &format!("broad-{number}")));
            assert_eq!(of_a.len(), 200);
            let wins = of_a.iter().zip(&of_b).filter(|(a, b)| a > b).count();
            let losses = of_a.iter().zip(&of_b).filter(|(a, b)| a < b).count();
            if wins >= 190 || losses >= 190 {
                let right = (wins >= 190) == (truth(a) > truth(b));
                correct += u64::from(right);
                wrong += u64::from(!right);
            }
        }
        assert_eq!((row.trials, row.correct, row.wrong), (30, correct, wrong), "{a} {b}");
        assert_eq!(row.drawn, correct + wrong);
        drawn_at_all += row.drawn;
        let difference = truth(a) - truth(b);
        assert!((row.true_difference.unwrap() - difference).abs() < 1e-6);
    }
    assert!(drawn_at_all > 20);
    check_sums(&conclusions);
}

/// Rows over pairs and sizes add up; bins hold every comparison that someone wins half of.
fn check_sums(rows: &[ConclusionRow]) {
    for segments in [10, 50] {
        let of_size = || rows.iter().filter(|row| row.segments == Some(segments));
        let by_pair = || of_size().filter(|row| row.system_a.is_some());
        let pooled = of_size().find(|row| row.system_a.is_none() && row.nominal.is_some()).unwrap();
        assert_eq!(pooled.trials, 90);
        assert_eq!(pooled.correct, by_pair().map(|row| row.correct).sum::<u64>());
        assert_eq!(pooled.wrong, by_pair().map(|row| row.wrong).sum::<u64>());
        let bins: Vec<&ConclusionRow> =
            of_size().filter(|row| row.significance_lower.is_some()).collect();
        assert_eq!(bins.len(), 7);
        // Marks do not tie: one of two systems always wins half of the replicates.
        assert_eq!(bins.iter().map(|row| row.trials).sum::<u64>(), 90);
        let from_95 = bins.iter().filter(|row| row.significance_lower.unwrap() >= 0.95);
        assert_eq!(from_95.map(|row| row.drawn).sum::<u64>(), pooled.drawn);
    }
    let over_sizes: Vec<&ConclusionRow> =
        rows.iter().filter(|row| row.segments.is_none()).collect();
    assert_eq!(over_sizes.iter().map(|row| row.trials).sum::<u64>(), 180);
    assert!(over_sizes.iter().all(|row| {
        row.mean_significance.is_none_or(|mean| {
            row.significance_lower.unwrap() <= mean && mean <= row.significance_upper.unwrap()
        })
    }));
}

/// Where lower is better, what was right is right still: marks are turned over.
#[test]
fn better_follows_the_direction() {
    let samples = "sampling = \"broad\", segments = 50, count = 20";
    let text = study(samples, COMPARED);
    let (_, up) = run(&text, Some(vec![systems()]), conclusions);
    let mut turned = systems();
    let marks = turned.external.get_mut("mark").unwrap();
    marks.values_mut().flatten().flatten().for_each(|mark| *mark = 200.0 - *mark);
    let text = text.replace("ratio-scale = true", "ratio-scale = true\nhigher-is-better = false");
    let (_, down) = run(&text, Some(vec![turned]), conclusions);
    let counts = |rows: &[ConclusionRow]| -> Vec<(u64, u64, u64)> {
        rows.iter().map(|row| (row.trials, row.correct, row.wrong)).collect()
    };
    assert_eq!(counts(&up), counts(&down));
    assert!(up.iter().any(|row| row.correct > 0));
}

const GENERATOR: &str = r#"
[experiment]
name = "generator"
seed = 4

[corpora.made.synthetic]
preset = "cesta-enfr-1"

[studies.s]
corpora = ["made"]
metrics = ["adequacy"]
systems = ["S1", "S2"]
samples = { sampling = "broad", segments = 100, count = 4 }
B = 100
coverage = { truth = "generator", trials = 8 }
"#;

/// The truth is the mean over corpora of other seeds: held against corpora that the test makes.
#[test]
fn the_generator_is_the_truth() {
    let read = |results: &runner::analyses::Results<'_>| (coverage(results), conclusions(results));
    let (_, (rows, conclusions)) = run(GENERATOR, None, read);
    let mean = |corpus: &Corpus, system: &str| {
        let judges = &corpus.judgments["adequacy"][system].judges;
        let of_segment = |segment: usize| {
            let judged: Vec<f64> = judges.iter().filter_map(|judge| judge[segment]).collect();
            judged.iter().sum::<f64>() / judged.len() as f64
        };
        let segments = corpus.segment_count();
        (0..segments).map(of_segment).sum::<f64>() / segments as f64
    };
    let seeds = 1000..if is_thorough() { 1024 } else { 1012 };
    let count = seeds.clone().count() as f64;
    let systems = ["S1", "S2"];
    let means: Vec<[f64; 2]> = seeds
        .map(|seed| {
            let corpus = synthetic::generate("cesta-enfr-1", seed, "made").unwrap();
            systems.map(|system| mean(&corpus, system))
        })
        .collect();
    for (which, system) in systems.into_iter().enumerate() {
        let row = rows
            .iter()
            .find(|row| &*row.metric == "adequacy" && row.system.as_deref() == Some(system))
            .unwrap();
        let others: Vec<f64> = means.iter().map(|means| means[which]).collect();
        let expected = others.iter().sum::<f64>() / count;
        let variance = others.iter().map(|x| (x - expected).powi(2)).sum::<f64>() / (count - 1.0);
        let deviation = (row.truth_score.unwrap() - expected).abs();
        assert!(deviation < 4.5 * (variance / count + variance / 8.0).sqrt(), "{row:?} {expected}");
        // A standard error from eight values is good to about 27 %, its square to chi-square.
        let error = row.truth_error.unwrap() / (variance / 8.0).sqrt();
        assert!((0.25..2.2).contains(&error), "{error}");
        // Broad samples are not as random ones, and 100 of 790 segments are much of one corpus.
        assert_eq!((row.finite_population_factor, row.expected), (None, None));
        assert_eq!((row.observed_lower, row.observed_upper), (None, None));
        assert_eq!((row.truth.name(), row.trials, row.observed.is_some()), ("generator", 4, true));
    }
    assert!(conclusions.iter().all(|row| row.truth.name() == "generator"));
    assert!(conclusions[0].true_difference_error.unwrap() > 0.0);
}

/// Of 790 segments 39 are less than a twentieth, 40 more.
#[test]
fn small_random_samples_of_a_generated_corpus_are_independent_trials() {
    let text =
        GENERATOR.replace("broad", "random").replace("segments = 100", "segments = [39, 40]");
    let (_, rows) = run(&text, None, coverage);
    assert_eq!(rows.len(), 6);
    for row in &rows {
        assert_eq!(row.expected, Some(0.95));
        let ends = (row.observed_lower.is_some(), row.observed_upper.is_some());
        assert_eq!(ends, (row.segments == 39, row.segments == 39), "{row:?}");
    }
}

#[test]
fn the_generator_is_refused_where_there_is_none() {
    let text = study("sampling = \"random\", segments = 5", "coverage = { truth = \"generator\" }");
    let problems = plan(&text, Some(vec![systems()])).unwrap_err();
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].message, "corpus `marked` was not generated");
    assert_eq!(problems[0].path.to_string(), "studies.s.coverage.truth");
}

const KOEHN: &str = r#"
[experiment]
name = "koehn"
seed = 2004

[defaults]
B = 200

[corpora.europarl.synthetic]
preset = "europarl-2004"

[studies.broad]
corpora = ["europarl"]
systems = ["Spanish", "Danish"]
metrics = ["bleu"]
samples = { sampling = "broad", segments = [100, 300], count = 60 }
coverage = {}

[studies.consecutive]
corpora = ["europarl"]
systems = ["Spanish", "Danish"]
metrics = ["bleu"]
samples = { sampling = "consecutive", segments = [100, 300], count = 60 }
coverage = {}
"#;

/// As Koehn found: intervals of broad samples hold the truth about as often as they say, those of
/// consecutive sentences do not; of two points of BLEU apart, the better system is told more often from
/// more sentences, and hardly ever wrongly.
#[test]
fn a_study_like_that_of_2004() {
    let read = |results: &runner::analyses::Results<'_>| (coverage(results), conclusions(results));
    let (_, (coverage, conclusions)) = run(KOEHN, None, read);
    let pooled = |study: &str, segments: u64| {
        let is = |row: &&CoverageRow| {
            &*row.study == study && row.segments == segments && row.system.is_none()
        };
        coverage.iter().find(is).unwrap()
    };
    for segments in [100, 300] {
        let (broad, consecutive) = (pooled("broad", segments), pooled("consecutive", segments));
        assert!(broad.observed.unwrap() > 0.88, "{broad:?}");
        assert!(consecutive.observed.unwrap() < broad.observed.unwrap() - 0.05, "{consecutive:?}");
        assert_eq!(broad.disjoint, 30_000 / segments);
        // The truth is that of the corpus: what is expected of random samples is not of these.
        assert_eq!((broad.expected, consecutive.expected), (None, None));
        assert!(broad.finite_population_factor.is_some() && broad.observed_lower.is_some());
    }
    let pair = |segments: u64| {
        let is = |row: &&ConclusionRow| {
            &*row.study == "broad" && row.segments == Some(segments) && row.system_a.is_some()
        };
        conclusions.iter().find(is).unwrap()
    };
    assert!(pair(300).correct > pair(100).correct);
    assert!(pair(300).wrong <= 2);
}
