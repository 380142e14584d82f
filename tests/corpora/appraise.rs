//! Exports of Appraise: what is a rating, of which segment, by whom.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use runner::corpus::model::Corpus;
use runner::formats::appraise::{RowStatus, statuses};
use runner::formats::source::{AppraiseSource, CorpusFormat, Protocol};
use runner::formats::{Loaded, read, recognise};
use serde_json::Value;

use crate::back::{comes_back, given};
use crate::support::folder_of;
use crate::support::needs::data;

fn row(fields: [&str; 9]) -> String {
    let [login, system, item, kind, score, document, spans, start, end] = fields;
    let spans = spans.replace('"', "\"\"");
    format!(
        "{login},{system},{item},{kind},eng,deu,{score},{document},False,\"{spans}\",{start},{end}\r\n"
    )
}

const MINOR: &str = r#"[{"start_i":0,"end_i":3,"severity":"minor","error_type":null}]"#;

fn load(files: &[(&str, String)], source: AppraiseSource) -> Result<Loaded, String> {
    let folder = folder_of(files.iter().map(|(name, content)| (*name, content)));
    let read = read("tiny", &CorpusFormat::Appraise(source), folder.path());
    read.map_err(|error| error.to_string().replace(&format!("{}/", folder.path().display()), ""))
}

fn of(files: &[&str]) -> AppraiseSource {
    AppraiseSource { files: files.iter().map(PathBuf::from).collect(), ..Default::default() }
}

type Ratings = BTreeMap<(String, String, usize, String), f64>;

/// Scores by system, document, number in the document from 1 and judge.
fn ratings(corpus: &Corpus, criterion: &str) -> Ratings {
    let mut all = Ratings::new();
    for system in corpus.judgments[criterion].keys() {
        let given = given(corpus, criterion, system);
        for document in &corpus.documents {
            for (number, judged) in (1..).zip(&given[document.segments.clone()]) {
                for (judge, score) in judged {
                    let key = (system.clone(), document.id.clone(), number, judge.clone());
                    assert!(all.insert(key, *score).is_none());
                }
            }
        }
    }
    all
}

fn lines() -> String {
    [
        row(["j1", "X", "2", "TGT", "80", "test-en-news_a", "[]", "10", "20"]),
        row(["j1", "X", "1", "TGT", "70", "test-en-news_a", MINOR, "20", "50"]),
        row(["j1", "X", "1", "TGT", "60", "test-en-news_a", "[]", "20", "40"]),
        row(["j1", "X", "3", "BAD", "10", "test-en-talk_b#bad", MINOR, "20", "60"]),
        row(["j2", "refA", "3", "TGT", "90", "test-en-talk_b", "[]", "1", "2"]),
        row(["j2", "refA", "1", "TGT", "50", "test-en-news_a#dup", "[]", "1", "3"]),
        row(["j2", "refA", "1", "TGT", "50", "test-en-news_a#incomplete", "[]", "1", "3"]),
        row(["j2", "x-tutorial1", "1000001", "TGT", "0", "x-tutorial1", "[]", "1", "1"]),
        row(["j2", "X", "1", "TGT", "75", "test-en-news_a", "[]", "1", "4"]),
    ]
    .concat()
}

