//! Small corpora with one defect each, and the oddities that must not be defects.

use std::path::Path;

use runner::corpus::error::CorpusError;
use runner::corpus::model::SystemRuns;
use runner::formats::source::{CorpusFormat, EvalsetSource, Outputs, PlainSource, SyntheticSource};
use runner::formats::{Loaded, read};

use crate::back::given;

/// A folder of files that go away with it.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().expect("temporary folders can be made"));
        for (path, content) in files {
            folder.write(path, content.as_bytes());
        }
        folder
    }

    fn write(&self, path: &str, content: &[u8]) {
        crate::support::write_file(self.0.path(), path, content);
    }

    fn remove(&self, path: &str) {
        std::fs::remove_file(self.0.path().join(path)).expect("it is there");
    }

    fn evalset(&self, references: Option<&[&str]>) -> Result<Loaded, CorpusError> {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let source = EvalsetSource {
            path: "set".into(),
            language_pair: "en-de".into(),
            references: references.map(names),
            ..EvalsetSource::default()
        };
        read("tiny", &CorpusFormat::Evalset(source), self.0.path())
    }

    fn plain(&self, source: &PlainSource) -> Result<Loaded, CorpusError> {
        read("tiny", &CorpusFormat::Plain(source.clone()), self.0.path())
    }

    /// The message, with the folder's own path left out.
    fn message(&self, result: Result<Loaded, CorpusError>) -> String {
        let prefix = format!("{}/", self.0.path().display());
        result.expect_err("it is refused").to_string().replace(&prefix, "")
    }
}

fn evalset() -> Folder {
    Folder::new(&[
        ("set/sources/en-de.txt", "one\ntwo\nthree\n"),
        ("set/documents/en-de.docs", "news\ta\nnews\ta\ntalk\tb\n"),
        ("set/references/en-de.refB.txt", "eins\nzwei\ndrei\n"),
        ("set/references/en-de.refA.txt", "Eins\n[No translation supplied]\nDrei"),
        ("set/references/en-fr.refA.txt", "un\n"),
        ("set/system-outputs/en-de/zeta.txt", "eins\n\ndrei\n"),
        ("set/system-outputs/en-de/M.1-x.txt", "ein\nzwo\ndrei\n"),
        ("set/system-outputs/en-de/refB.txt", "eins\nzwei\ndrei\n"),
        ("set/system-outputs/en-fr/zeta.txt", "un\n"),
        ("set/human-scores/en-de.mqm.seg.score", "zeta\t-1\nzeta\tNone\nzeta\t-0.5\n"),
        ("set/human-scores/en-de.mqm.sys.score", "zeta\t-0.75\n"),
        ("set/metric-scores/en-de/COMET-refA.seg.score", "zeta 1\nzeta 2\nzeta 3\n"),
    ])
}

fn plain_source() -> PlainSource {
    PlainSource {
        source: Some("src.en".into()),
        references: vec!["r1.de".into()],
        systems: vec!["zeta.de".into(), "alpha.de".into()].into(),
        documents: Some("docs.txt".into()),
        ..PlainSource::default()
    }
}

fn plain() -> Folder {
    Folder::new(&[
        ("src.en", "one\ntwo\nthree\n"),
        ("r1.de", "eins\nzwei\ndrei\n"),
        ("zeta.de", "eins\nzwei\ndrei\n"),
        ("alpha.de", "Eins\nZwei\nDrei\n"),
        ("docs.txt", "a\na\nb\n"),
    ])
}

