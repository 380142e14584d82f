//! Error annotations: what is read, what is refused.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use runner::corpus::model::Texts;
use runner::formats::source::{CorpusFormat, MqmRaters, MqmSource};
use runner::formats::{Loaded, read, recognise};

use crate::back::{given, marked};
use crate::support::needs::data;

/// Two documents, two systems and a human translation; three raters.
const ROWS: &str = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n\
    X\tb\t1\t3\tr1\t\"thr<v>ee</v>\tdrei\tNo-error\tNo-error\n\
    X\ta\t1\t1\tr1\tone\t<v>eins</v>\tAccuracy/Mistranslation\tMajor\n\
    X\ta\t1\t1\tr1\tone\tein<v>s</v>\tFluency/Punctuation\tminor\n\
    X\ta\t1\t1\tr2\tone\teins\tStyle/Awkward\tMinor\n\
    X\ta\t2\t2\tr2\ttwo\tzwei\tNon-translation!\tMajor\n\
    ref-A\ta\t1\t1\tr3\tone\tEins\tOther\tNeutral\n\
    Y\ta\t2\t2\tr1\ttwo\tzwo\tSource error\tcritical\n";

fn source() -> MqmSource {
    MqmSource {
        files: vec!["mqm.tsv".into()],
        references: None,
        weights: BTreeMap::from([("Critical".to_owned(), 10.0)]),
        raters: MqmRaters::Average,
        quoted: false,
    }
}

fn mqm(content: &str, source: MqmSource) -> Result<Loaded, String> {
    let folder = tempfile::tempdir().expect("can be made");
    std::fs::write(folder.path().join("mqm.tsv"), content).expect("is writable");
    read("tiny", &CorpusFormat::Mqm(source), folder.path())
        .map_err(|error| error.to_string().replace(&format!("{}/", folder.path().display()), ""))
}

fn texts(texts: &Texts) -> Vec<Option<&str>> {
    texts.iter().collect()
}

#[test]
fn scores_are_minus_the_mean_over_raters_of_the_sum_of_weights() {
    let loaded = mqm(ROWS, source()).unwrap();
    assert_eq!(loaded.warnings, []);
    let corpus = loaded.corpus;
    let scores = |system: &str| &corpus.judgments["mqm"][system].judges[0];
    assert_eq!(*scores("X"), [Some(-(5.0 + 0.1 + 1.0) / 2.0), Some(-25.0), Some(0.0)]);
    assert!(scores("X")[2].unwrap().is_sign_positive());
    assert_eq!(*scores("Y"), [None, Some(-10.0), None]);
    assert_eq!(*scores("ref-A"), [Some(0.0), None, None]);
}

/// Marks are places in the text without them; what is not marked in the output is at its end.
#[test]
fn marked_errors_stand_beside_the_scores() {
    let corpus = mqm(ROWS, source()).unwrap().corpus;
    let error = |start, end, label: &str| (start, end, label.to_owned());
    let first = vec![
        error(0, 4, "major: Accuracy/Mistranslation"),
        error(3, 4, "minor: Fluency/Punctuation"),
        error(4, 4, "minor: Style/Awkward"),
    ];
    let second = vec![error(4, 4, "major: Non-translation!")];
    assert_eq!(marked(&corpus, "X"), [first, second, Vec::new()]);
    assert_eq!(marked(&corpus, "Y")[1], [error(3, 3, "critical: Source error")]);
}

#[test]
fn texts_and_documents_come_from_the_rows_in_order_of_segments() {
    let corpus = mqm(ROWS, source()).unwrap().corpus;
    let documents: Vec<_> =
        corpus.documents.iter().map(|d| (d.id.as_str(), d.segments.clone())).collect();
    assert_eq!(documents, [("a", 0..2), ("b", 2..3)]);
    let read = texts(corpus.source.as_ref().unwrap());
    assert_eq!(read, [Some("one"), Some("two"), Some("\"three")]);
    assert_eq!(texts(corpus.system("X").unwrap()), [Some("eins"), Some("zwei"), Some("drei")]);
    assert_eq!(texts(corpus.system("Y").unwrap()), [None, Some("zwo"), None]);
    assert_eq!(corpus.references[0].name, "ref-A");
    assert_eq!(texts(&corpus.references[0].texts), [Some("Eins"), None, None]);
    assert_eq!(corpus.machine_systems().collect::<Vec<_>>(), ["X", "Y"]);
}

