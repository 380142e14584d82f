//! Files of COMET: scores with the texts that they are of.
//!
//! `comet-score --to_json` writes an object with a list per file of translations, named by its path as it was
//! typed; an entry of the list is an object with the texts of a segment (`src`, `mt`, `ref`), its score
//! (`COMET`, whichever the model) and perhaps spans of errors, which are passed over. `comet-compare
//! --to_json` writes the texts once, and lists of outputs with lists of scores.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::documents::singletons;
use super::error::{CHECK_PATH, CorpusError};
use super::json::{self, ObjectError, without_constants};
use super::lines::TextFile;
use super::model::{Corpus, NamedTexts, Texts};
use super::plain::stem;
use super::source::CometSource;
use super::warnings::Warnings;
use crate::words::counted;

/// The key of a score.
pub(super) const COMET: &str = "COMET";

/// The reference's name.
const REFERENCE: &str = "ref";

/// Whether a file looks like one of COMET.
pub(super) fn is_object(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// The object in a file: a list of segments by the path of a file of translations.
pub(super) fn object(text: &str) -> Result<Map<String, Value>, ObjectError> {
    let object = json::object(&without_constants(text))?;
    match object.get("translations") {
        Some(Value::Array(translations)) if object.contains_key("statistical_results") => {
            Ok(translations.iter().filter_map(|one| compared(&object, one)).collect())
        }
        _ => Ok(object),
    }
}

/// An output of `comet-compare` as `comet-score` writes it.
fn compared(object: &Map<String, Value>, translation: &Value) -> Option<(String, Value)> {
    let list = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    let (sources, references) = (list(object.get("source")), list(object.get("reference")));
    let (outputs, scores) = (list(translation.get("mt")), list(translation.get("scores")));
    let count = outputs.len().max(scores.len());
    let segment = |index: usize| {
        let columns = [("src", &sources), ("mt", &outputs), ("ref", &references), (COMET, &scores)];
        let fields = columns
            .into_iter()
            .filter_map(|(key, column)| Some((key.to_owned(), column.get(index)?.clone())));
        Value::Object(fields.collect())
    };
    let name = translation.get("name")?.as_str()?.to_owned();
    Some((name, json!((0..count).map(segment).collect::<Vec<_>>())))
}

/// The systems that a file of COMET scores, by the names of their files; nothing for another file.
pub(super) fn systems(text: &str) -> Option<Vec<String>> {
    if !is_object(text) {
        return None;
    }
    let object = object(text).ok()?;
    let is_scored = |entry: &Value| entry.get(COMET).is_some();
    let are_scored = |value: &Value| {
        value.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(is_scored))
    };
    if object.is_empty() || !object.values().all(are_scored) {
        return None;
    }
    object.keys().map(|file| stem(Path::new(file)).ok()).collect()
}

/// Reads the files that `source` names.
pub(super) fn read(
    source: &CometSource,
    data_dir: &Path,
    warnings: &mut Warnings,
) -> Result<Corpus, CorpusError> {
    let mut texts = SharedTexts::default();
    let mut corpus = Corpus::default();
    for (score, paths) in &source.scores {
        for path in paths {
            let path = data_dir.join(path);
            let file = TextFile::read(&path, "file of COMET", CHECK_PATH)?.without_mark();
            let malformed = |cause: String| {
                let help =
                    "give a file that `comet-score --to_json` or `comet-compare --to_json` wrote";
                CorpusError::malformed(&path, None, cause, help)
            };
            if systems(file.text()).is_none() {
                let error = object(file.text()).err();
                let cause = "an entry is no list of segments with a `COMET` each".to_owned();
                return Err(malformed(error.map_or(cause, |error| error.to_string())));
            }
            let object = object(file.text()).map_err(|error| malformed(error.to_string()))?;
            for (name, segments) in &object {
                let system = stem(Path::new(name))?;
                let segments = segments.as_array().map_or(&[][..], Vec::as_slice);
                let scores = segments.iter().map(|segment| segment.get(COMET));
                let scores = (1..).zip(scores).map(|(number, value)| match value {
                    None | Some(Value::Null) => Ok(None),
                    Some(value) => value.as_f64().map(Some).ok_or_else(|| {
                        malformed(format!("`{name}`, segment {number}: {value} is no number"))
                    }),
                });
                let scores = scores.collect::<Result<Vec<_>, _>>()?;
                let by_system = corpus.external.entry(score.clone()).or_default();
                if by_system.insert(system.clone(), scores).is_some() {
                    let cause = format!("system `{system}` has `{score}` twice");
                    let help = "name the scores of every system once, and give outputs different file names";
                    return Err(CorpusError::malformed(&path, None, cause, help));
                }
                texts.add(&path, &system, segments)?;
            }
        }
    }
    Ok(texts.finish(corpus, warnings))
}