#[test]
fn rows_are_ratings_checks_or_fillers() {
    let loaded = load(&[("e.csv", lines())], of(&["e.csv"])).unwrap();
    let corpus = &loaded.corpus;
    let documents = corpus.documents.iter();
    let documents: Vec<_> =
        documents.map(|d| (&*d.id, d.domain.as_deref(), d.segments.clone())).collect();
    assert_eq!(
        documents,
        [("test-en-news_a", Some("news"), 0..2), ("test-en-talk_b", Some("talk"), 2..3)]
    );
    let rating = |system: &str, document: &str, number, judge: &str, score: f64| {
        ((system.to_owned(), document.to_owned(), number, judge.to_owned()), score)
    };
    let expected = Ratings::from([
        rating("X", "test-en-news_a", 1, "j1", 70.0),
        rating("X", "test-en-news_a", 1, "j2", 75.0),
        rating("X", "test-en-news_a", 2, "j1", 80.0),
        rating("refA", "test-en-talk_b", 1, "j2", 90.0),
    ]);
    assert_eq!(ratings(corpus, "esa"), expected);
    assert_eq!(corpus.systems_without_text, ["X", "refA"]);
    assert!(corpus.human_systems.contains("refA"));
    assert_eq!(
        loaded.warnings[0].message,
        "left out of 9 rows: 1 attention check, 1 earlier submission, 1 duplicate, 1 row of an \
         incomplete document, 1 row of a tutorial"
    );
    // The earlier submission alone, of which the later one is kept, and a check have no error that stays.
    assert_eq!(corpus.error_spans["X"][0].len(), 1);
    assert_eq!((corpus.error_spans["X"][0][0].start, corpus.error_spans["X"][0][0].end), (0, 4));
    // Ends of j1 at 20, 50 and 60 (the check), of j2 at 1, 2, 3, 3 and 4: gaps 1, 1, 1, 10, 30.
    assert_eq!(corpus.rating_seconds.get("esa"), Some(&1.0));
    let text = runner::corpus::describe(corpus).to_string();
    assert!(text.contains("  median time of a rating on esa: 1.0 seconds\n"), "{text}");

    let source = AppraiseSource { protocol: Protocol::Mqm, error_counts: true, ..of(&["e.csv"]) };
    let corpus = load(&[("e.csv", lines())], source).unwrap().corpus;
    let key = ("X".to_owned(), "test-en-news_a".to_owned(), 1, "j1".to_owned());
    assert_eq!(ratings(&corpus, "mqm").get(&key), Some(&-1.0));
    assert_eq!(ratings(&corpus, "mqm-minor").get(&key), Some(&1.0));
    comes_back(&corpus);
}

/// Two people rate two documents of two and one segments; the first corrects a rating, the second another one later.
fn in_time() -> Vec<(f64, String)> {
    let rows = [
        ("j1", "X", "1", "70", "test-en-news_a", 10.0),
        ("j2", "Y", "1", "61", "test-en-news_a", 15.0),
        ("j1", "X", "2", "80", "test-en-news_a", 20.0),
        ("j1", "X", "1", "75", "test-en-news_a", 25.0),
        ("j1", "X", "3", "90", "test-en-talk_b", 40.0),
        ("j2", "Y", "2", "62", "test-en-news_a", 50.0),
        ("j2", "Y", "1", "66", "test-en-news_a", 55.0),
        ("j2", "Y", "3", "67", "test-en-talk_b", 60.0),
        ("j1", "Y", "1", "50", "test-en-news_a", 70.0),
        ("j1", "Y", "2", "55", "test-en-news_a", 80.0),
    ];
    let row = |(login, system, item, score, document, end): (&str, _, _, _, _, f64)| {
        let end_in_words = end.to_string();
        (end, row([login, system, item, "TGT", score, document, "[]", "1", &end_in_words]))
    };
    rows.map(row).to_vec()
}

/// Ratings wait until anyone has left the document; what is corrected before counts for nothing, and what is corrected later
/// until then. The log of an earlier export is a prefix.
#[test]
fn the_order_of_ratings_is_that_of_their_ends() {
    let rows = in_time();
    // In the file they stand by system.
    let mut sorted = rows.clone();
    sorted.sort_by(|(_, one), (_, other)| one.split(',').nth(1).cmp(&other.split(',').nth(1)));
    let log = |rows: &[(f64, String)]| {
        let text: String = rows.iter().map(|(_, row)| row.as_str()).collect();
        let corpus = load(&[("e.csv", text)], of(&["e.csv"])).unwrap().corpus;
        let mut log = corpus.log.get("esa").cloned().unwrap_or_default();
        log.sort_by_key(|rating| (rating.place, rating.system.clone(), rating.score.to_bits()));
        log
    };
    let all: Vec<_> = log(&sorted)
        .iter()
        .map(|rating| {
            let time = rating.time.unwrap();
            (rating.place, rating.until, &*rating.system.clone() == "X", rating.score, time)
        })
        .collect();
    let expected = [
        // The first document is left at 40.
        (0, Some(0), true, 70.0, 40.0),
        (0, None, true, 75.0, 40.0),
        (0, None, true, 80.0, 40.0),
        (0, Some(2), false, 61.0, 40.0),
        (1, None, false, 62.0, 50.0),
        (2, None, false, 66.0, 55.0),
        // The second is left at 70.
        (3, None, true, 90.0, 70.0),
        (3, None, false, 50.0, 70.0),
        (3, None, false, 67.0, 70.0),
        (4, None, false, 55.0, 80.0),
    ];
    let mut sorted_expected = expected.to_vec();
    sorted_expected.sort_by_key(|(place, _, is_x, score, _)| (*place, !is_x, f64::to_bits(*score)));
    assert_eq!(all, sorted_expected);
    let whole = log(&rows);
    for length in 1..rows.len() {
        let last = rows[length - 1].0;
        let earlier = log(&rows[..length]);
        let prefix = whole.iter().filter(|rating| rating.time.unwrap() <= last);
        let prefix: Vec<_> = prefix.map(|rating| (rating.place, rating.score)).collect();
        let earlier: Vec<_> = earlier.iter().map(|rating| (rating.place, rating.score)).collect();
        assert_eq!(earlier, prefix, "{length} rows");
    }
}

