//! Corpora in files of rows: error annotations, and tables with named columns.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::corpus::source::{CorpusFormat, MqmRaters, MqmSource, TableLayout, TableSource};
use crate::spec::document::Named;
use crate::spec::document::corpora::{LayoutWord, MqmTable, RatersWord, TableTable};
use crate::spec::source::SpecPath;

use super::super::{Findings, values};
use super::{chosen, optional_text, paths};

pub(super) fn mqm(table: &MqmTable, at: &SpecPath, findings: &mut Findings<'_>) -> CorpusFormat {
    let files = paths(table.paths.as_ref(), "paths = \"mqm_newstest2020_ende.tsv\"", at, findings);
    CorpusFormat::Mqm(MqmSource {
        files,
        references: chosen(table.references.as_ref(), at, findings),
        weights: weights(table.weights.as_ref(), &at.then("weights"), findings),
        raters: match table.raters {
            None | Some(RatersWord::Average) => MqmRaters::Average,
            Some(RatersWord::Separate) => MqmRaters::Separate,
        },
        quoted: table.quoted.unwrap_or(false),
    })
}

/// Weights by name in lower case, since capitals do not matter.
fn weights(
    table: Option<&Named<f64>>,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> BTreeMap<String, f64> {
    let mut weights = BTreeMap::new();
    let mut first: BTreeMap<String, &str> = BTreeMap::new();
    for (name, weight) in table.iter().flat_map(|table| table.iter()) {
        let weight = values::at_least(0.0, *weight, &at.then(name), findings);
        let lower = name.to_lowercase();
        if let Some(earlier) = first.get(&lower) {
            findings.error_beside(
                &at.then(name),
                (&at.then(*earlier), "first here"),
                format!("`{name}` has a weight already: capitals do not matter"),
                "leave one of them out",
            );
        }
        first.insert(lower.clone(), name);
        weights.insert(lower, weight);
    }
    weights
}

pub(super) fn table(
    table: &TableTable,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> CorpusFormat {
    let path = table.path.as_ref();
    let path = values::required_text(path, at, "path", "path = \"scores.tsv\"", findings);
    for (key, column) in [
        ("document", &table.document),
        ("domain", &table.domain),
        ("segment", &table.segment),
        ("source", &table.source),
        ("system", &table.system),
        ("hypothesis", &table.hypothesis),
        ("judge", &table.judge),
    ] {
        optional_text(column.as_ref(), key, at, findings);
    }
    for (key, columns) in [
        ("references", &table.references),
        ("systems", &table.systems),
        ("judgments", &table.judgments),
        ("scores", &table.scores),
    ] {
        if let Some(columns) = columns {
            values::texts(columns, false, &at.then(key), findings);
        }
    }
    if !is_converted_corpus(table) {
        check_columns(table, at, findings);
    }
    let list = |columns: &Option<Vec<String>>| columns.clone().unwrap_or_default();
    CorpusFormat::Table(TableSource {
        path: PathBuf::from(path),
        layout: table.layout.map(layout),
        document: table.document.clone(),
        domain: table.domain.clone(),
        segment: table.segment.clone(),
        source: table.source.clone(),
        references: list(&table.references),
        systems: list(&table.systems),
        system: table.system.clone(),
        hypothesis: table.hypothesis.clone(),
        judge: table.judge.clone(),
        judgments: list(&table.judgments),
        scores: list(&table.scores),
    })
}

fn layout(word: LayoutWord) -> TableLayout {
    match word {
        LayoutWord::Tsv => TableLayout::Tsv,
        LayoutWord::QuotedTsv => TableLayout::QuotedTsv,
        LayoutWord::Csv => TableLayout::Csv,
        LayoutWord::Jsonl => TableLayout::Jsonl,
        LayoutWord::Parquet => TableLayout::Parquet,
    }
}

/// Whether the table is Parquet and names no column, as a corpus that was written as Parquet needs
/// none. Whether it is one shows when it is read.
fn is_converted_corpus(table: &TableTable) -> bool {
    let TableTable { path, layout, .. } = table;
    let name = path.as_deref().unwrap_or("").to_lowercase();
    let by_name = name.strip_suffix(".gz").unwrap_or(&name).ends_with(".parquet");
    let is_parquet = layout.map_or(by_name, |layout| layout == LayoutWord::Parquet);
    is_parquet
        && *table == TableTable { path: path.clone(), layout: *layout, ..TableTable::default() }
}

/// Refuses combinations of columns that say nothing, or two things.
fn check_columns(table: &TableTable, at: &SpecPath, findings: &mut Findings<'_>) {
    let of_systems = [
        ("hypothesis", table.hypothesis.is_some()),
        ("judge", table.judge.is_some()),
        ("judgments", table.judgments.is_some()),
        ("scores", table.scores.is_some()),
    ];
    let of_system = of_systems.iter().find(|(_, is)| *is).map(|(key, _)| *key);
    let mut needs = |key: &str, wanted: &str, is_there: bool, why: &str| {
        if !is_there && !findings.damage.is_at(&at.then(wanted)) {
            let message = format!("`{key}` needs `{wanted}`, {why}");
            let help = format!("add `{wanted} = \"{wanted}\"` with the name of the column");
            findings.error(&at.then(key), message, help);
        }
    };
    if let Some(key) = of_system {
        needs(key, "system", table.system.is_some(), "the column that says whose it is");
    }
    if table.judge.is_some() {
        needs("judge", "segment", table.segment.is_some(), "the column that tells segments apart");
    }
    if table.domain.is_some() {
        let is_there = table.document.is_some();
        needs("domain", "document", is_there, "since domains are of documents");
    }
    if table.systems.is_some() && table.system.is_some() {
        findings.error_beside(
            &at.then("system"),
            (&at.then("systems"), "a column for each system"),
            "a table has either a column per system or a row per system",
            "keep either `system` or `systems`",
        );
    }
    if of_system.is_none() && table.systems.is_none() && table.references.is_none() {
        let keys = ["systems", "references", "hypothesis", "judgments", "scores"];
        if !keys.iter().any(|key| findings.damage.is_at(&at.then(*key))) {
            let help = "add one of `systems`, `references`, `hypothesis`, `judgments` or `scores`";
            findings.error(at, format!("[{at}] names nothing to evaluate"), help);
        }
    }
}