#[test]
fn an_evalset_is_read_in_full() {
    let folder = evalset();
    let corpus = folder.evalset(None).unwrap().corpus;
    assert_eq!(corpus.name, "tiny");
    assert_eq!(corpus.segment_count(), 3);
    let documents = corpus.documents.iter();
    let documents: Vec<_> =
        documents.map(|d| (&*d.id, d.domain.as_deref(), d.segments.clone())).collect();
    assert_eq!(documents, [("a", Some("news"), 0..2), ("b", Some("talk"), 2..3)]);
    assert_eq!(corpus.source.as_ref().unwrap().get(1), Some("two"));
    assert_eq!(names(&corpus.references), ["refA", "refB"]);
    assert_eq!(corpus.reference("refA").unwrap().get(1), None, "missing");
    assert_eq!(corpus.reference("refA").unwrap().get(2), Some("Drei"));
    assert_eq!(names(&corpus.systems), ["M.1-x", "refB", "zeta"]);
    assert_eq!(corpus.system("zeta").unwrap().get(1), Some(""), "empty, not missing");
    assert_eq!(corpus.machine_systems().collect::<Vec<_>>(), ["M.1-x", "zeta"]);
    assert_eq!(corpus.judgments["mqm"]["zeta"].judges, [[Some(-1.0), None, Some(-0.5)]]);
    assert_eq!(corpus.external["COMET-refA"]["zeta"], [Some(1.0), Some(2.0), Some(3.0)]);
    assert!(!corpus.synthetic);
}

fn names(columns: &[runner::corpus::model::NamedTexts]) -> Vec<&str> {
    columns.iter().map(|column| column.name.as_str()).collect()
}

#[test]
fn a_human_translation_is_no_machine_system_when_its_reference_is_not_used() {
    let corpus = evalset().evalset(Some(&["refA"])).unwrap().corpus;
    assert_eq!(names(&corpus.references), ["refA"]);
    assert_eq!(names(&corpus.systems), ["M.1-x", "refB", "zeta"]);
    assert_eq!(corpus.machine_systems().collect::<Vec<_>>(), ["M.1-x", "zeta"]);
}

#[test]
fn references_come_in_the_order_asked_for() {
    let corpus = evalset().evalset(Some(&["refB", "refA"])).unwrap().corpus;
    assert_eq!(names(&corpus.references), ["refB", "refA"]);
}

#[test]
fn without_documents_every_segment_is_one() {
    let folder = evalset();
    folder.remove("set/documents/en-de.docs");
    let corpus = folder.evalset(None).unwrap().corpus;
    let ids: Vec<&str> = corpus.documents.iter().map(|document| &*document.id).collect();
    assert_eq!(ids, ["1", "2", "3"]);
}

#[test]
fn scores_alone_are_a_corpus() {
    let folder =
        Folder::new(&[("set/human-scores/en-de.mqm.seg.score", "B\t1\nB\t2\nA\t3\nA\tNone\n")]);
    let corpus = folder.evalset(None).unwrap().corpus;
    assert_eq!(corpus.segment_count(), 2);
    assert_eq!(corpus.systems_without_text, ["A", "B"]);
    assert_eq!(corpus.source, None);
}

#[test]
fn jsonl_and_gzip_give_the_same_corpus() {
    let expected = evalset().evalset(None).unwrap().corpus;
    let folder = evalset();
    folder.remove("set/references/en-de.refA.txt");
    let lines = "{\"target\": \"Eins\", \"x\": 1}\n{\"target\": null}\n{\"target\": \"Drei\"}\n";
    folder.write("set/references/en-de.refA.jsonl", lines.as_bytes());
    folder.remove("set/system-outputs/en-de/zeta.txt");
    let lines = "{\"hypothesis\":\"eins\"}\n{\"hypothesis\":\"\"}\n{\"hypothesis\":\"dr\\u0065i\"}";
    folder.write("set/system-outputs/en-de/zeta.jsonl.gz", &gzip(lines.as_bytes()));
    folder.remove("set/sources/en-de.txt");
    let lines = "{\"source\":\"one\"}\n{\"source\":\"two\"}\n{\"source\":\"three\"}\n";
    folder.write("set/sources/en-de.jsonl", lines.as_bytes());
    folder.remove("set/documents/en-de.docs");
    folder.write("set/documents/en-de.docs.gz", &gzip(b"news\ta\nnews\ta\ntalk\tb\n"));
    folder.remove("set/human-scores/en-de.mqm.seg.score");
    let scores = gzip(b"zeta\t-1\nzeta\tNone\nzeta\t-0.5\n");
    folder.write("set/human-scores/en-de.mqm.seg.score.gz", &scores);
    assert_eq!(folder.evalset(None).unwrap().corpus, expected);
}

fn gzip(content: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(content).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}

