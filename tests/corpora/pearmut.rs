//! Campaigns of Pearmut: what counts of what people submitted.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use runner::corpus::model::Corpus;
use runner::corpus::synthetic::generate;
use runner::formats::pearmut::{ItemRow, ItemStatus, log_of_pearmut, statuses};
use runner::formats::source::{CorpusFormat, PearmutSource};
use runner::formats::{Loaded, read, recognise};

use crate::back::{comes_back, given, marked};
use crate::support::needs::data;

fn load(content: &str, source: &PearmutSource) -> Result<Loaded, String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("log.jsonl"), content).unwrap();
    let source = PearmutSource { files: vec!["log.jsonl".into()], ..source.clone() };
    let read = read("tiny", &CorpusFormat::Pearmut(source), folder.path());
    read.map_err(|error| error.to_string().replace(&format!("{}/", folder.path().display()), ""))
}

/// Scores by system, segment and judge.
type Ratings = BTreeMap<(String, usize, String), f64>;

fn ratings(corpus: &Corpus, criterion: &str) -> Ratings {
    let of_system = |system: &String| {
        let given = given(corpus, criterion, system).into_iter().enumerate();
        let rows = given.flat_map(|(segment, judged)| {
            judged.into_iter().map(move |(judge, score)| ((system.clone(), segment, judge), score))
        });
        rows.collect::<Vec<_>>()
    };
    corpus.judgments[criterion].keys().flat_map(of_system).collect()
}

/// A submission of one segment of document `talk_###_d`, of system X, in ten seconds.
fn submission(user: &str, item_i: &str, segment: u32, score: &str) -> String {
    format!(
        "{{\"annotation\": [{{\"X\": {{\"score\": {score}, \"error_spans\": [{{\"start_i\": 4, \"end_i\": 4, \
         \"severity\": \"Minor\"}}]}}}}], \"item\": [{{\"item_id\": \"talk_###_d_###_{segment}\", \"src\": \
         \"one\", \"tgt\": {{\"X\": \"ein\u{1f642}\"}}}}], \"actions\": [{{\"time\": 1.5}}, {{\"time\": 11.5}}], \
         \"user_id\": \"{user}\", \"item_i\": {item_i}}}\n"
    )
}

const RESET: &str = "{\"user_id\": \"u\", \"annotation\": \"__RESET__\"}\n";
const RESET_ONE: &str = "{\"user_id\": \"u\", \"item_i\": 1, \"annotation\": \"__RESET__\"}\n";

#[test]
fn the_last_word_counts_unless_it_is_reset() {
    let scores = |log: &str| {
        let corpus = load(log, &PearmutSource::default()).unwrap().corpus;
        ratings(&corpus, "esa")
            .into_iter()
            .map(|((_, segment, user), score)| (segment, user, score))
            .collect::<Vec<_>>()
    };
    let u = |segment, score| (segment, "u".to_owned(), score);
    let twice = [submission("u", "0", 0, "50"), submission("u", "0", 0, "60")].concat();
    assert_eq!(scores(&twice), [u(0, 60.0)]);
    let other = [twice.clone(), submission("v", "0", 0, "70")].concat();
    assert_eq!(scores(&other), [u(0, 60.0), (0, "v".to_owned(), 70.0)]);
    let reset = [other.as_str(), RESET, &submission("u", "1", 1, "80")].concat();
    assert_eq!(scores(&reset), [(0, "v".to_owned(), 70.0), u(1, 80.0)]);
    let two = [submission("u", "0", 0, "50"), submission("u", "1", 1, "60")].concat();
    let reset = [two.as_str(), RESET_ONE, &submission("v", "1", 1, "70")].concat();
    assert_eq!(scores(&reset), [u(0, 50.0), (1, "v".to_owned(), 70.0)]);
    let check = [twice, submission("u", "\"random_1\"", 9, "1")].concat();
    assert_eq!(scores(&check), [u(0, 60.0)]);
}

