//! NIST test sets: SGML as it is really written, and its XML form.
//!
//! A `srcset` holds the source documents, `refset`s hold references and `tstset`s systems; a file
//! may hold several of each. Documents are matched by `docid`, segments by `id` within the
//! document (by position where they have none). Every reference and system must have all
//! documents and segments. The name of a reference or system is the `sysid` of its documents,
//! else `refid` or `sysid` of the set, else `sysid` of a `system` element in the set, else `site`
//! of its documents, else the file stem.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::source::NistSource;
use crate::corpus::markup::{Defect, Dialect, Scanner, Tag, TagKind};
use crate::corpus::warnings::also_a_reference;
use crate::corpus::{
    CHECK_PATH, Corpus, CorpusError, Document, NamedTexts, TextFile, Texts, Warnings,
    check_columns, stem,
};
use crate::words::{counted, listing};

/// Reads the files that `source` names.
pub(super) fn read(
    name: &str,
    source: &NistSource,
    data_dir: &Path,
    warnings: &mut Warnings,
) -> Result<Corpus, CorpusError> {
    let mut read = |paths: &[PathBuf], what, set| {
        let files = paths.iter().map(|path| data_dir.join(path));
        let files = files.map(|path| {
            let documents = parse_file(&path, what, set, source.decode_entities)?;
            Ok((path, documents))
        });
        columns(files.collect::<Result<_, CorpusError>>()?, warnings)
    };
    let sources = read(source.source.as_slice(), "source file", "srcset")?;
    let references = read(&source.references, "reference file", "refset")?;
    let systems = read(&source.systems, "system file", "tstset")?;

    let Some(base) = sources.first().or(references.first()).or(systems.first()) else {
        let help = "name files with documents in them".to_owned();
        return Err(CorpusError::Empty { name: name.to_owned(), help });
    };
    if let Some(second) = sources.get(1) {
        let help = "give the source documents one sysid, or none";
        let cause = format!("there is a second source, `{}`", second.name);
        return Err(CorpusError::malformed(&second.path, None, cause, help));
    }
    let all: Vec<&Column> = sources.iter().chain(&references).chain(&systems).collect();
    compare_languages(&all, warnings);
    for other in references.iter().chain(&systems).filter(|other| other.set.id != base.set.id) {
        let [here, there] = [other, base].map(|column| column.set.id.as_deref().unwrap_or("none"));
        let base = base.path.file_name().unwrap_or_default().to_string_lossy();
        let message = format!("setid is `{here}`, in {base} it is `{there}`");
        let help = "documents are matched by docid all the same: look whether it is the right file";
        warnings.add(&other.path, message, help);
    }
    let named =
        |column: &Column| Ok(NamedTexts { name: column.name.clone(), texts: align(column, base)? });
    let mut corpus = Corpus {
        documents: documents(base),
        source: sources.first().map(|source| align(source, base)).transpose()?,
        references: references.iter().map(named).collect::<Result<_, CorpusError>>()?,
        ..Corpus::default()
    };
    for system in &systems {
        corpus.systems.push(named(system)?);
        if corpus.reference(&system.name).is_some() {
            let (message, help) = also_a_reference(&system.name);
            warnings.add(&system.path, message, help);
            corpus.human_systems.insert(system.name.clone());
        }
    }
    corpus.systems.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(corpus)
}

/// Says which columns have another source or target language than the first column that says one.
fn compare_languages(columns: &[&Column], warnings: &mut Warnings) {
    for (side, attribute) in LANGUAGES.into_iter().enumerate() {
        let mut said = columns.iter().filter_map(|column| {
            let language = column.set.languages[side].as_deref()?;
            Some((*column, language)).filter(|_| !language.eq_ignore_ascii_case(ANY))
        });
        let Some((base, expected)) = said.next() else { continue };
        let mut others: BTreeMap<&str, Vec<&Column>> = BTreeMap::new();
        for (column, language) in said.filter(|(_, language)| code(language) != code(expected)) {
            others.entry(language).or_default().push(column);
        }
        for (language, columns) in others {
            let names = listing(columns.iter().map(|column| &*column.name));
            let file = base.path.file_name().unwrap_or_default().to_string_lossy();
            let message =
                format!("{attribute} of {names} is `{language}`, in {file} it is `{expected}`");
            let help =
                "name files of one language pair, or write a language in the same way in all";
            // Codes of other lengths, or words, may be of the same language.
            let lengths = [language, expected].map(|language| code(language).len());
            if lengths[0] == lengths[1] && lengths[0] <= 3 {
                warnings.refuse(&columns[0].path, message, help);
            } else {
                warnings.add(&columns[0].path, message, help);
            }
        }
    }
}

