//! Metrics of sums that come with the corpus, as whole runs: scores, and that a test set's score is one of sums.

use std::collections::BTreeMap;

use runner::analyses::{ScoreRow, scores};
use runner::corpus::model::Corpus;

use crate::ranks::marked;
use crate::support::study::{plan, run};

type Columns = Vec<(String, Vec<Option<f64>>)>;

/// Two segments, one in each document, by the 23 numbers of METEOR.
const SEGMENTS: [[i32; 23]; 2] = [
    [10, 9, 4, 3, 4, 4, 2, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 7, 7],
    [6, 6, 2, 2, 4, 4, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 6, 6],
];

fn columns() -> Columns {
    let mut all: Columns = (0..23)
        .map(|at| {
            let numbers = SEGMENTS.iter().map(|numbers| Some(f64::from(numbers[at])));
            (format!("m-{}", at + 1), numbers.collect())
        })
        .collect();
    all.push(("edits".to_owned(), vec![Some(3.0), Some(1.5)]));
    all.push(("words".to_owned(), vec![Some(10.0), Some(5.0)]));
    all
}

/// A system with its scores.
type OfSystem = (&'static str, Vec<Option<f64>>);

/// System `A` has all columns; `B` has the same, but no edits of the second segment.
fn corpus() -> Corpus {
    let columns = columns();
    let both: Vec<(&str, [OfSystem; 2])> = columns
        .iter()
        .map(|(name, numbers)| {
            let mut second = numbers.clone();
            if name == "edits" {
                second[1] = None;
            }
            (name.as_str(), [("A", numbers.clone()), ("B", second)])
        })
        .collect();
    let metrics: Vec<(&str, &[OfSystem])> =
        both.iter().map(|(name, systems)| (*name, systems.as_slice())).collect();
    let mut corpus = marked(&[1, 1], &metrics);
    for (name, numbers) in [
        ("relsubj", [3.0, 2.0]),
        ("relsubjpass", [1.0, 0.0]),
        ("padj", [2.0, 1.0]),
        ("advadj", [1.0, 3.0]),
    ] {
        let systems = BTreeMap::from([("A".to_owned(), numbers.map(Some).to_vec())]);
        corpus.external_documents.insert(name.to_owned(), systems);
    }
    corpus
}

const SPEC: &str = r#"
[experiment]
name = "x"
seed = 5
[corpora.c.plain]
systems = ["none"]
[metrics.meteor.given]
meteor = { columns = "m" }
[metrics.hter.given]
ratio = { numerator = "edits", denominator = "words", scale = 100 }
higher-is-better = false
[metrics.x-score-like.given]
terms = { relsubj = 1, relsubjpass = 1, padj = -1, advadj = -1 }
level = "document"
higher-is-better = true
[studies.s]
corpora = ["c"]
metrics = ["meteor", "hter", "x-score-like"]
resample = "documents"
mask = "own"
B = 20
test-sizes = { documents = "each" }
"#;

#[test]
fn scores_are_those_of_sums() {
    let (_, rows) = run(SPEC, Some(vec![corpus()]), scores);
    let score = |metric: &str, system: &str, documents: u32| {
        let row = rows.iter().find(|row: &&ScoreRow| {
            (&*row.cell.metric, row.cell.system()) == (metric, system)
                && row.cell.documents == documents
        });
        row.unwrap_or_else(|| panic!("{metric} of {system}")).score
    };
    // METEOR and X-score from the formulas in numpy, HTER by hand.
    for (metric, documents, expected) in [
        ("meteor", 1, 0.368_687),
        ("meteor", 2, 0.468_412),
        ("hter", 1, 30.0),
        ("hter", 2, 30.0),
        ("x-score-like", 1, 1.0),
        ("x-score-like", 2, -0.5),
    ] {
        let score = score(metric, "A", documents).unwrap();
        assert!((score - expected).abs() < 5e-7, "{metric} of {documents}: {score}");
    }
    assert_eq!(score("hter", "B", 2), Some(30.0), "of the segment that has both numbers");
    assert_eq!(score("x-score-like", "B", 2), None);
    let signature = &rows.iter().find(|row| &*row.cell.metric == "hter").unwrap().signature;
    assert_eq!(&**signature, "given|ratio:edits/words|scale:100|better:lower");
}

#[test]
fn columns_that_are_not_there_are_named() {
    let spec = SPEC.replace("columns = \"m\"", "columns = \"n\"");
    let problems = plan(&spec, Some(vec![corpus()])).expect_err("refused");
    assert_eq!(problems.len(), 23);
    assert!(problems[0].message.contains("no external score `n-1`"), "{}", problems[0].message);
    let spec = SPEC.replace("level = \"document\"\n", "");
    let problems = plan(&spec, Some(vec![corpus()])).expect_err("refused");
    assert!(problems[0].help.contains("level = \"document\""), "{}", problems[0].help);
}