#[test]
fn texts_come_from_a_test_set() {
    let mut files = vec![
        ("e.csv", lines()),
        ("set/sources/en-de.txt", "canary\none\ntwo\nthree\nfour\n".to_owned()),
        ("set/system-outputs/en-de/X.txt", "c\neins\nzwei\ndrei\nvier\n".to_owned()),
        ("set/references/en-de.refA.txt", "c\nEins\nZwei\nDrei\nVier\n".to_owned()),
        (
            "set/documents/en-de.docs",
            "canary\tcanary\nnews\ttest-en-news_a\nnews\ttest-en-news_a\ntalk\ttest-en-talk_b\n\
             talk\ttest-en-talk_b\n"
                .to_owned(),
        ),
        ("set/human-scores/en-de.esa.seg.score", "X\t1\n".repeat(5)),
    ];
    let source = || AppraiseSource {
        test_set: Some("set".into()),
        language_pair: Some("en-de".into()),
        ..of(&["e.csv"])
    };
    let corpus = load(&files, source()).unwrap().corpus;
    assert_eq!(corpus.segment_count(), 4);
    assert_eq!(corpus.system("X").unwrap().get(0), Some("eins"));
    assert_eq!(corpus.judgments["esa"]["X"].judges[0], [Some(70.0), Some(80.0), None, None]);
    assert_eq!(corpus.judgments["esa"]["refA"].judges[0], [None, None, Some(90.0), None]);
    assert_eq!(corpus.systems_without_text, ["refA"]);
    comes_back(&corpus);
    // Exports before the end of 2024 count lines without the canary.
    let old = lines().replace(",1,TGT", ",0,TGT").replace(",2,TGT", ",1,TGT");
    let old = old.replace(",3,TGT", ",2,TGT").replace(",3,BAD", ",2,BAD");
    files[0].1 = old;
    assert!(load(&files, source()).unwrap().corpus == corpus);
    files[0].1 = lines().replace(",3,TGT", ",9,TGT");
    assert_eq!(
        load(&files, source()).unwrap_err(),
        "e.csv:5: item 9 is of document `test-en-talk_b`, and the test set has no document there; \
         name the test set of this campaign as `test-set`, or leave it out"
    );
}

