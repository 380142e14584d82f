//! What the columns of a file of rows are, by their names and whether they hold numbers.

use std::path::Path;

use super::folder::is_reference;
use crate::corpus::error::CorpusError;
use crate::corpus::rows::{Field, RowFile};
use crate::corpus::source::{CorpusFormat, MqmRaters, MqmSource, TableLayout, TableSource};
use crate::table::{CorpusRow, InputKind, TableRow};

/// Rows that are looked at to tell numbers from texts.
const LOOKED_AT: usize = 200;

/// The format of a file of rows, if it is a corpus in Parquet that this program wrote or its columns
/// make sense. The tables of results are no corpora.
pub(super) fn guess(path: &Path, layout: TableLayout) -> Result<Option<CorpusFormat>, CorpusError> {
    let file = RowFile::read(path, layout, "file")?;
    let columns = if let Some(input) = file.input() {
        if let Some(name) = input.table() {
            let source = TableSource { path: path.to_owned(), ..TableSource::default() };
            return Ok((name == CorpusRow::NAME).then_some(CorpusFormat::Table(source)));
        }
        let columns = input.columns().iter().filter_map(|(name, kind)| match kind {
            InputKind::Other(_) => None,
            kind => Some(Column { name: name.clone(), numbers: *kind == InputKind::Number }),
        });
        columns.collect()
    } else {
        let header = file.header()?;
        let is_mqm = match layout {
            TableLayout::Tsv => is_mqm(&header),
            TableLayout::Jsonl => is_list_of_ratings(&header),
            _ => false,
        };
        if is_mqm {
            return Ok(Some(CorpusFormat::Mqm(MqmSource {
                files: vec![path.to_owned()],
                references: None,
                weights: std::collections::BTreeMap::new(),
                raters: MqmRaters::Average,
                quoted: false,
            })));
        }
        look(&file, &header)?
    };
    Ok(table(path, &columns).map(CorpusFormat::Table))
}

fn is_list_of_ratings(keys: &[String]) -> bool {
    let has = |name: &str| keys.iter().any(|known| known == name);
    ["system_id", "segment_id", "rater_id", "hypothesis", "errors"].into_iter().all(has)
}

fn is_mqm(header: &[String]) -> bool {
    let has = |name: &str| header.iter().any(|known| known == name);
    ["system", "doc", "rater", "category", "severity"].into_iter().all(has)
}

/// A column: its name, and what it holds.
struct Column {
    name: String,
    /// Some field is a number, and no other field is anything but missing.
    numbers: bool,
}

fn look(file: &RowFile, header: &[String]) -> Result<Vec<Column>, CorpusError> {
    let names: Vec<&str> = header.iter().map(String::as_str).collect();
    // Whether some field of a column is a number, and whether one is anything else.
    let mut found = vec![(false, false); names.len()];
    let mut seen = 0;
    file.each(&names, |_, fields: &[Field<'_>]| {
        seen += 1;
        if seen > LOOKED_AT {
            return Ok(());
        }
        for (field, (number, other)) in fields.iter().zip(&mut found) {
            let text = field.as_deref().unwrap_or("").trim();
            let is_number = text.parse::<f64>().is_ok_and(f64::is_finite);
            *number |= is_number;
            *other |= !is_number && !text.is_empty() && text != "None";
        }
        Ok(())
    })?;
    let column = |(name, (number, other)): (&String, (bool, bool))| Column {
        name: name.clone(),
        numbers: number && !other,
    };
    Ok(header.iter().zip(found).map(column).collect())
}

/// What a column is called in many files, without signs and in lower case.
const ROLES: [(&str, &[&str]); 7] = [
    ("document", &["doc", "docid", "docname", "document", "documentid", "documentname"]),
    ("domain", &["domain", "genre"]),
    ("segment", &["id", "seg", "segid", "segment", "segmentid", "segnum", "globalsegid"]),
    ("source", &["src", "source", "srctext", "sourcetext"]),
    ("system", &["sys", "sysid", "system", "systemid", "systemname", "model"]),
    ("hypothesis", &["mt", "hyp", "hypothesis", "target", "tgt", "translation", "output"]),
    ("judge", &["rater", "judge", "annotator", "user", "userid", "evaluator"]),
];

/// Names of judgments.
const CRITERIA: [&str; 8] = ["adequacy", "fluency", "da", "esa", "mqm", "human", "rating", "score"];

fn table(path: &Path, columns: &[Column]) -> Option<TableSource> {
    let key = |name: &str| -> String {
        name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
    };
    let role = |column: &Column| {
        let key = key(&column.name);
        ROLES.iter().find(|(_, names)| names.contains(&key.as_str())).map(|(role, _)| *role)
    };
    let first = |wanted: &str| {
        let found = columns.iter().find(|column| role(column) == Some(wanted));
        found.map(|column| column.name.clone())
    };
    let named = |wanted: &dyn Fn(&Column) -> bool| -> Vec<String> {
        let columns = columns.iter().filter(|column| role(column).is_none() && wanted(column));
        columns.map(|column| column.name.clone()).collect()
    };
    let is_criterion = |column: &Column| CRITERIA.contains(&key(&column.name).as_str());
    let is_text = |column: &Column| !column.numbers;
    let document = first("document");
    let segment = first("segment");
    let system = first("system");
    let mut table = TableSource {
        path: path.to_owned(),
        domain: first("domain").filter(|_| document.is_some()),
        source: first("source"),
        references: named(&|column| is_text(column) && is_reference(&column.name)),
        document,
        ..TableSource::default()
    };
    if system.is_some() {
        table.hypothesis = first("hypothesis");
        table.judge = first("judge").filter(|_| segment.is_some());
        table.judgments = named(&|column| column.numbers && is_criterion(column));
        table.scores = named(&|column| column.numbers && !is_criterion(column));
    } else {
        table.systems = named(&|column| is_text(column) && !is_reference(&column.name));
        let target = columns.iter().find(|column| role(column) == Some("hypothesis"));
        table.systems.extend(target.map(|column| column.name.clone()));
    }
    table.segment = segment;
    table.system = system;
    let says_something = table.hypothesis.is_some()
        || !table.systems.is_empty()
        || !table.judgments.is_empty()
        || !table.scores.is_empty();
    says_something.then_some(table)
}
