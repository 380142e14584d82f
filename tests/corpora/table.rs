//! Tables with named columns: what is read, what is refused.

use runner::corpus::describe;
use runner::corpus::model::{Corpus, Texts};
use runner::formats::source::{CorpusFormat, TableSource};
use runner::formats::write_evalset::write_evalset;
use runner::formats::{Loaded, read};

use crate::back::from_parquet;
use crate::support::table_of;

fn table(file: &str, content: &str, source: TableSource) -> Result<Loaded, String> {
    let folder = tempfile::tempdir().expect("can be made");
    std::fs::write(folder.path().join(file), content).expect("is writable");
    let source = TableSource { path: vec![file.into()], ..source };
    read("tiny", &CorpusFormat::Table(source), folder.path())
        .map_err(|error| error.to_string().replace(&format!("{}/", folder.path().display()), ""))
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn wide() -> TableSource {
    table_of(
        "x",
        "cluster = 'doc'; domain = 'genre'; item = 'id'; source = 'en'; references = ['de']; systems = ['Z', 'A']",
    )
}

const WIDE: &str = "genre\tdoc\tid\ten\tde\tA\tZ\tnote\n\
    news\td1\t1\tone\teins\tein\tEins\t\n\
    news\td1\t2\ttwo\tzwei\t\t\"zwo\t\n\
    talk\td2\t1\tthree\tdrei\tdrei\tDrei\t\n";

fn long() -> TableSource {
    table_of(
        "x",
        "system = 'system'; item = 'id'; source = 'en'; references = ['de']; hypothesis = 'mt'; judge = 'judge'; \
         judgments = ['fluency', 'adequacy']; scores = ['COMET']",
    )
}

const LONG: &str = "system,id,en,de,mt,judge,fluency,adequacy,COMET\n\
    B,1,one,eins,ein,j2,3,4,0.5\n\
    B,1,one,eins,ein,j1,1,,0.5\n\
    A,2,\"two, too\",zwei,zwo,j1,5,None,-0.25\n\
    A,1,one,eins,Eins,j3,2,2,\n";

fn texts(texts: Option<&Texts>) -> Vec<Option<&str>> {
    texts.expect("there is such a column").iter().collect()
}

#[test]
fn references_keep_the_order_of_the_spec() {
    let source = TableSource { references: names(&["de", "A"]), systems: names(&["Z"]), ..wide() };
    let corpus = table("t.tsv", WIDE, source).unwrap().corpus;
    assert_eq!(corpus.references.iter().map(|r| &*r.name).collect::<Vec<_>>(), ["de", "A"]);
    assert_eq!(corpus.references[1].texts.get(0), Some("ein"));
}

#[test]
fn a_row_may_be_a_segment() {
    let corpus = table("t.tsv", WIDE, wide()).unwrap().corpus;
    assert_eq!(corpus.documents[0].segments, 0..2);
    assert_eq!(corpus.documents[1].domain.as_deref(), Some("talk"));
    assert_eq!(texts(corpus.source.as_ref()), [Some("one"), Some("two"), Some("three")]);
    assert_eq!(texts(corpus.reference("de")), [Some("eins"), Some("zwei"), Some("drei")]);
    assert_eq!(texts(corpus.system("A")), [Some("ein"), Some(""), Some("drei")]);
    assert_eq!(texts(corpus.system("Z")), [Some("Eins"), Some("\"zwo"), Some("Drei")]);
    assert_eq!(corpus.machine_systems().collect::<Vec<_>>(), ["A", "Z"]);
    let source = TableSource { systems: names(&["A"]), ..TableSource::default() };
    let lines = "{\"A\": null}\n{\"A\": \"\"}\n";
    let corpus = table("t.jsonl", lines, source).unwrap().corpus;
    assert_eq!(texts(corpus.system("A")), [None, Some("")]);
}

#[test]
fn a_row_may_be_a_judgment() {
    let loaded = table("t.csv", LONG, long()).unwrap();
    let corpus: Corpus = loaded.corpus;
    assert_eq!(texts(corpus.source.as_ref()), [Some("one"), Some("two, too")]);
    assert_eq!(texts(corpus.reference("de")), [Some("eins"), Some("zwei")]);
    assert_eq!(texts(corpus.system("A")), [Some("Eins"), Some("zwo")]);
    assert_eq!(texts(corpus.system("B")), [Some("ein"), None]);
    let judges = |criterion: &str, system: &str| corpus.judgments[criterion][system].judges.clone();
    assert_eq!(judges("fluency", "B"), [[Some(1.0), None], [Some(3.0), None]], "j1, then j2");
    assert_eq!(judges("adequacy", "B"), [[None, None], [Some(4.0), None]]);
    assert_eq!(judges("fluency", "A"), [[Some(2.0), Some(5.0)], [None, None]]);
    let named = |system: &str| -> Vec<Vec<Option<String>>> {
        let columns = corpus.judge_names["adequacy"][system].iter();
        let name = |name: &Option<std::sync::Arc<str>>| name.as_deref().map(str::to_owned);
        columns.map(|column| column.iter().map(name).collect()).collect()
    };
    let name = |name: &str| Some(name.to_owned());
    assert_eq!(named("B"), [[None, None], [name("j2"), None]], "j1 has not judged it");
    assert_eq!(named("A"), [[name("j3"), None], [None, None]]);
    let first = |system: &str| corpus.judge_names["fluency"][system][0].clone();
    assert_eq!(first("A"), [Some("j3".into()), Some("j1".into())], "the column is no judge");
    assert_eq!(corpus.external["COMET"]["A"], [None, Some(-0.25)]);
    assert_eq!(corpus.external["COMET"]["B"], [Some(0.5), None]);
    assert_eq!(loaded.warnings[0].message, "system `B` misses 1 of 2 segments");
}

#[test]
fn judges_need_no_names() {
    let source = TableSource { judge: None, ..long() };
    let loaded = table("t.csv", LONG, source).unwrap();
    let note = "1 output has up to 2 ratings, and judges have no names";
    assert!(loaded.warnings.iter().any(|own| own.message == note && own.is_note()));
    let corpus = loaded.corpus;
    let judges = &corpus.judgments["fluency"]["B"].judges;
    assert_eq!(*judges, [[Some(1.0), None], [Some(3.0), None]], "in order of scores");
    assert!(corpus.judge_names.is_empty());
}

#[test]
fn scores_need_no_texts_and_rows_may_count() {
    let source = table_of("x", "system = 's'; scores = ['x']; cluster = 'd'");
    let rows = "s\td\tx\nA\ta\t1\nA\tb\t2\nB\ta\t3\nB\tb\t4\n";
    let corpus = table("t.tsv", rows, source.clone()).unwrap().corpus;
    assert_eq!(corpus.systems_without_text, ["A", "B"]);
    assert_eq!(corpus.external["x"]["B"], [Some(3.0), Some(4.0)]);
    assert_eq!(corpus.documents.len(), 2);
    let short = rows.trim_end().rsplit_once('\n').unwrap().0;
    assert_eq!(
        table("t.tsv", short, source.clone()).unwrap_err(),
        "t.tsv:1: no column identifies the items, and system `B` has 1 row, `A` has 2; name the column that identifies \
         items as `item` (--item)"
    );
    let message = table("t.tsv", &rows.replace("B\ta", "B\tc"), source).unwrap_err();
    assert!(message.starts_with("t.tsv:4: column `d` differs from line 2; give all"), "{message}");
}

fn with_documents() -> TableSource {
    table_of(
        "x",
        "system = 's'; cluster = 'd'; domain = 'genre'; item = 'id'; hypothesis = 'mt'; scores = ['x', 'y']",
    )
}

const OF_DOCUMENTS: &str = "s\td\tgenre\tid\tmt\tx\ty\n\
    B\tb\t\t\t\t0.5\t\n\
    A\ta\tnews\t1\teins\t\t7\n\
    A\ta\tnews\t2\tzwei\tNone\t8\n\
    A\tb\ttalk\t1\tdrei\t\t9\n\
    A\tb\t\t\t\t-2\t\n\
    A\ta\tnews\t\t\t3\t\n";

#[test]
fn a_row_without_a_segment_is_of_a_document() {
    let loaded = table("t.tsv", OF_DOCUMENTS, with_documents()).unwrap();
    let corpus = loaded.corpus;
    assert_eq!(corpus.documents.len(), 2);
    assert_eq!(corpus.external_documents["x"]["A"], [Some(3.0), Some(-2.0)]);
    assert_eq!(corpus.external_documents["x"]["B"], [None, Some(0.5)]);
    assert_eq!(corpus.external_documents.len(), 1, "no document has a score `y`");
    assert_eq!(corpus.external["y"]["A"], [Some(7.0), Some(8.0), Some(9.0)]);
    assert_eq!(corpus.external.len(), 1, "no segment has a score `x`");
    assert_eq!(texts(corpus.system("B")), [None; 3]);
    assert_eq!(loaded.warnings[0].message, "system `B` misses 3 of 3 segments");

    let refused = |from: &str, to: &str, expected: &str| {
        assert!(OF_DOCUMENTS.contains(from), "{from}");
        let error = table("t.tsv", &OF_DOCUMENTS.replacen(from, to, 1), with_documents());
        assert_eq!(error.unwrap_err().split("; ").next(), Some(expected));
    };
    refused(
        "A\tb\t\t\t\t",
        "A\tb\t\t\tvier\t",
        "t.tsv:6: column `id` is empty, and column `mt` is not",
    );
    refused("A\tb\t\t\t\t", "A\ta\t\t\t\t", "t.tsv:7: the system has had this document on line 6");
    refused("A\tb\t\t\t\t", "A\tc\t\t\t\t", "t.tsv:6: document `c` has no segment on any row");
    refused(
        "A\tb\t\t\t\t-2",
        "A\tb\t\t\t\tlow",
        "t.tsv:6: column `x`: score `low` is not a number",
    );
    let without = TableSource { cluster: None, domain: None, ..with_documents() };
    let error = table("t.tsv", OF_DOCUMENTS, without).unwrap_err();
    assert!(error.starts_with("t.tsv:2: column `id` is empty; fill it in"), "{error}");
}

#[test]
fn what_is_wrong_is_refused() {
    let cause = |content: &str, source: TableSource| {
        let file = if content.contains('\t') { "t.tsv" } else { "t.csv" };
        table(file, content, source).unwrap_err().split("; ").next().unwrap().to_owned()
    };
    let refused = |from: &str, to: &str, expected: &str| {
        assert!(LONG.contains(from), "{from}");
        assert_eq!(cause(&LONG.replacen(from, to, 1), long()), expected);
    };
    refused(
        "B,1,one,eins,ein,j1",
        "B,1,uno,eins,ein,j1",
        "t.csv:3: column `en` differs from line 2",
    );
    // Of an output that was edited between two ratings, the first judge's text counts.
    let edited = LONG.replacen("B,1,one,eins,ein,j1", "B,1,one,eins,x,j1", 1);
    let loaded = table("t.csv", &edited, long()).unwrap();
    let message = "another output than before of the same system and segment: 1 row, first line 2";
    assert!(loaded.warnings.iter().any(|own| own.message == message), "{:?}", loaded.warnings);
    refused("ein,j1", "ein,j2", "t.csv:3: the judge has judged this before, on line 2");
    refused("0.5", "high", "t.csv:2: column `COMET`: score `high` is not a number");
    refused("A,2", ",2", "t.csv:4: column `system` is empty");
    let unjudged = TableSource { judge: None, judgments: vec![], ..long() };
    assert_eq!(cause(LONG, unjudged), "t.csv:3: the system has had this item on line 2");
    assert_eq!(
        cause(&WIDE.replacen("d1\t2", "d1\t1", 1), wide()),
        "t.tsv:3: the same item is on line 2"
    );
    assert_eq!(
        cause(&WIDE.replacen("talk\td2\t1", "talk\td1\t3", 1), wide()),
        "t.tsv:4: document `d1` has domain `talk` here and `news` on line 2"
    );
    assert_eq!(
        cause(WIDE, TableSource { references: names(&["fr"]), ..wide() }),
        "t.tsv:1: there is no column `fr`"
    );
    assert_eq!(
        table("t.dat", WIDE, wide()).unwrap_err(),
        "t.dat: the file name does not say how rows are written; say so as `layout`: tsv, \
         quoted-tsv, csv, jsonl or parquet"
    );
    for source in [
        TableSource { scores: names(&["x"]), ..wide() },
        TableSource { systems: names(&["A"]), ..long() },
        TableSource { item: vec![], ..long() },
        TableSource { cluster: None, ..wide() },
        TableSource::default(),
    ] {
        assert!(cause(WIDE, source).contains("contradict each other or say nothing"));
    }
}

fn repeated() -> TableSource {
    table_of(
        "x",
        "system = 'system'; item = 'id'; judge = 'judge'; run = 'again'; judgments = ['da', 'flu']",
    )
}

/// One rating without a score, numbers in any order and with gaps, as whole or real numbers.
const REPEATED: &str = "system,id,judge,again,da,flu\n\
    A,1,ann,7,60,3\nA,1,ann,0,70,None\nA,1,bob,1.0,90,4\nA,1,bob,3.0,80,5\nA,2,ann,2,50,1\nB,2,bob,1,40,2\n";

#[test]
fn a_judge_may_rate_an_output_again() {
    let loaded = table("t.csv", REPEATED, repeated()).unwrap();
    let judged = &loaded.corpus.judgments;
    assert_eq!(judged["da"]["A"].judges, [[Some(65.0), Some(50.0)], [Some(85.0), None]]);
    assert_eq!(judged["flu"]["A"].judges, [[Some(3.0), Some(1.0)], [Some(4.5), None]]);
    let names = loaded.corpus.judge_names["flu"]["A"].iter().map(|names| names[0].as_deref());
    assert_eq!(names.collect::<Vec<_>>(), [Some("ann"), Some("bob")]);
    let repeats = |criterion: &str| -> Vec<(String, Vec<f64>)> {
        let repeats = loaded.corpus.repeats[criterion].iter();
        repeats.map(|ratings| (ratings.judge.to_string(), ratings.scores.clone())).collect()
    };
    // In the order of their numbers.
    let [ann, bob] = ["ann", "bob"].map(str::to_owned);
    assert_eq!(repeats("da"), [(ann, vec![70.0, 60.0]), (bob.clone(), vec![90.0, 80.0])]);
    assert_eq!(repeats("flu"), [(bob, vec![4.0, 5.0])]);
    let note = &loaded.warnings[0];
    assert_eq!(note.message, "1 output has up to 2 ratings by one judge");
    assert!(note.is_note());
    let text = describe(&loaded.corpus).to_string();
    assert!(text.contains("up to 2 judges, 1 output rated again"), "{text}");
    assert_eq!(from_parquet(&loaded.corpus), loaded.corpus);
    let folder = tempfile::tempdir().unwrap();
    let refused = write_evalset(&loaded.corpus, &folder.path().join("set"), "en-de").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "repeated ratings of judges on criterion `da` cannot be written in evalset layout: the layout has no place for \
         them; write Parquet"
    );
}