#[test]
fn defects_are_named() {
    let refused = |content: &str, expected: &str| {
        let message = load(&[("e.csv", content.to_owned())], of(&["e.csv"])).unwrap_err();
        assert_eq!(message, format!("e.csv{expected}"));
    };
    let good = lines();
    refused("", ": the file has no row; export the scores of the campaign again");
    refused(
        "login,system\n",
        ":1: the row has not the fields of Appraise; name an export: 11 to 15 fields, of which the tenth is a list of errors or the \
         start time",
    );
    refused(&good.replace(",70,", ",x,"), ":2: `x` in the field score; write a finite number");
    refused(
        &good.replace(",70,", ",170,"),
        ":2: ESA is from 0 to 100, and the score is 170; correct the score, or leave it out; nothing is rescaled",
    );
    refused(
        &good.replace(",1,TGT", ",one,TGT"),
        ":2: item `one` says neither line nor segment; items are numbers, or end in `_#_` and a number",
    );
    refused(
        &good.replace("BAD", "ODD"),
        ":4: there is no type of items `ODD`; the types are TGT, BAD, REF and CHK",
    );
    refused(
        &good.replace("[{\"\"start", "[[{\"\"start").replace("null}]", "null}]]"),
        ":2: field 10 (spans): \"errors[0]\" is a list, not an object; export the scores again: spans are a JSON list",
    );
    refused(
        &row(["j1", "X", "1", "BAD", "80", "a#bad", "[]", "1", "2"]),
        ": no row of it is a rating: all are checks, fillers or tutorials; name the export of a campaign \
         with finished tasks",
    );
    let source = AppraiseSource { protocol: Protocol::Mqm, ..of(&["e.csv"]) };
    assert_eq!(
        load(&[("e.csv", good.replace("minor", "odd"))], source).unwrap_err(),
        "e.csv:2: severity `odd` has no weight; give it one in `weights`, 0 if it does not count"
    );
}

fn sample(name: &str) -> Option<PathBuf> {
    Some(data()?.join("formats/appraise").join(name))
}

/// Rows of a tab-separated file by the names of its columns.
fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let row = |line: &str| {
        let fields = header.iter().zip(line.split('\t'));
        fields.map(|(name, field)| ((*name).to_owned(), field.to_owned())).collect()
    };
    lines.map(row).collect()
}

/// The reading of each row of a real export, made without this program.
#[test]
fn every_row_of_wmt24_is_what_it_is_known_to_be() {
    let Some(path) = sample("wmt24.esa.en-zh.wave3.cut.csv") else { return };
    let expected = rows(&sample("wmt24.esa.en-zh.wave3.cut.expected.tsv").unwrap());
    let found = statuses(std::slice::from_ref(&path)).unwrap();
    assert_eq!((found.len(), expected.len()), (626, 626));
    for ((_, line, status), expected) in found.iter().zip(&expected) {
        let name = match status {
            RowStatus::Kept => "kept",
            RowStatus::Superseded => "kept-superseded",
            RowStatus::Check => "BAD",
            RowStatus::Duplicate => "dup",
            RowStatus::Incomplete => "incomplete",
            RowStatus::Tutorial => "tutorial",
            RowStatus::Document => "document",
        };
        assert_eq!(name, expected["status"], "row {line}");
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("set/documents")).unwrap();
    let docs = sample("en-zh.docs").unwrap();
    std::fs::copy(docs, folder.path().join("set/documents/en-zh.docs")).unwrap();
    let of_file = |file: &str| {
        let source = AppraiseSource {
            files: vec![sample(file).unwrap()],
            test_set: Some("set".into()),
            language_pair: Some("en-zh".into()),
            error_counts: true,
            ..AppraiseSource::default()
        };
        read("wmt24", &CorpusFormat::Appraise(source), folder.path()).unwrap().corpus
    };
    let corpus = of_file("wmt24.esa.en-zh.wave3.cut.csv");
    assert_eq!(corpus.segment_count(), 997);
    for (criterion, column) in [("esa", "score"), ("esa-minor", "minor"), ("esa-major", "major")] {
        let kept = expected.iter().filter(|row| row["status"] == "kept");
        let kept = kept.map(|row| {
            let number = row["seg_id"].parse().unwrap();
            let key = (row["system"].clone(), row["doc"].clone(), number, row["login"].clone());
            (key, row[column].parse().unwrap())
        });
        assert_eq!(ratings(&corpus, criterion), kept.collect::<Ratings>(), "{criterion}");
    }
    assert!(of_file("wmt24.esa.en-zh.wave3.cut.old-index.csv") == corpus);
    comes_back(&corpus);
}

