//! What is written in evalset layout or as Parquet reads back as the same corpus.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use runner::corpus::model::{Corpus, Document, JudgeNames, Judgments, NamedTexts, Texts};
use runner::formats::read;
use runner::formats::source::{CorpusFormat, EvalsetSource, TableSource};
use runner::formats::write_evalset::{WriteError, write_evalset};
use runner::formats::write_parquet::write_parquet;

use crate::back::{from_evalset, from_parquet};
use crate::support::seed;

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
                scored(&["mqm", "a-x", "b.0", "n.seg.rating", "ü"], judged.boxed()),
                scored(&["C-refA", "x.gz", "ref"], scores(end).boxed()),
                scored(&["C-refA", "mqm", "n.seg.score"], scores(count).boxed()),
                any::<bool>(),
                proptest::option::of(vec(select(JUDGES.to_vec()), 1..8)),
            )
                .prop_map(build)
        },
    )
}

#[expect(clippy::type_complexity, reason = "the parts of a corpus, once")]
fn build(
    (
        documents,
        source,
        references,
        mut systems,
        mut judgments,
        external,
        of_documents,
        synthetic,
        judges,
    ): (
        Vec<Document>,
        Option<Texts>,
        Vec<NamedTexts>,
        Vec<NamedTexts>,
        Scored<Judgments>,
        Scored<Vec<Option<f64>>>,
        Scored<Vec<Option<f64>>>,
        bool,
        Option<Vec<&str>>,
    ),
) -> Corpus {
    let judge_names = judges.map(|judges| named(&mut judgments, &judges)).unwrap_or_default();
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
        runs: Vec::new(),
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
        judge_names,
        repeats: BTreeMap::new(),
        rating_seconds: BTreeMap::new(),
        log: BTreeMap::new(),
        lower_is_better: BTreeSet::new(),
        error_spans: BTreeMap::new(),
        weights: None,
        synthetic,
    }
}

/// Names of judges, some of them with a meaning where files are named by them.
const JUDGES: [&str; 8] = ["ann", "7", "=x", "b@c", "ü v", "1st", "x.seg.score", "@"];

/// Gives every judgment a judge, as readers pack them: the judgments of a segment in the first columns and
/// in byte order of the names, as many columns as some segment needs.
fn named(
    judgments: &mut Scored<Judgments>,
    judges: &[&str],
) -> BTreeMap<String, BTreeMap<String, JudgeNames>> {
    let mut all = BTreeMap::new();
    for (criterion, systems) in judgments {
        let mut next = 0;
        let mut packed: BTreeMap<&str, Vec<BTreeMap<&str, f64>>> = BTreeMap::new();
        for (system, own) in systems.iter() {
            for segment in 0..own.judges[0].len() {
                let mut given = BTreeMap::new();
                for score in own.judges.iter().filter_map(|column| column[segment]) {
                    given.insert(judges[next % judges.len()], score);
                    next += 1;
                }
                packed.entry(system).or_default().push(given);
            }
        }
        let width = packed.values().flatten().map(BTreeMap::len).max().unwrap_or(0);
        if width == 0 {
            continue;
        }
        let mut names: BTreeMap<String, JudgeNames> = BTreeMap::new();
        let mut scores: BTreeMap<String, Judgments> = BTreeMap::new();
        for (system, segments) in packed {
            let nth = |column: usize| segments.iter().map(move |given| given.iter().nth(column));
            let column = |at| nth(at).map(|entry| entry.map(|(_, score)| *score)).collect();
            let columns = (0..width).map(column).collect();
            scores.insert(system.to_owned(), Judgments { judges: columns });
            let column =
                |at| nth(at).map(|entry| entry.map(|(name, _)| Arc::from(*name))).collect();
            names.insert(system.to_owned(), (0..width).map(column).collect());
        }
        *systems = scores;
        all.insert(criterion.clone(), names);
    }
    all
}

