//! Outputs of systems, and their paragraphs beside those of the source.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::Set;
use super::documents::{DocumentId, TestSet};
use super::layout::{Layout, Paragraphs};
use super::paragraphs::{BLANKS, Grammar};
use crate::corpus::json_lines::records;
use crate::corpus::{CHECK_PATH, CorpusError, TextFile, Texts, Warnings, stem};
use crate::words::counted;

/// Texts by document.
type Whole = Vec<Option<String>>;

/// Systems that a message names.
const NAMED: usize = 3;

/// The outputs in `files`, each of the system that it is named as. Systems without a document of the
/// language pair are left out.
pub(super) fn read(
    files: &[PathBuf],
    set: &TestSet,
    warnings: &mut Warnings,
) -> Result<BTreeMap<String, Whole>, CorpusError> {
    let mut systems: BTreeMap<String, Whole> = BTreeMap::new();
    let mut paths: BTreeMap<String, &Path> = BTreeMap::new();
    for path in files {
        let name = stem(path)?;
        if let Some(first) = paths.insert(name.clone(), path) {
            let cause = format!("its name would be `{name}`, as that of {}", first.display());
            return Err(CorpusError::malformed(path, None, cause, "rename one of the two files"));
        }
        let texts = one(path, set, warnings)?;
        if texts.iter().any(Option::is_some) {
            systems.insert(name, texts);
        }
    }
    if let (Some(first), true) = (files.first(), systems.is_empty()) {
        let files = counted(files.len(), "file");
        let cause = format!("{files} of outputs: no document of language pair {}", set.pair);
        let help = "name outputs of this pair, whose \"doc_id\" are those of the test set";
        return Err(CorpusError::malformed(first, None, cause, help));
    }
    Ok(systems)
}

/// A line of a file of outputs.
#[derive(Deserialize)]
struct Output {
    /// It has to be there, and may be null.
    #[serde(deserialize_with = "Option::deserialize")]
    hypothesis: Option<String>,
}

/// The documents of a file of outputs.
fn one(path: &Path, set: &TestSet, warnings: &mut Warnings) -> Result<Whole, CorpusError> {
    let file = TextFile::read(path, "file of outputs", CHECK_PATH)?.without_mark();
    let mut texts: Whole = vec![None; set.documents.len()];
    let mut lines: BTreeMap<usize, usize> = BTreeMap::new();
    let mut unknown: Option<(String, usize)> = None;
    for record in records(&file) {
        let record = record?;
        let help = "write {\"doc_id\": \"...\", \"hypothesis\": \"...\"} on each line";
        let DocumentId { doc_id: id } = record.read(help)?;
        let pair = super::documents::language_pair(&record, id)?;
        let Some(place) = set.places.get(id) else {
            if pair.is_some_and(|pair| pair == set.pair) {
                unknown.get_or_insert_with(|| (id.to_owned(), 0)).1 += 1;
            }
            continue;
        };
        if let Some(pair) = pair.filter(|pair| *pair != set.pair) {
            let place = format!("document `{id}`, line {}", record.line);
            let cause = format!("its language pair is `{pair}`, in the second `{}`", set.pair);
            return Err(CorpusError::misaligned(path, &set.path, &place, &cause));
        }
        if let Some(first) = lines.insert(*place, record.line) {
            let cause = format!("document `{id}` is there already, on line {first}");
            return Err(record.malformed(cause, "keep one output for every document"));
        }
        texts[*place] = record.read::<Output>(help)?.hypothesis;
    }
    if let Some((first, count)) = unknown {
        let documents = counted(count, "document");
        let message = format!("{documents} left out, not in the test set, first `{first}`");
        warnings.add(path, message, "use outputs of the same test set if this is not meant");
    }
    Ok(texts)
}