/// The code of a language without that of a country or script, in lower case.
fn code(language: &str) -> String {
    language.split(['-', '_']).next().unwrap_or_default().to_lowercase()
}

/// The documents of one source, reference or system in one file.
struct Column {
    path: PathBuf,
    name: String,
    set: SetAttributes,
    documents: Vec<RawDocument>,
}

/// What a set says of itself.
#[derive(Clone)]
struct SetAttributes {
    id: Option<String>,
    /// As in [`LANGUAGES`].
    languages: [Option<String>; 2],
}

/// Attributes of a set that say the source and the target language.
const LANGUAGES: [&str; 2] = ["srclang", "trglang"];

/// A language that says nothing.
const ANY: &str = "any";

/// A document as written.
struct RawDocument {
    id: String,
    /// Name of the source, reference or system, where the file gives one.
    owner: Option<String>,
    set: SetAttributes,
    genre: Option<String>,
    line: usize,
    segments: Vec<RawSegment>,
}

struct RawSegment {
    id: String,
    text: String,
    line: usize,
}

/// The documents of a file, in order.
fn parse_file(
    path: &Path,
    what: &'static str,
    set: &'static str,
    decode: bool,
) -> Result<Vec<RawDocument>, CorpusError> {
    let file = TextFile::read(path, what, CHECK_PATH)?.without_mark();
    let text = file.text();
    let plain = path.with_extension("");
    let extension = if path.extension().is_some_and(|e| e == "gz") { &*plain } else { path };
    let named = extension.extension().is_some_and(|e| e.eq_ignore_ascii_case("xml"));
    let xml = named || text.starts_with("<?xml");
    let scanner = Scanner::new(text, Dialect { xml, decode });
    let mut parser = Parser { scanner, set, open_set: None, system: None, documents: Vec::new() };
    parser.run().map_err(|(line, cause)| {
        let help = format!("write documents as <doc docid=\"...\"> with segments <seg id=\"1\">text</seg> in a <{set}>");
        CorpusError::malformed(path, line, cause, help)
    })?;
    if parser.documents.is_empty() {
        let cause = format!("there is no document in a <{set}>");
        let help = "check that the file is of this kind";
        return Err(CorpusError::malformed(path, None, cause, help));
    }
    Ok(parser.documents)
}

/// Goes through a file.
struct Parser<'a> {
    scanner: Scanner<'a>,
    /// The kind of set that is read.
    set: &'static str,
    open_set: Option<Tag<'a>>,
    /// Name given by a `system` element of the open set.
    system: Option<String>,
    documents: Vec<RawDocument>,
}

