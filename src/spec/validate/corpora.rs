//! Corpora: the formats of lines, markup and generated ones here, those of rows in their own file.

mod rows;

use std::path::PathBuf;

use crate::corpus::source::{
    CorpusFormat, EvalsetSource, NistSource, PlainSource, SyntheticSource, WmtXmlSource,
};
use crate::spec::document::corpora::{
    EvalsetTable, NistFilesTable, PlainTable, SyntheticTable, WmtXmlTable,
};
use crate::spec::document::{CorpusTable, Named, OneOrMany};
use crate::spec::model::CorpusSpec;
use crate::spec::source::SpecPath;

use super::{Findings, named, values};

const FORMATS: [&str; 7] = ["evalset", "plain", "synthetic", "nist", "wmt-xml", "mqm", "table"];

/// All corpora.
pub(super) fn lower(
    table: Option<&Named<CorpusTable>>,
    seed: u64,
    findings: &mut Findings<'_>,
) -> Vec<CorpusSpec> {
    let entries = named(
        table,
        "corpora",
        Some(
            "[corpora.NAME.FORMAT]` with the name and the format of a corpus, for instance `[corpora.enfr-1.synthetic]",
        ),
        findings,
    );
    let corpora = entries.into_iter().filter_map(|(name, corpus, at)| {
        let format = format(corpus, seed, &at, findings)?;
        Some(CorpusSpec {
            name: name.to_owned(),
            homepage: corpus.homepage.clone(),
            licence: corpus.licence.clone(),
            format,
        })
    });
    corpora.collect()
}