proptest! {
    #![proptest_config(seed::properties(200))]

    #[test]
    fn any_corpus_comes_back(corpus in corpus()) {
        corpus.check().unwrap();
        prop_assert_eq!(from_evalset(&corpus), corpus);
    }

    #[test]
    fn any_corpus_comes_back_from_parquet(corpus in corpus(), odd in any::<bool>()) {
        let corpus = if odd { made_odd(corpus) } else { corpus };
        corpus.check().unwrap();
        prop_assert_eq!(from_parquet(&corpus), corpus);
    }
}

/// The scores under other names of theirs and of systems.
fn renamed<T>(
    scores: BTreeMap<String, BTreeMap<String, T>>,
    odd: impl Fn(&str) -> String,
) -> BTreeMap<String, BTreeMap<String, T>> {
    let systems = |systems: BTreeMap<String, T>| {
        systems.into_iter().map(|(name, value)| (odd(&name), value)).collect()
    };
    scores.into_iter().map(|(name, of)| (odd(&name), systems(of))).collect()
}

/// With what an evalset has no place for: names of any kind, outputs in any order, criteria and
/// judges without a judgment.
fn made_odd(mut corpus: Corpus) -> Corpus {
    let odd = |name: &str| format!("{name} /\n\0");
    for document in &mut corpus.documents {
        document.id = odd(&document.id);
        document.domain = document.domain.as_deref().map(odd);
    }
    for column in corpus.references.iter_mut().chain(&mut corpus.systems) {
        column.name = odd(&column.name);
    }
    corpus.systems.reverse();
    corpus.systems_without_text = corpus.systems_without_text.iter().map(|n| odd(n)).collect();
    corpus.systems_without_text.push("known by name".into());
    corpus.human_systems = corpus.human_systems.iter().map(|name| odd(name)).collect();
    corpus.human_systems.insert("nobody".into());
    corpus.judgments = renamed(corpus.judgments, odd);
    corpus.judge_names = renamed(corpus.judge_names, odd);
    corpus.external = renamed(corpus.external, odd);
    corpus.external_documents = renamed(corpus.external_documents, odd);
    let judges = Judgments { judges: vec![vec![None; corpus.segment_count()]; 2] };
    let nobody = BTreeMap::from([("known by name".to_owned(), judges)]);
    corpus.judgments.insert("never given".into(), nobody);
    let unjudged = BTreeMap::from([("known by name".to_owned(), Judgments::default())]);
    corpus.judgments.insert("without judges".into(), unjudged);
    let nobody = BTreeMap::from([("known by name".to_owned(), JudgeNames::new())]);
    corpus.judge_names.insert("without judges".into(), nobody);
    corpus.judgments.insert("without systems".into(), BTreeMap::new());
    corpus.external.insert("without systems".into(), BTreeMap::new());
    corpus.rating_seconds = BTreeMap::from([("never given".to_owned(), 12.5)]);
    corpus.lower_is_better = BTreeSet::from(["without systems".to_owned()]);
    corpus.external_documents.insert("without systems".into(), BTreeMap::new());
    let weights = (0..corpus.segment_count()).map(|segment| (segment % 3 != 1).then_some(1.0));
    corpus.weights = Some(weights.collect());
    corpus
}

#[test]
fn generated_corpora_come_back_from_parquet() {
    let corpus = runner::corpus::synthetic::generate("cesta-enfr-1", 3, "enfr-1").unwrap();
    let back = from_parquet(&corpus);
    // In two steps, for what differs would be a book.
    assert!(back == corpus);
    assert!(back.synthetic);
}

