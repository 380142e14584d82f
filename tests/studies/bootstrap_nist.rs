//! NIST with weights of each resample, from a spec to results.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use runner::analyses::ScoreRow;
use runner::analyses::scores;
use runner::config::model::ResamplingUnit;
use runner::corpus::model::{Corpus, Document, NamedTexts};
use runner::corpus::synthetic;
use runner::metric::config::NistConfig;
use runner::metric::{Metric, Segments, StatisticsRows};
use runner::plan::Cost;
use runner::stats::random::{Purpose, UniformBelow};

use crate::support::study::{plan, run};

const SPEC: &str = r#"
[experiment]
name = "recomputed"
seed = 3

[defaults]
B = 260

[corpora.part.plain]
references = ["r"]
systems = ["s"]

[metrics.nist-recomputed.nist]
information = "recomputed"

[studies.one]
corpora = ["part"]
metrics = ["bleu", "nist", "nist-recomputed"]
reference-counts = [2]
test-sizes = { documents = [2, 3] }
"#;

/// The first three documents of a generated corpus with gaps in references and outputs.
fn part() -> Corpus {
    let made = synthetic::generate("cesta-enfr-1", 1, "part").unwrap();
    let documents: Vec<Document> = made.documents[..3].to_vec();
    let count = documents[2].segments.end;
    let column = |column: &NamedTexts, gap: usize| {
        let texts = column.texts.iter().take(count).enumerate();
        let texts = texts.map(|(at, text)| text.filter(|_| at % gap != 5)).collect();
        NamedTexts { name: column.name.clone(), texts }
    };
    let references = made.references.iter().zip([7, 11]);
    let systems = made.systems[..2].iter().zip([13, 17]);
    Corpus {
        name: "part".to_owned(),
        documents,
        references: references.map(|(reference, gap)| column(reference, gap)).collect(),
        systems: systems.map(|(system, gap)| column(system, gap)).collect(),
        ..Corpus::default()
    }
}

fn views(columns: &[NamedTexts]) -> Vec<Vec<Option<&str>>> {
    columns.iter().map(|column| column.texts.iter().collect()).collect()
}

/// NIST of `segments`, each as often as it is named, as a corpus of their own.
fn alone(references: &[Vec<Option<&str>>], system: &[Option<&str>], segments: &[usize]) -> f64 {
    let pick = |texts: &[Option<&'_ str>]| -> Vec<Option<String>> {
        segments.iter().map(|at| texts[*at].map(str::to_owned)).collect()
    };
    let references: Vec<_> = references.iter().map(|texts| pick(texts)).collect();
    let hypotheses = pick(system);
    let references: Vec<Vec<Option<&str>>> =
        references.iter().map(|texts| texts.iter().map(Option::as_deref).collect()).collect();
    let references: Vec<&Segments<'_>> = references.iter().map(Vec::as_slice).collect();
    let hypotheses: Vec<Option<&str>> = hypotheses.iter().map(Option::as_deref).collect();
    let statistics = NistConfig::default().prepare(&references, &[]).extract(&hypotheses);
    let StatisticsRows::PerTestSet(rows) = &statistics.rows else { panic!("per test set") };
    let all: Vec<usize> = (0..segments.len()).collect();
    statistics.scorer.score(&rows.rows(&all).sums()).unwrap()
}