#[test]
fn the_canary_document_is_left_out_everywhere() {
    let folder = evalset();
    for path in [
        "sources/en-de.txt",
        "references/en-de.refA.txt",
        "references/en-de.refB.txt",
        "system-outputs/en-de/zeta.txt",
        "system-outputs/en-de/M.1-x.txt",
        "system-outputs/en-de/refB.txt",
    ] {
        let path = format!("set/{path}");
        let text = std::fs::read_to_string(folder.0.path().join(&path)).unwrap();
        folder.write(&path, format!("canary GUID\n{text}").as_bytes());
    }
    let documents = b"canary\tcanary\nnews\ta\nnews\ta\ntalk\tb\n";
    folder.write("set/documents/en-de.docs", documents);
    let scores = b"zeta\tNone\nzeta\t-1\nzeta\tNone\nzeta\t-0.5\n";
    folder.write("set/human-scores/en-de.mqm.seg.score", scores);
    let scores = b"zeta 0\nzeta 1\nzeta 2\nzeta 3\n";
    folder.write("set/metric-scores/en-de/COMET-refA.seg.score", scores);
    let loaded = folder.evalset(None).unwrap();
    assert_eq!(loaded.corpus, evalset().evalset(None).unwrap().corpus);
    let notes: Vec<_> = loaded.warnings.iter().filter(|warning| warning.is_note()).collect();
    assert_eq!(notes[0].message, "the canary document (1 segment) is left out");
}

#[test]
fn a_byte_order_mark_is_part_of_nothing_and_said_of_texts() {
    let folder = evalset();
    for path in [
        "set/sources/en-de.txt",
        "set/documents/en-de.docs",
        "set/human-scores/en-de.mqm.seg.score",
    ] {
        let content = std::fs::read_to_string(folder.0.path().join(path)).unwrap();
        folder.write(path, format!("\u{feff}{content}").as_bytes());
    }
    let loaded = folder.evalset(None).unwrap();
    let expected = evalset().evalset(None).unwrap();
    assert_eq!(loaded.corpus, expected.corpus);
    let message = "a byte order mark stands before the first line: it is removed";
    let said: Vec<_> = loaded.warnings.iter().filter(|own| own.message == message).collect();
    let [warning] = said[..] else { panic!("{:?}", loaded.warnings) };
    let path = warning.path.as_ref().expect("it is about a file");
    assert!(path.ends_with("sources/en-de.txt"), "{warning}");
    assert_eq!(loaded.warnings.len(), expected.warnings.len() + 1);
}

#[test]
fn oddities_are_warned_of() {
    let folder = evalset();
    folder.write("set/system-outputs/en-de/crlf.txt", b"a\r\nb\r\nc\r\n");
    folder.write("set/system-outputs/en-de/README", b"hello");
    folder.write("set/human-scores/en-de.mqm.seg.rating", b"zeta\tNone\n");
    folder.write("set/human-scores/en-de.da.seg.score", b"other\t1\nother\t2\nother\tNone\n");
    let loaded = folder.evalset(None).unwrap();
    assert_eq!(loaded.corpus.system("crlf").unwrap().get(0), Some("a\r"));
    assert_eq!(loaded.corpus.systems_without_text, ["other"]);
    let prefix = format!("{}/", folder.0.path().display());
    let warnings = loaded.warnings.iter();
    let warnings: Vec<String> =
        warnings.map(|warning| warning.to_string().replace(&prefix, "")).collect();
    assert_eq!(
        warnings,
        [
            "corpus `tiny`: set/system-outputs/en-de/README: not read: its name ends in neither .txt nor .jsonl; rename it \
             if it holds texts, or move it away",
            "corpus `tiny`: set/system-outputs/en-de/crlf.txt: 3 of 3 lines end in a carriage return, first line 1; it is \
             kept as part of the text: convert CR LF line ends if that is not meant",
            "corpus `tiny`: set: scored but without an output: other; metrics that read texts leave them out: add their \
             outputs if they are to be scored",
            "corpus `tiny`: metric `COMET-refA` has no score of: M.1-x, crlf, other; systems are not compared by \
             it: add their scores",
            "corpus `tiny`: `COMET-refA` of `zeta`: COMET is from about 0 to 1, and one score is outside: 3, 1 time; \
             leave out what stands for a missing score (an empty line, `nan` or `None`), and correct the rest",
            "corpus `tiny`: set/human-scores/en-de.mqm.seg.rating: ratings are not read; to read them, name the \
             file in `ratings`",
            "corpus `tiny`: system `zeta` has 1 empty text in 3 segments, the first in segment 2; an empty text is \
             scored as one: fill the gaps, or leave the system or these segments out",
        ]
    );
}