/// Items of 2023 say their place in the task alone; the judgments are those of the published tables.
#[test]
fn ratings_of_wmt23_are_those_of_the_published_tables() {
    let Some(data) = data() else { return };
    for (file, table, protocol) in [
        ("wmt23.esa.en-de.head300.csv", "ESA-1.ratings.tsv", Protocol::Esa),
        ("wmt23.mqm.en-de.head300.csv", "MQM-1.ratings.tsv", Protocol::Mqm),
    ] {
        let table = rows(&data.join("raters/wmt23.esa-campaigns.en-de").join(table));
        let known: BTreeMap<_, f64> = table
            .iter()
            .map(|row| {
                let number: usize = row["seg_id"].parse().unwrap();
                let key = (row["system"].clone(), row["doc"].clone(), number, row["login"].clone());
                (key, row["score"].parse().unwrap())
            })
            .collect();
        let source = AppraiseSource {
            files: vec![sample(file).unwrap()],
            protocol,
            test_set: Some("evalsets/wmt23".into()),
            language_pair: Some("en-de".into()),
            ..AppraiseSource::default()
        };
        let corpus = read("wmt23", &CorpusFormat::Appraise(source), &data).unwrap().corpus;
        let ratings = ratings(&corpus, protocol_name(protocol));
        assert!(ratings.len() > 100, "{file}: {}", ratings.len());
        for (key, score) in &ratings {
            let published = known.get(key).unwrap_or_else(|| panic!("{key:?} in {file}"));
            assert!((published - score).abs() < 1e-9, "{key:?}: {score} instead of {published}");
        }
        comes_back(&corpus);
    }
}

/// Whole campaigns: of every document that one task has all of, the k-th rating is that of the k-th annotated
/// segment in the published table.
#[test]
fn whole_campaigns_of_wmt23_are_the_published_tables() {
    let Some(data) = data() else { return };
    let campaigns = data.join("original/ErrorSpanAnnotation/data/campaign-ruction-rc5");
    for (file, table, protocol) in [
        ("240315rc5ESA.scores.csv", "ESA-1.ratings.tsv", Protocol::Esa),
        ("240315rc5MQM.scores.csv", "MQM-1.ratings.tsv", Protocol::Mqm),
    ] {
        let table = rows(&data.join("raters/wmt23.esa-campaigns.en-de").join(table));
        let mut published: BTreeMap<_, BTreeMap<usize, f64>> = BTreeMap::new();
        for row in &table {
            let key = (row["system"].clone(), row["doc"].clone(), row["login"].clone());
            let number = row["seg_id"].parse().unwrap();
            let score = row["score"].parse().unwrap();
            published.entry(key).or_default().insert(number, score);
        }
        let source = AppraiseSource {
            files: vec![campaigns.join(file)],
            protocol,
            ..AppraiseSource::default()
        };
        let corpus = read("wmt23", &CorpusFormat::Appraise(source), &data).unwrap().corpus;
        let ratings = ratings(&corpus, protocol_name(protocol));
        assert_eq!(table.len(), 2691);
        assert!(ratings.len() > 2550, "{}", ratings.len());
        for ((system, document, number, login), score) in ratings {
            let key = (system, document, login);
            let known = published[&key].values().nth(number - 1).unwrap();
            assert!((known - score).abs() < 1e-9, "{key:?} {number}: {score} instead of {known}");
        }
    }
}

fn protocol_name(protocol: Protocol) -> &'static str {
    if protocol == Protocol::Mqm { "mqm" } else { "esa" }
}

#[test]
fn two_waves_of_2025_are_two_judges_of_a_segment() {
    let Some(data) = data() else { return };
    let corpus = |files: &[&str]| {
        let files = files.iter().map(|file| sample(file).unwrap()).collect();
        let source = AppraiseSource { files, ..AppraiseSource::default() };
        read("wmt25", &CorpusFormat::Appraise(source), &data).unwrap().corpus
    };
    let wave2 = corpus(&["wmt25cesdeu.wave2.GENERATED.csv"]);
    let with_batches = corpus(&["wmt25cesdeu.wave2.batch-info.GENERATED.csv"]);
    assert!(wave2 == with_batches, "two columns more say nothing more");
    let wave1 = corpus(&["wmt25cesdeu.wave1.GENERATED.csv"]);
    let both = corpus(&["wmt25cesdeu.wave1.GENERATED.csv", "wmt25cesdeu.wave2.GENERATED.csv"]);
    let ratings = |corpus| ratings(corpus, "esa");
    let apart = ratings(&wave1).into_iter().chain(ratings(&wave2)).collect::<Ratings>();
    assert_eq!(ratings(&both), apart);
    assert!(both.judgments["esa"].values().any(|judgments| judgments.judges.len() == 2));
    assert_eq!(both.documents[0].domain.as_deref(), Some("edu"));
    comes_back(&both);
}

