//! What is said of a corpus.

use std::collections::{BTreeMap, BTreeSet};

use runner::corpus::describe;
use runner::corpus::model::{Corpus, Document, Judgments, NamedTexts, Texts};

fn column(name: &str, texts: &[Option<&str>]) -> NamedTexts {
    NamedTexts { name: name.into(), texts: texts.iter().copied().collect() }
}

fn corpus() -> Corpus {
    let document = |id: &str, segments| Document {
        id: id.into(),
        domain: Some(if id == "c" { "talk" } else { "news" }.into()),
        segments,
    };
    let text = [Some("the one"), Some("two"), Some("the one"), Some("four")];
    let source: Texts = text.into_iter().collect();
    let scores = |scores: [Option<f64>; 4]| scores.to_vec();
    let judged = |first: [Option<f64>; 4], second: [Option<f64>; 4]| Judgments {
        judges: vec![scores(first), scores(second)],
    };
    let fluency = BTreeMap::from([
        ("X".to_owned(), judged([Some(1.0), Some(2.0), None, None], [Some(3.0), None, None, None])),
        ("Y".to_owned(), judged([Some(1.0), None, None, None], [None; 4])),
        ("Z".to_owned(), judged([None; 4], [None; 4])),
    ]);
    let comet = BTreeMap::from([("X".to_owned(), scores([Some(0.5); 4]))]);
    let of_documents = BTreeMap::from([
        ("X".to_owned(), vec![Some(1.0), Some(2.0), None]),
        ("Y".to_owned(), vec![Some(1.0), None, None]),
        ("Z".to_owned(), vec![None; 3]),
    ]);
    Corpus {
        runs: Vec::new(),
        name: "tiny".into(),
        documents: vec![document("a", 0..1), document("b", 1..3), document("c", 3..4)],
        source: Some(source),
        references: vec![
            column("r1", &[Some("das eine"), Some("zwei"), None, Some("vier")]),
            column("r2", &[Some("das Eine"), Some("Zwei"), Some("eins"), Some("vier")]),
        ],
        systems: vec![
            column("X", &[Some("das eine"), Some(" "), Some("eins &amp; eins"), Some("")]),
            column("Y", &[Some("ein\u{96}s"), Some("zwo"), Some("d\u{feff}"), None]),
            column("Z", &[Some("ein\u{96}s"), Some("zwo"), Some("d\u{feff}"), None]),
            column("r1", &[Some("das eine"), Some("zwei"), None, Some("vier")]),
        ],
        systems_without_text: vec!["W".into()],
        human_systems: BTreeSet::from(["r1".to_owned()]),
        judgments: BTreeMap::from([("fluency".to_owned(), fluency)]),
        external: BTreeMap::from([("COMET".to_owned(), comet)]),
        external_documents: BTreeMap::from([("DOC".to_owned(), of_documents)]),
        judge_names: BTreeMap::new(),
        repeats: BTreeMap::new(),
        rating_seconds: BTreeMap::new(),
        log: BTreeMap::new(),
        lower_is_better: BTreeSet::new(),
        error_spans: BTreeMap::new(),
        weights: None,
        synthetic: true,
    }
}

#[test]
fn a_description_reads_well() {
    assert_eq!(
        describe(&corpus()).to_string(),
        "\
corpus tiny (generated, not real)
  4 segments in 3 documents of 1 to 2 (median 1)
  segments by domain: news 3, talk 1
  source: 6 words, 1 repeated text
  2 references:
    r1  4 words, 1 missing
    r2  5 words
  4 systems:
    X   5 words, 2 empty
    Y   3 words, 1 missing
    Z   3 words, 1 missing
    r1  4 words, 1 missing, human
  systems without text: W
  human judgments:
    fluency  2 segments of 2 systems, 1 of all systems, up to 2 judges, 1 document only in part
  external metrics:
    COMET  4 segments of 1 system
  scores of documents:
    DOC  2 documents of 2 systems, 1 of all systems
  odd:
    control or invisible characters: system `Y` in 1 of 2 segments, the first in segment 1 (U+0096); system `Z` in 1 of 2 segments, the first in segment 1 (U+0096)
    system `X` has 2 empty texts in 4 segments, the first in segment 2
    score `DOC`: all systems have 1 of 3 documents (`Y` lacks 2, `X` lacks 1)
"
    );
}

#[test]
fn an_empty_corpus_can_be_described() {
    let text = describe(&Corpus::default()).to_string();
    assert_eq!(text, "corpus \n  0 segments in 0 documents of 0 to 0 (median 0)\n");
}

#[test]
fn a_description_is_data() {
    let json = serde_json::to_value(describe(&corpus())).unwrap();
    assert_eq!(json["documents"]["count"], 3);
    assert_eq!(json["criteria"][0]["common_segments"], 1);
    assert_eq!(json["oddities"][0]["grade"], "note");
}