#[test]
fn equal_corpora_are_equal_files_and_files_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    write_parquet(&tiny(), &path("one.parquet")).unwrap();
    write_parquet(&tiny(), &path("two.Parquet")).unwrap();
    let bytes = |name: &str| std::fs::read(path(name)).unwrap();
    assert_eq!(bytes("one.parquet"), bytes("two.Parquet"));
    let error = write_parquet(&tiny(), &path("one.parquet")).unwrap_err().to_string();
    assert!(error.ends_with("one.parquet: there is such a file or folder; name a new one"));
    let error = write_parquet(&tiny(), &path("one")).unwrap_err().to_string();
    assert!(error.contains("one: a corpus in Parquet is one file; name it with"), "{error}");
}

/// The rows of a converted corpus, changed by hand, are held against the rules of the table.
#[test]
fn rows_that_contradict_each_other_are_refused() {
    use runner::table::{CorpusRow, encode};
    let some = |text: &str| Some(std::sync::Arc::from(text));
    let row = |kind: &str| CorpusRow::of(kind);
    let segment =
        |number: u32| CorpusRow { segment: Some(number), document: some("d"), ..row("segment") };
    let output = |segment: Option<u32>| CorpusRow {
        name: some("X"),
        segment,
        text: segment.and(some("text")),
        ..row("system")
    };
    let judged = |judge: Option<u32>, segment: Option<u32>| CorpusRow {
        name: some("flu"),
        system: some("X"),
        judge,
        segment,
        score: segment.map(f64::from),
        ..row("judgment")
    };
    let scored = |document: Option<&str>| CorpusRow {
        name: some("C"),
        system: some("X"),
        document: document.and_then(some),
        score: document.map(|_| 0.5),
        ..row("document-score")
    };
    let folder = tempfile::tempdir().unwrap();
    let message = |rows: &[CorpusRow]| {
        std::fs::write(folder.path().join("c.parquet"), encode(rows, "x").unwrap()).unwrap();
        let source = TableSource { path: vec!["c.parquet".into()], ..TableSource::default() };
        let read = read("c", &CorpusFormat::Table(source), folder.path());
        let message = read.map(|_| ()).map_err(|error| error.to_string());
        message.map_err(|m| m.replace(&format!("{}/c.parquet: ", folder.path().display()), ""))
    };
    let begin = [segment(1), segment(2), output(None), output(Some(2)), judged(Some(1), None)];
    assert_eq!(message(&begin), Ok(()));
    let refused = |more: &[CorpusRow], expected: &str| {
        let error = message(&[&begin[..], more].concat()).unwrap_err();
        assert_eq!(error.split("; ").next(), Some(expected));
    };
    refused(&[segment(4)], "row 6: segment 3 does not stand here");
    refused(&[output(None)], "row 6: system `X` is declared twice");
    refused(&[output(Some(2))], "row 6: this has been said before");
    refused(&[output(Some(3))], "row 6: segment 3 of 2");
    refused(&[output(Some(0))], "row 6: column `segment` is not a number from 1");
    let unnamed = CorpusRow { name: None, ..output(None) };
    refused(&[unnamed], "row 6: a row of kind `system` has no `name`");
    let other = CorpusRow { name: some("Y"), ..output(Some(1)) };
    refused(&[other], "row 6: system `Y` is not declared");
    refused(&[judged(Some(2), Some(1))], "row 6: judge 2 of `flu` is not declared");
    refused(&[judged(Some(3), None)], "row 6: judge 2 of `flu` would be next");
    refused(&[judged(Some(1), None)], "row 6: judge 2 of `flu` would be next");
    let by = |text: &str, row: CorpusRow| CorpusRow { text: some(text), ..row };
    refused(
        &[by("ann", judged(Some(1), Some(1)))],
        "row 6: the judges of `flu` of system `X` have no names",
    );
    let other = |row: CorpusRow| CorpusRow { name: some("ade"), ..row };
    let declared = [by("", other(judged(None, None))), other(judged(Some(1), None))];
    let given = by("ann", other(judged(Some(1), Some(2))));
    assert_eq!(message(&[&begin[..], &declared, &[given]].concat()), Ok(()));
    let unsaid = [&declared[..], &[other(judged(Some(1), Some(2)))]].concat();
    refused(&unsaid, "row 8: a judgment on `ade` of system `X` has no judge");
    refused(&[scored(Some("d"))], "row 6: document-score of system `X` is not declared");
    refused(&[scored(None), scored(Some("e"))], "row 7: document `e` has no segment");
    refused(&[scored(None), scored(None)], "row 7: document-score of system `X` is declared twice");
    let error = CorpusRow {
        name: some("minor"),
        system: some("X"),
        segment: Some(2),
        start: Some(3),
        end: Some(3),
        ..row("error")
    };
    let omission = CorpusRow { start: None, end: None, ..error.clone() };
    assert_eq!(message(&[&begin[..], &[error.clone(), omission]].concat()), Ok(()));
    let beyond = CorpusRow { segment: Some(3), ..error.clone() };
    refused(&[beyond], "row 6: an error of system `X` is in no segment of 2");
    let turned = CorpusRow { end: Some(2), ..error.clone() };
    refused(&[turned], "row 6: an error of system `X` ends before it begins");
    let unsaid = CorpusRow { name: None, ..error };
    refused(&[unsaid], "row 6: a row of kind `error` has no `name`");
    let weights = |rows: &[CorpusRow]| message(&[&begin[..], rows].concat());
    let weighted = CorpusRow { segment: Some(1), score: Some(1.5), ..row("weight") };
    assert_eq!(weights(&[row("weight"), weighted.clone()]), Ok(()));
    refused(std::slice::from_ref(&weighted), "row 6: the weights are not declared");
    refused(&[row("weight"), row("weight")], "row 7: the weights are declared twice");
    refused(&[row("Segment")], "row 6: there is no kind `Segment`");
    assert_eq!(
        message(&[output(None)]).unwrap_err(),
        "corpus `c` has no segment; name files that have lines"
    );
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
    refused(&|c| c.weights = Some(vec![None, Some(1.5)]), "en-de", "weights of segments");
    refused(&|c| c.documents[0].id = "a b".into(), "en-de", "document `a b`");
    refused(&|c| c.documents[0].domain = Some("-".into()), "en-de", "document `a`");
    refused(&|c| c.documents[0].domain = Some("a b".into()), "en-de", "domain `a b`");
    refused(&|c| c.systems[0].name = "a/b".into(), "en-de", "system `a/b`");
    refused(&|c| c.systems[0].name = ".a".into(), "en-de", "system `.a`");
    refused(&|c| c.systems[0].name = "a b".into(), "en-de", "system `a b`");
    let lower = |c: &mut Corpus| c.lower_is_better = BTreeSet::from(["x".to_owned()]);
    refused(
        &lower,
        "en-de",
        "score `x` cannot be written in evalset layout: in it higher is better",
    );
    for name in ["x@1", "x@ann"] {
        let judge = |c: &mut Corpus| {
            c.judgments.entry(name.into()).or_default();
        };
        let expected =
            format!("criterion `{name}` cannot be written in evalset layout: the layout");
        refused(&judge, "en-de", &expected);
    }
    for name in ["a/b", "ann@2"] {
        let judged = |c: &mut Corpus| {
            let judges = vec![vec![Some(1.0), None]];
            let judgments = BTreeMap::from([("X".to_owned(), Judgments { judges })]);
            c.judgments.insert("esa".into(), judgments);
            let names: JudgeNames = vec![vec![Some(name.into()), None]];
            c.judge_names.insert("esa".into(), BTreeMap::from([("X".to_owned(), names)]));
        };
        let cause = "criterion `esa` cannot be written in evalset layout: the name of a judge is";
        refused(&judged, "en-de", cause);
    }
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
    let source = EvalsetSource {
        path: "s".into(),
        language_pair: "en-de".into(),
        references: None,
        ..EvalsetSource::default()
    };
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