#[test]
fn exports_are_recognised() {
    let Some(path) = sample("wmt23.mqm.en-de.head300.csv") else { return };
    let found = recognise(&path).unwrap();
    let source =
        AppraiseSource { files: vec![path], protocol: Protocol::Mqm, ..AppraiseSource::default() };
    assert_eq!(found[0].format, CorpusFormat::Appraise(source));
    let path = sample("wmt24.esa.en-zh.wave3.cut.csv").unwrap();
    let found = recognise(&path).unwrap();
    let source = AppraiseSource { files: vec![path], ..AppraiseSource::default() };
    assert_eq!(found[0].format, CorpusFormat::Appraise(source));
}

/// Ratings of three segments of two documents by two systems, with a score of each whole document as the last of its rows: it has
/// the item of the last segment, as Appraise writes it. `fields` are those behind the field that says what is a document.
fn with_documents(is_document: [bool; 3], fields: impl Fn(usize) -> String) -> String {
    let mut rows = String::new();
    for (system, scores) in [("A", [60, 70, 80, 10]), ("B", [50, 70, 60, 90])] {
        for document in 0..2 {
            for (row, score) in scores.iter().enumerate() {
                let item = 3 * document + row.min(2);
                let is_document = is_document[if row < 3 { document } else { 2 }];
                let is_document = if is_document { "True" } else { "False" };
                let start = rows.len();
                let fields = fields(start);
                rows.extend([&*format!(
                    "u,{system},{item},TGT,eng,deu,{score},d{document},{is_document},{fields}\r\n"
                )]);
            }
        }
    }
    rows
}

/// Rows have 11 fields without a list of errors and 12 with it, and may have a batch, an id and the number of the output behind
/// these. By hand: means of 60, 70, 80 and of 50, 70, 60.
#[test]
fn scores_of_whole_documents_are_no_segments_in_exports_of_any_width() {
    let forms: [fn(usize) -> String; 6] = [
        |start| format!("{start},{}", start + 9),
        |start| format!("[],{start},{}", start + 9),
        |start| format!("{start},{},1,77", start + 9),
        |start| format!("[],{start},{},1,77", start + 9),
        |start| format!("{start},{},1,77,0", start + 9),
        |start| format!("[],{start},{},1,77,0", start + 9),
    ];
    let kept = forms.map(|form| {
        let text = with_documents([false, false, true], form);
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("e.csv"), &text).unwrap();
        let found = recognise(&folder.path().join("e.csv")).unwrap().remove(0);
        assert!(matches!(&found.format, CorpusFormat::Appraise(_)), "{:?}", found.format);
        let loaded = load(&[("e.csv", text)], of(&["e.csv"])).unwrap();
        let warning = &loaded.warnings[0];
        assert_eq!(warning.message, "left out of 16 rows: 4 scores of whole documents");
        assert!(!warning.is_note(), "it stands before every answer");
        ratings(&loaded.corpus, "esa")
    });
    let means = ["A", "B"].map(|system| {
        let of_system = kept[0].iter().filter(|((name, ..), _)| name == system);
        let scores: Vec<f64> = of_system.map(|(_, score)| *score).collect();
        (scores.len(), scores.iter().sum::<f64>() / 6.0)
    });
    assert_eq!(means, [(6, 70.0), (6, 60.0)]);
    assert!(kept.iter().all(|ratings| *ratings == kept[0]), "all forms say the same");
    // The rows of d0 are marked, and no row of it is of a segment: they stay. A header is passed over.
    let header = "login,system,item,type,source,target,score,document,complete,start,end\r\n";
    let text = header.to_owned() + &with_documents([true, false, true], forms[0]);
    let loaded = load(&[("e.csv", text)], of(&["e.csv"])).unwrap();
    let message = &loaded.warnings[0].message;
    assert_eq!(message, "left out of 16 rows: 2 earlier submissions, 2 scores of whole documents");
    // Three numbers in front of no end time.
    let text = with_documents([false; 3], |start| format!("{start},{start},7"));
    let message = load(&[("e.csv", text)], of(&["e.csv"])).unwrap_err();
    assert!(message.starts_with("e.csv:1: the row has not the fields of Appraise"), "{message}");
}

