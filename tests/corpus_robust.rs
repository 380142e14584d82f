//! No input makes a reader panic or go on for ever: valid files are damaged in every way, and what
//! is still accepted keeps the invariants of a corpus.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use runner::corpus::read;
use runner::corpus::source::{
    CorpusFormat, EvalsetSource, MqmRaters, MqmSource, NistSource, PlainSource, TableSource,
    WmtXmlSource,
};

/// A change to the bytes of a file.
#[derive(Clone, Debug)]
enum Damage {
    Set(usize, u8),
    Insert(usize, usize),
    Remove(usize, usize),
    Repeat(usize, usize),
    Truncate(usize),
}

/// What readers look for.
const PIECES: [&str; 32] = [
    "<",
    ">",
    "&",
    ";",
    "</seg>",
    "<seg id=\"1\">",
    "<seg",
    "</doc>",
    "<doc docid=\"a\">",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<!DOCTYPE [",
    "&#x110000;",
    "&amp;",
    "\t",
    "\n",
    "\r\n",
    "\"",
    "{",
    "}",
    "null",
    "None",
    "nan",
    "1e999",
    "\u{feff}",
    "\u{2028}",
    "\0",
    "\u{1f}\u{8b}",
    "=",
    ",",
];

fn damage() -> impl Strategy<Value = Damage> {
    let place = 0..10_000_usize;
    prop_oneof![
        (place.clone(), any::<u8>()).prop_map(|(at, byte)| Damage::Set(at, byte)),
        (place.clone(), 0..PIECES.len()).prop_map(|(at, piece)| Damage::Insert(at, piece)),
        (place.clone(), 1..40_usize).prop_map(|(at, length)| Damage::Remove(at, length)),
        (place.clone(), 1..40_usize).prop_map(|(at, length)| Damage::Repeat(at, length)),
        place.prop_map(Damage::Truncate),
    ]
}

fn apply(bytes: &mut Vec<u8>, damage: &Damage) {
    let length = bytes.len().max(1);
    match *damage {
        Damage::Set(at, byte) => {
            if let Some(place) = bytes.get_mut(at % length) {
                *place = byte;
            }
        }
        Damage::Insert(at, piece) => {
            let at = (at % length).min(bytes.len());
            bytes.splice(at..at, PIECES[piece].bytes());
        }
        Damage::Remove(at, count) => {
            let at = (at % length).min(bytes.len());
            bytes.drain(at..(at + count).min(bytes.len()));
        }
        Damage::Repeat(at, count) => {
            let at = (at % length).min(bytes.len());
            let piece = bytes[at..(at + count).min(bytes.len())].to_vec();
            bytes.splice(at..at, piece);
        }
        Damage::Truncate(at) => bytes.truncate(at % length),
    }
}

type Files = Vec<(&'static str, &'static str)>;

/// Writes `files`, with the `damages` done to them in turn, and reads them.
fn survives(files: &Files, format: &CorpusFormat, damages: &[(usize, Damage)]) {
    let folder = tempfile::tempdir().expect("can be made");
    let mut contents: Vec<Vec<u8>> = files.iter().map(|(_, text)| text.as_bytes().into()).collect();
    for (file, damage) in damages {
        let count = contents.len();
        apply(&mut contents[file % count], damage);
    }
    for ((name, _), content) in files.iter().zip(contents) {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("can be made");
        std::fs::write(path, content).expect("is writable");
    }
    match read("damaged", format, folder.path()) {
        Ok(loaded) => loaded.corpus.check().expect("what is accepted is sound"),
        Err(error) => assert!(error.to_string().len() > 20, "{error}"),
    }
}

fn paths(names: &[&str]) -> Vec<PathBuf> {
    names.iter().map(PathBuf::from).collect()
}

fn evalset() -> (Files, CorpusFormat) {
    let files = vec![
        ("s/sources/en-de.txt", "one\ntwo\nthree\n"),
        ("s/documents/en-de.docs", "news\ta\nnews\ta\ntalk\tb\n"),
        ("s/references/en-de.refA.txt", "Eins\n[No translation supplied]\nDrei\n"),
        (
            "s/system-outputs/en-de/X.jsonl",
            "{\"hypothesis\":\"a\"}\n{\"hypothesis\":null}\n{\"hypothesis\":\"\"}\n",
        ),
        (
            "s/human-scores/en-de.mqm.seg.score",
            "X\t-1\nX\tNone\nX\t-0.5\nrefA\t1\nrefA\t1\nrefA\t1\n",
        ),
        ("s/metric-scores/en-de/C-refA.seg.score", "X\t1\nX\t2e3\nX\t3\n"),
    ];
    let source =
        EvalsetSource { path: "s".into(), language_pair: "en-de".into(), references: None };
    (files, CorpusFormat::Evalset(source))
}

fn plain() -> (Files, CorpusFormat) {
    let files = vec![
        ("src.txt", "one\ntwo\nthree\n"),
        ("r.txt", "eins\nzwei\ndrei"),
        ("s.txt", "ein\n\ndrei\n"),
        ("docs.txt", "a\na\nb\n"),
    ];
    let source = PlainSource {
        source: Some("src.txt".into()),
        references: paths(&["r.txt"]),
        systems: paths(&["s.txt"]),
        documents: Some("docs.txt".into()),
    };
    (files, CorpusFormat::Plain(source))
}

const SGML: &str = "<srcset setid=\"s\" srclang=\"en\">\n<doc docid=\"a\" genre='g'>\n<hl>\n\
    <seg id=\"1\"> one &amp; &#50; </seg></hl><p><seg id=2>two</seg>\n</p></doc>\n\
    <DOC docid=\"b\"><seg id=\"1\">three</seg></DOC></srcset>\n";
const SGML_REF: &str = "<?xml version=\"1.0\"?><!DOCTYPE m [<!ENTITY x \"y\">]>\n\
    <refset setid=\"s\" refid=\"R\"><doc docid=\"b\"><seg id=\"1\"><![CDATA[<3>]]></seg></doc>\n\
    <doc docid=\"a\"><seg id=\"1\">eins<!-- x --></seg><seg id=\"2\">&lt;2</seg></doc></refset>";
const SGML_TST: &str = "<tstset setid=\"s\"><system sysid=\"E\">free</system>\
    <doc docid=\"a\"><seg id=\"1\">B&B</seg><seg id=\"2\">1 < 2</seg></doc>\
    <doc docid=\"b\"><seg id=\"1\"/></doc></tstset>";

fn nist() -> (Files, CorpusFormat) {
    let files = vec![("src.sgm", SGML), ("ref.xml", SGML_REF), ("tst.sgm", SGML_TST)];
    let source = NistSource {
        source: Some("src.sgm".into()),
        references: paths(&["ref.xml"]),
        systems: paths(&["tst.sgm"]),
        decode_entities: true,
    };
    (files, CorpusFormat::Nist(source))
}

fn wmt_xml() -> (Files, CorpusFormat) {
    let xml = "<?xml version='1.0'?><dataset id=\"s\"><collection id=\"c\">\n\
        <doc id=\"a\" domain=\"n\"><src lang=\"en\"><p><seg id=\"1\">o &amp; o</seg><seg id=\"2\">t</seg></p></src>\n\
        <ref lang=\"de\" translator=\"A\"><p><seg id=\"1\">e</seg></p></ref>\n\
        <hyp lang=\"de\" system=\"X\"><p><seg id=\"1\"/><seg id=\"2\"><![CDATA[z]]></seg></p></hyp></doc>\n\
        </collection><doc id=\"b\" testsuite=\"t\"><src lang=\"en\"><p><seg id=\"1\">x</seg></p></src></doc></dataset>\n";
    let source = WmtXmlSource { files: paths(&["s.xml"]), references: None, testsuites: false };
    (vec![("s.xml", xml)], CorpusFormat::WmtXml(source))
}

fn mqm(quoted: bool) -> (Files, CorpusFormat) {
    let rows = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n\
        X\ta\t1\t1\tr1\tone\t<v>eins</v>\tAccuracy/Omission\tMajor\n\
        X\ta\t1\t1\tr2\tone\teins\tNo-error\tNo-error\n\
        ref-A\tb\t1\t2\tr1\t\"two\"\tzwei\tFluency/Punctuation\tMinor\n";
    let source = MqmSource {
        files: paths(&["m.tsv"]),
        references: None,
        weights: BTreeMap::new(),
        raters: MqmRaters::Separate,
        quoted,
    };
    (vec![("m.tsv", rows)], CorpusFormat::Mqm(source))
}

fn table(file: &'static str, content: &'static str) -> (Files, CorpusFormat) {
    let source = TableSource {
        path: Path::new(file).into(),
        system: Some("sys".into()),
        segment: Some("id".into()),
        document: Some("doc".into()),
        source: Some("src".into()),
        references: vec!["ref".into()],
        hypothesis: Some("mt".into()),
        judge: Some("who".into()),
        judgments: vec!["flu".into()],
        scores: vec!["comet".into()],
        ..TableSource::default()
    };
    (vec![(file, content)], CorpusFormat::Table(source))
}

const CSV: &str = "sys,id,doc,src,ref,mt,who,flu,comet\nA,1,d,one,eins,ein,j1,3,0.5\n\
    A,1,d,one,eins,ein,j2,4,0.5\nB,1,d,one,eins,\"e\"\"i\n,n\",j1,None,\n";
const JSONL: &str = "{\"sys\":\"A\",\"id\":1,\"doc\":\"d\",\"src\":\"one\",\"ref\":null,\"mt\":\"x\",\
    \"who\":\"j\",\"flu\":3,\"comet\":0.5}\n{\"sys\":\"B\",\"id\":1,\"doc\":\"d\",\"src\":\"one\",\
    \"mt\":\"\\u00e4\",\"who\":\"j\",\"flu\":null,\"comet\":1e-3}\n";

#[test]
fn undamaged_files_are_read() {
    for (files, format) in [
        evalset(),
        plain(),
        nist(),
        wmt_xml(),
        mqm(false),
        mqm(true),
        table("t.csv", CSV),
        table("t.jsonl", JSONL),
    ] {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        }
        read("whole", &format, folder.path()).unwrap();
    }
}

