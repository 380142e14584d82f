//! Error annotations: what is read, what is refused.

use std::collections::BTreeMap;

use runner::corpus::model::Texts;
use runner::corpus::source::{CorpusFormat, MqmRaters, MqmSource};
use runner::corpus::{Loaded, read};

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
