//! One reference for each segment, drawn among translators.

use runner::analyses::scores;
use runner::corpus::model::{Corpus, Document, NamedTexts, Texts};

use super::support::{plan, run};

const SPEC: &str = r#"
[experiment]
name = "mixed"
seed = 3

[corpora.made.plain]
references = ["a", "b"]
systems = ["s"]

[metrics]
mwer.mwer = { tokenizer = "none", normalisation = "closest" }

[studies.mixed]
corpora = ["made"]
metrics = ["mwer"]
reference-choice = { mixed = 300 }
test-sizes = { documents = [1] }
B = 20
"#;

/// 40 segments of four words; reference `a` is what the system says, `b` has other words, and lacks
/// the last ten segments.
fn corpus() -> Corpus {
    let texts = |line: &dyn Fn(usize) -> Option<&'static str>| (0..40).map(line).collect::<Texts>();
    let named = |name: &str, texts| NamedTexts { name: name.to_owned(), texts };
    Corpus {
        name: "made".to_owned(),
        documents: vec![Document { id: "d".to_owned(), domain: None, segments: 0..40 }],
        references: vec![
            named("a", texts(&|_| Some("one two three four"))),
            named("b", texts(&|i| (i < 30).then_some("five six seven eight"))),
        ],
        systems: vec![named("s", texts(&|_| Some("one two three four")))],
        ..Corpus::default()
    }
}

/// The error rate is the share of segments that were given `b`: 30 fair coins out of 40 segments,
/// whose number has the mean 15 and the variance 7.5.
#[test]
fn each_assignment_is_scored_on_its_own() {
    let (plan, rows) = run(SPEC, Some(vec![corpus()]), scores);
    assert_eq!(rows.len(), 300);
    let counts: Vec<f64> = rows.iter().map(|row| row.score.unwrap() / 100.0 * 40.0).collect();
    assert!(counts.iter().all(|count| (count - count.round()).abs() < 1e-9));
    let mean = counts.iter().sum::<f64>() / 300.0;
    assert!((mean - 15.0).abs() < 4.5 * (7.5_f64 / 300.0).sqrt(), "{mean}");
    let variance = counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / 299.0;
    // The relative error of a variance of nearly normal counts.
    assert!((variance / 7.5 - 1.0).abs() < 4.5 * (2.0_f64 / 299.0).sqrt(), "{variance}");
    let cell = &rows[2].cell;
    assert_eq!(
        (cell.reference_count, cell.reference_choice.map(|word| word.name())),
        (Some(1), Some("mixed"))
    );
    assert_eq!(cell.references.as_deref(), Some("mixed-3 of a+b"));
    assert!(rows[0].signature.contains("nrefs:1"), "{}", rows[0].signature);
    // Assignments are results of their own: 300 tasks with 300 keys.
    let keys = plan.jobs.iter().flat_map(|job| job.tasks.iter().map(|task| plan.key(task)));
    assert_eq!(keys.collect::<std::collections::BTreeSet<_>>().len(), 300);
}

/// The assignment stays as it is within the bootstrap: replicates of the rate deviate as those of a
/// share of given zeros and ones.
#[test]
fn the_assignment_is_fixed_within_the_bootstrap() {
    let text = SPEC.replace("mixed = 300", "mixed = 2").replace("B = 20", "B = 20000");
    let (_, rows) = run(&text, Some(vec![corpus()]), scores);
    for row in rows {
        let share = row.score.unwrap() / 100.0;
        let exact = 100.0 * (share * (1.0 - share) / 40.0).sqrt();
        assert!((row.stdev.unwrap() / exact - 1.0).abs() < 4.5 / 40_000.0_f64.sqrt());
    }
}

#[test]
fn one_reference_cannot_be_mixed() {
    let text = SPEC.replace("B = 20", "B = 20\nreference-counts = [1, 2]");
    let problems = plan(&text, Some(vec![corpus()])).unwrap_err();
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].message, "one reference of corpus `made` leaves nothing to mix");
}