#[test]
fn a_reference_with_one_line_too_many_is_refused() {
    let folder = evalset();
    folder.write("set/references/en-de.refB.txt", b"1\n2\n3\n4\n");
    assert_eq!(
        folder.message(folder.evalset(None)),
        "set/references/en-de.refB.txt has 4 lines, set/sources/en-de.txt has 3. Nothing is cut or \
         padded: align them first."
    );
    let folder = plain();
    folder.write("r1.de", b"1\n2\n3\n4\n");
    assert_eq!(
        folder.message(folder.plain(&plain_source())),
        "r1.de has 4 lines, src.en has 3. Nothing is cut or padded: align them first."
    );
}

#[test]
fn an_empty_system_file_is_refused() {
    let folder = evalset();
    folder.write("set/system-outputs/en-de/zeta.txt", b"");
    assert_eq!(
        folder.message(folder.evalset(None)),
        "set/system-outputs/en-de/zeta.txt: the file is empty, where set/sources/en-de.txt has 3 \
         lines; a segment without a translation is an empty line, not a missing one"
    );
}

#[test]
fn a_document_that_is_not_contiguous_is_refused_or_put_together() {
    let folder = evalset();
    folder.write("set/documents/en-de.docs", b"news a\nnews b\nnews a\n");
    assert_eq!(
        folder.message(folder.evalset(None)),
        "set/documents/en-de.docs:3: document `a` comes back: it started on line 1 and `b` came \
         between; put the lines of a document together, or give the parts their own names"
    );
    let folder = plain();
    folder.write("docs.txt", b"a\nb\na\n");
    let Loaded { corpus, warnings } = folder.plain(&plain_source()).unwrap();
    assert_eq!(corpus.documents.iter().map(|d| d.segments.len()).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(
        corpus.reference("r1").unwrap().iter().collect::<Vec<_>>(),
        ["eins", "drei", "zwei"].map(Some)
    );
    assert_eq!(warnings[0].message, "lines of a document stand apart");
}

#[test]
fn a_missing_folder_or_pair_is_missing() {
    let folder = Folder::new(&[]);
    let error = folder.evalset(None).unwrap_err();
    assert!(error.is_missing());
    assert_eq!(folder.message(Err(error)), "set: no such test set folder; check its path");
    let folder = Folder::new(&[("set/sources/en-fr.txt", "a\n"), ("set/sources/de-en.txt", "a\n")]);
    let error = folder.evalset(None).unwrap_err();
    assert!(error.is_missing());
    assert_eq!(
        folder.message(Err(error)),
        "set/sources/en-de.txt: no such source file; the language pairs are: de-en, en-fr"
    );
}

#[test]
fn a_missing_system_is_missing() {
    let folder = plain();
    folder.remove("alpha.de");
    let error = folder.plain(&plain_source()).unwrap_err();
    assert!(error.is_missing());
    assert_eq!(error.path(), Some(folder.0.path().join("alpha.de").as_path()));
    assert_eq!(folder.message(Err(error)), "alpha.de: no such system file; check its path");
}

#[test]
fn a_wrong_number_of_scores_is_refused() {
    let folder = evalset();
    let path = "set/human-scores/en-de.mqm.seg.score";
    folder.write(path, b"M.1-x 1\nM.1-x 1\nM.1-x 1\nzeta 1\nzeta 2\n");
    assert_eq!(
        folder.message(folder.evalset(None)),
        "set/human-scores/en-de.mqm.seg.score has 2 scores of system `zeta`, set/sources/en-de.txt has \
         3 segments. Nothing is cut or padded: align them first."
    );
}

#[test]
fn an_unknown_reference_is_missing() {
    let folder = evalset();
    let error = folder.evalset(Some(&["refA", "refZ"])).unwrap_err();
    assert!(error.is_missing());
    assert_eq!(
        folder.message(Err(error)),
        "set/references/en-de.refZ.txt: no such reference file; the references of en-de are: \
         refA, refB"
    );
    let twice = folder.message(folder.evalset(Some(&["refA", "refA"])));
    assert!(twice.contains("reference name `refA` is empty or used twice"), "{twice}");
}

#[test]
fn two_files_for_one_name_are_refused() {
    let folder = evalset();
    folder.write("set/system-outputs/en-de/zeta.jsonl", b"{}\n");
    assert_eq!(
        folder.message(folder.evalset(None)),
        "set/system-outputs/en-de/zeta.txt: there is another file for `zeta` beside it; keep one \
         of the two"
    );
}

#[test]
fn malformed_documents_and_jsonl_are_refused() {
    let folder = evalset();
    folder.write("set/documents/en-de.docs", b"news a\na\nb\n");
    assert_eq!(
        folder.message(folder.evalset(None)),
        "set/documents/en-de.docs:2: 1 fields instead of 2; write the domain and the document, \
         with a tab between them"
    );
    let folder = evalset();
    let path = "set/system-outputs/en-de/j.jsonl";
    for (line, cause) in [
        ("", "not a JSON object: EOF while parsing a value at line 1 column 0"),
        ("{\"hypothesis\": 3}", "\"hypothesis\": it is a whole number, not a string"),
        ("{\"target\": \"a\"}", "there is no \"hypothesis\""),
    ] {
        folder.write(path, format!("{{\"hypothesis\": \"a\"}}\n{line}\n{{}}\n").as_bytes());
        assert_eq!(
            folder.message(folder.evalset(None)),
            format!(
                "{path}:2: {cause}; write one JSON object per line, with the text under \
                 \"hypothesis\""
            )
        );
    }
    let twice = "{\"hypothesis\": \"a\", \"hypothesis\": \"b\"}";
    folder.write(path, format!("{{\"hypothesis\": \"a\"}}\n{twice}\n{{}}\n").as_bytes());
    assert_eq!(
        folder.message(folder.evalset(None)),
        format!(
            "{path}:2: the key \"hypothesis\" is there twice in one object; give every key of an \
             object once"
        )
    );
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    folder.write(path, format!("{{\"a\": {deep}, \"hypothesis\": \"a\"}}\n\n\n").as_bytes());
    let message = folder.message(folder.evalset(None));
    assert!(message.contains("recursion limit exceeded"), "{message}");
}

#[test]
fn plain_files_are_read() {
    let folder = plain();
    folder.write("docs.txt", b"news\ta b\nnews\ta b\r\ntalk\tb\n");
    folder.write("zeta.v2.de.gz", &gzip(b"1\n2\n3"));
    let source = PlainSource {
        systems: vec!["zeta.de".into(), "zeta.v2.de.gz".into(), "alpha.de".into()].into(),
        ..plain_source()
    };
    let corpus = folder.plain(&source).unwrap().corpus;
    assert_eq!(names(&corpus.references), ["r1"]);
    assert_eq!(names(&corpus.systems), ["alpha", "zeta", "zeta.v2"]);
    assert_eq!(corpus.system("zeta.v2").unwrap().get(2), Some("3"));
    assert_eq!(corpus.documents[0].id, "a b");
    assert_eq!(corpus.documents[0].domain.as_deref(), Some("news"));
    let source = PlainSource { documents: None, source: None, ..plain_source() };
    assert_eq!(folder.plain(&source).unwrap().corpus.documents.len(), 3);
}

#[test]
fn plain_references_keep_the_order_of_the_spec() {
    let folder = plain();
    folder.write("a.de", b"1\n2\n3\n");
    let source = PlainSource { references: vec!["r1.de".into(), "a.de".into()], ..plain_source() };
    let corpus = folder.plain(&source).unwrap().corpus;
    assert_eq!(names(&corpus.references), ["r1", "a"]);
    assert_eq!(corpus.references[0].texts.get(0), Some("eins"));
    assert_eq!(corpus.references[1].texts.get(0), Some("1"));
}

#[test]
fn absolute_paths_ignore_the_data_folder() {
    let folder = plain();
    let path = folder.0.path().join("zeta.de");
    let source = PlainSource { systems: vec![path].into(), ..PlainSource::default() };
    let format = CorpusFormat::Plain(source);
    let corpus = read("tiny", &format, Path::new("/nowhere")).unwrap().corpus;
    assert_eq!(corpus.segment_count(), 3);
}

#[test]
fn a_table_names_systems_and_their_runs() {
    let folder = plain();
    folder.write("b/zeta.txt", b"1\n2\n3\n");
    let runs = vec!["zeta.de".into(), "b/zeta.txt".into()];
    let table = |name: &str| {
        vec![("z".to_owned(), runs.clone()), (name.to_owned(), vec!["alpha.de".into()])]
    };
    let source = PlainSource {
        systems: Outputs::of_runs(table("a")),
        scores: [("m".to_owned(), ["1", "2", "3"].map(Into::into).to_vec())].into(),
        ..plain_source()
    };
    for (name, scores) in [("1", "1\n1\n1\n"), ("2", "2\n2\n2\n"), ("3", "3\n3\n3\n")] {
        folder.write(name, scores.as_bytes());
    }
    let corpus = folder.plain(&source).unwrap().corpus;
    assert_eq!(names(&corpus.systems), ["a", "z.1", "z.2"]);
    assert_eq!(corpus.system("z.2").unwrap().get(2), Some("3"));
    assert_eq!(corpus.external["m"]["z.2"][0], Some(2.0));
    let runs =
        SystemRuns { system: "z".to_owned(), runs: vec!["z.1".to_owned(), "z.2".to_owned()] };
    assert_eq!(corpus.runs, [runs]);
    let source = PlainSource { systems: Outputs::of_runs(table("z.2")), ..plain_source() };
    assert_eq!(
        folder.message(folder.plain(&source)),
        "alpha.de: its name would be `z.2`, as that of b/zeta.txt; rename one of the two files"
    );
}

#[test]
fn equal_stems_are_refused() {
    let folder = plain();
    folder.write("b/zeta.txt", b"1\n2\n3\n");
    let systems = vec!["zeta.de".into(), "b/zeta.txt".into()].into();
    let source = PlainSource { systems, ..plain_source() };
    assert_eq!(
        folder.message(folder.plain(&source)),
        "b/zeta.txt: its name would be `zeta`, as that of zeta.de; rename one of the two files"
    );
    folder.write("b/r1.txt", b"1\n2\n3\n");
    let source = PlainSource { systems: vec!["b/r1.txt".into()].into(), ..plain_source() };
    let corpus = folder.plain(&source).unwrap().corpus;
    assert_eq!(corpus.machine_systems().collect::<Vec<_>>(), ["r1"]);
    let names: Vec<&str> = corpus.references.iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names, ["r1.de"]);
    let source =
        PlainSource { systems: vec!["r1.de".into(), "zeta.de".into()].into(), ..plain_source() };
    let corpus = folder.plain(&source).unwrap().corpus;
    assert_eq!(corpus.machine_systems().collect::<Vec<_>>(), ["zeta"]);
}

