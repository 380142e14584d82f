//! Which unit is resampled where a study does not say.

use runner::analyses::{each_interval, manifest, scores};
use runner::corpus::model::{Corpus, NamedTexts};

use crate::support::study::{documents, judged, plan, run, texts};

/// A study of the corpus `c` with more keys.
fn spec(metrics: &str, more: &str) -> String {
    format!(
        "[experiment]\nname = \"x\"\nseed = 1\n[corpora.c.plain]\nsystems = [\"none\"]\n\
         [studies.s]\ncorpora = [\"c\"]\nmetrics = [{metrics}]\nB = 50\n{more}\n"
    )
}

const WHOLE: &str = "test-sizes = { fractions = [1.0] }";

/// Judgments of every segment by documents of these lengths.
fn of_lengths(lengths: &[usize]) -> Corpus {
    let values =
        (0..lengths.iter().sum()).map(|i| Some(f64::from(u8::try_from(i * 7 % 11).unwrap())));
    judged(lengths, &[("A", values.collect())])
}

/// The unit of the only study on the only corpus.
fn unit(metrics: &str, more: &str, corpus: Corpus) -> String {
    let plan = plan(&spec(metrics, more), Some(vec![corpus])).unwrap();
    let unit = plan.grids[0].unit.name();
    let of_jobs: Vec<&str> = plan.jobs.iter().map(|job| job.coordinates.unit.name()).collect();
    assert!(!of_jobs.is_empty() && of_jobs.iter().all(|own| *own == unit), "{of_jobs:?}");
    let manifest = manifest(&plan);
    let resampling = &manifest.resampling[0];
    assert_eq!((&*resampling.study, &*resampling.corpus), ("s", "c"));
    assert_eq!(resampling.unit.name(), unit);
    unit.to_owned()
}

#[test]
fn documents_are_resampled_where_there_are_enough_of_them() {
    let of = |lengths: &[usize]| unit("\"adequacy\"", WHOLE, of_lengths(lengths));
    assert_eq!(of(&[2; 8]), "documents");
    assert_eq!(of(&[2; 7]), "segments");
    assert_eq!(of(&[1; 300]), "segments");
    // Two on average.
    assert_eq!(of(&[1, 1, 1, 1, 3, 3, 3, 3]), "documents");
    assert_eq!(of(&[1, 1, 1, 1, 1, 3, 3, 3]), "segments");
    assert_eq!(of(&[400]), "segments");
}

#[test]
fn the_largest_test_set_decides() {
    let corpus = || of_lengths(&[5; 20]);
    assert_eq!(unit("\"adequacy\"", "test-sizes = { documents = [2, 8] }", corpus()), "documents");
    assert_eq!(unit("\"adequacy\"", "test-sizes = { documents = [2, 7] }", corpus()), "segments");
    assert_eq!(unit("\"adequacy\"", "", corpus()), "documents");
    let samples = "samples = { sampling = \"random\", segments = 60, count = 3 }";
    assert_eq!(unit("\"adequacy\"", samples, corpus()), "segments");
    let exhaustive = "orderings = { exhaustive = true }";
    assert_eq!(unit("\"adequacy\"", exhaustive, of_lengths(&[3; 9])), "documents");
}

/// Judgments of some documents alone: these are what counts.
#[test]
fn documents_that_count_decide() {
    let judged_documents = |count: usize| {
        let values = (0..100).map(|i| (i / 5 < count).then_some((i % 7) as f64)).collect();
        judged(&[5; 20], &[("A", values)])
    };
    assert_eq!(unit("\"adequacy\"", WHOLE, judged_documents(8)), "documents");
    assert_eq!(unit("\"adequacy\"", WHOLE, judged_documents(7)), "segments");
}

#[test]
fn what_is_written_is_done() {
    for (written, lengths) in
        [("segments", &[5; 20][..]), ("documents", &[3; 2]), ("two-stage", &[5; 20])]
    {
        let in_study = format!("{WHOLE}\nresample = \"{written}\"");
        assert_eq!(unit("\"adequacy\"", &in_study, of_lengths(lengths)), written);
        let text = spec("\"adequacy\"", WHOLE) + &format!("[defaults]\nresample = \"{written}\"\n");
        let plan = plan(&text, Some(vec![of_lengths(lengths)])).unwrap();
        assert_eq!(plan.grids[0].unit.name(), written);
    }
}

/// The texts of `golden/sacrebleu`, in documents of five segments.
fn in_documents() -> Corpus {
    Corpus { documents: documents(&[5; 10]), ..texts() }
}

