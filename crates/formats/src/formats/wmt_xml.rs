//! WMT test sets in XML, as of 2021.
//!
//! ```text
//! dataset { collection*, doc* }     collection { doc* }
//! doc @id @domain? @testsuite? { src, ref*, hyp* }
//! src @lang { p { seg @id { text } } }      ref @lang @translator?      hyp @lang @system
//! ```
//!
//! Segments are matched by `id` within the document; what a reference or system lacks is missing.
//! A reference is named by its translator with `ref` before it (`A` becomes `refA`, as in the
//! evalset layout), or `ref` where there is none. Nothing is fetched: neither DTDs nor entities.

mod parse;

use std::collections::btree_map::{BTreeMap, Entry};
use std::path::Path;

use super::source::WmtXmlSource;
use crate::corpus::{
    CHECK_PATH, Corpus, CorpusError, Document, NamedTexts, TextFile, Texts, Warnings, check_cells,
    check_columns,
};
use crate::words::{counted, listing};
use parse::{Segment, Side, XmlDocument};

/// Reads the files that `source` names.
pub(super) fn read(
    name: &str,
    source: &WmtXmlSource,
    data_dir: &Path,
    warnings: &mut Warnings,
) -> Result<Corpus, CorpusError> {
    let mut set = TestSet::default();
    for path in &source.files {
        let path = data_dir.join(path);
        let file = TextFile::read(&path, "XML file", CHECK_PATH)?.without_mark();
        let mut documents = parse::parse(&file)?;
        let all = documents.len();
        documents.retain(|document| source.testsuites || document.testsuite.is_none());
        if documents.len() < all {
            let left_out = all - documents.len();
            let documents = counted(left_out, "document");
            let are = if left_out == 1 { "is" } else { "are" };
            let message = format!("{documents} of test suites {are} left out");
            warnings.note(&path, message, "`testsuites = true` takes them, too");
        }
        if set.documents.is_empty() {
            set.start(&path, documents)?;
        } else {
            set.extend(&path, documents)?;
        }
    }
    let Some((path, _)) = &set.base else {
        let help = "name files with documents in them".to_owned();
        return Err(CorpusError::Empty { name: name.to_owned(), help });
    };
    let columns = set.references.len() + set.systems.len();
    check_columns(path, columns)?;
    check_cells(path, columns, set.source.len())?;
    set.into_corpus(source.references.as_deref(), warnings)
}

/// Texts by index of their segment.
pub(super) type Sparse = BTreeMap<usize, String>;

/// The texts of `count` segments.
pub(super) fn all_texts(texts: &Sparse, count: usize) -> Texts {
    (0..count).map(|index| texts.get(&index).map(String::as_str)).collect()
}

/// All files read so far.
#[derive(Default)]
struct TestSet {
    /// The first file, and where each of its documents is in `documents`.
    base: Option<(std::path::PathBuf, BTreeMap<String, usize>)>,
    documents: Vec<Document>,
    /// Index of each segment, by document and id.
    segments: Vec<BTreeMap<String, usize>>,
    source: Texts,
    references: BTreeMap<String, Sparse>,
    systems: BTreeMap<String, Sparse>,
}

impl TestSet {
    /// Takes the documents of the first file.
    fn start(&mut self, path: &Path, documents: Vec<XmlDocument>) -> Result<(), CorpusError> {
        let mut places = BTreeMap::new();
        for document in &documents {
            let malformed = |what: &str, help: &str| {
                let cause = format!("document `{}` {what}", document.id);
                CorpusError::malformed(path, document.line, cause, help)
            };
            if places.insert(document.id.clone(), self.documents.len()).is_some() {
                return Err(malformed("is there twice", "give every document its own id"));
            }
            let source = document.source.as_ref().ok_or_else(|| {
                malformed("has no <src>", "name a file with the source texts first")
            })?;
            let start = self.source.len();
            let mut ids = BTreeMap::new();
            for segment in source {
                if ids.insert(segment.id.clone(), self.source.len()).is_some() {
                    return Err(twice(path, segment));
                }
                self.source.push(Some(&segment.text));
            }
            if ids.is_empty() {
                let help = "write segments as <seg id=\"1\">text</seg> in a <p>";
                return Err(malformed("has no segment", help));
            }
            self.segments.push(ids);
            let (id, domain) = (document.id.clone(), document.domain.clone());
            self.documents.push(Document { id, domain, segments: start..self.source.len() });
        }
        if !documents.is_empty() {
            self.base = Some((path.to_owned(), places));
        }
        self.extend(path, documents)
    }