#[test]
fn nothing_at_all_is_refused() {
    let folder = plain();
    let source = PlainSource::default();
    let message = folder.message(folder.plain(&source));
    assert_eq!(message, "corpus `tiny` has no segment; name files that have lines");
    let source = SyntheticSource {
        preset: "none".into(),
        seed: 1,
        systems: std::collections::BTreeMap::new(),
    };
    let format = CorpusFormat::Synthetic(source);
    let error = read("tiny", &format, folder.0.path()).unwrap_err();
    assert!(matches!(error, CorpusError::UnknownPreset { .. }), "{error}");
}

/// A folder with two outputs and files of their scores.
fn scored(files: &[(&str, &str)]) -> (Folder, PlainSource) {
    let folder = plain();
    for (path, text) in files {
        folder.write(path, text.as_bytes());
    }
    let paths = files.iter().map(|(path, _)| path.into()).collect();
    let scores = [("comet".to_owned(), paths)].into();
    (folder, PlainSource { scores, ..plain_source() })
}

#[test]
fn scores_beside_texts_are_in_the_order_of_the_systems() {
    let files = [("one", "\u{feff}0.5\r\nnan\n1e-2\n"), ("other", " -1\n\nNone")];
    let (folder, source) = scored(&files);
    let corpus = folder.plain(&source).unwrap().corpus;
    assert_eq!(corpus.external["comet"]["zeta"], [Some(0.5), None, Some(0.01)]);
    assert_eq!(corpus.external["comet"]["alpha"], [Some(-1.0), None, None]);
    // References are not needed for them.
    let source = PlainSource { references: vec![], source: None, ..source };
    assert_eq!(folder.plain(&source).unwrap().corpus.external, corpus.external);
}

