//! The samples in docs/formats.md are what the readers read.

use std::collections::BTreeMap;
use std::path::PathBuf;

use runner::corpus::model::Corpus;
use runner::corpus::read;
use runner::corpus::source::{
    CorpusFormat, EvalsetSource, MqmRaters, MqmSource, NistSource, PlainSource, TableSource,
    WmtXmlSource,
};

/// Files of a section: an indented block belongs to the path in backquotes on the paragraph before.
fn samples(section: &str) -> Vec<(String, String)> {
    let text = include_str!("../docs/formats.md");
    let start = text.find(&format!("\n## {section}\n")).expect("there is such a section");
    let section = &text[start + 4..];
    let section = &section[..section.find("\n## ").unwrap_or(section.len())];
    let mut files: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in section.lines() {
        if let Some(line) = line.strip_prefix("    ") {
            inside = true;
            let (_, content) = files.last_mut().expect("a file is named before");
            content.push_str(line);
            content.push('\n');
        } else if let Some(path) = line.strip_prefix('`').and_then(|l| l.split('`').next()) {
            files.push((path.to_owned(), String::new()));
        } else if !line.is_empty() && inside {
            inside = false;
        }
    }
    files.retain(|(_, content)| !content.is_empty());
    files
}

fn sample(section: &str, format: &CorpusFormat) -> Corpus {
    let folder = tempfile::tempdir().expect("can be made");
    let files = samples(section);
    assert!(!files.is_empty(), "{section} has samples");
    for (path, content) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("can be made");
        std::fs::write(path, content).expect("is writable");
    }
    let loaded = read(section, format, folder.path()).expect("the sample reads");
    loaded.corpus
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn paths(names: &[&str]) -> Vec<PathBuf> {
    names.iter().map(PathBuf::from).collect()
}

#[test]
fn evalset() {
    let source = EvalsetSource {
        path: "set".into(),
        language_pair: "en-de".into(),
        references: Some(names(&["refA"])),
    };
    let corpus = sample("evalset", &CorpusFormat::Evalset(source));
    assert_eq!((corpus.segment_count(), corpus.documents.len()), (3, 2));
    assert_eq!(corpus.references[0].texts.get(2), None);
    assert_eq!(corpus.judgments["mqm"]["Zeta"].judges[0], [Some(-5.0), Some(0.0), None]);
    assert_eq!(corpus.external["COMET-refA"]["Zeta"][1], Some(0.93));
    assert_eq!(corpus.external_documents["DocMetric-src"]["Zeta"], [Some(71.5), Some(80.0)]);
}

#[test]
fn plain() {
    let source = PlainSource {
        source: Some("src.en".into()),
        references: paths(&["ref1.de"]),
        systems: paths(&["zeta.de"]),
        documents: Some("documents.txt".into()),
    };
    let corpus = sample("plain", &CorpusFormat::Plain(source));
    assert_eq!((corpus.segment_count(), corpus.documents.len()), (2, 1));
    assert_eq!(corpus.system("zeta").unwrap().get(1), Some("Regen."));
}

#[test]
fn nist() {
    let source = NistSource {
        source: Some("src.sgm".into()),
        references: paths(&["ref.sgm"]),
        systems: paths(&["tst.sgm"]),
        decode_entities: true,
    };
    let corpus = sample("nist", &CorpusFormat::Nist(source));
    assert_eq!(corpus.source.as_ref().unwrap().get(0), Some("The cat & the dog sleep."));
    assert_eq!(corpus.reference("refA").unwrap().get(0), Some("Katze & Hund schlafen."));
    assert_eq!(corpus.system("Zeta").unwrap().get(1), Some("Regen."));
}

#[test]
fn wmt_xml() {
    let source = WmtXmlSource {
        files: paths(&["demo.xml"]),
        references: Some(names(&["refA"])),
        testsuites: false,
    };
    let corpus = sample("wmt-xml", &CorpusFormat::WmtXml(source));
    assert_eq!(corpus.documents[0].domain.as_deref(), Some("news"));
    assert_eq!(corpus.reference("refA").unwrap().get(1), Some("Es regnet."));
    assert_eq!(corpus.system("Zeta").unwrap().get(0), Some("Die Katze schlaft."));
}

#[test]
fn mqm() {
    let source = MqmSource {
        files: paths(&["ratings.tsv"]),
        references: Some(names(&["ref-A"])),
        weights: BTreeMap::from([("critical".to_owned(), 10.0)]),
        raters: MqmRaters::Average,
        quoted: false,
    };
    let corpus = sample("mqm", &CorpusFormat::Mqm(source));
    assert_eq!(corpus.judgments["mqm"]["Zeta"].judges[0], [Some(-3.0), Some(0.0)]);
    assert_eq!(corpus.system("Zeta").unwrap().get(0), Some("Die Katze schlaft."));
    assert_eq!(corpus.reference("ref-A").unwrap().get(1), None);
}

#[test]
fn tables() {
    let source = TableSource {
        path: "wide.tsv".into(),
        document: Some("document".into()),
        source: Some("source".into()),
        references: names(&["refA"]),
        systems: names(&["Zeta", "Eta"]),
        ..TableSource::default()
    };
    let corpus = sample("table", &CorpusFormat::Table(source));
    assert_eq!(corpus.system("Eta").unwrap().get(0), Some("Katze schläft."));
    assert_eq!(corpus.documents.len(), 1);

    let source = TableSource {
        path: "long.csv".into(),
        system: Some("system".into()),
        segment: Some("id".into()),
        hypothesis: Some("hypothesis".into()),
        judge: Some("judge".into()),
        judgments: names(&["fluency", "adequacy"]),
        scores: names(&["COMET"]),
        ..TableSource::default()
    };
    let corpus = sample("table", &CorpusFormat::Table(source));
    assert_eq!(corpus.system("Zeta").unwrap().get(0), Some("Die Katze, sie schlaft."));
    assert_eq!(corpus.judgments["fluency"]["Zeta"].judges.len(), 2);
    assert_eq!(corpus.external["COMET"]["Eta"], [Some(0.93), None]);
}
