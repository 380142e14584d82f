//! Scores of whole documents: how they are read, and what a study makes of them.

use std::path::Path;

use crate::support::needs;
use crate::support::study::{self, run};
use runner::analyses::ScoreRow;
use runner::analyses::scores;
use runner::corpus::model::Corpus;
use runner::formats::read;
use runner::formats::source::{CorpusFormat, EvalsetSource};

fn evalset(pair: &str, folder: &Path) -> Result<Corpus, String> {
    let source = EvalsetSource {
        path: folder.into(),
        language_pair: pair.into(),
        references: None,
        ..EvalsetSource::default()
    };
    let loaded = read("set", &CorpusFormat::Evalset(source), Path::new(""));
    loaded
        .map(|loaded| loaded.corpus)
        .map_err(|error| error.to_string().replace(&format!("{}/", folder.display()), ""))
}

/// Four segments in three documents, and scores of documents alone.
const FILES: [(&str, &str); 5] = [
    ("documents/en-de.docs", "news\ta\nnews\ta\ntalk\tb\ntalk\tc\n"),
    ("system-outputs/en-de/A.txt", "1\n2\n3\n4\n"),
    ("system-outputs/en-de/B.txt", "1\n2\n3\n4\n"),
    ("metric-scores/en-de/METRIC-src.doc.score", "A\t1\nA\t4\nA\t2.5\nB\t3\nB\tNone\nB\t-0.5\n"),
    ("human-scores/en-de.grade.doc.score", "B\t5\nB\t4\nB\t3\nC\t1\nC\t2\nC\t2\n"),
];

fn folder(change: impl Fn(&str, &str) -> String) -> tempfile::TempDir {
    crate::support::folder_of(FILES.map(|(name, content)| (name, change(name, content))))
}

fn same(_: &str, content: &str) -> String {
    content.to_owned()
}

#[test]
fn files_of_document_scores_are_read() {
    let corpus = evalset("en-de", folder(same).path()).unwrap();
    assert_eq!((corpus.segment_count(), corpus.documents.len()), (4, 3));
    assert!(corpus.external.is_empty() && corpus.judgments.is_empty());
    let metric = &corpus.external_documents["METRIC-src"];
    assert_eq!(metric["A"], [Some(1.0), Some(4.0), Some(2.5)]);
    assert_eq!(metric["B"], [Some(3.0), None, Some(-0.5)]);
    assert_eq!(corpus.external_documents["grade"]["C"], [Some(1.0), Some(2.0), Some(2.0)]);
    assert_eq!(corpus.systems_without_text, ["C"]);
    assert_eq!(corpus.machine_systems().collect::<Vec<_>>(), ["A", "B", "C"]);
}

#[test]
fn the_canary_document_has_no_score() {
    let with_canary = folder(|name, content| match name {
        "documents/en-de.docs" => format!("canary\tcanary\n{content}"),
        "metric-scores/en-de/METRIC-src.doc.score" => {
            content.replace("A\t1\n", "A\t9\nA\t1\n").replace("B\t3\n", "B\t9\nB\t3\n")
        }
        "human-scores/en-de.grade.doc.score" => {
            content.replace("B\t5\n", "B\t9\nB\t5\n").replace("C\t1\n", "C\t9\nC\t1\n")
        }
        _ => format!("GUID\n{content}"),
    });
    let expected = evalset("en-de", folder(same).path()).unwrap();
    assert_eq!(evalset("en-de", with_canary.path()).unwrap(), expected);
}

#[test]
fn defects_are_refused() {
    let short = folder(|_, content| content.replace("C\t2\nC\t2\n", "C\t2\n"));
    assert_eq!(
        evalset("en-de", short.path()).unwrap_err(),
        "human-scores/en-de.grade.doc.score has 2 scores of system `C`, documents/en-de.docs has 3 \
         documents. Nothing is cut or padded: align them first."
    );
    let twice = folder(same);
    let path = twice.path().join("metric-scores/en-de/grade.doc.score");
    std::fs::write(path, "A\t1\nA\t1\nA\t1\n").unwrap();
    assert_eq!(
        evalset("en-de", twice.path()).unwrap_err(),
        "metric-scores/en-de/grade.doc.score: there is another file for `grade` beside it; keep one \
         of the two"
    );
}

const SPEC: &str = r#"
[experiment]
name = "documents"
seed = 4

[corpora.set.evalset]
path = "set"
language-pair = "en-de"

[metrics.m.external]
score = "METRIC-src"
level = "document"

[studies.s]
corpora = ["set"]
systems = ["A", "B"]
metrics = ["m"]
test-sizes = { documents = [2, 3] }
resample = "documents"
B = 2000
mask = "MASK"
"#;

