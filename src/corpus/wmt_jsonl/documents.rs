//! The documents of a test set: a line each.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::ids;
use crate::corpus::error::{CHECK_PATH, CorpusError};
use crate::corpus::json_lines::{Record, records};
use crate::corpus::lines::TextFile;
use crate::words::{counted, listing};

/// A document with its texts.
pub(super) struct SetDocument {
    pub(super) id: String,
    pub(super) domain: Option<String>,
    pub(super) source: String,
    pub(super) references: BTreeMap<String, String>,
    line: usize,
}

/// The documents of one language pair.
pub(super) struct TestSet {
    pub(super) path: PathBuf,
    pub(super) pair: String,
    pub(super) documents: Vec<SetDocument>,
    /// Where each document is.
    pub(super) places: BTreeMap<String, usize>,
}

/// Reads the documents of the language pair `wanted` in `path`, or of the only one.
pub(super) fn read(path: &Path, wanted: Option<&str>) -> Result<TestSet, CorpusError> {
    let file = TextFile::read(path, "test set", CHECK_PATH)?.without_mark();
    let mut pairs = Pairs::new(wanted);
    let mut documents: Vec<SetDocument> = Vec::new();
    let mut places = BTreeMap::new();
    for record in records(&file) {
        let record = record?;
        let id =
            record.required("doc_id", "write the document's id, its text and its languages")?;
        if !pairs.takes(&record.pair(id)?) {
            continue;
        }
        if let Some(first) = places.insert(id.to_owned(), documents.len()) {
            let first: &SetDocument = &documents[first];
            let cause = format!("document `{id}` is there already, on line {}", first.line);
            return Err(record.malformed(cause, "give every document its own `doc_id`"));
        }
        let domain = record.optional("domain")?.map(str::to_owned);
        documents.push(SetDocument {
            id: id.to_owned(),
            domain: domain.or_else(|| Some(ids::parse(id)?.domain.to_owned())),
            source: record.required("src_text", "write the text to be translated")?.to_owned(),
            references: references(&record)?,
            line: record.line,
        });
    }
    let pair = pairs.only(path)?;
    Ok(TestSet { path: path.to_owned(), pair, documents, places })
}

/// The references of a document by name: `{"refA": {"ref": "..."}}`, or `{"refA": "..."}`.
fn references(record: &Record<'_>) -> Result<BTreeMap<String, String>, CorpusError> {
    let mut references = BTreeMap::new();
    for (name, value) in record.entries("refs")?.into_iter().flatten() {
        let text = match value {
            Value::Object(inner) => inner.get("ref"),
            other => Some(other),
        };
        match text {
            Some(Value::String(text)) => {
                references.insert(name.clone(), text.clone());
            }
            Some(Value::Null) => {}
            _ => {
                let cause = format!("reference `{name}` has no text");
                let help = "write it as {\"refs\": {\"refA\": {\"ref\": \"...\"}}}";
                return Err(record.malformed(cause, help));
            }
        }
    }
    Ok(references)
}

impl Record<'_> {
    /// The language pair of a document, by its languages or its id.
    fn pair(&self, id: &str) -> Result<String, CorpusError> {
        if let (Some(source), Some(target)) =
            (self.optional("src_lang")?, self.optional("tgt_lang")?)
        {
            return Ok(format!("{source}-{target}"));
        }
        let parsed = ids::parse(id).map(|parsed| parsed.pair);
        parsed.ok_or_else(|| {
            let help = "write \"src_lang\" and \"tgt_lang\"";
            self.malformed(format!("the languages of document `{id}` are not known"), help)
        })
    }
}

/// Language pairs of a file, of which one is read.
pub(super) struct Pairs<'a> {
    wanted: Option<&'a str>,
    found: BTreeSet<String>,
    first: Option<String>,
}

impl<'a> Pairs<'a> {
    pub(super) fn new(wanted: Option<&'a str>) -> Self {
        Self { wanted, found: BTreeSet::new(), first: None }
    }

    /// Whether what is of `pair` is read; of several that could be, the first.
    pub(super) fn takes(&mut self, pair: &str) -> bool {
        if !self.found.contains(pair) {
            self.found.insert(pair.to_owned());
        }
        let first = self.first.get_or_insert_with(|| pair.to_owned());
        self.wanted.unwrap_or(first) == pair
    }

    /// The one that is read.
    pub(super) fn only(self, path: &Path) -> Result<String, CorpusError> {
        let names = || listing(self.found.iter().map(String::as_str));
        if self.found.is_empty() {
            let cause = "there is no document in it";
            let help = "name a file with a JSON object per document";
            return Err(CorpusError::malformed(path, None, cause, help));
        }
        match self.wanted {
            Some(wanted) if !self.found.contains(wanted) => {
                let cause = format!("there is no document of language pair `{wanted}`");
                let help = format!("the language pairs are {}", names());
                Err(CorpusError::malformed(path, None, cause, help))
            }
            None if self.found.len() > 1 => {
                let pairs = counted(self.found.len(), "language pair");
                let help = format!("name one of them as `language-pair`: {}", names());
                Err(CorpusError::malformed(path, None, format!("there are {pairs}"), help))
            }
            wanted => Ok(wanted.map(str::to_owned).or(self.first).unwrap_or_default()),
        }
    }
}
