//! The samples in docs/formats.md are what the readers read.

use std::sync::Arc;

use runner::corpus::model::Corpus;
use runner::diagnostic::Style;
use runner::formats::read;
use runner::formats::source::{CorpusFormat, SamplesSource};
use runner::formats::write_parquet::write_parquet;
use runner::table::{Columns, CorpusRow};

/// Files of a section: an indented block belongs to the path in backquotes on the paragraph before.
fn samples(section: &str) -> Vec<(String, String)> {
    let text = include_str!("../../docs/formats.md");
    let start = text.find(&format!("\n## {section}\n")).expect("there is such a section");
    let section = &text[start + 4..];
    let section = &section[..section.find("\n## ").unwrap_or(section.len())];
    let mut files: Vec<(String, String)> = Vec::new();
    let (mut inside, mut fenced) = (false, false);
    for line in section.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        } else if fenced {
            // Examples of specs and programs are no files of a corpus.
        } else if let Some(line) = line.strip_prefix("    ") {
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

/// The formats that the TOML of a section declares, in order.
fn formats(section: &str) -> Vec<CorpusFormat> {
    let text = include_str!("../../docs/formats.md");
    let start = text.find(&format!("\n## {section}\n")).expect("there is such a section");
    let section = &text[start + 4..];
    let section = &section[..section.find("\n## ").unwrap_or(section.len())];
    let blocks = section.split("```toml\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().expect("there is a first part"));
    let mut formats = Vec::new();
    for block in blocks {
        let name = block.split(['.', ']']).nth(1).expect("a table of a corpus");
        let spec = format!(
            "[experiment]\nname = 'x'\nseed = 1\n{block}\n\
             [studies.s]\ncorpora = ['{name}']\nmetrics = ['bleu']\n"
        );
        let parsed = runner::analyses::parse("formats.md", &spec);
        let parsed = parsed.unwrap_or_else(|problems| panic!("{}", problems.render(Style::Plain)));
        formats.extend(parsed.spec.corpora.into_iter().map(|corpus| corpus.format));
    }
    formats
}

/// Writes the files of a section and reads them by its `which`-th declaration.
fn sample(section: &str, which: usize) -> Corpus {
    sample_as(section, &formats(section)[which])
}

/// The same by another description.
fn sample_as(section: &str, format: &CorpusFormat) -> Corpus {
    let folder = tempfile::tempdir().expect("can be made");
    let files = samples(section);
    assert!(!files.is_empty(), "{section} has samples");
    for (path, content) in files {
        crate::support::write_file(folder.path(), &path, content);
    }
    let loaded = read(section, format, folder.path());
    loaded.expect("the sample reads").corpus
}

#[test]
fn evalset() {
    let corpus = sample("evalset", 0);
    assert_eq!((corpus.segment_count(), corpus.documents.len()), (3, 2));
    assert_eq!(corpus.references[0].texts.get(2), None);
    assert_eq!(corpus.judgments["mqm"]["Zeta"].judges[0], [Some(-5.0), Some(0.0), None]);
    assert_eq!(corpus.judgments["errors"]["Zeta"].judges[0], [Some(-1.0), Some(0.0), None]);
    assert_eq!(corpus.judge_names["errors-minor"]["Zeta"][0][1].as_deref(), Some("bob"));
    assert_eq!(corpus.external["COMET-refA"]["Zeta"][1], Some(0.93));
    assert_eq!(corpus.external_documents["DocMetric-src"]["Zeta"], [Some(71.5), Some(80.0)]);
}

#[test]
fn plain() {
    let corpus = sample("plain", 0);
    assert_eq!((corpus.segment_count(), corpus.documents.len()), (2, 1));
    assert_eq!(corpus.system("zeta").unwrap().get(1), Some("Regen."));
    assert_eq!(corpus.external["comet"]["zeta"], [Some(0.8125), None]);
    assert_eq!(corpus.external["kiwi"]["zeta"], [Some(0.75), Some(0.5)]);
}

#[test]
fn nist() {
    let corpus = sample("nist", 0);
    assert_eq!(corpus.source.as_ref().unwrap().get(0), Some("The cat & the dog sleep."));
    assert_eq!(corpus.reference("refA").unwrap().get(0), Some("Katze & Hund schlafen."));
    assert_eq!(corpus.system("Zeta").unwrap().get(1), Some("Regen."));
}

#[test]
fn wmt_xml() {
    let corpus = sample("wmt-xml", 0);
    assert_eq!(corpus.documents[0].domain.as_deref(), Some("news"));
    assert_eq!(corpus.reference("refA").unwrap().get(1), Some("Es regnet."));
    assert_eq!(corpus.system("Zeta").unwrap().get(0), Some("Die Katze schlaft."));
}

#[test]
fn mqm() {
    let corpus = sample("mqm", 0);
    assert_eq!(corpus.judgments["mqm"]["Zeta"].judges[0], [Some(-3.0), Some(0.0)]);
    assert_eq!(corpus.system("Zeta").unwrap().get(0), Some("Die Katze schlaft."));
    assert_eq!(corpus.reference("ref-A").unwrap().get(1), None);
}

#[test]
fn appraise() {
    let corpus = sample("appraise", 0);
    let judges = &corpus.judgments["esa"]["Zeta"].judges;
    assert_eq!(*judges, [[Some(70.0), Some(80.0)], [Some(75.0), None]]);
    assert_eq!(corpus.judgments["esa-minor"]["Zeta"].judges[0], [Some(1.0), Some(0.0)]);
    assert_eq!(corpus.documents[0].domain.as_deref(), Some("news"));
    assert_eq!(corpus.judge_names["esa"]["Zeta"][1][0].as_deref(), Some("login2"));
}

#[test]
fn pearmut() {
    let corpus = sample("pearmut", 0);
    assert_eq!(corpus.judgments["esa"]["Eta"].judges, [[Some(95.0)], [Some(90.0)]]);
    assert_eq!(corpus.judgments["esa-major"]["Zeta"].judges[0], [Some(1.0)]);
    assert_eq!(corpus.system("Zeta").unwrap().get(0), Some("Die Katze schlaft."));
    assert_eq!(corpus.rating_seconds.get("esa"), Some(&20.0));
}

#[test]
fn wmt_jsonl() {
    let corpus = sample("wmt-jsonl", 0);
    assert_eq!((corpus.segment_count(), corpus.documents.len()), (3, 2));
    assert_eq!(corpus.reference("refA").unwrap().get(1), Some("Es regnet."));
    assert_eq!(corpus.reference("refA").unwrap().get(2), None);
    assert_eq!(corpus.system("Zeta").unwrap().get(1), Some("Regen."));
    assert_eq!(corpus.external["COMET"]["Zeta"], [Some(0.71), Some(0.5), Some(0.88)]);
    let judges = |criterion: &str| &corpus.judgments[criterion]["Zeta"].judges;
    assert_eq!(*judges("esa"), [[Some(80.0), None, None], [Some(71.0), None, None]]);
    assert_eq!((judges("errors")[0][0], judges("seconds")[0][0]), (Some(-1.0), Some(21.5)));
    assert_eq!(corpus.judge_names["esa"]["Zeta"][1][0].as_deref(), Some("bob"));

    let corpus = sample("wmt-jsonl", 1);
    assert_eq!((corpus.segment_count(), corpus.references.len()), (2, 0));
    assert_eq!(corpus.system("Zeta").unwrap().get(1), Some("Regen."));
}

#[test]
fn comet() {
    let corpus = sample("comet", 0);
    assert_eq!(corpus.system("zeta").unwrap().get(1), Some("Regen."));
    assert_eq!(corpus.reference("ref").unwrap().get(1), Some("Es regnet."));
    assert_eq!(corpus.external["comet"]["zeta"], [Some(0.75), Some(0.5)]);
    assert_eq!(corpus.external["xcomet"]["zeta"], [Some(0.93), Some(0.875)]);
}

#[test]
fn logs_of_samples() {
    let corpus = sample("samples", 0);
    assert_eq!(corpus.external["exact_match"]["model-a"], [Some(1.0), Some(0.0)]);
    assert_eq!(corpus.external["exact_match"]["org/b"], [Some(1.0), None]);
    assert_eq!(corpus.system("model-a").unwrap().get(1), Some("Cusco"));
    assert_eq!(corpus.reference("target").unwrap().get(1), Some("Lima"));
    let CorpusFormat::Samples(source) = formats("samples").remove(0) else { panic!("of samples") };
    let all = CorpusFormat::Samples(SamplesSource { tasks: None, ..source });
    let corpus = sample_as("samples", &all);
    let others =
        [("exact", "c", "France?"), ("Exact Match", "d", "France?"), ("match", "org/e", "0")];
    for (score, model, sample) in others {
        let scored = corpus.external[score][model].iter().position(Option::is_some).unwrap();
        assert_eq!(corpus.external[score][model][scored], Some(1.0));
        assert!(corpus.documents[scored].id.ends_with(&format!("/{sample}")), "{model}");
    }
}

#[test]
fn tables() {
    let corpus = sample("table", 0);
    assert_eq!(corpus.system("Eta").unwrap().get(0), Some("Katze schläft."));
    assert_eq!(corpus.documents.len(), 1);

    let corpus = sample("table", 1);
    assert_eq!(corpus.system("Zeta").unwrap().get(0), Some("Die Katze, sie schlaft."));
    assert_eq!(corpus.judgments["fluency"]["Zeta"].judges.len(), 2);
    assert_eq!(corpus.external["COMET"]["Eta"], [Some(0.93), None]);
}

/// The rows shown of a converted corpus are rows of the evalset's, in this order.
#[test]
fn parquet() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wmt.parquet");
    let corpus = sample("evalset", 0);
    write_parquet(&corpus, &path).unwrap();
    let rows: Vec<CorpusRow> = runner::table::read(&path).unwrap();
    let number = |value: Option<u32>| value.map_or("-".to_owned(), |value| value.to_string());
    let text = |value: Option<Arc<str>>| value.map_or("-".to_owned(), |value| value.to_string());
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|row| {
            vec![
                row.kind.to_string(),
                text(row.name),
                text(row.system),
                number(row.judge),
                text(row.document),
                text(row.domain),
                number(row.segment),
                text(row.text),
                row.score.map_or("-".to_owned(), |score| score.to_string()),
                number(row.start),
                number(row.end),
            ]
        })
        .collect();
    let docs = include_str!("../../docs/formats.md");
    let shown = docs.lines().skip_while(|line| !line.starts_with("    kind "));
    let shown = shown.take_while(|line| !line.is_empty()).map(|line| {
        let fields = line.trim().split("  ").map(str::trim).filter(|field| !field.is_empty());
        fields.map(str::to_owned).collect::<Vec<_>>()
    });
    let shown: Vec<Vec<String>> = shown.collect();
    let names: Vec<&str> = CorpusRow::columns().iter().map(|column| column.name).collect();
    assert_eq!(shown[0], names);
    let mut rest = rows.iter();
    for row in &shown[1..] {
        assert!(rest.any(|found| found == row), "{row:?} follows in {rows:?}");
    }
    assert!(shown.len() > 10);

    let back = read("evalset", &formats("A corpus as Parquet")[0], folder.path()).unwrap().corpus;
    assert!(!corpus.error_spans.is_empty());
    assert_eq!(back, corpus);
}
