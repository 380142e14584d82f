//! NIST with weights of each resample, from a spec to results.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use runner::analyses::ScoreRow;
use runner::analyses::scores;
use runner::corpus::model::{Corpus, Document, NamedTexts};
use runner::corpus::synthetic;
use runner::plan::Cost;

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
