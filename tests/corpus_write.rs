//! What is written in evalset layout reads back as the same corpus.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use runner::corpus::model::{Corpus, Document, Judgments, NamedTexts, Texts};
use runner::corpus::read;
use runner::corpus::source::{CorpusFormat, EvalsetSource};
use runner::corpus::write_evalset::{WriteError, write_evalset};

/// Writes and reads `corpus`.
fn there_and_back(corpus: &Corpus) -> Corpus {
    let folder = tempfile::tempdir().expect("can be made");
    write_evalset(corpus, &folder.path().join("set"), "en-de").expect("it is written");
    let names = corpus.references.iter().map(|reference| reference.name.clone());
    let source = EvalsetSource {
        path: "set".into(),
        language_pair: "en-de".into(),
        references: Some(names.collect()),
    };
    let format = CorpusFormat::Evalset(source);
    read(&corpus.name, &format, folder.path()).expect("it is read").corpus
}

const NAMES: [&str; 10] =
    ["A", "b.c", "ref-1", "X@2", "ü", "z.gz", "x.txt", "y.jsonl", "n.seg.score", "en-de."];

fn text() -> impl Strategy<Value = Option<String>> {
    let odd = select(vec![
        "",
        " ",
        "[No translation supplied]",
        "[No translation supplied] \t",
        "a\nb",
        "\r",
        "a\r",
        "\u{feff}a",
        "\u{2028}",
        "{\"a\": 1}",
        "\"",
        "\u{1f}\u{8b}",
        "None",
        "\0",
        "a  b ",
    ]);
    proptest::option::weighted(0.9, prop_oneof![odd.prop_map(str::to_owned), "[a-c ]{0,8}"])
}

fn texts(segments: usize) -> impl Strategy<Value = Texts> {
    vec(text(), segments).prop_map(|texts| texts.iter().map(Option::as_deref).collect())
}

fn columns(segments: usize) -> impl Strategy<Value = Vec<NamedTexts>> {
    subsequence(NAMES.to_vec(), 0..5).prop_flat_map(move |names| {
        vec(texts(segments), names.len()).prop_map(move |texts| {
            let columns = names.iter().zip(texts);
            columns.map(|(name, texts)| NamedTexts { name: (*name).into(), texts }).collect()
        })
    })
}

fn scores(segments: usize) -> impl Strategy<Value = Vec<Option<f64>>> {
    let finite = any::<f64>().prop_filter("finite", |score| score.is_finite());
    vec(proptest::option::of(prop_oneof![finite, select(vec![0.0, -0.0, 0.1, -25.0])]), segments)
}

type Scored<T> = BTreeMap<String, BTreeMap<String, T>>;

fn scored<T: std::fmt::Debug + Clone>(
    names: &'static [&'static str],
    value: impl Strategy<Value = T> + Clone,
) -> impl Strategy<Value = Scored<T>> {
    let name = |names: &'static [&'static str]| select(names).prop_map(str::to_owned);
    let systems = proptest::collection::btree_map(name(&NAMES), value, 1..4);
    proptest::collection::btree_map(name(names), systems, 0..3)
}

fn corpus() -> impl Strategy<Value = Corpus> {
    vec((proptest::option::of(select(vec!["news", "talk"])), 1..4_usize), 1..5).prop_flat_map(
        |sizes| {
            let mut end = 0;
            let documents = (1..).zip(sizes).map(|(number, (domain, size)): (usize, _)| {
                end += size;
                let domain = domain.map(str::to_owned);
                Document { id: number.to_string(), domain, segments: end - size..end }
            });
            let documents: Vec<Document> = documents.collect();
            let count = documents.len();
            let judged = vec(scores(end), 1..4).prop_map(|judges| Judgments { judges });
            (
                Just(documents),
                proptest::option::of(texts(end)),
                columns(end).prop_shuffle(),
                columns(end),
                scored(&["mqm", "a@x", "b@0", "n.seg.rating", "ü"], judged.boxed()),
                scored(&["C-refA", "x.gz", "ref"], scores(end).boxed()),
                scored(&["C-refA", "mqm", "n.seg.score"], scores(count).boxed()),
                any::<bool>(),
            )
                .prop_map(build)
        },
    )
}