/// As `comet-score --to_json` writes it, with variances where it was asked for them.
const COMET: &str = r#"{
    "out/alpha.de": [
        {"src": "one", "mt": "Eins", "ref": "eins", "COMET": 0.75, "variance": 0.01},
        {"src": "two", "mt": "Zwei", "ref": "zwei", "COMET": 0.5, "variance": 0.02},
        {"src": "three", "mt": "Drei", "ref": "drei", "COMET": null}
    ],
    "zeta.de": [
        {"src": "one", "mt": "eins", "COMET": 1}, {"src": "two", "mt": "zwei ", "COMET": -0.25},
        {"src": "three", "mt": "drei", "COMET": 0.125}
    ],
    "gamma.de": [{"src": "one", "mt": "1", "COMET": 0.125}]
}
"#;

#[test]
fn the_file_of_comet_is_known_by_its_content() {
    let (folder, source) = scored(&[("scores.txt", COMET)]);
    let loaded = folder.plain(&source).unwrap();
    let comet = &loaded.corpus.external["comet"];
    assert_eq!(comet.keys().collect::<Vec<_>>(), ["alpha", "zeta"]);
    assert_eq!(comet["alpha"], [Some(0.75), Some(0.5), None]);
    assert_eq!(comet["zeta"], [Some(1.0), Some(-0.25), Some(0.125)]);
    let messages: Vec<&str> = loaded.warnings.iter().map(|warning| &*warning.message).collect();
    let missing = "score `comet`: all systems have 2 of 3 segments (`alpha` lacks 1)";
    assert_eq!(messages, ["scores are left out, of no system here: gamma", missing]);
}