#[test]
fn raters_may_stay_apart() {
    let source = MqmSource { raters: MqmRaters::Separate, ..source() };
    let corpus = mqm(ROWS, source).unwrap().corpus;
    let judges = &corpus.judgments["mqm"]["X"].judges;
    assert_eq!(*judges, [vec![Some(-5.1), Some(-25.0), Some(0.0)], vec![Some(-1.0), None, None]]);
    // A column is no rater: the second segment was rated by the second one alone.
    let names = &corpus.judge_names["mqm"]["X"];
    let names: Vec<Vec<Option<&str>>> =
        names.iter().map(|column| column.iter().map(Option::as_deref).collect()).collect();
    assert_eq!(names, [[Some("r1"), Some("r2"), Some("r1")], [Some("r2"), None, None]]);
}

#[test]
fn the_other_header_and_quoted_fields_are_read() {
    let expected = mqm(ROWS, source()).unwrap().corpus;
    let other = ROWS.replacen("doc_id\tseg_id", "docSegId\tglobalSegId", 1);
    assert_eq!(mqm(&other, source()).unwrap().corpus, expected);
    let quoted = ROWS.replace("\"thr<v>ee</v>", "\"\"\"thr<v>ee</v>\"");
    let source = MqmSource { quoted: true, ..source() };
    assert_eq!(mqm(&quoted, source).unwrap().corpus, expected);
}

#[test]
fn references_may_be_named() {
    let named = MqmSource { references: Some(vec!["Y".to_owned()]), ..source() };
    let corpus = mqm(ROWS, named).unwrap().corpus;
    assert_eq!(corpus.references[0].name, "Y");
    assert_eq!(corpus.machine_systems().collect::<Vec<_>>(), ["X"], "ref-A still looks human");
    let unknown = MqmSource { references: Some(vec!["Z".to_owned()]), ..source() };
    assert_eq!(
        mqm(ROWS, unknown).unwrap_err(),
        "mqm.tsv: there is no reference `Z`; the systems are: X, Y, ref-A"
    );
}

#[test]
fn oddities_are_warned_of() {
    let odd = ROWS.replace("\tdrei\t", "\tdrei \t")
        + "X\tb\t3\t4\tr1\tfour\tvier\tOther\tMinor\n"
        + "X\tb\t1\t3\tr2\t\"three\tdrei\tOther\tMinor\n";
    let loaded = mqm(&odd, source()).unwrap();
    let messages: Vec<&str> = loaded.warnings.iter().map(|w| w.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "1 row has another text than an earlier row of the same segment, first line 10",
            "1 document has segments without a rating"
        ]
    );
    assert_eq!(loaded.corpus.system("X").unwrap().get(2), Some("drei "));
}

#[test]
fn rows_that_are_there_twice_are_counted() {
    let row = "X\ta\t1\t1\tr1\tone\t<v>eins</v>\tAccuracy/Mistranslation\tMajor\n";
    let unweighted = "ref-A\ta\t1\t1\tr3\tone\tEins\tOther\tNeutral\n";
    assert!(ROWS.contains(row) && ROWS.contains(unweighted));
    let read = |rows: &[&str]| mqm(&[ROWS, &rows.concat()].concat(), source()).unwrap();
    let loaded = read(&[row, row, row]);
    let warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "corpus `tiny`: mqm.tsv: 3 rows repeat an earlier one: same rater, output, marked text, category and \
          severity, first line 9; each counts as an error: remove the copies"
        ]
    );
    assert_eq!(loaded.corpus.judgments["mqm"]["X"].judges[0][0], Some(-(20.0 + 0.1 + 1.0) / 2.0));
    let message = |rows: &[&str]| read(rows).warnings.first().map(|own| own.message.clone());
    assert_eq!(
        message(&[row]).unwrap(),
        "1 row repeats an earlier one: same rater, output, marked text, category and severity, first line 9"
    );
    // Another rater, another part of the text, another kind of error; and what counts nothing.
    assert_eq!(message(&[&row.replace("r1", "r2")]), None);
    assert_eq!(message(&[&row.replace("<v>eins</v>", "<v>ein</v>s")]), None);
    assert_eq!(message(&[&row.replace("Major", "Minor")]), None);
    assert_eq!(message(&[unweighted]), None);
}

#[test]
fn raters_that_differ_in_case_only_are_named() {
    let rows = ROWS.replace("\tr2\t", "\tR1\t");
    for raters in [MqmRaters::Average, MqmRaters::Separate] {
        let loaded = mqm(&rows, MqmSource { raters, ..source() }).unwrap();
        let warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(
            warnings,
            [
                "corpus `tiny`: judges whose names differ in case only: `R1` and `r1`; each counts as a person: \
              write the name of one person in one way"
            ]
        );
    }
}