#[test]
fn repeats_are_told_apart() {
    let refused = |content: &str, source: TableSource, message: &str| {
        let error = table("t.csv", content, source).unwrap_err();
        assert!(error.starts_with(message), "{error}");
    };
    let changed = |from: &str, to: &str| REPEATED.replacen(from, to, 1);
    refused(&changed("ann,7", "ann,"), repeated(), "t.csv:2: column `again` is empty");
    let twice = "t.csv:3: column `again` has the same run on line 2";
    refused(&changed("ann,0", "ann,7"), repeated(), twice);
    let once = TableSource { run: None, ..repeated() };
    refused(
        REPEATED,
        once,
        "t.csv:3: the judge has judged this before, on line 2; keep one of the rows, or name",
    );
    // Names tell runs apart as numbers do, and without judges their mean is the score.
    let names = changed("ann,7", "ann,last");
    assert!(table("t.csv", &names, repeated()).is_ok());
    let judged = table("t.csv", REPEATED, TableSource { judge: None, ..repeated() }).unwrap();
    let scores = &judged.corpus.judgments["da"]["A"].judges;
    assert_eq!(*scores, [[Some(75.0), Some(50.0)]]);
}

#[test]
fn judges_that_differ_in_case_only_are_named() {
    let rows =
        "system,id,judge,da\nA,1,ann,1\nA,1,ANN,2\nA,2,Ann,3\nB,1,bob,1\nB,2,BOB,1\nB,2,eve,1\n";
    let source =
        table_of("x", "system = 'system'; item = 'id'; judge = 'judge'; judgments = ['da']");
    let loaded = table("t.csv", rows, source).unwrap();
    let messages: Vec<&str> = loaded.warnings.iter().map(|own| own.message.as_str()).collect();
    assert!(
        messages.contains(
            &"judges whose names differ in case only: `ANN`, `Ann` and `ann`; `BOB` and `bob`"
        ),
        "{messages:?}"
    );
}