#[test]
fn scores_that_do_not_fit_are_refused() {
    let refused = |files: &[(&str, &str)], expected: &str| {
        let (folder, source) = scored(files);
        assert_eq!(folder.message(folder.plain(&source)), expected);
    };
    let align = "Nothing is cut or padded: align them first.";
    refused(
        &[("one", "1\n2\n"), ("two", "1\n2\n3\n")],
        &format!("one has 2 scores of system `zeta`, src.en has 3 segments. {align}"),
    );
    let help = "write a finite number; an empty line, nan or None where there is no score";
    let two = ("two", "1\n2\n3\n");
    refused(&[("one", "1\nx y\n3\n"), two], &format!("one:2: score `x y` is not a number; {help}"));
    refused(
        &[("one", "1\n2\ninf\n"), two],
        &format!("one:3: score `inf` is not a finite number; {help}"),
    );
    let one_each =
        "name one file of scores for each system, in their order, or one file with all of them";
    refused(&[("one", "1\n2\n3\n")], &format!("one: `comet` has 1 file for 2 systems; {one_each}"));
    refused(&[("c", COMET), two], &format!("two: `comet` has 2 files for 2 systems; {one_each}"));
    refused(
        &[("c", COMET), ("d", COMET)],
        "d: system `alpha` has `comet` twice; name the scores of every system once",
    );
    let lacking = COMET.replace("zeta.de", "beta.de");
    refused(
        &[("c", &lacking)],
        "c: it has no scores of system `zeta`; score the outputs of all systems, in files named as \
         they are here",
    );
    let other = COMET.replace("zwei ", "vier");
    refused(
        &[("c", &other)],
        "c: `zeta`, segment 2 scores \"vier\", but the text is \"zwei\"; score the outputs as they are here, line \
         by line",
    );
    let format = "give the file that `comet-score --to_json` wrote, or a list of scores";
    let nameless = COMET.replace("\"COMET\": 0.75", "\"score\": 0.75");
    refused(
        &[("c", &nameless)],
        &format!("c: `out/alpha.de`: there is no \"COMET\" in \"[0]\"; {format}"),
    );
    let word = COMET.replace("0.75", "\"high\"");
    refused(
        &[("c", &word)],
        &format!("c: `out/alpha.de`: \"[0].COMET\" is a string, not a number; {format}"),
    );
    refused(
        &[("c", "{\"zeta.de\": 1}")],
        "c: there is no `comet` or `score`, but zeta.de; call the scores as their column or key, or name that \
         with `field`",
    );
    let short = "{\"zeta.de\": [{\"COMET\": 1}]}";
    refused(
        &[("c", short)],
        &format!("c has 1 score of system `zeta`, src.en has 3 segments. {align}"),
    );
}