/// Cuts all texts into paragraphs, or takes those of a document together where they do not agree.
pub(super) fn cut(set: TestSet, outputs: BTreeMap<String, Whole>, warnings: &mut Warnings) -> Set {
    let TestSet { path, pair, mut documents, .. } = set;
    let mut references: BTreeMap<String, Whole> = BTreeMap::new();
    let count = documents.len();
    for (place, document) in documents.iter_mut().enumerate() {
        for (name, text) in std::mem::take(&mut document.references) {
            references.entry(name).or_insert_with(|| vec![None; count])[place] = Some(text);
        }
    }
    let grammars: Vec<Grammar> =
        documents.iter().map(|document| Grammar::guess(&document.id, &document.source)).collect();
    let mut layout = Layout::new(path);
    let mut differing = Differing::default();
    let mut sources = Vec::with_capacity(count);
    for (place, document) in documents.into_iter().enumerate() {
        let expected = grammars[place].paragraphs(&document.source).len();
        let columns = [("reference", &references), ("system", &outputs)];
        let columns =
            columns.iter().flat_map(|(kind, all)| all.iter().map(move |one| (*kind, one)));
        let mut differs = false;
        for (kind, (name, texts)) in columns {
            let Some(text) = &texts[place] else { continue };
            if let Some(found) = other_count(grammars[place], text, expected) {
                differs = true;
                differing.add((kind, name), &document.id, (expected, found));
            }
        }
        differing.documents += usize::from(differs);
        let paragraphs = if differs { Paragraphs::Together } else { Paragraphs::Each(expected) };
        layout.push(document.id, document.domain, paragraphs);
        sources.push(Some(document.source));
    }
    differing.warn(&layout, warnings);
    let source = texts(sources, &grammars, &layout);
    let [references, systems] = [references, outputs].map(|all| {
        let texts = all.into_iter().map(|(name, column)| (name, texts(column, &grammars, &layout)));
        texts.collect::<BTreeMap<String, Texts>>()
    });
    Set { pair, layout, source, references, systems }
}

/// The number of paragraphs of an output or reference that does not have as many as expected. A blank one has
/// as many as it should, and where the source has one, all is one.
fn other_count(grammar: Grammar, text: &str, expected: usize) -> Option<usize> {
    if expected == 1 || text.trim_matches(BLANKS).is_empty() {
        return None;
    }
    let count = grammar.paragraphs(text).len();
    (count != expected).then_some(count)
}

/// The segments of a column.
fn texts(column: Whole, grammars: &[Grammar], layout: &Layout) -> Texts {
    let bytes = column.iter().flatten().map(String::len).sum();
    let mut texts = Texts::with_capacity(layout.segments(), bytes);
    for ((text, grammar), paragraphs) in column.into_iter().zip(grammars).zip(&layout.paragraphs) {
        let count = match paragraphs {
            Paragraphs::Each(count) => *count,
            Paragraphs::Listed(_) | Paragraphs::Together => 1,
        };
        match text {
            None => (0..count).for_each(|_| texts.push(None)),
            Some(text) if text.trim_matches(BLANKS).is_empty() => {
                (0..count).for_each(|_| texts.push(Some("")));
            }
            Some(text) if count == 1 => texts.push(Some(&grammar.whole(&text))),
            Some(text) => {
                let pieces: Vec<Cow<'_, str>> = grammar.paragraphs(&text);
                for piece in &pieces {
                    texts.push(Some(piece));
                }
            }
        }
    }
    texts
}

/// Outputs and references whose paragraphs are not as many as the source's.
#[derive(Default)]
struct Differing {
    documents: usize,
    /// Their documents by kind and name.
    columns: BTreeMap<(&'static str, String), usize>,
    /// The first, with the expected number of paragraphs and the number found.
    first: Option<(String, String, (usize, usize))>,
}

impl Differing {
    fn add(&mut self, (kind, name): (&'static str, &str), id: &str, counts: (usize, usize)) {
        *self.columns.entry((kind, name.to_owned())).or_default() += 1;
        self.first.get_or_insert_with(|| (format!("{kind} `{name}`"), id.to_owned(), counts));
    }

    fn warn(self, layout: &Layout, warnings: &mut Warnings) {
        let Some((column, id, (expected, found))) = self.first else { return };
        let mut columns: Vec<(&str, usize)> =
            self.columns.iter().map(|((_, name), count)| (name.as_str(), *count)).collect();
        columns.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let named: Vec<String> =
            columns.iter().take(NAMED).map(|(name, count)| format!("`{name}` {count}")).collect();
        let more = columns.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(", {more} more") } else { String::new() };
        let are = if self.documents == 1 { "is" } else { "are" };
        let message = format!(
            "{} of {} {are} one segment, since paragraphs differ in number: first in document `{id}`, {expected} \
             in the source and {found} of {column}",
            self.documents,
            counted(layout.documents.len(), "document"),
        );
        let help = format!(
            "mark the paragraphs as the source does, or leave these out ({}{more})",
            named.join(", ")
        );
        warnings.add(&layout.path, message, help);
    }
}
