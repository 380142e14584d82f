//! The documents of a test set: a line each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::ids;
use crate::corpus::error::{CHECK_PATH, CorpusError};
use crate::corpus::json_lines::{Record, records};
use crate::corpus::lines::TextFile;
use crate::corpus::pairs::Pairs;

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
        let pair = record.pair(id)?.ok_or_else(|| {
            let help = "write \"src_lang\" and \"tgt_lang\"";
            record.malformed(format!("the languages of document `{id}` are not known"), help)
        })?;
        if !pairs.takes(&pair) {
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
    let pair = only(pairs, path)?;
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

/// The language pair that is read.
pub(super) fn only(pairs: Pairs<'_>, path: &Path) -> Result<String, CorpusError> {
    pairs.only(path, "language-pair")?.ok_or_else(|| {
        let help = "name a file with a JSON object per document";
        CorpusError::malformed(path, None, "there is no document in it", help)
    })
}

impl Record<'_> {
    /// The language pair of a document, by its languages or its id; an error if these differ.
    pub(super) fn pair(&self, id: &str) -> Result<Option<String>, CorpusError> {
        let of_id = ids::parse(id).map(|parsed| parsed.pair);
        let (Some(source), Some(target)) = (self.optional("src_lang")?, self.optional("tgt_lang")?)
        else {
            return Ok(of_id);
        };
        let pair = format!("{source}-{target}");
        match of_id.filter(|of_id| *of_id != pair) {
            None => Ok(Some(pair)),
            Some(of_id) => {
                let cause = format!(
                    "document `{id}` is of language pair `{pair}` by \"src_lang\" and \"tgt_lang\", \
                                     and of `{of_id}` by its id"
                );
                Err(self.malformed(cause, "give both the same language pair"))
            }
        }
    }
}
