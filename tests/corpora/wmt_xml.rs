//! WMT test sets in XML: what is read, what is refused.

use runner::corpus::model::NamedTexts;
use runner::formats::source::{CorpusFormat, WmtXmlSource};
use runner::formats::{Loaded, read};

const SET: &str = "<?xml version='1.0' encoding='utf-8'?>\n<!DOCTYPE dataset SYSTEM 'wmt.dtd'>\n\
<dataset id=\"s\"><collection id=\"c\">\n\
  <doc id=\"a\" origlang=\"en\" domain=\"news\">\n\
    <src lang=\"en\"><p><seg id=\"1\">one &amp; only</seg>\n<seg id=\"2\">t&#119;o\n  lines</seg></p></src>\n\
    <ref lang=\"de\" translator=\"A\"><p><seg id=\"2\">zwei</seg><seg id=\"1\">eins</seg></p></ref>\n\
    <ref lang=\"de\"><p><seg id=\"1\">ein</seg></p></ref>\n\
    <hyp lang=\"de\" system=\"X\"><p><seg id=\"1\"/><seg id=\"2\"><![CDATA[<2>]]></seg></p></hyp>\n\
  </doc>\n\
  <doc id=\"t\" testsuite=\"odd\"><src lang=\"en\"><p><seg id=\"1\">x</seg></p></src></doc>\n\
</collection>\n\
  <doc id=\"b\"><src lang=\"en\"><p><seg id=\"1\">three</seg></p></src>\n\
    <supplemental type=\"note\"><p><seg id=\"9\">ignored</seg></p></supplemental>\n\
    <ref lang=\"de\" translator=\"A\"><p><seg id=\"1\">drei</seg></p></ref></doc>\n\
</dataset>\n";

fn wmt_xml(files: &[&str], references: Option<&[&str]>, suites: bool) -> Result<Loaded, String> {
    let folder = tempfile::tempdir().expect("can be made");
    let mut paths = Vec::new();
    for (number, content) in (1..).zip(files) {
        let name = format!("{number}.xml");
        std::fs::write(folder.path().join(&name), content).expect("is writable");
        paths.push(name.into());
    }
    let format = CorpusFormat::WmtXml(WmtXmlSource {
        files: paths,
        references: references.map(|names| names.iter().map(|n| (*n).to_owned()).collect()),
        testsuites: suites,
    });
    read("tiny", &format, folder.path())
        .map_err(|error| error.to_string().replace(&format!("{}/", folder.path().display()), ""))
}

fn texts(column: &NamedTexts) -> (&str, Vec<Option<&str>>) {
    (&column.name, column.texts.iter().collect())
}

#[test]
fn a_set_is_read() {
    let loaded = wmt_xml(&[SET], None, false).unwrap();
    let corpus = loaded.corpus;
    let source: Vec<_> = corpus.source.as_ref().unwrap().iter().flatten().collect();
    assert_eq!(source, ["one & only", "two lines", "three"]);
    assert_eq!(corpus.documents[0].domain.as_deref(), Some("news"));
    assert_eq!(corpus.documents[1].segments, 2..3);
    assert_eq!(texts(&corpus.references[0]), ("ref", vec![Some("ein"), None, None]));
    assert_eq!(
        texts(&corpus.references[1]),
        ("refA", vec![Some("eins"), Some("zwei"), Some("drei")])
    );
    assert_eq!(texts(&corpus.systems[0]), ("X", vec![Some(""), Some("<2>"), None]));
    let warnings: Vec<&str> = loaded.warnings.iter().map(|w| w.message.as_str()).collect();
    assert_eq!(
        warnings,
        [
            "reference `ref` misses 2 of 3 segments",
            "system `X` misses 1 of 3 segments",
            "1 document of test suites is left out",
            "system `X` has 1 empty text in 3 segments, the first in segment 1",
        ]
    );
    assert_eq!(wmt_xml(&[SET], None, true).unwrap().corpus.segment_count(), 4);
}

