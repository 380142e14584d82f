//! The texts that a command is given, and the files that it reads them from.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::{CommandError, Wanted};
use crate::config::score_command::Placeholder;
use crate::corpus::model::{Corpus, NamedTexts, Texts};
use crate::file_error::FileError;
use crate::warning::Warning;

/// What is the same for all outputs.
pub(super) struct Inputs<'a> {
    metric: &'a str,
    /// Where it is read.
    pub(super) source: Option<&'a Texts>,
    /// The reference that is read; several where all are.
    pub(super) references: Vec<&'a NamedTexts>,
    /// Number of references that are left.
    unread: usize,
}

impl<'a> Inputs<'a> {
    pub(super) fn new(corpus: &'a Corpus, wanted: &Wanted<'a>) -> Result<Self, CommandError> {
        let command = wanted.command;
        let source = corpus.source.as_ref().filter(|_| command.reads_source());
        if source.is_none() && command.uses(Placeholder::Source) {
            return Err(lacking(wanted, "`{source}`".to_owned()));
        }
        let all = &corpus.references;
        let references: Vec<&NamedTexts> = if command.uses(Placeholder::References) {
            all.iter().collect()
        } else if command.reads_reference() {
            let named = all.iter().find(|reference| {
                command.reference.as_ref().is_none_or(|name| reference.name == *name)
            });
            named.into_iter().collect()
        } else {
            Vec::new()
        };
        let must_have = [Placeholder::Reference, Placeholder::References];
        let needs = must_have.into_iter().find(|placeholder| command.uses(*placeholder));
        if references.is_empty() {
            if let Some(name) = &command.reference {
                return Err(lacking(wanted, format!("the reference `{name}`")));
            }
            if let Some(placeholder) = needs {
                return Err(lacking(wanted, format!("`{}`", placeholder.name())));
            }
        }
        let is_chosen = command.reference.is_some() || references.is_empty();
        let unread = if is_chosen { 0 } else { all.len() - references.len() };
        Ok(Self { metric: wanted.name, source, references, unread })
    }

    /// Whether the output is one of the references.
    pub(super) fn is_reference(&self, system: &str) -> bool {
        self.references.iter().any(|reference| reference.name == system)
    }

    /// That there are references that the command is not given.
    pub(super) fn note(&self) -> Option<Warning> {
        let read = self.references.first().filter(|_| self.unread > 0)?;
        let message = format!(
            "`{}` compares with reference `{}` alone, of {}",
            self.metric,
            read.name,
            self.unread + 1
        );
        let help = "name another one with `reference`, or give all with `{references}`";
        Some(Warning::of_corpus(message, help).as_note())
    }

    /// The segments of `output` that have all texts.
    pub(super) fn segments(&self, output: &Texts) -> Vec<usize> {
        let references = self.references.iter().map(|reference| &reference.texts);
        let columns: Vec<&Texts> = references.chain(self.source).chain([output]).collect();
        (0..output.len())
            .filter(|segment| columns.iter().all(|texts| texts.get(*segment).is_some()))
            .collect()
    }

    /// Writes the files of `segments` into `folder`.
    pub(super) fn write(
        &self,
        folder: &Path,
        output: &Texts,
        segments: &[usize],
    ) -> Result<Files, FileError> {
        let references = (1..).zip(&self.references).map(|(number, reference)| {
            let path = folder.join(format!("reference{number}.txt"));
            write(path, &column(&reference.texts, segments))
        });
        let source =
            self.source.map(|texts| write(folder.join("source.txt"), &column(texts, segments)));
        Ok(Files {
            references: references.collect::<Result<_, FileError>>()?,
            source: source.transpose()?,
            output: write(folder.join("output.txt"), &column(output, segments))?,
            jsonl: write(folder.join("segments.jsonl"), &self.records(output, segments))?,
            scores: folder.join("scores"),
        })
    }

    /// A line with an object for each segment.
    fn records(&self, output: &Texts, segments: &[usize]) -> String {
        let first = self.references.first().map(|reference| &reference.texts);
        let mut lines = String::new();
        for segment in segments {
            let mut record = json!({ "hypothesis": output.get(*segment) });
            for (key, texts) in [("source", self.source), ("reference", first)] {
                if let Some(texts) = texts {
                    record[key] = texts.get(*segment).into();
                }
            }
            lines.push_str(&record.to_string());
            lines.push('\n');
        }
        lines
    }
}

fn lacking(wanted: &Wanted<'_>, what: String) -> CommandError {
    CommandError::Lacking { name: wanted.name.to_owned(), what }
}

/// The texts of segments, one on each line.
fn column(texts: &Texts, segments: &[usize]) -> String {
    let texts = segments.iter().map(|segment| texts.get(*segment).unwrap_or_default());
    texts.map(|text| on_one_line(text) + "\n").collect()
}

fn write(path: PathBuf, text: &str) -> Result<PathBuf, FileError> {
    fs::write(&path, text).map_err(FileError::on("write", &path))?;
    Ok(path)
}

/// The name of a file, as an argument.
fn name(path: &Path) -> io::Result<String> {
    let name = path.to_str().map(str::to_owned);
    name.ok_or_else(|| io::Error::other("the folder of temporary files is not Unicode"))
}

/// A text without line breaks, each of which becomes a space: Python ends lines at carriage returns, too.
fn on_one_line(text: &str) -> Cow<'_, str> {
    if text.contains(['\n', '\r']) {
        text.replace("\r\n", " ").replace(['\n', '\r'], " ").into()
    } else {
        text.into()
    }
}

/// What placeholders stand for.
pub(super) struct Files {
    source: Option<PathBuf>,
    output: PathBuf,
    references: Vec<PathBuf>,
    jsonl: PathBuf,
    pub(super) scores: PathBuf,
}

impl Files {
    /// The argument with the names of files.
    ///
    /// # Errors
    ///
    /// If the folder of temporary files has no Unicode name.
    pub(super) fn filled(&self, argument: &str) -> io::Result<Vec<String>> {
        if argument == Placeholder::References.name() {
            return self.references.iter().map(|path| name(path)).collect();
        }
        let mut filled = argument.to_owned();
        for (placeholder, path) in [
            (Placeholder::Source, self.source.as_ref()),
            (Placeholder::Output, Some(&self.output)),
            (Placeholder::Reference, self.references.first()),
            (Placeholder::Jsonl, Some(&self.jsonl)),
            (Placeholder::Scores, Some(&self.scores)),
        ] {
            if let Some(path) = path {
                filled = filled.replace(placeholder.name(), &name(path)?);
            }
        }
        Ok(vec![filled])
    }
}