#[test]
fn texts_times_and_errors_are_read() {
    let log = [submission("u", "0", 10, "50"), submission("u", "1", 2, "60")].concat();
    let source = PearmutSource { error_counts: true, ..PearmutSource::default() };
    let corpus = load(&log, &source).unwrap().corpus;
    assert_eq!(corpus.documents[0].domain.as_deref(), Some("talk"));
    assert_eq!((corpus.documents.len(), corpus.segment_count()), (1, 2));
    assert_eq!(corpus.source.as_ref().unwrap().get(1), Some("one"));
    assert_eq!(corpus.system("X").unwrap().get(0), Some("ein\u{1f642}"));
    assert_eq!(corpus.judgments["esa"]["X"].judges, [[Some(60.0), Some(50.0)]], "2 before 10");
    assert_eq!(corpus.judgments["esa-minor"]["X"].judges, [[Some(1.0), Some(1.0)]]);
    assert_eq!(corpus.rating_seconds, BTreeMap::from([("esa".to_owned(), 10.0)]));
    comes_back(&corpus);
    let face = vec![(3, 4, "minor".to_owned())];
    assert_eq!(marked(&corpus, "X"), [face.clone(), face]);
    // Unit 4 of UTF-16 is the second half of the face: it is in the text, and 5 would be behind it.
    let folder = tempfile::tempdir().unwrap();
    let beyond = |log: &str| {
        let path = folder.path().join("log.jsonl");
        std::fs::write(&path, log).unwrap();
        statuses(&[path], None).unwrap()[0].beyond_text
    };
    assert_eq!(beyond(&log), 0);
    assert_eq!(beyond(&log.replace("\"start_i\": 4", "\"start_i\": 5")), 1);
}

#[test]
fn defects_are_named() {
    let good = submission("u", "0", 0, "50");
    let refused = |log: &str, expected: &str| {
        let message = load(log, &PearmutSource::default()).unwrap_err();
        assert_eq!(message, format!("log.jsonl{expected}"));
    };
    refused(
        &[good.as_str(), "{\"annotation\": [], \"item\": [], \"user_id\": 1}\n"].concat(),
        ":2: there is no \"user_id\"; name the log that Pearmut wrote, unchanged",
    );
    refused(
        &good.replace("50", "\"good\""),
        ":1: of `X`: \"score\" is no number; name the log that Pearmut wrote, unchanged",
    );
    refused(
        &good.replace("50", "-70"),
        ":1: of `X`: ESA is from 0 to 100, and the score is -70; name the log that Pearmut wrote, unchanged",
    );
    refused(
        &good.replace("\"item\": [", "\"item\": [1, "),
        ":1: 1 annotations of 2 items; name the log that Pearmut wrote, unchanged",
    );
    refused(
        &good.replace("\"user_id\"", "\"item\": 1, \"user_id\""),
        ":1: the key \"item\" is there twice in one object; give every key of an object once",
    );
    refused(
        &good.replace("\"score\": 50", "\"score\": null"),
        ": no score is left: all are of tutorials or checks, or were reset; name the log of a campaign \
         with ratings, or set `error-counts = true`",
    );
    refused(RESET, ": there is no annotation in it; name the log of a campaign that has begun");
    refused(
        "[1]\n",
        ": not a JSON object: invalid type: sequence, expected an object of lists at line 1 column 0; \
         name the log of a campaign (one submission per line) or the export `annotations.json`",
    );
    let export = format!("{{\"a\": [{0}], \"b\": [{0}]}}", good.trim_end());
    refused(&export, ": there are 2 campaigns in it; name one as `campaign`: a, b");
    let source =
        |name: &str| PearmutSource { campaign: Some(name.to_owned()), ..PearmutSource::default() };
    assert_eq!(
        load(&export, &source("c")).unwrap_err(),
        "log.jsonl: there is no campaign `c`; the campaigns are: a, b"
    );
    assert!(load(&export, &source("b")).is_ok());
    let broken = export.replacen("50", "\"x\"", 1);
    assert_eq!(
        load(&broken, &source("a")).unwrap_err(),
        "log.jsonl: submission 1 of campaign `a`: of `X`: \"score\" is no number; name the log that \
         Pearmut wrote, unchanged"
    );
}

