//! The documents of a test set: a line each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::ids;
use crate::corpus::json_lines::{Record, records};
use crate::corpus::{CHECK_PATH, CorpusError, TextFile};
use crate::formats::pairs::Pairs;

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
        let help = "write the document's id, its text and its languages";
        let DocumentId { doc_id: id } = record.read(help)?;
        let pair = language_pair(&record, id)?.ok_or_else(|| {
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
        let written: Written<'_> = record.read(help)?;
        documents.push(SetDocument {
            id: id.to_owned(),
            domain: written.domain.or_else(|| Some(ids::parse(id)?.domain)).map(str::to_owned),
            source: written.src_text.to_owned(),
            references: written
                .refs
                .into_iter()
                .flatten()
                .filter_map(|(name, reference)| Some((name.to_owned(), reference?.text()?)))
                .collect(),
            line: record.line,
        });
    }
    let pair = only(pairs, path)?;
    Ok(TestSet { path: path.to_owned(), pair, documents, places })
}

/// Which document a line is of.
#[derive(Deserialize)]
pub(super) struct DocumentId<'a> {
    pub(super) doc_id: &'a str,
}

/// Its languages, where it says them.
#[derive(Deserialize)]
struct Languages<'a> {
    src_lang: Option<&'a str>,
    tgt_lang: Option<&'a str>,
}

/// Its texts.
#[derive(Deserialize)]
struct Written<'a> {
    domain: Option<&'a str>,
    src_text: &'a str,
    /// By name.
    #[serde(borrow)]
    refs: Option<BTreeMap<&'a str, Option<Reference>>>,
}

/// A reference: `{"ref": "..."}`, or the text alone.
#[derive(Deserialize)]
#[serde(untagged, expecting = "it is neither \"...\" nor {\"ref\": \"...\"}")]
enum Reference {
    Text(String),
    Inner {
        /// It has to be there, and may be null.
        #[serde(rename = "ref", deserialize_with = "Option::deserialize")]
        text: Option<String>,
    },
}

impl Reference {
    fn text(self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text),
            Self::Inner { text } => text,
        }
    }
}

/// The language pair that is read.
pub(super) fn only(pairs: Pairs<'_>, path: &Path) -> Result<String, CorpusError> {
    pairs.only(path, "language-pair")?.ok_or_else(|| {
        let help = "name a file with a JSON object per document";
        CorpusError::malformed(path, None, "there is no document in it", help)
    })
}

/// The language pair of a document, by its languages or its id; an error if these differ.
pub(super) fn language_pair(record: &Record<'_>, id: &str) -> Result<Option<String>, CorpusError> {
    let from_id = ids::parse(id).map(|parsed| parsed.pair);
    let Languages { src_lang: Some(source), tgt_lang: Some(target) } =
        record.read("write codes of languages")?
    else {
        return Ok(from_id);
    };
    let pair = format!("{source}-{target}");
    match from_id.filter(|from_id| *from_id != pair) {
        None => Ok(Some(pair)),
        Some(from_id) => {
            let cause = format!(
                "document `{id}` is of language pair `{pair}` by \"src_lang\" and \"tgt_lang\", \
                                     and of `{from_id}` by its id"
            );
            Err(record.malformed(cause, "give both the same language pair"))
        }
    }
}