#[test]
fn judges_may_have_names_in_the_names_of_files() {
    let folder = evalset();
    let scores = "zeta\t1\nzeta\tNone\nzeta\t3\n";
    folder.write("set/human-scores/en-de.esa@bob.seg.score", scores.as_bytes());
    let scores = "M.1-x\t7\nM.1-x\t8\nM.1-x\tNone\nzeta\tNone\nzeta\t2\nzeta\t4\n";
    folder.write("set/human-scores/en-de.esa@ann.seg.score", scores.as_bytes());
    let corpus = folder.evalset(None).unwrap().corpus;
    let one = |name: &str, score: f64| (name.to_owned(), score);
    assert_eq!(
        given(&corpus, "esa", "zeta"),
        [vec![one("bob", 1.0)], vec![one("ann", 2.0)], vec![one("ann", 4.0), one("bob", 3.0)]]
    );
    assert_eq!(
        given(&corpus, "esa", "M.1-x"),
        [vec![one("ann", 7.0)], vec![one("ann", 8.0)], vec![]]
    );
    assert!(!corpus.judge_names.contains_key("mqm"), "a file without a judge names none");
    assert_eq!(corpus.judgments["mqm"]["zeta"].judges, [[Some(-1.0), None, Some(-0.5)]]);
    let text = runner::corpus::describe(&corpus).to_string();
    assert!(text.contains("\n  2 judges by number of judgments:\n    A 4  B 2\n"), "{text}");
    assert!(!text.contains("ann") && !text.contains("bob"), "{text}");

    folder.write("set/human-scores/en-de.mqm@ann.seg.score", scores.as_bytes());
    assert_eq!(
        folder.message(folder.evalset(None)),
        "set/human-scores: criterion `mqm` has judges with names and others without; name all of its \
         judges, or none: `CRITERION@JUDGE` or `CRITERION@1`"
    );
}

#[test]
fn plain_files_may_be_judgments() {
    let folder = plain();
    folder.write("zeta.ann", b"1\n\n3\n");
    folder.write("alpha.ann", b"2\n2\nnan\n");
    folder.write("zeta.bob", b"\n5\n6\n");
    folder.write("alpha.bob", b"\n\n7\n");
    let paths = |judge: &str| ["zeta", "alpha"].map(|s| format!("{s}.{judge}").into()).to_vec();
    let judgments = [("esa@ann", "ann"), ("esa@bob", "bob"), ("da", "ann")];
    let judgments = judgments.map(|(name, judge)| (name.to_owned(), paths(judge)));
    let source = PlainSource { judgments: judgments.into(), ..plain_source() };
    let corpus = folder.plain(&source).unwrap().corpus;
    let one = |name: &str, score: f64| (name.to_owned(), score);
    assert_eq!(
        given(&corpus, "esa", "zeta"),
        [vec![one("ann", 1.0)], vec![one("bob", 5.0)], vec![one("ann", 3.0), one("bob", 6.0)]]
    );
    assert_eq!(given(&corpus, "esa", "alpha")[2], [one("bob", 7.0)]);
    assert_eq!(corpus.judgments["da"]["zeta"].judges, [[Some(1.0), None, Some(3.0)]]);
    assert!(!corpus.judge_names.contains_key("da"));

    folder.write("alpha.bob", b"7\n");
    assert_eq!(
        folder.message(folder.plain(&source)),
        "alpha.bob has 1 score of system `alpha`, src.en has 3 segments. Nothing is cut or padded: align them first."
    );
}