fn sample(name: &str) -> Option<PathBuf> {
    Some(data()?.join("formats/pearmut").join(name))
}

/// The rows of the expected reading, by campaign; made without this program.
fn expected() -> BTreeMap<String, Vec<BTreeMap<String, String>>> {
    let text = std::fs::read_to_string(sample("expected.v1.1.6.GENERATED.tsv").unwrap()).unwrap();
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let mut all: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for line in lines {
        let row: BTreeMap<String, String> = header
            .iter()
            .zip(line.split('\t'))
            .map(|(name, field)| ((*name).to_owned(), field.to_owned()))
            .collect();
        all.entry(row["campaign"].clone()).or_default().push(row);
    }
    all
}

/// A row as the expected reading has it; in the older form a reset is another line, so that numbers of
/// submissions differ.
fn words(row: &ItemRow) -> [String; 8] {
    let (status, superseded) = match row.status {
        ItemStatus::Kept => ("content", "0"),
        ItemStatus::Superseded => ("content", "1"),
        ItemStatus::Reset => ("reset", "0"),
        ItemStatus::Tutorial => ("welcome", "0"),
        ItemStatus::Check => ("random", "0"),
        ItemStatus::NotShown => ("not-displayed", "0"),
        ItemStatus::OtherPair => ("other-pair", "0"),
    };
    let sliders = ["Fluency", "Adequacy"]
        .iter()
        .filter_map(|name| Some(format!("{name}={}", row.sliders.get(*name)?)));
    let sliders: Vec<String> = sliders.collect();
    let score = row.score.map_or_else(|| sliders.join("|"), |score| score.to_string());
    let errors = |severity: &str| row.errors.get(severity).copied().unwrap_or(0.0).to_string();
    [
        row.item.clone(),
        row.system.clone(),
        score,
        errors("minor"),
        errors("major"),
        row.beyond_text.to_string(),
        status.to_owned(),
        superseded.to_owned(),
    ]
}

const COLUMNS: [&str; 8] =
    ["item_id", "system", "score", "minor", "major", "special_token_spans", "status", "superseded"];

fn same(found: &[ItemRow], expected: &[BTreeMap<String, String>]) {
    assert_eq!(found.len(), expected.len());
    // Systems of an item are in the order of the file there, in byte order here.
    let sorted = |mut rows: Vec<(String, [String; 8])>| {
        rows.sort();
        rows
    };
    let found = found.iter().map(|row| (row.submission.to_string(), words(row))).collect();
    let expected = expected
        .iter()
        .map(|row| (row["log_index"].clone(), COLUMNS.map(|column| row[column].clone())));
    for (found, expected) in sorted(found).iter().zip(&sorted(expected.collect())) {
        assert_eq!(found, expected);
    }
}