#[test]
fn what_is_wrong_is_refused() {
    let refused = |from: &str, to: &str, expected: &str| {
        assert!(ROWS.contains(from), "{from}");
        assert_eq!(mqm(&ROWS.replacen(from, to, 1), source()).unwrap_err(), expected);
    };
    refused(
        "critical",
        "dire",
        "mqm.tsv:8: severity `dire` has no weight; give it one in `weights`, 0 if it does not count",
    );
    refused(
        "\trater",
        "\tjudge",
        "mqm.tsv:1: there is no column `rater`; the columns are: system, doc, doc_id, seg_id, \
         judge, source, target, category, severity",
    );
    refused("X\tb\t1", "X\tb\tone", "mqm.tsv:2: `one` in column `doc_id`; number segments from 1");
    refused("X\tb", "\tb", "mqm.tsv:2: column `system` is empty; fill it in, or remove the row");
    refused(
        "ref-A\ta\t1\t1",
        "ref-A\ta\t1\t2",
        "mqm.tsv:7: segment 1 of document `a` is number 2 here and 1 before; number \
         segments through the test set",
    );
    refused(
        "X\tb\t1\t3",
        "X\tb\t1\t1",
        "mqm.tsv:3: number 1 has been that of another segment before; number segments through the \
         test set",
    );
    let again = format!("{ROWS}X\ta\t3\t4\tr1\tfour\tvier\tOther\tMinor\n");
    assert_eq!(
        mqm(&again, source()).unwrap_err(),
        "mqm.tsv:9: document `a` comes back: it started on line 3 and `b` came between; put the \
         lines of a document together, or give the parts their own names"
    );
    let infinite = BTreeMap::from([("major".to_owned(), f64::INFINITY)]);
    let message = mqm(ROWS, MqmSource { weights: infinite, ..source() }).unwrap_err();
    assert_eq!(message, "corpus `tiny`: the weight of `major` is inf; give finite weights");
}

/// A comment at the end of the header is no column, and rows of attention checks rate nothing.
#[test]
fn attention_checks_and_comments_are_left_out() {
    let rows = ROWS.replacen("severity\n", "severity\t# Documentation: ...\n", 1)
        + "Y\ta\t1\t1\tr1\tone\tuno\tFound\tHOTW-test\n\
           X\ta\t2\t2\tr1\ttwo\tzwei\tSource issue\tMajor\n";
    let loaded = mqm(&rows, source()).unwrap();
    assert_eq!(loaded.warnings.len(), 1);
    assert!(loaded.warnings[0].message.ends_with("left out: 1 attention check"));
    let scores = |system: &str| loaded.corpus.judgments["mqm"][system].judges[0].clone();
    assert_eq!(scores("Y"), [None, Some(-10.0), None]);
    assert_eq!(scores("X")[1], Some(-12.5), "of another rater nothing");
}

const RECORDS: &str = r#"
{"source": "two", "hypothesis": "zwei", "errors": [{"severity": "minor", "score": 0.5}, {"severity": "Major", "category": "x", "score": null}], "document_id": "d", "segment_id": 1, "system_id": "X", "rater_id": "ann"}
{"source": "one", "hypothesis": "eins", "errors": [], "document_id": "d", "segment_id": 0, "system_id": "X", "rater_id": "bob"}
{"source": "one", "hypothesis": "eins", "errors": [{"severity": "critical"}], "document_id": "d", "segment_id": 0, "system_id": "X", "rater_id": "ann"}
{"source": "one", "hypothesis": "uno", "errors": [], "document_id": "e", "segment_id": 0, "system_id": "refA", "rater_id": null}
"#;

fn listed(content: &str, raters: MqmRaters) -> Result<Loaded, String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("r.jsonl"), content).unwrap();
    let source = MqmSource { files: vec!["r.jsonl".into()], raters, ..source() };
    read("tiny", &CorpusFormat::Mqm(source), folder.path())
        .map_err(|error| error.to_string().replace(&format!("{}/", folder.path().display()), ""))
}