#[expect(clippy::type_complexity, reason = "the parts of a corpus, once")]
fn build(
    (documents, source, references, mut systems, judgments, external, of_documents, synthetic): (
        Vec<Document>,
        Option<Texts>,
        Vec<NamedTexts>,
        Vec<NamedTexts>,
        Scored<Judgments>,
        Scored<Vec<Option<f64>>>,
        Scored<Vec<Option<f64>>>,
        bool,
    ),
) -> Corpus {
    systems.sort_by(|one, other| one.name.cmp(&other.name));
    let with_text: BTreeSet<&String> = systems.iter().map(|system| &system.name).collect();
    let scored = judgments.values().flat_map(BTreeMap::keys);
    let external_scores = external.values().chain(of_documents.values());
    let scored: BTreeSet<&String> =
        scored.chain(external_scores.flat_map(BTreeMap::keys)).collect();
    let systems_without_text: Vec<String> =
        scored.difference(&with_text).map(|name| (*name).clone()).collect();
    let known = with_text.into_iter().chain(&systems_without_text);
    let is_reference = |name: &&String| references.iter().any(|r| r.name == **name);
    // One output, if there is any, is human without being a reference.
    let human_systems: BTreeSet<String> =
        known.filter(is_reference).chain(systems.first().map(|s| &s.name)).cloned().collect();
    Corpus {
        name: "any".into(),
        documents,
        source,
        references,
        systems,
        systems_without_text,
        human_systems,
        judgments,
        external,
        external_documents: of_documents,
        synthetic,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_corpus_comes_back(corpus in corpus()) {
        corpus.check().unwrap();
        prop_assert_eq!(there_and_back(&corpus), corpus);
    }
}

fn tiny() -> Corpus {
    let texts: Texts = ["one", "two"].into_iter().collect();
    Corpus {
        name: "tiny".into(),
        documents: vec![Document { id: "a".into(), domain: None, segments: 0..2 }],
        source: Some(texts.clone()),
        systems: vec![NamedTexts { name: "X".into(), texts }],
        ..Corpus::default()
    }
}

#[test]
fn what_the_layout_cannot_hold_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |change: &dyn Fn(&mut Corpus), pair: &str, expected: &str| {
        let mut corpus = tiny();
        change(&mut corpus);
        let error = write_evalset(&corpus, &folder.path().join("set"), pair).unwrap_err();
        let message = error.to_string();
        assert!(matches!(error, WriteError::Unwritable { .. }), "{message}");
        assert!(message.starts_with(expected), "{message}");
        assert!(!folder.path().join("set").exists(), "nothing is written");
    };
    refused(&|_| (), "a/b", "language pair `a/b` cannot be written");
    refused(&|c| c.documents[0].id = "a b".into(), "en-de", "document `a b`");
    refused(&|c| c.documents[0].domain = Some("-".into()), "en-de", "document `a`");
    refused(&|c| c.documents[0].domain = Some("a b".into()), "en-de", "domain `a b`");
    refused(&|c| c.systems[0].name = "a/b".into(), "en-de", "system `a/b`");
    refused(&|c| c.systems[0].name = ".a".into(), "en-de", "system `.a`");
    refused(&|c| c.systems[0].name = "a b".into(), "en-de", "system `a b`");
    let judge = |c: &mut Corpus| {
        c.judgments.entry("x@1".into()).or_default();
    };
    refused(&judge, "en-de", "criterion `x@1` cannot be written in evalset layout: the layout");
}

#[test]
fn a_folder_in_use_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    write_evalset(&tiny(), folder.path(), "en-de").unwrap();
    let error = write_evalset(&tiny(), folder.path(), "en-de").unwrap_err();
    assert!(matches!(error, WriteError::NotEmpty { .. }), "{error}");
}

#[test]
fn files_are_those_of_the_layout() {
    let folder = tempfile::tempdir().unwrap();
    let mut corpus = tiny();
    corpus.synthetic = true;
    let judges = vec![vec![Some(1.0), None], vec![Some(-0.0), Some(2.5)]];
    let judged = BTreeMap::from([("X".to_owned(), Judgments { judges })]);
    corpus.judgments.insert("adequacy".into(), judged);
    write_evalset(&corpus, folder.path(), "en-de").unwrap();
    let file = |path: &str| std::fs::read_to_string(folder.path().join(path)).unwrap();
    assert_eq!(file("sources/en-de.txt"), "one\ntwo\n");
    assert_eq!(file("documents/en-de.docs"), "-\ta\n-\ta\n");
    assert_eq!(file("system-outputs/en-de/X.txt"), "one\ntwo\n");
    assert_eq!(file("human-scores/en-de.adequacy@1.seg.score"), "X\t1\nX\tNone\n");
    assert_eq!(file("human-scores/en-de.adequacy@2.seg.score"), "X\t-0\nX\t2.5\n");
    assert!(file("SYNTHETIC.txt").contains("generated"));
    assert!(!Path::new(&folder.path().join("references")).exists());
}

#[test]
fn judges_are_numbered_without_gaps() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str| {
        let path = folder.path().join("s/human-scores").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "X\t1\n").unwrap();
    };
    let source =
        EvalsetSource { path: "s".into(), language_pair: "en-de".into(), references: None };
    let format = CorpusFormat::Evalset(source);
    let message = || read("x", &format, folder.path()).unwrap_err().to_string();
    write("en-de.flu@2.seg.score");
    assert!(message().contains("criterion `flu` has a judge 2 and no judge before"));
    write("en-de.flu@1.seg.score");
    let corpus = read("x", &format, folder.path()).unwrap().corpus;
    assert_eq!(corpus.judgments["flu"]["X"].judges.len(), 2);
    write("en-de.flu.seg.score");
    assert!(message().contains("criterion `flu` has a judge 1"), "{}", message());
}