#[test]
fn derivations_and_metrics_have_what_they_need() {
    assert_eq!(unit("\"bleu\"", WHOLE, in_documents()), "documents");
    let compat = format!("{WHOLE}\nintervals = {{ compat = \"sacrebleu\" }}");
    assert_eq!(unit("\"bleu\"", &compat, in_documents()), "segments");
    let compat = format!("{WHOLE}\ncomparison = {{ compat = \"sacrebleu\" }}");
    assert_eq!(unit("\"bleu\"", &compat, in_documents()), "segments");
    // Two documents, each scored as a whole.
    assert_eq!(unit("\"wnm\"", WHOLE, texts()), "documents");
    let correlation = format!("{WHOLE}\ncorrelation = {{ over = \"documents\" }}");
    assert_eq!(unit("\"bleu\", \"chrf\"", &correlation, texts()), "documents");
}

/// Of one study on two corpora each has its own, and the rows say which.
#[test]
fn units_are_decided_by_corpus() {
    let text = spec("\"bleu\"", WHOLE).replace("corpora = [\"c\"]", "corpora = [\"c\", \"d\"]")
        + "[corpora.d.plain]\nsystems = [\"none\"]\n";
    let other = Corpus { name: "d".to_owned(), ..texts() };
    let (plan, rows) = run(&text, Some(vec![in_documents(), other]), scores);
    for row in &rows {
        let unit = if &*row.cell.corpus == "c" { "documents" } else { "segments" };
        assert_eq!(row.resample.name(), unit);
    }
    let units: Vec<String> =
        manifest(&plan).resampling.into_iter().map(|own| own.unit.name().to_owned()).collect();
    assert_eq!(units, ["documents", "segments"]);
}

/// A score with its interval is the same whether its unit is written or found.
#[test]
fn found_units_change_nothing_but_themselves() {
    let of = |more: &str| {
        let (_, rows) = run(&spec("\"bleu\", \"chrf\"", more), Some(vec![in_documents()]), scores);
        rows
    };
    let found = of(WHOLE);
    assert!(found.iter().all(|row| row.ci_lower.is_some()));
    assert_eq!(found, of(&format!("{WHOLE}\nresample = \"documents\"")));
    assert_ne!(found, of(&format!("{WHOLE}\nresample = \"segments\"")));
}

#[test]
fn intervals_name_their_method() {
    let more = format!("{WHOLE}\nintervals = {{ level = [0.9, 0.95] }}");
    let text = spec("\"bleu\", \"recomputed\"", &more)
        + "[metrics.recomputed.nist]\ninformation = \"recomputed\"\n";
    let (_, rows) = run(&text, Some(vec![in_documents()]), |results| {
        (each_interval(results).collect::<Vec<_>>(), scores(results))
    });
    let (intervals, of_scores) = rows;
    // What is not made of sums has no jackknife.
    let expected = |metric: &str| if metric == "bleu" { "jackknife-t" } else { "student-t" };
    assert_eq!(intervals.len(), 8);
    for row in &intervals {
        assert_eq!(row.method.name(), expected(&row.cell.metric));
        assert_eq!(row.cell.status.name(), "ok");
        let of_score = of_scores.iter().find(|score| {
            score.cell.metric == row.cell.metric && score.cell.system == row.cell.system
        });
        let of_score = of_score.unwrap();
        assert_eq!(of_score.ci_method.map(|word| word.name()), Some(row.method.name()));
        if row.level > 0.92 {
            assert_eq!((of_score.ci_lower, of_score.ci_upper), (row.lower, row.upper));
        }
    }
    // That of the study holds for both tables, and a method of its own for `intervals` alone.
    let more = format!("{WHOLE}\ninterval-method = \"percentile\"\nintervals = {{}}");
    let (_, rows) = run(&spec("\"bleu\"", &more), Some(vec![in_documents()]), |results| {
        (each_interval(results).collect::<Vec<_>>(), scores(results))
    });
    for (interval, score) in rows.0.iter().zip(&rows.1) {
        assert_eq!(
            (interval.method.name(), score.ci_method.map(|word| word.name())),
            ("percentile", Some("percentile"))
        );
        assert_eq!((score.ci_lower, score.ci_upper), (interval.lower, interval.upper));
    }
    let more = format!(
        "{WHOLE}\ninterval-method = \"percentile\"\nintervals = {{ methods = [\"normal\"] }}"
    );
    let (_, row) = run(&spec("\"bleu\"", &more), Some(vec![in_documents()]), |results| {
        each_interval(results).next().unwrap()
    });
    assert_eq!(row.method.name(), "normal");
}

/// Equal scores of all units have no interval: one of no width would claim to know the truth.
#[test]
fn what_does_not_vary_has_no_interval() {
    let same = NamedTexts { name: "A".to_owned(), ..texts().references[0].clone() };
    let corpus = Corpus { systems: vec![same], ..in_documents() };
    let (_, rows) = run(&spec("\"ter\"", WHOLE), Some(vec![corpus]), scores);
    assert_eq!((rows[0].score, rows[0].ci_lower, rows[0].ci_method), (Some(0.0), None, None));
}
