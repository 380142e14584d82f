//! NIST test sets: what is read, what is refused.

use runner::corpus::error::CorpusError;
use runner::formats::source::{CorpusFormat, NistSource};
use runner::formats::{Loaded, read};

const SOURCE: &str = "<srcset setid=\"s\" srclang=\"en\">\n\
    <DOC docid=\"a\" genre=\"news\"><hl><seg id=\"1\"> one </seg></hl>\n\
    <p><seg id=\"2\">two\n  lines</seg></p></DOC>\n\
    <doc docid=\"b\"><seg id=1>B&B &lt;3&gt;</seg></doc>\n</srcset>\n";

/// Documents `a` and `b` of the system `name`.
fn documents(name: &str) -> String {
    format!(
        "<doc sysid=\"{name}\" docid=\"b\"><seg id=\"1\">{name} b1</seg></doc>\n\
         <doc sysid=\"{name}\" docid=\"a\"><seg id=\"2\">{name} a2</seg>\n\
         <seg id=\"1\">{name} a1</seg></doc>\n"
    )
}

fn set(kind: &str, documents: &str) -> String {
    format!("<{kind} setid=\"s\" srclang=\"en\" trglang=\"de\">\n{documents}</{kind}>\n")
}

/// Reads files of the given contents; messages are without the folder.
fn nist(source: Option<&str>, references: &[&str], systems: &[&str]) -> Result<Loaded, String> {
    let folder = tempfile::tempdir().expect("can be made");
    let write = |name: String, content: &str| {
        std::fs::write(folder.path().join(&name), content).expect("is writable");
        name.into()
    };
    let format = CorpusFormat::Nist(NistSource {
        source: source.map(|content| write("src.sgm".to_owned(), content)),
        references: (1..).zip(references).map(|(i, r)| write(format!("ref{i}.sgm"), r)).collect(),
        systems: (1..).zip(systems).map(|(i, s)| write(format!("tst{i}.sgm"), s)).collect(),
        decode_entities: true,
    });
    read("tiny", &format, folder.path()).map_err(|error: CorpusError| {
        error.to_string().replace(&format!("{}/", folder.path().display()), "")
    })
}

fn names(columns: &[runner::corpus::model::NamedTexts]) -> Vec<&str> {
    columns.iter().map(|column| column.name.as_str()).collect()
}

#[test]
fn documents_and_segments_are_matched_by_id() {
    let reference = set("refset", &(documents("r2") + &documents("r1")));
    let system = set("tstset", &(documents("z") + &documents("m")));
    let corpus = nist(Some(SOURCE), &[&reference], &[&system]).unwrap().corpus;
    assert_eq!(corpus.documents[0].id, "a");
    assert_eq!(corpus.documents[0].domain.as_deref(), Some("news"));
    assert_eq!(corpus.documents[1].segments, 2..3);
    let source: Vec<_> = corpus.source.as_ref().unwrap().iter().flatten().collect();
    assert_eq!(source, ["one", "two lines", "B&B <3>"]);
    assert_eq!(names(&corpus.references), ["r2", "r1"], "as they come");
    assert_eq!(names(&corpus.systems), ["m", "z"]);
    let texts: Vec<_> = corpus.system("z").unwrap().iter().flatten().collect();
    assert_eq!(texts, ["z a1", "z a2", "z b1"]);
}

#[test]
fn names_come_from_the_document_the_set_the_system_element_or_the_file() {
    let plain = documents("x").replace("sysid=\"x\" ", "");
    let reference = set("refset", &plain).replacen("setid", "refid=\"R\" setid", 1);
    let element =
        set("tstset", &format!("<system site=\"u\" sysid=\"E\">\nfree text\n</system>{plain}"));
    let site = set("tstset", &plain.replace("docid", "site=\"S\" docid"));
    let none = set("tstset", &plain);
    let corpus = nist(Some(SOURCE), &[&reference], &[&element, &site, &none]).unwrap().corpus;
    assert_eq!(names(&corpus.references), ["R"]);
    assert_eq!(names(&corpus.systems), ["E", "S", "tst3"]);
}

#[test]
fn a_name_in_several_files_gets_the_file_before_it() {
    let one = set("refset", &documents("ref"));
    let loaded = nist(Some(SOURCE), &[&one, &one], &[]).unwrap();
    assert_eq!(names(&loaded.corpus.references), ["ref1:ref", "ref2:ref"]);
    assert_eq!(loaded.warnings.len(), 2);
    let system = set("tstset", &documents("ref"));
    let loaded = nist(None, &[&one], &[&system]).unwrap();
    assert_eq!(loaded.corpus.machine_systems().count(), 0);
    assert_eq!(
        loaded.warnings[0].message,
        "`ref` is listed as a system and as a reference: it counts as a human translation"
    );
}

