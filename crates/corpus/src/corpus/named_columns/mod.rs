//! Rows whose columns have names: a row per segment, per segment and system, or per judge of these.

mod documents;
mod long;

use std::collections::BTreeSet;

use super::documents::{DocumentsBuilder, singletons};
use super::error::CorpusError;
use super::model::{Corpus, NamedTexts, Texts};
use super::rows::{Field, RowFile};
use super::warnings::Warnings;

/// Which columns of a table are read, each by its name.
#[derive(Clone, Copy, Debug)]
pub struct NamedColumns<'a> {
    /// The document's name.
    pub document: Option<&'a String>,
    /// The document's domain.
    pub domain: Option<&'a String>,
    /// The segment's number or name in its document.
    pub segment: Option<&'a String>,
    /// The source text.
    pub source: Option<&'a String>,
    /// References.
    pub references: &'a [String],
    /// Outputs, where a row is a segment.
    pub systems: &'a [String],
    /// The output, where a row is a segment of one system.
    pub hypothesis: Option<&'a String>,
    /// The judge's name.
    pub judge: Option<&'a String>,
    /// Number of the rating by one judge.
    pub repeat: Option<&'a String>,
    /// Judgments, one column per criterion.
    pub judgments: &'a [String],
    /// Scores of external metrics.
    pub scores: &'a [String],
}

impl NamedColumns<'_> {
    /// Reads rows of which each is a segment of one system, which column `system` names, or what one judge says of it.
    ///
    /// # Errors
    ///
    /// If a row lacks a field or a name, has a score that is none, or contradicts another; and if there are too many.
    pub fn read_long(
        &self,
        file: &RowFile,
        system: &str,
        warnings: &mut Warnings,
    ) -> Result<Corpus, CorpusError> {
        long::read(file, self, system, warnings)
    }

    /// Reads rows of which each is a segment: columns of one system's rows are passed over.
    ///
    /// # Errors
    ///
    /// If a row lacks a field or a name, or a segment is there twice.
    pub fn read_wide(&self, file: &RowFile) -> Result<Corpus, CorpusError> {
        let mut columns = Columns::default();
        let document = columns.ask_one(self.document);
        let domain = columns.ask_one(self.domain);
        let segment = columns.ask_one(self.segment);
        let text = columns.ask_one(self.source);
        let references = columns.ask_all(self.references);
        let systems = columns.ask_all(self.systems);
        let names: Vec<&str> = columns.names.clone();

        let mut documents = DocumentsBuilder::new(file.path(), file.unit());
        let mut seen = BTreeSet::new();
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
        let [references, systems] = [self.references, self.systems].map(|names| {
            let columns = names.iter().zip(columns.by_ref());
            columns.map(|(name, texts)| NamedTexts { name: name.clone(), texts }).collect()
        });
        Ok(Corpus {
            references,
            systems,
            source: self.source.is_some().then_some(texts),
            documents: if document.is_some() { documents.finish() } else { singletons(rows) },
            ..Corpus::default()
        })
    }
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