    /// Takes the references and systems of a file.
    fn extend(&mut self, path: &Path, documents: Vec<XmlDocument>) -> Result<(), CorpusError> {
        let Some((base, places)) = &self.base else { return Ok(()) };
        for document in documents {
            let place = *places.get(&document.id).ok_or_else(|| {
                let cause =
                    format!("the first has it on line {}, the second does not", document.line);
                CorpusError::misaligned(path, base, &format!("document `{}`", document.id), &cause)
            })?;
            for (side, name, segments) in document.columns {
                let columns = match side {
                    Side::System => &mut self.systems,
                    Side::Reference | Side::Source => &mut self.references,
                };
                let column = columns.entry(name).or_default();
                for segment in segments {
                    let index = *self.segments[place].get(&segment.id).ok_or_else(|| {
                        let place =
                            format!("segment `{}` of document `{}`", segment.id, document.id);
                        let cause = format!("line {} has no source segment", segment.line);
                        CorpusError::misaligned(path, base, &place, &cause)
                    })?;
                    match column.entry(index) {
                        Entry::Vacant(place) => place.insert(segment.text),
                        Entry::Occupied(_) => return Err(twice(path, &segment)),
                    };
                }
            }
        }
        Ok(())
    }

    fn into_corpus(
        self,
        wanted: Option<&[String]>,
        warnings: &mut Warnings,
    ) -> Result<Corpus, CorpusError> {
        let Some((path, _)) = self.base else { return Ok(Corpus::default()) };
        let human_systems = self
            .systems
            .keys()
            .filter(|name: &&String| self.references.contains_key(*name))
            .cloned()
            .collect();
        let count = self.source.len();
        let columns = [("reference", self.references), ("system", self.systems)];
        let [references, systems] = columns.map(|(what, columns)| {
            let columns = columns.into_iter();
            let columns: Vec<NamedTexts> = columns
                .map(|(name, texts)| NamedTexts { name, texts: all_texts(&texts, count) })
                .collect();
            warnings.add_missing_texts(&path, what, &columns);
            columns
        });
        Ok(Corpus {
            documents: self.documents,
            source: Some(self.source),
            references: choose(references, wanted, &path)?,
            human_systems,
            systems,
            ..Corpus::default()
        })
    }
}

/// The `wanted` of `references` in that order, or all of them.
pub(super) fn choose(
    references: Vec<NamedTexts>,
    wanted: Option<&[String]>,
    path: &Path,
) -> Result<Vec<NamedTexts>, CorpusError> {
    let Some(wanted) = wanted else { return Ok(references) };
    let chosen = wanted.iter().map(|name| {
        let reference = references.iter().find(|reference| reference.name == *name);
        reference.cloned().ok_or_else(|| {
            let names = listing(references.iter().map(|reference| reference.name.as_str()));
            let cause = format!("there is no reference `{name}`");
            CorpusError::malformed(path, None, cause, format!("the references are: {names}"))
        })
    });
    chosen.collect()
}

fn twice(path: &Path, segment: &Segment) -> CorpusError {
    let cause = format!("segment `{}` is there twice", segment.id);
    CorpusError::malformed(path, segment.line, cause, "give every segment of a document its own id")
}