#[test]
fn misalignments_are_refused() {
    let message =
        |documents: &str| nist(Some(SOURCE), &[], &[&set("tstset", documents)]).unwrap_err();
    let all = documents("x");
    let (b, a) = all.split_at(all.find("<doc sysid=\"x\" docid=\"a\"").unwrap());
    assert_eq!(
        message(a),
        "tst1.sgm and src.sgm differ at document `b`: `x` does not have it. Nothing is cut or \
         padded: align them first."
    );
    assert!(
        message(&(all.clone() + b)).starts_with(
            "tst1.sgm:5: `x` has document `b` twice, first on line 2; give references"
        )
    );
    let extra = b.replace("docid=\"b\"", "docid=\"c\"");
    assert!(
        message(&(all.clone() + &extra)).contains("differ at document `c`: `x` has it on line 5")
    );
    let short = all.replace("<seg id=\"1\">x a1</seg>", "");
    assert!(message(&short).contains("differ at document `a`: `x` has 1 segment, the second 2"));
    let renamed = all.replace("<seg id=\"2\">", "<seg id=\"3\">");
    assert!(message(&renamed).contains("differ at segment `2` of document `a`: `x` does not have"));
    let twice = all.replace("<seg id=\"2\">", "<seg id=\"1\">");
    assert!(message(&twice).contains("tst1.sgm:4: segment `1` is twice in the document"));
}

#[test]
fn malformed_files_are_refused() {
    let message = |content: &str| nist(Some(content), &[], &[]).unwrap_err();
    let cause = |content: &str| message(content).split("; ").next().unwrap().to_owned();
    assert_eq!(cause(""), "src.sgm: there is no document in a <srcset>");
    assert_eq!(
        cause(&set("refset", &documents("x"))),
        "src.sgm:1: a <refset> where a <srcset> is expected"
    );
    assert_eq!(cause(&documents("x")), "src.sgm:1: a document outside of a <srcset>");
    let one = |documents: &str| cause(&set("srcset", documents));
    assert_eq!(one("<seg id=1>x</seg>"), "src.sgm:2: a segment outside of a document");
    assert_eq!(one("<doc><seg id=1>x</seg></doc>"), "src.sgm:2: a document without docid");
    assert_eq!(one("<doc docid=a></doc>"), "src.sgm:2: the document has no segment");
    assert_eq!(one("<doc docid=a><seg id=1>x</seg>"), "src.sgm:2: the document has no </doc>");
    assert_eq!(one("<doc docid=a>\n<seg id=1>x</doc>"), "src.sgm:3: the segment has no </seg>");
    assert_eq!(cause("<srcset>\n<doc docid=a>\n<seg id=1"), "src.sgm:3: a tag is not closed");
}

#[test]
fn the_xml_form_is_xml() {
    let xml =
        format!("\u{feff}<?xml version=\"1.0\"?>\r\n<!DOCTYPE m SYSTEM \"m.dtd\">\r\n{SOURCE}");
    let xml = xml.replace("B&B", "<![CDATA[<b>]]>&#228;");
    let corpus = nist(Some(&xml), &[], &[]).unwrap().corpus;
    assert_eq!(corpus.source.unwrap().get(2), Some("<b>ä <3>"));
    let message = nist(Some(&xml.replace("&#228;", "&auml;")), &[], &[]).unwrap_err();
    assert!(
        message.starts_with(
            "src.sgm:7: entity `&auml;` is not one of the five of XML; no DTD is read"
        ),
        "{message}"
    );
}

#[test]
fn another_language_is_refused() {
    let reference = set("refset", &documents("r"));
    let read = |from: &str, to: &str| {
        let system = set("tstset", &documents("x"));
        assert!(system.contains(from), "{from}");
        nist(Some(SOURCE), &[&reference], &[&system.replace(from, to)]).unwrap().warnings
    };
    let warned = |from: &str, to: &str| {
        let warnings = read(from, to);
        warnings
            .iter()
            .map(|warning| (warning.is_refusal(), warning.to_string()))
            .collect::<Vec<_>>()
    };
    let help = "name files of one language pair, or write a language in the same way in all";
    assert_eq!(
        warned("trglang=\"de\"", "trglang=\"cs\""),
        [(
            true,
            format!(
                "corpus `tiny`: tst1.sgm: trglang of x is `cs`, in ref1.sgm it is `de`; {help}"
            )
        )]
    );
    assert_eq!(
        warned("srclang=\"en\"", "srclang=\"fr\""),
        [(
            true,
            format!("corpus `tiny`: tst1.sgm: srclang of x is `fr`, in src.sgm it is `en`; {help}")
        )]
    );
    assert_eq!(
        warned("trglang=\"de\"", "trglang=\"deu\""),
        [(
            false,
            format!(
                "corpus `tiny`: tst1.sgm: trglang of x is `deu`, in ref1.sgm it is `de`; {help}"
            )
        )]
    );
    for same in ["DE", "de_AT", "de-CH", "any", ""] {
        assert_eq!(warned("trglang=\"de\"", &format!("trglang=\"{same}\"")), [], "{same}");
    }
    assert_eq!(warned(" trglang=\"de\"", ""), []);
}

#[test]
fn a_different_set_is_warned_of() {
    let system = set("tstset", &documents("x")).replace("setid=\"s\"", "setid=\"t\"");
    let loaded = nist(Some(SOURCE), &[], &[&system]).unwrap();
    assert!(loaded.warnings[0].message.starts_with("setid is `t`, in "));
}