/// Mean of documents, whatever their size; a document that some system has no score of counts for
/// none, or only for the others.
#[test]
fn a_study_of_document_scores() {
    let corpus = evalset("en-de", folder(same).path()).unwrap();
    let own = run(&SPEC.replace("MASK", "own"), Some(vec![corpus.clone()]), scores).1;
    let common = run(&SPEC.replace("MASK", "common"), Some(vec![corpus]), scores).1;
    let seen = |rows: &[ScoreRow]| -> Vec<(String, u64, Option<f64>, u64)> {
        let row = |row: &ScoreRow| {
            let judged = row.cell.judged_segments.unwrap();
            (
                row.cell.system.as_deref().unwrap().to_owned(),
                u64::from(row.cell.documents),
                row.score,
                judged,
            )
        };
        rows.iter().map(row).collect()
    };
    let expected = |system: &str, documents, score, judged| {
        (system.to_owned(), documents, Some(score), judged)
    };
    assert_eq!(
        seen(&own),
        [
            expected("A", 2, 2.5, 3),
            expected("A", 3, 2.5, 4),
            expected("B", 2, 3.0, 2),
            expected("B", 3, 1.25, 3),
        ]
    );
    assert_eq!(
        seen(&common),
        [
            expected("A", 2, 1.0, 2),
            expected("A", 3, 1.75, 3),
            expected("B", 2, 3.0, 2),
            expected("B", 3, 1.25, 3),
        ]
    );
    assert_eq!(&*own[0].signature, "external|score:METRIC-src|level:document|better:higher");
    // The deviation of a mean of three: sqrt(sum (x - mean)^2) / 3.
    let exact = 4.5_f64.sqrt() / 3.0;
    assert!((own[1].stdev.unwrap() - exact).abs() < 4.5 * exact / 4000.0_f64.sqrt());
    // One in 27 replicates draws nothing but the document that B has no score of.
    let undefined = own[3].undefined_replicates.unwrap();
    assert!((40..=110).contains(&undefined), "{undefined}");
}

#[test]
fn scores_of_the_other_level_are_no_scores() {
    let corpus = evalset("en-de", folder(same).path()).unwrap();
    let text = SPEC.replace("MASK", "own");
    let plan = |text: &str| study::plan(text, Some(vec![corpus.clone()])).unwrap_err();
    let problems = plan(&text.replace("level = \"document\"", ""));
    assert_eq!(problems[0].message, "corpus `set` has no external score `METRIC-src` of segments");
    assert_eq!(problems[0].help, "it has one of documents: write `level = \"document\"`");
    let problems = plan(&text.replace("METRIC-src", "METRIC-srd"));
    assert_eq!(problems[0].message, "corpus `set` has no external score of documents `METRIC-srd`");
    assert_eq!(problems[0].help, "did you mean `METRIC-src`?");
}

/// Real scores of segments, averaged per document.
#[test]
fn means_of_real_segment_scores() {
    let Some(data) = needs::data() else { return };
    let folder = data.join("evalsets/wmt23");
    let mut corpus = evalset("he-en", &folder).unwrap();
    let name = "METRIC-src";
    let (_, segments) = corpus.external.first_key_value().unwrap();
    let mean = |scores: &[Option<f64>]| {
        let scored: Vec<f64> = scores.iter().copied().flatten().collect();
        (!scored.is_empty()).then(|| scored.iter().sum::<f64>() / scored.len() as f64)
    };
    let of_documents = segments.iter().map(|(system, scores)| {
        let documents = corpus.documents.iter();
        let means = documents.map(|document| mean(&scores[document.segments.clone()]));
        (system.clone(), means.collect::<Vec<_>>())
    });
    corpus.external_documents.insert(name.to_owned(), of_documents.collect());
    corpus.name = "set".to_owned();
    let text = SPEC
        .replace("MASK", "own")
        .replace("systems = [\"A\", \"B\"]", "")
        .replace("test-sizes = { documents = [2, 3] }", "test-sizes = { fractions = [1.0] }");
    let known = corpus.external_documents[name].clone();
    let rows = run(&text, Some(vec![corpus]), scores).1;
    assert!(rows.len() > 5);
    for row in rows.iter().filter(|row| row.score.is_some()) {
        let documents = &known[row.cell.system.as_deref().unwrap()];
        let exact = mean(documents).unwrap();
        let squares = documents.iter().flatten().map(|value| (value - exact) * (value - exact));
        let stdev = squares.sum::<f64>().sqrt() / documents.len() as f64;
        assert!((row.score.unwrap() - exact).abs() < 1e-9 * exact.abs().max(1.0));
        assert!((row.stdev.unwrap() - stdev).abs() < 4.5 * stdev / 4000.0_f64.sqrt());
    }
}