fn damages() -> impl Strategy<Value = Vec<(usize, Damage)>> {
    proptest::collection::vec((0..10_usize, damage()), 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_evalsets(damages in damages()) {
        let (files, format) = evalset();
        survives(&files, &format, &damages);
    }

    #[test]
    fn damaged_plain_files(damages in damages()) {
        let (files, format) = plain();
        survives(&files, &format, &damages);
    }

    #[test]
    fn damaged_sgml(damages in damages()) {
        let (files, format) = nist();
        survives(&files, &format, &damages);
    }

    #[test]
    fn damaged_xml(damages in damages()) {
        let (files, format) = wmt_xml();
        survives(&files, &format, &damages);
    }

    #[test]
    fn damaged_annotations(damages in damages(), quoted in any::<bool>()) {
        let (files, format) = mqm(quoted);
        survives(&files, &format, &damages);
    }

    #[test]
    fn damaged_tables(damages in damages(), json in any::<bool>()) {
        let (files, format) = if json { table("t.jsonl", JSONL) } else { table("t.csv", CSV) };
        survives(&files, &format, &damages);
    }
}

/// Inputs that a careless reader goes through again and again, or answers with far more memory.
#[test]
fn hostile_files_take_time_in_proportion() {
    let many = |piece: &str, count: usize| piece.repeat(count);
    let hostile: Vec<String> = vec![
        many("<", 500_000),
        many("<!--", 200_000),
        many("<doc docid=\"a\">", 50_000),
        format!("<srcset><doc docid=\"a\"><seg id=\"1\">{}", many("<", 500_000)),
        format!("<srcset><doc docid=\"a\"><seg id=\"1\">{}", many("<!-- ", 200_000)),
        format!(
            "<srcset><doc docid=\"a\"><seg id=\"1\">{}</seg></doc></srcset>",
            many("&", 500_000)
        ),
        format!(
            "<srcset><doc docid=\"a\">{}</doc></srcset>",
            many("<seg id=\"1\">x</seg>", 50_000)
        ),
        format!("<srcset><doc docid=\"a\">{}</doc></srcset>", many("<seg>x</seg>\n", 50_000)),
        format!("<srcset>{}</srcset>", many("<doc docid=\"a\"><seg>x</seg></doc>\n", 20_000)),
        format!(
            "<srcset>{}</srcset>",
            (0..20_000)
                .map(|i| format!("<doc sysid=\"{i}\" docid=\"a\"><seg>x</seg></doc>\n"))
                .collect::<Vec<_>>()
                .concat()
        ),
        many("<a>", 300_000),
        format!("<dataset>{}</dataset>", many("<a b=\"c\"/>", 100_000)),
        format!(
            "<dataset><doc id=\"a\"><src><p>{}</p></src>{}</doc></dataset>",
            (0..30_000).map(|i| format!("<seg id=\"{i}\">x</seg>")).collect::<Vec<_>>().concat(),
            (0..4_000)
                .map(|i| format!("<hyp system=\"{i}\"><p><seg id=\"1\">x</seg></p></hyp>"))
                .collect::<Vec<_>>()
                .concat()
        ),
    ];
    let folder = tempfile::tempdir().unwrap();
    for (number, content) in hostile.iter().enumerate() {
        std::fs::write(folder.path().join("h.sgm"), content).unwrap();
        std::fs::write(folder.path().join("h.xml"), content).unwrap();
        let nist = |file: &str| {
            CorpusFormat::Nist(NistSource {
                source: Some(file.into()),
                references: vec![],
                systems: vec![],
                decode_entities: true,
            })
        };
        let xml = WmtXmlSource { files: paths(&["h.xml"]), references: None, testsuites: true };
        for format in [nist("h.sgm"), nist("h.xml"), CorpusFormat::WmtXml(xml)] {
            let start = std::time::Instant::now();
            let _ = read("hostile", &format, folder.path());
            let took = start.elapsed().as_secs_f64();
            assert!(took < 30.0, "input {number} of {} bytes took {took} s", content.len());
        }
    }
}