#[test]
fn references_can_be_chosen() {
    let corpus = wmt_xml(&[SET], Some(&["refA"]), false).unwrap().corpus;
    assert_eq!(corpus.references.len(), 1);
    let both = wmt_xml(&[SET], Some(&["refA", "ref"]), false).unwrap().corpus;
    assert_eq!(both.references.iter().map(|r| &*r.name).collect::<Vec<_>>(), ["refA", "ref"]);
    assert_eq!(
        wmt_xml(&[SET], Some(&["refZ"]), false).unwrap_err(),
        "1.xml: there is no reference `refZ`; the references are: ref, refA"
    );
}

#[test]
fn further_files_add_columns() {
    let more = "<dataset><doc id=\"b\"><hyp system=\"Y\"><p><seg id=\"1\">y</seg></p></hyp></doc>\
                <doc id=\"a\"><hyp system=\"refA\"><p><seg id=\"2\">y2</seg></p></hyp></doc></dataset>";
    let corpus = wmt_xml(&[SET, more], None, false).unwrap().corpus;
    assert_eq!(texts(&corpus.systems[1]), ("Y", vec![None, None, Some("y")]));
    assert_eq!(corpus.machine_systems().collect::<Vec<_>>(), ["X", "Y"]);
    let unknown = more.replace("\"b\"", "\"z\"");
    assert_eq!(
        wmt_xml(&[SET, &unknown], None, false).unwrap_err(),
        "2.xml and 1.xml differ at document `z`: the first has it on line 1, the second does not. \
         Nothing is cut or padded: align them first."
    );
    let unknown = more.replace("id=\"2\"", "id=\"3\"");
    let message = wmt_xml(&[SET, &unknown], None, false).unwrap_err();
    assert!(
        message.starts_with("2.xml and 1.xml differ at segment `3` of document `a`"),
        "{message}"
    );
}

#[test]
fn what_is_wrong_is_refused() {
    let refused = |from: &str, to: &str, expected: &str| {
        assert!(SET.contains(from), "{from}");
        let message = wmt_xml(&[&SET.replacen(from, to, 1)], None, false).unwrap_err();
        let cause = message.split("; ").next().unwrap();
        // What the parser says of invalid XML is its own affair.
        let cause = cause.split_inclusive("not valid XML").next().unwrap();
        assert_eq!(cause, expected, "{message}");
    };
    let entity = "1.xml:5: entity `&auml;` is not one of the five of XML";
    refused("&amp;", "&auml;", entity);
    refused("&amp;", "& ", "1.xml:5: not valid XML");
    refused("</doc>", "</dok>", "1.xml:11: not valid XML");
    refused("id=\"a\" ", "", "1.xml:4: a document without id");
    refused("id=\"b\"", "id=\"a\"", "1.xml:14: document `a` is there twice");
    refused("seg id=\"2\"", "seg id=\"1\"", "1.xml:6: segment `1` is there twice");
    refused("<seg id=\"2\">z", "<seg id=\"1\">z", "1.xml:8: segment `1` is there twice");
    refused("<seg id=\"2\">", "<seg>", "1.xml:6: a segment without id");
    refused(" system=\"X\"", "", "1.xml:10: a <hyp> without system");
    refused(
        "<ref lang=\"de\">",
        "<ref lang=\"cs\">",
        "1.xml:9: a <ref> in `cs` after others in `de`",
    );
    refused("</dataset>", "", "1.xml:18: the file ends inside an element");
    let deep = format!("{}{}", "<a>".repeat(65), "</a>".repeat(65));
    refused("<p>", &deep, "1.xml:5: elements are nested deeper than 64");
    let message = wmt_xml(&["<dataset/>"], None, false).unwrap_err();
    assert!(message.starts_with("1.xml:1: there is no document in it"), "{message}");
}