#[test]
fn every_row_of_the_samples_is_what_it_is_known_to_be() {
    let Some(log) = sample("campaign-log.v1.1.6.GENERATED.jsonl") else { return };
    let expected = expected();
    let campaign = "ces_Latn---deu_Latn v3";
    same(&statuses(std::slice::from_ref(&log), None).unwrap(), &expected[campaign]);
    let export = sample("annotations.v1.1.6.GENERATED.json").unwrap();
    for (campaign, rows) in &expected {
        same(&statuses(std::slice::from_ref(&export), Some(campaign)).unwrap(), rows);
    }
    // The older form resets item by item, of the same log.
    let older = sample("annotations.v1.1.4-per-item-reset.GENERATED.jsonl").unwrap();
    let kept = |paths: &[PathBuf]| -> Vec<[String; 8]> {
        let rows = statuses(paths, None).unwrap();
        rows.iter().filter(|row| row.status == ItemStatus::Kept).map(words).collect()
    };
    // It lacks the lines of one of the three people.
    let folder = tempfile::tempdir().unwrap();
    let two = folder.path().join("two.jsonl");
    let lines = std::fs::read_to_string(&log).unwrap();
    let lines = lines.lines().filter(|line| !line.contains("\"user_id\": \"u-amber-101\""));
    std::fs::write(
        &two,
        lines.collect::<Vec<_>>().join(
            "
",
        ),
    )
    .unwrap();
    assert_eq!(kept(&[older]), kept(&[two]));

    let source = PearmutSource { files: vec![log], error_counts: true, ..Default::default() };
    let loaded = read("log", &CorpusFormat::Pearmut(source.clone()), "".as_ref()).unwrap();
    let mut counts = BTreeMap::new();
    for row in &expected[campaign] {
        let is_kept = row["status"] == "content" && row["superseded"] == "0";
        *counts.entry(is_kept && !row["score"].is_empty()).or_insert(0) += 1;
    }
    assert_eq!(ratings(&loaded.corpus, "esa").len(), counts[&true]);
    comes_back(&loaded.corpus);
    let source = PearmutSource {
        files: vec![export.clone()],
        campaign: Some(campaign.to_owned()),
        ..source
    };
    let again = read("log", &CorpusFormat::Pearmut(source), "".as_ref()).unwrap();
    assert!(again.corpus == loaded.corpus);

    let source = PearmutSource {
        files: vec![export],
        campaign: Some("demo_mqm_sliders".to_owned()),
        ..PearmutSource::default()
    };
    let sliders = read("sliders", &CorpusFormat::Pearmut(source), "".as_ref()).unwrap().corpus;
    assert_eq!(sliders.judgments.keys().collect::<Vec<_>>(), ["Adequacy", "Fluency"]);
    comes_back(&sliders);
}

#[test]
fn real_logs_are_read() {
    let Some(path) = sample("example_contrastive.real.jsonl") else { return };
    let found = recognise(&path).unwrap();
    let corpus = read("c", &found[0].format, "".as_ref()).unwrap().corpus;
    let score = |system: &str| corpus.judgments["esa"][system].judges[0].clone();
    // Of the first line of the file, by eye.
    assert_eq!(score("Online-Gamma")[..2], [Some(70.0), Some(75.0)]);
    assert_eq!(score("Baseline-0")[..2], [Some(100.0), Some(90.0)]);
    assert_eq!(score("Online-Alpha")[..2], [Some(95.0), Some(95.0)]);
    comes_back(&corpus);
    let path = sample("example_singlestream.real-3-records.jsonl").unwrap();
    let found = recognise(&path).unwrap();
    let corpus = read("c", &found[0].format, "".as_ref()).unwrap().corpus;
    assert_eq!(corpus.judgments["esa"].keys().collect::<Vec<_>>(), ["ONLINE-W"]);
    assert_eq!(corpus.judgments["esa"]["ONLINE-W"].judges[0], [Some(35.0), Some(33.0)]);
    let path = sample("annotations.v1.1.6.GENERATED.json").unwrap();
    assert_eq!(recognise(&path).unwrap().len(), 3, "one corpus per campaign");
    assert!(recognise(&sample("progress.v1.1.6.GENERATED.json").unwrap()).is_err());
}