impl Parser<'_> {
    fn run(&mut self) -> Result<(), Defect> {
        while let Some(tag) = self.scanner.next_tag()? {
            let set = ["srcset", "refset", "tstset"].iter().find(|name| tag.is(name));
            match (set, tag.kind) {
                (Some(set), TagKind::Open) if *set != self.set => {
                    let cause = format!("a <{set}> where a <{}> is expected", self.set);
                    return Err((tag.line, cause));
                }
                (Some(_), TagKind::Open) => {
                    self.open_set = Some(tag);
                    self.system = None;
                }
                (Some(_), TagKind::Close) => self.open_set = None,
                _ if tag.is("system") && tag.kind != TagKind::Close => {
                    self.system = tag.attribute("sysid");
                }
                _ if tag.is("doc") && tag.kind == TagKind::Open => self.document(tag)?,
                _ if tag.is("seg") => {
                    return Err((tag.line, "a segment outside of a document".to_owned()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn document(&mut self, tag: Tag<'_>) -> Result<(), Defect> {
        let Some(set) = self.open_set else {
            return Err((tag.line, format!("a document outside of a <{}>", self.set)));
        };
        let filled = |tag: &Tag<'_>, name| tag.attribute(name).filter(|value| !value.is_empty());
        let id = filled(&tag, "docid");
        let owner = tag.attribute("sysid").or_else(|| set.attribute("refid"));
        let owner = owner.or_else(|| set.attribute("sysid")).or_else(|| self.system.clone());
        let owner = owner.or_else(|| tag.attribute("site")).filter(|owner| !owner.is_empty());
        let mut document = RawDocument {
            id: id.ok_or_else(|| (tag.line, "a document without docid".to_owned()))?,
            owner,
            set: SetAttributes {
                id: set.attribute("setid"),
                languages: LANGUAGES.map(|name| filled(&set, name)),
            },
            genre: filled(&tag, "genre"),
            line: tag.line,
            segments: Vec::new(),
        };
        loop {
            let next = self.scanner.next_tag()?;
            let next = next.ok_or_else(|| (tag.line, "the document has no </doc>".to_owned()))?;
            match next.kind {
                TagKind::Close if next.is("doc") => break,
                _ if next.is("doc") => {
                    return Err((tag.line, "the document has no </doc>".to_owned()));
                }
                _ => {}
            }
            if next.is("seg") && next.kind != TagKind::Close {
                let id = filled(&next, "id")
                    .unwrap_or_else(|| (document.segments.len() + 1).to_string());
                let empty = next.kind == TagKind::Empty;
                let text = if empty { String::new() } else { self.scanner.segment_text()? };
                document.segments.push(RawSegment { id, text, line: next.line });
            }
        }
        if document.segments.is_empty() {
            return Err((tag.line, "the document has no segment".to_owned()));
        }
        self.documents.push(document);
        Ok(())
    }
}

/// The columns of all `files`, in order of files and then of first appearance. A name that is in
/// more than one file gets the file stem before it.
fn columns(
    files: Vec<(PathBuf, Vec<RawDocument>)>,
    warnings: &mut Warnings,
) -> Result<Vec<Column>, CorpusError> {
    let mut columns: Vec<Column> = Vec::new();
    for (path, documents) in files {
        let stem = stem(&path)?;
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for mut document in documents {
            let name = document.owner.take().unwrap_or_else(|| stem.clone());
            let next = columns.len();
            let place = *places.entry(name).or_insert_with_key(|name| {
                let (path, set) = (path.clone(), document.set.clone());
                columns.push(Column { path, name: name.clone(), set, documents: Vec::new() });
                next
            });
            columns[place].documents.push(document);
            check_columns(&path, columns.len())?;
        }
    }
    let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
    for (column, name) in columns.iter_mut().zip(&names) {
        if names.iter().filter(|other| *other == name).count() > 1 {
            column.name = format!("{}:{name}", stem(&column.path)?);
            let message = format!("`{name}` is in several files; here it is `{}`", column.name);
            let help = "give references and systems names (`refid`, `sysid`) that differ";
            warnings.add(&column.path, message, help);
        }
    }
    Ok(columns)
}

fn documents(base: &Column) -> Vec<Document> {
    let mut end = 0;
    let documents = base.documents.iter().map(|document| {
        let start = end;
        end += document.segments.len();
        Document { id: document.id.clone(), domain: document.genre.clone(), segments: start..end }
    });
    documents.collect()
}

/// The texts of `column` in the order of `base`.
fn align(column: &Column, base: &Column) -> Result<Texts, CorpusError> {
    let mut by_id: BTreeMap<&str, &RawDocument> = BTreeMap::new();
    for document in &column.documents {
        if let Some(earlier) = by_id.insert(&document.id, document) {
            let cause = format!(
                "`{}` has document `{}` twice, first on line {}",
                column.name, document.id, earlier.line
            );
            let help = "give references and systems in one file different sysids";
            return Err(CorpusError::malformed(&column.path, document.line, cause, help));
        }
    }
    let part =
        |place: &str, cause: &str| CorpusError::misaligned(&column.path, &base.path, place, cause);
    let mut texts = Texts::default();
    for expected in &base.documents {
        let place = format!("document `{}`", expected.id);
        let document = by_id.remove(expected.id.as_str());
        let document =
            document.ok_or_else(|| part(&place, &format!("`{}` does not have it", column.name)))?;
        if document.segments.len() != expected.segments.len() {
            let size = counted(document.segments.len(), "segment");
            let cause =
                format!("`{}` has {size}, the second {}", column.name, expected.segments.len());
            return Err(part(&place, &cause));
        }
        push_document(&mut texts, document, expected, column, base)?;
    }
    if let Some(document) = by_id.values().min_by_key(|document| document.line) {
        let cause =
            format!("`{}` has it on line {}, the second does not", column.name, document.line);
        return Err(part(&format!("document `{}`", document.id), &cause));
    }
    Ok(texts)
}

/// Adds the segments of `document` in the order of `expected`, which has as many.
fn push_document(
    texts: &mut Texts,
    document: &RawDocument,
    expected: &RawDocument,
    column: &Column,
    base: &Column,
) -> Result<(), CorpusError> {
    let mut by_id: BTreeMap<&str, &RawSegment> = BTreeMap::new();
    for segment in &document.segments {
        if by_id.insert(&segment.id, segment).is_some() {
            let cause = format!("segment `{}` is twice in the document", segment.id);
            let help = "number the segments of a document from 1";
            return Err(CorpusError::malformed(&column.path, segment.line, cause, help));
        }
    }
    for wanted in &expected.segments {
        let Some(segment) = by_id.get(wanted.id.as_str()) else {
            let place = format!("segment `{}` of document `{}`", wanted.id, expected.id);
            let cause = format!("`{}` does not have it", column.name);
            return Err(CorpusError::misaligned(&column.path, &base.path, &place, &cause));
        };
        texts.push(Some(&segment.text));
    }
    Ok(())
}