/// The format of a corpus; `None` where there is none that can be read.
fn format(
    corpus: &CorpusTable,
    seed: u64,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> Option<CorpusFormat> {
    let present = [
        corpus.evalset.is_some(),
        corpus.plain.is_some(),
        corpus.synthetic.is_some(),
        corpus.nist.is_some(),
        corpus.wmt_xml.is_some(),
        corpus.mqm.is_some(),
        corpus.table.is_some(),
    ];
    let present: Vec<&str> =
        FORMATS.into_iter().zip(present).filter_map(|(key, is)| is.then_some(key)).collect();
    let is_one = values::exactly_one(at, "format", &FORMATS, &present, findings);
    // Every table is checked, also where there are several.
    let evalset = corpus.evalset.as_ref();
    let evalset = evalset.map(|table| evalset_source(table, &at.then("evalset"), findings));
    let plain = corpus.plain.as_ref();
    let plain = plain.map(|table| plain_source(table, &at.then("plain"), findings));
    let synthetic = corpus.synthetic.as_ref();
    let synthetic =
        synthetic.map(|table| synthetic_source(table, seed, &at.then("synthetic"), findings));
    let nist = corpus.nist.as_ref().map(|table| nist(table, &at.then("nist"), findings));
    let wmt_xml = corpus.wmt_xml.as_ref();
    let wmt_xml = wmt_xml.map(|table| wmt_xml_source(table, &at.then("wmt-xml"), findings));
    let mqm = corpus.mqm.as_ref().map(|table| rows::mqm(table, &at.then("mqm"), findings));
    let table = corpus.table.as_ref();
    let table = table.map(|table| rows::table(table, &at.then("table"), findings));
    let formats = [evalset, plain, synthetic, nist, wmt_xml, mqm, table];
    formats.into_iter().flatten().next().filter(|_| is_one)
}

fn evalset_source(
    table: &EvalsetTable,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> CorpusFormat {
    let path = table.path.as_ref();
    let path = values::required_text(path, at, "path", "path = \"wmt24\"", findings);
    let pair = table.language_pair.as_ref();
    let example = "language-pair = \"en-de\"";
    let language_pair = values::required_text(pair, at, "language-pair", example, findings);
    let references = chosen(table.references.as_ref(), at, findings);
    CorpusFormat::Evalset(EvalsetSource { path: PathBuf::from(path), language_pair, references })
}

fn plain_source(table: &PlainTable, at: &SpecPath, findings: &mut Findings<'_>) -> CorpusFormat {
    optional_text(table.source.as_ref(), "source", at, findings);
    optional_text(table.documents.as_ref(), "documents", at, findings);
    let references = files(table.references.as_deref(), "references", at, findings);
    let systems = files(table.systems.as_deref(), "systems", at, findings);
    some_texts(at, references.is_empty() && systems.is_empty(), findings);
    CorpusFormat::Plain(PlainSource {
        source: table.source.as_ref().map(PathBuf::from),
        references,
        systems,
        documents: table.documents.as_ref().map(PathBuf::from),
    })
}

fn synthetic_source(
    table: &SyntheticTable,
    experiment_seed: u64,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> CorpusFormat {
    let preset = table.preset.as_ref();
    let example = "preset = \"cesta-enfr-1\"";
    let preset = values::required_text(preset, at, "preset", example, findings);
    let seed = table.seed.map(|seed| values::seed(seed, &at.then("seed"), findings));
    CorpusFormat::Synthetic(SyntheticSource { preset, seed: seed.unwrap_or(experiment_seed) })
}

fn nist(table: &NistFilesTable, at: &SpecPath, findings: &mut Findings<'_>) -> CorpusFormat {
    optional_text(table.source.as_ref(), "source", at, findings);
    let references = files(table.references.as_deref(), "references", at, findings);
    let systems = files(table.systems.as_deref(), "systems", at, findings);
    some_texts(at, references.is_empty() && systems.is_empty(), findings);
    CorpusFormat::Nist(NistSource {
        source: table.source.as_ref().map(PathBuf::from),
        references,
        systems,
        decode_entities: table.decode_entities.unwrap_or(true),
    })
}

fn wmt_xml_source(table: &WmtXmlTable, at: &SpecPath, findings: &mut Findings<'_>) -> CorpusFormat {
    let example = "paths = \"newstest2021.en-de.all.xml\"";
    let files = paths(table.paths.as_ref(), example, at, findings);
    CorpusFormat::WmtXml(WmtXmlSource {
        files,
        references: chosen(table.references.as_ref(), at, findings),
        testsuites: table.testsuites.unwrap_or(false),
    })
}

/// Names of references, in the order in which they are to be taken.
fn chosen(
    references: Option<&Vec<String>>,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> Option<Vec<String>> {
    if let Some(references) = references {
        values::texts(references, false, &at.then("references"), findings);
    }
    references.cloned()
}

fn optional_text(value: Option<&String>, key: &str, at: &SpecPath, findings: &mut Findings<'_>) {
    if let Some(value) = value {
        values::text(value, &at.then(key), findings);
    }
}

fn files(
    list: Option<&[String]>,
    key: &str,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> Vec<PathBuf> {
    let list = list.unwrap_or_default();
    values::texts(list, true, &at.then(key), findings);
    list.iter().map(PathBuf::from).collect()
}

fn paths(
    value: Option<&OneOrMany<String>>,
    example: &str,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> Vec<PathBuf> {
    match value {
        Some(OneOrMany::One(path)) => values::text(path, &at.then("paths"), findings),
        Some(OneOrMany::Many(list)) => values::texts(list, false, &at.then("paths"), findings),
        None => findings.missing(at, "paths", example),
    }
    value.map(OneOrMany::as_slice).unwrap_or_default().iter().map(PathBuf::from).collect()
}

fn some_texts(at: &SpecPath, is_empty: bool, findings: &mut Findings<'_>) {
    let damaged = |key| findings.damage.is_at(&at.then(key));
    if is_empty && !damaged("references") && !damaged("systems") {
        let help = "add `references` or `systems`: lists of files";
        findings.error(at, format!("[{at}] names neither references nor systems"), help);
    }
}