/// The export in JSON lines: of one output, and of two that were rated side by side.
#[test]
fn json_lines_are_read_as_rows() {
    let line = |item: usize, is_document: bool, output: &str| {
        format!(
            "{{\"annotator\": \"u\", \"source_id\": \"s\", {output}, \"item_id\": {item}, \"item_type\": \"TGT\", \
             \"source_language\": \"eng\", \"target_language\": \"deu\", \"document_id\": \"d\", \"is_complete_document\": \
             {is_document}, \"start_time\": 1.5, \"end_time\": {item}, \"task_type\": \"Document\"}}\n"
        )
    };
    let one = |system: &str, score: usize| {
        format!(
            "\"target_id\": \"{system}\", \"score\": {score}, \"mqm_annotations\": {}",
            Value::from(MINOR)
        )
    };
    let two =
        "\"targets\": [{\"target_id\": \"X\", \"score\": 5}, {\"target_id\": \"Y\", \"score\": 6}]";
    let text = line(1, false, &one("X", 70)) + &line(2, false, two) + &line(2, true, &one("X", 9));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("e.jsonl");
    std::fs::write(&path, &text).unwrap();
    let found = recognise(&path).unwrap().remove(0);
    let corpus = read("x", &found.format, folder.path()).unwrap().corpus;
    let given: Vec<_> = ratings(&corpus, "esa").into_iter().map(|(k, s)| (k.0, k.2, s)).collect();
    let expected = [("X", 1, 70.0), ("X", 2, 5.0), ("Y", 2, 6.0)];
    assert_eq!(given, expected.map(|(system, segment, score)| (system.to_owned(), segment, score)));
    assert_eq!(corpus.error_spans["X"][0].len(), 1);
    let message =
        load(&[("e.jsonl", text.replace("\"Document\"", "\"ContrastiveESA\""))], of(&["e.jsonl"]));
    assert!(
        message.unwrap_err().contains("do not name the system of a target; use the CSV export")
    );
}

/// A campaign in two language pairs, by one system.
fn two_pairs() -> String {
    let row = |login: &str, end: &str| row([login, "X", "1", "TGT", "70", "d_a", "[]", "1", end]);
    let tutorial = row("u1", "3").replace("X,1", "x-tutorial1,1").replace(",deu,", ",fra,");
    row("u1", "2") + &row("u2", "2").replace(",deu,", ",ces,") + &tutorial
}

#[test]
fn a_corpus_has_one_language_pair() {
    let files = [("e.csv", two_pairs())];
    assert_eq!(
        load(&files, of(&["e.csv"])).unwrap_err(),
        "e.csv: there are 2 language pairs; name one of them as `languages`: eng-ces, eng-deu"
    );
    let pair = |languages: &str| {
        load(&files, AppraiseSource { languages: Some(languages.to_owned()), ..of(&["e.csv"]) })
    };
    let judges = |corpus: &Corpus| ratings(corpus, "esa").into_keys().map(|key| key.3).collect();
    let of_pair: [Vec<String>; 2] =
        ["eng-ces", "eng-deu"].map(|name| judges(&pair(name).unwrap().corpus));
    assert_eq!(of_pair, [["u2"], ["u1"]]);
    assert_eq!(
        pair("eng-fra").unwrap_err(),
        "e.csv: there is no document of language pair `eng-fra`; the language pairs are eng-ces, eng-deu"
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("e.csv");
    std::fs::write(&path, two_pairs()).unwrap();
    let found = recognise(&path).unwrap();
    let names: Vec<&str> = found.iter().map(|found| found.name.as_str()).collect();
    assert_eq!(names, ["eng-ces", "eng-deu"]);
    for found in found {
        assert!(read("x", &found.format, folder.path()).is_ok());
    }
}
