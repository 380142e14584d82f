//! Rows with named columns: tab- or comma-separated, JSON lines, or Parquet.
//!
//! Without a column of systems, a row is a segment with a column per output. With one, a row is a
//! system's segment, or what one judge says of it; source, references, document and domain are
//! then repeated on every row and must agree. A field of text that is empty is an empty text; only
//! JSON and Parquet can say that a text is missing, with null. A score is missing where its field is
//! empty, `None` or null. A row that names a document and no segment has scores of the document.
//!
//! A Parquet file of which no column is named is a corpus that this program wrote.

mod documents;
mod long;

use std::path::Path;

use super::parquet;
use super::source::{TableLayout, TableSource};
use crate::corpus::documents::{DocumentsBuilder, singletons};
use crate::corpus::error::CorpusError;
use crate::corpus::model::{Corpus, NamedTexts, Texts};
use crate::corpus::rows::{Field, RowFile};
use crate::corpus::warnings::Warnings;

/// Reads the file that `source` names.
pub(super) fn read(
    name: &str,
    source: &TableSource,
    data_dir: &Path,
    warnings: &mut Warnings,
) -> Result<Corpus, CorpusError> {
    check_request(name, source)?;
    let path = data_dir.join(&source.path);
    let layout = source.layout.or_else(|| TableLayout::of_file(&path)).ok_or_else(|| {
        let cause = "the file name does not say how rows are written";
        let help = "say so as `layout`: tsv, quoted-tsv, csv, jsonl or parquet";
        CorpusError::malformed(&path, None, cause, help)
    })?;
    let file = RowFile::read(&path, layout, "table file")?;
    if let Some(input) = file.input()
        && !source.names_columns()
    {
        return parquet::read(&path, input);
    }
    let mut corpus = match &source.system {
        None => wide(&file, source)?,
        Some(system) => long::read(&file, source, system, warnings)?,
    };
    corpus.systems.sort_by(|one, other| one.name.cmp(&other.name));
    let names = corpus.systems.iter().map(|system| &system.name);
    let names = names.chain(&corpus.systems_without_text);
    corpus.human_systems = names.filter(|name| corpus.reference(name).is_some()).cloned().collect();
    Ok(corpus)
}

/// Refuses combinations of columns that say nothing, or two things.
fn check_request(name: &str, source: &TableSource) -> Result<(), CorpusError> {
    let has_system_columns = source.hypothesis.is_some()
        || source.judge.is_some()
        || source.repeat.is_some()
        || !source.judgments.is_empty()
        || !source.scores.is_empty();
    let rules = [
        (
            source.system.is_none() && has_system_columns,
            "it names columns of a system's rows and no column of systems",
            "name the column that says which system a row is of, as `system`",
        ),
        (
            source.system.is_some() && !source.systems.is_empty(),
            "it names both `system` and `systems`",
            "`system` is for one row per system and segment, `systems` for one row per segment",
        ),
        (
            source.judge.is_some() && source.segment.is_none(),
            "it names a column of judges and none of segments",
            "name the column that identifies segments, as `segment`",
        ),
        (
            source.repeat.is_some() && source.judge.is_none(),
            "it names a column of repeats and none of judges",
            "name the column that says who judged, as `judge`",
        ),
        (
            source.domain.is_some() && source.document.is_none(),
            "it names a column of domains and none of documents",
            "name the column of document names, as `document`",
        ),
    ];
    let broken = rules.into_iter().find(|(is_broken, _, _)| *is_broken);
    broken.map_or(Ok(()), |(_, cause, help)| {
        let (name, cause) = (name.to_owned(), cause.to_owned());
        Err(CorpusError::Inconsistent { name, cause, help })
    })
}

/// Columns asked for, each once, and where those of each use are among them.
#[derive(Default)]
struct Columns<'a> {
    names: Vec<&'a str>,
}

impl<'a> Columns<'a> {
    /// Asks for column `name` and says where its field will be.
    fn ask(&mut self, name: &'a str) -> usize {
        let place = self.names.iter().position(|column| *column == name);
        place.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        })
    }

    fn ask_one(&mut self, name: Option<&'a String>) -> Option<usize> {
        name.map(|name| self.ask(name))
    }

    fn ask_all(&mut self, names: &'a [String]) -> Vec<usize> {
        names.iter().map(|name| self.ask(name)).collect()
    }
}

/// The name in the field `at`; an error says that it is empty.
fn required<'a>(
    file: &RowFile,
    line: usize,
    columns: &Columns<'_>,
    fields: &'a [Field<'_>],
    at: usize,
) -> Result<&'a str, CorpusError> {
    let name = fields[at].as_deref().unwrap_or("").trim();
    if name.is_empty() {
        let cause = format!("column `{}` is empty", columns.names[at]);
        return Err(file.malformed(line, cause, "fill it in"));
    }
    Ok(name)
}

/// Reads a row per segment.
fn wide(file: &RowFile, source: &TableSource) -> Result<Corpus, CorpusError> {
    let mut columns = Columns::default();
    let document = columns.ask_one(source.document.as_ref());
    let domain = columns.ask_one(source.domain.as_ref());
    let segment = columns.ask_one(source.segment.as_ref());
    let text = columns.ask_one(source.source.as_ref());
    let references = columns.ask_all(&source.references);
    let systems = columns.ask_all(&source.systems);
    let names: Vec<&str> = columns.names.clone();

    let mut documents = DocumentsBuilder::new(file.path(), file.unit());
    let mut seen = std::collections::BTreeSet::new();
    let mut texts = Texts::default();
    let mut all: Vec<Texts> = vec![Texts::default(); references.len() + systems.len()];
    let mut rows = 0;
    file.each(&names, &mut |line, fields| {
        rows += 1;
        let required = |at| required(file, line, &columns, fields, at);
        let mut name = String::new();
        if let Some(at) = document {
            required(at)?.clone_into(&mut name);
            let domain = domain.map(required).transpose()?;
            documents.push(domain, &name, line)?;
        }
        if let Some(at) = segment
            && !seen.insert((name, required(at)?.to_owned()))
        {
            let cause = format!("segment `{}` is there twice", required(at)?);
            let help = "give a row to each segment, or name the column of systems as `system`";
            return Err(file.malformed(line, cause, help));
        }
        if let Some(at) = text {
            texts.push(fields[at].as_deref());
        }
        for (column, at) in all.iter_mut().zip(references.iter().chain(&systems)) {
            column.push(fields[*at].as_deref());
        }
        Ok(())
    })?;

    let mut columns = all.into_iter();
    let [references, systems] = [&source.references, &source.systems].map(|names| {
        let columns = names.iter().zip(columns.by_ref());
        columns.map(|(name, texts)| NamedTexts { name: name.clone(), texts }).collect()
    });
    Ok(Corpus {
        references,
        systems,
        source: source.source.is_some().then_some(texts),
        documents: if document.is_some() { documents.finish() } else { singletons(rows) },
        ..Corpus::default()
    })
}