#[test]
fn a_corpus_has_one_language_pair() {
    let named = |user: &str, pair: &str| {
        submission(user, "0", 0, "50").replace("talk_###_d_###_", &format!("{pair}_#_talk_#_d_#_"))
    };
    let tutorial =
        submission("u", "\"welcome_0\"", 0, "1").replace("talk_###_d_###_", "fr-de_#_tutorial_#_");
    let log = named("u", "en-de") + &named("v", "en-cs_CZ") + &tutorial;
    assert_eq!(
        load(&log, &PearmutSource::default()).unwrap_err(),
        "log.jsonl: there are 2 language pairs; name one of them as `language-pair`: en-cs_CZ, en-de"
    );
    let pair =
        |pair: &str| PearmutSource { language_pair: Some(pair.to_owned()), ..Default::default() };
    let users = |name: &str| {
        let corpus = load(&log, &pair(name)).unwrap().corpus;
        ratings(&corpus, "esa").into_keys().map(|(_, _, user)| user).collect::<Vec<String>>()
    };
    assert_eq!([users("en-de"), users("en-cs_CZ")], [["u"], ["v"]]);
    assert_eq!(
        load(&log, &pair("en-fr")).unwrap_err(),
        "log.jsonl: there is no document of language pair `en-fr`; the language pairs are en-cs_CZ, en-de"
    );
    // Segments that say no pair are of none, and of none that is wanted.
    let unsaid = submission("w", "0", 0, "50");
    assert_eq!(
        load(&unsaid, &pair("en-de")).unwrap_err(),
        "log.jsonl: there is no document of language pair `en-de`; nothing in it says its language pair"
    );
    assert!(load(&(named("u", "en-de") + &unsaid), &PearmutSource::default()).is_ok());
    let export = format!(
        "{{\"a\": [{}], \"b\": [{}]}}",
        log.trim_end().replace('\n', ", "),
        unsaid.trim_end()
    );
    let folder = tempfile::tempdir().unwrap();
    for (name, content, expected) in [
        ("log.jsonl", &log, &["en-cs_CZ", "en-de"][..]),
        ("annotations.json", &export, &["a en-cs_CZ", "a en-de", "b"]),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        let found = recognise(&path).unwrap();
        let names: Vec<&str> = found.iter().map(|found| found.name.as_str()).collect();
        assert_eq!(names, expected);
        for found in found {
            assert!(read("x", &found.format, folder.path()).is_ok(), "{}", found.name);
        }
    }
}

/// What was taken back is in the log with the place where that happened.
#[test]
fn the_log_has_all_ratings() {
    let log = [
        submission("u", "0", 0, "50"),
        submission("v", "0", 0, "55"),
        submission("u", "0", 0, "60"),
        RESET.to_owned(),
        submission("u", "\"welcome_1\"", 3, "1"),
        submission("u", "1", 1, "70"),
    ]
    .concat();
    let corpus = load(&log, &PearmutSource::default()).unwrap().corpus;
    let rated = corpus.log["esa"].iter();
    let rated: Vec<(u32, &str, f64, Option<u32>)> =
        rated.map(|rating| (rating.place, &*rating.judge, rating.score, rating.until)).collect();
    let expected = [
        (0, "u", 50.0, Some(2)),
        (1, "v", 55.0, None),
        (2, "u", 60.0, Some(3)),
        (5, "u", 70.0, None),
    ];
    assert_eq!(rated, expected);
    let first = &corpus.log["esa"][0];
    assert_eq!(
        (&*first.document, &*first.segment, first.time),
        ("talk_###_d", "talk_###_d_###_0", Some(11.5))
    );
    // An unfinished last line is no error, an unfinished first one is.
    let cut = |end: usize| load(&log[..end], &PearmutSource::default());
    assert_eq!(cut(log.len() - 9).unwrap().corpus.log["esa"].len(), 3);
    assert!(cut(40).is_err());
}

/// What a generated campaign has as a log is read back as it was.
#[test]
fn generated_logs_are_read_back() {
    let corpus = generate("running-campaign", 3, "x").unwrap();
    let loaded = load(&log_of_pearmut(&corpus.log["esa"]), &PearmutSource::default()).unwrap();
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    assert_eq!(loaded.corpus.log, corpus.log);
    let documents: Vec<usize> =
        loaded.corpus.documents.iter().map(|document| document.segments.len()).collect();
    assert_eq!(documents.len(), corpus.documents.len());
    assert_eq!(documents.iter().sum::<usize>(), corpus.segment_count());
}