#[test]
fn lists_of_ratings_are_read() {
    let corpus = listed(RECORDS, MqmRaters::Average).unwrap().corpus;
    assert_eq!(corpus.judgments["mqm"]["X"].judges, [[Some(-5.0), Some(-5.5), None]]);
    assert_eq!(corpus.judgments["mqm"]["refA"].judges, [[None, None, Some(0.0)]]);
    assert_eq!(texts(corpus.system("X").unwrap()), [Some("eins"), Some("zwei"), None]);
    let documents: Vec<_> = corpus.documents.iter().map(|document| &*document.id).collect();
    assert_eq!(documents, ["d", "e"]);
    let corpus = listed(RECORDS, MqmRaters::Separate).unwrap().corpus;
    let one = |name: &str, score: f64| (name.to_owned(), score);
    let expected = [vec![one("ann", -10.0), one("bob", 0.0)], vec![one("ann", -5.5)], vec![]];
    assert_eq!(given(&corpus, "mqm", "X"), expected);
    assert_eq!(given(&corpus, "mqm", "refA")[2], [one("unnamed", 0.0)]);
}

#[test]
fn damaged_lists_of_ratings_are_refused() {
    for (from, to, message) in [
        (
            "\"segment_id\": 1",
            "\"segment_id\": \"1\"",
            "r.jsonl:2: \"segment_id\" is a string, not a whole number from 0 up; write {\"system_id\": \"...\", \"segment_id\": 0, \"errors\": []}, with segments numbered from 0",
        ),
        (
            "\"errors\": []",
            "\"errors\": null",
            "r.jsonl:3: \"errors\" is null, not a list; write {\"system_id\": \"...\", \"segment_id\": 0, \"errors\": []}, with segments numbered from 0",
        ),
        (
            "\"system_id\": \"X\", \"rater_id\": \"bob\"",
            "\"system_id\": null, \"rater_id\": \"bob\"",
            "r.jsonl:3: it does not say of which system it is; fill in \"system_id\"",
        ),
        (
            "\"bob\"",
            "\"ann\"",
            "r.jsonl:4: `ann` rates segment 0 of system `X` again; keep one of the ratings, or say in \"rater_id\" \
             who gave each",
        ),
        (
            "\"critical\"",
            "\"odd\"",
            "r.jsonl:4: error 1: it has no score, and severity `odd` has no weight; give errors a \"score\", or their \
             severity a weight in `weights`",
        ),
    ] {
        let damaged = RECORDS.replacen(from, to, 1);
        assert_eq!(listed(&damaged, MqmRaters::Average).unwrap_err(), message);
    }
}

/// Both forms of the published sample hold the same ratings, those of the files with one rater each.
#[test]
fn samples_of_both_forms_agree() {
    let Some(data) = data() else { return };
    let folder = data.join("formats/mt-metrics-eval/GENERATED");
    let files = vec!["en-de.mqm-sxs.standalone.jsonl".into()];
    let weights = BTreeMap::new();
    let source = MqmSource { files, weights, raters: MqmRaters::Separate, ..source() };
    let corpus = read("c", &CorpusFormat::Mqm(source), &folder).unwrap().corpus;
    for rater in ["rater3", "rater7"] {
        let file = folder.join(format!("human-scores/en-de.mqm-sxs.{rater}.seg.rating"));
        let file = std::fs::read_to_string(file).unwrap();
        let mut compared = 0;
        for system in corpus.judgments["mqm"].keys() {
            let given = given(&corpus, "mqm", system);
            let lines = file.lines().filter(|line| line.split('\t').next() == Some(system));
            for (line, given) in lines.zip(&given) {
                let rating: Option<serde_json::Value> =
                    serde_json::from_str(line.split('\t').nth(1).unwrap()).ok();
                let own = given.iter().find(|(name, _)| name == rater);
                // The samples are cut at other places: what both have is the same.
                let Some((rating, (_, score))) = rating.zip(own) else { continue };
                let errors = rating["errors"].as_array().unwrap().iter();
                let sum: f64 = errors.map(|error| error["score"].as_f64().unwrap()).sum();
                assert!((score + sum).abs() < 1e-12, "{system} {rater}: {score} {sum}");
                compared += 1;
            }
        }
        assert!(rater == "rater7" || compared > 5, "{rater}: {compared}");
    }
    assert!(recognise(&folder.join("en-de.mqm-sxs.standalone.jsonl")).is_ok());
    let rows = data.join("formats/google-mqm/sxs_mqm_generalMT2023_ende.cut.tsv");
    let found = recognise(&rows).unwrap();
    assert!(matches!(found[0].format, CorpusFormat::Mqm(_)));
    let read = read("c", &found[0].format, std::path::Path::new("")).unwrap();
    assert!(read.warnings[0].message.ends_with("left out: 10 attention checks"));
}