/// Texts by segment.
type Column = Vec<Option<String>>;

/// The texts that all files agree on.
#[derive(Default)]
struct SharedTexts {
    /// The first file, and its number of segments.
    first: Option<(PathBuf, usize)>,
    source: Column,
    reference: Column,
    systems: BTreeMap<String, Column>,
}

impl SharedTexts {
    fn add(&mut self, path: &Path, system: &str, segments: &[Value]) -> Result<(), CorpusError> {
        let (first, count) = self.first.get_or_insert_with(|| (path.to_owned(), segments.len()));
        if segments.len() != *count {
            let found = format!("{} of system `{system}`", counted(segments.len(), "segment"));
            return Err(CorpusError::different_counts(
                (path, &found),
                (first, &counted(*count, "segment")),
            ));
        }
        let outputs = self.systems.entry(system.to_owned()).or_default();
        let columns = [
            ("src", "the source", &mut self.source),
            ("ref", "the reference", &mut self.reference),
            ("mt", "the output of the system", outputs),
        ];
        for (key, what, column) in columns {
            column.resize(*count, None);
            for (index, (known, segment)) in column.iter_mut().zip(segments).enumerate() {
                let Some(text) = segment.get(key).and_then(Value::as_str) else { continue };
                if known.as_deref().is_some_and(|known| known != text) {
                    let place = format!("segment {} of `{system}`", index + 1);
                    let cause = format!("{what} is another text");
                    return Err(CorpusError::misaligned(path, first, &place, &cause));
                }
                known.get_or_insert_with(|| text.to_owned());
            }
        }
        Ok(())
    }

    fn finish(self, corpus: Corpus, warnings: &mut Warnings) -> Corpus {
        let Some((path, count)) = self.first else { return corpus };
        let has_text = |column: &Column| column.iter().any(Option::is_some);
        let texts = |column: &Column| -> Texts { column.iter().map(Option::as_deref).collect() };
        let systems = self.systems.iter().map(|(name, column)| (name, texts(column)));
        let systems: Vec<NamedTexts> =
            systems.map(|(name, texts)| NamedTexts { name: name.clone(), texts }).collect();
        let mut references = Vec::new();
        if has_text(&self.reference) {
            references
                .push(NamedTexts { name: REFERENCE.to_owned(), texts: texts(&self.reference) });
        }
        for (what, columns) in [("reference", &references), ("system", &systems)] {
            let missing = columns.iter().map(|column| {
                (column.name.clone(), column.texts.iter().filter(Option::is_none).count())
            });
            let lacking: Vec<_> = missing.filter(|(_, missing)| *missing > 0).collect();
            warnings.add_lacking(&path, what, &lacking, count);
        }
        let human_systems = systems.iter().filter(|system| system.name == REFERENCE);
        Corpus {
            documents: singletons(count),
            source: has_text(&self.source).then(|| texts(&self.source)),
            human_systems: human_systems.map(|system| system.name.clone()).collect(),
            references,
            systems,
            ..corpus
        }
    }
}
