//! What a file of JSON lines is, by its first object.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use super::ids;
use crate::corpus::json_lines::{Record, records};
use crate::corpus::{CHECK_PATH, CorpusError, TextFile};

/// A file of WMT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) enum Part {
    TestSet,
    Outputs,
    Scores,
    HumanEvaluation,
}

/// What is in a file that is part of a test set.
#[derive(Debug)]
pub(in crate::formats) struct Look {
    pub(in crate::formats) part: Part,
    /// Language pairs in it.
    pub(in crate::formats) pairs: BTreeSet<String>,
    /// Segments with ratings, of a human evaluation.
    pub(in crate::formats) rated: BTreeSet<(String, bool)>,
}

/// Looks into the file at `path`; nothing for another file.
pub(in crate::formats) fn look(path: &Path) -> Result<Option<Look>, CorpusError> {
    let file = TextFile::read(path, "file", CHECK_PATH)?.without_mark();
    let mut look: Option<Look> = None;
    for record in records(&file) {
        let record = record?;
        let Some(part) = part(&record) else { return Ok(None) };
        let current = look.get_or_insert_with(|| Look {
            part,
            pairs: BTreeSet::new(),
            rated: BTreeSet::new(),
        });
        if current.part != part {
            return Ok(None);
        }
        current.pairs.extend(pair(&record, part));
        if part == Part::HumanEvaluation {
            let id = text(&record, "doc_id").unwrap_or_default();
            let ratings = record.object.get("scores").and_then(Value::as_object);
            let ratings = ratings.into_iter().flat_map(|ratings| ratings.values());
            // An empty object says that there is no rating.
            let ratings = ratings.filter(|value| *value != &serde_json::json!({}));
            current.rated.extend(ratings.map(|value| (id.to_owned(), value.is_array())));
        }
    }
    Ok(look)
}

fn part(record: &Record<'_>) -> Option<Part> {
    let has = |key: &str| record.object.get(key).is_some();
    let is_text = |key: &str| record.object.get(key).is_some_and(Value::is_string);
    let is_object = |key: &str| record.object.get(key).is_some_and(Value::is_object);
    if is_text("document_id") && is_object("metric_scores") {
        return Some(Part::Scores);
    }
    if !is_text("doc_id") {
        return None;
    }
    if is_object("tgt_text") && is_object("scores") {
        return Some(Part::HumanEvaluation);
    }
    if is_text("src_text") && (has("src_lang") && has("tgt_lang") || is_object("refs")) {
        return Some(Part::TestSet);
    }
    // Synthetic references of 2026 are written like outputs, with the direction of translation.
    let is_output =
        has("hypothesis") && !has("direction") && ids::parse(text(record, "doc_id")?).is_some();
    is_output.then_some(Part::Outputs)
}

fn text<'a>(record: &'a Record<'_>, key: &str) -> Option<&'a str> {
    record.object.get(key)?.as_str()
}

fn pair(record: &Record<'_>, part: Part) -> Option<String> {
    if part == Part::Scores {
        return text(record, "language_pair").map(ids::pair);
    }
    if let (Some(source), Some(target)) = (text(record, "src_lang"), text(record, "tgt_lang")) {
        return Some(format!("{source}-{target}"));
    }
    ids::parse(text(record, "doc_id")?).map(|parsed| parsed.pair)
}