/// Every replicate is NIST of the corpus that repeats segments as they are drawn, and the draws are
/// those that the stream of the job gives all metrics.
#[test]
fn replicates_are_scores_of_repeated_segments() {
    for unit in ["segments", "documents"] {
        let (plan, rows) =
            run(&format!("{SPEC}resample = \"{unit}\"\n"), Some(vec![part()]), scores);
        let corpus = &plan.corpora[0].corpus;
        let (references, systems) = (views(&corpus.references), views(&corpus.systems));
        let mut checked = 0;
        for job in &plan.jobs {
            let test_set = &plan.corpora[0].test_sets[job.coordinates.test_set];
            let units: Vec<Vec<usize>> = match job.coordinates.unit {
                ResamplingUnit::Segments | ResamplingUnit::TwoStage => {
                    test_set.segment_indices(corpus).into_iter().map(|at| vec![at]).collect()
                }
                ResamplingUnit::Documents => {
                    let documents = test_set.documents.iter().map(|at| &corpus.documents[*at]);
                    documents.map(|document| document.segments.clone().collect()).collect()
                }
            };
            for (system, named) in systems.iter().zip(&corpus.systems) {
                let row = rows.iter().find(|row| {
                    *row.cell.metric == *"nist-recomputed"
                        && row.cell.system.as_deref() == Some(named.name.as_str())
                        && row.cell.documents as usize == test_set.documents.len()
                });
                let row = row.unwrap();
                // A segment that some system cannot be scored on does not count for any.
                let counts = |at: &usize| {
                    systems.iter().all(|system| system[*at].is_some())
                        && references[..2].iter().any(|texts| texts[*at].is_some())
                };
                let mut replicates = Vec::new();
                for block in 0..2 {
                    let coordinates = job.coordinates;
                    let stream =
                        coordinates.stream(plan.spec.seed, &plan.corpora[0], Purpose::Bootstrap);
                    let mut generator = stream.generator(block);
                    let bound = u32::try_from(units.len()).unwrap();
                    for _ in 0..[256, 4][usize::try_from(block).unwrap()] {
                        let mut drawn: Vec<usize> = Vec::new();
                        UniformBelow::new(bound).draw(&mut generator, units.len(), |unit| {
                            drawn.extend(units[unit as usize].iter().filter(|at| counts(at)));
                        });
                        replicates.push(alone(&references[..2], system, &drawn));
                    }
                }
                let n = replicates.len() as f64;
                let mean = replicates.iter().sum::<f64>() / n;
                let squares = replicates.iter().map(|score| (score - mean) * (score - mean));
                let stdev = (squares.sum::<f64>() / (n - 1.0)).sqrt();
                assert!((row.mean.unwrap() - mean).abs() < 1e-10, "{unit}");
                assert!((row.stdev.unwrap() - stdev).abs() < 1e-10, "{unit}");
                assert_eq!(row.undefined_replicates, Some(0));
                checked += 1;
            }
        }
        assert_eq!(checked, 4);
    }
}

/// The score of the test set itself is that of weights from the test set, the replicates lie below it,
/// and what is computed beside them stays as it was.
#[test]
fn beside_other_metrics() {
    // Percentiles show where the replicates lie.
    let spec = SPEC.replace("[defaults]", "[defaults]\ninterval-method = \"percentile\"");
    let (_, rows) = run(&spec, Some(vec![part()]), scores);
    let (_, without) =
        run(&spec.replace(", \"nist-recomputed\"]", "]"), Some(vec![part()]), scores);
    let of = |rows: &[ScoreRow], metric: &str| -> Vec<ScoreRow> {
        rows.iter().filter(|row| *row.cell.metric == *metric).cloned().collect()
    };
    for metric in ["bleu", "nist"] {
        assert_eq!(of(&rows, metric), of(&without, metric));
    }
    let (fixed, recomputed) = (of(&rows, "nist"), of(&rows, "nist-recomputed"));
    assert_eq!(recomputed.len(), 4);
    for (fixed, recomputed) in fixed.iter().zip(&recomputed) {
        assert_eq!(recomputed.score, fixed.score);
        assert_eq!(recomputed.cell.judged_segments, fixed.cell.judged_segments);
        assert!(recomputed.mean.unwrap() < fixed.mean.unwrap());
        assert!(fixed.design_effect.is_some());
        assert_eq!((recomputed.design_effect, recomputed.icc), (None, None));
        assert!(recomputed.signature.ends_with("info:recomputed"));
    }
}

/// The estimate knows that resamples cost more where weights are made anew.
#[test]
fn the_plan_prices_it() {
    let seconds = |metric: &str| {
        let metrics = SPEC.replace("[\"bleu\", \"nist\", \"nist-recomputed\"]", metric);
        let plan = plan(&metrics, Some(vec![part()])).unwrap();
        Cost::of_jobs(&plan, &plan.jobs).seconds
    };
    let (fixed, recomputed) = (seconds("[\"nist\"]"), seconds("[\"nist-recomputed\"]"));
    assert!(recomputed > 20.0 * fixed, "{recomputed} {fixed}");
}
