//! Files of COMET: scores with the texts that they are of.
//!
//! `comet-score --to_json` writes an object with a list per file of translations, named by its path as it was
//! typed; an entry of the list is an object with the texts of a segment (`src`, `mt`, `ref`), its score
//! (`COMET`, whichever the model) and perhaps spans of errors, which are passed over. `comet-compare
//! --to_json` writes the texts once, and lists of outputs with lists of scores.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use super::source::CometSource;
use super::written_scores::{Written, of_lines};
use crate::corpus::documents::singletons;
use crate::corpus::json::{self, ObjectError, without_constants};
use crate::corpus::{CHECK_PATH, Corpus, CorpusError, NamedTexts, TextFile, Texts, Warnings, stem};
use crate::located::read_json;
use crate::words::counted;

/// The reference's name.
const REFERENCE: &str = "ref";

/// Whether a file looks like one of COMET.
pub(super) fn is_object(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// The segments of each file of translations, by its path.
pub(super) type Scored<'a> = Vec<(&'a str, Vec<Segment<'a>>)>;

/// A segment.
#[derive(Deserialize)]
pub(super) struct Segment<'a> {
    src: Option<&'a str>,
    pub(super) mt: Option<&'a str>,
    #[serde(rename = "ref")]
    reference: Option<&'a str>,
    /// It has to be there, and may be null.
    #[serde(rename = "COMET", deserialize_with = "Option::deserialize")]
    pub(super) score: Option<f64>,
}

impl Segment<'_> {
    /// Returns a segment whose texts are not known.
    pub(super) fn of_score(score: Option<f64>) -> Self {
        Self { src: None, mt: None, reference: None, score }
    }
}

/// Texts or nothing, by segment.
type Texted<'a> = Vec<Option<&'a str>>;

/// What `comet-compare` writes: columns of texts and scores.
#[derive(Deserialize)]
struct Comparison<'a> {
    #[serde(borrow, default)]
    source: Texted<'a>,
    #[serde(default)]
    reference: Texted<'a>,
    translations: Vec<Translation<'a>>,
}

/// An output that is compared.
#[derive(Deserialize)]
struct Translation<'a> {
    name: &'a str,
    #[serde(borrow)]
    mt: Texted<'a>,
    scores: Vec<Option<f64>>,
}

/// The object in a file.
pub(super) fn object(text: &str) -> Result<Value, ObjectError> {
    json::object(&without_constants(text)).map(Value::Object)
}

/// What `object` has: an object of lists of segments, or of outputs that are compared.
pub(super) fn scored(object: &Value) -> Result<Scored<'_>, String> {
    // Only `comet-compare` writes tests of significance.
    if object.get("statistical_results").is_none() {
        let files = object.as_object().into_iter().flatten();
        let segments = files.map(|(file, segments)| match read_json(segments) {
            Ok(segments) => Ok((file.as_str(), segments)),
            Err(cause) => Err(format!("`{file}`: {cause}")),
        });
        return segments.collect();
    }
    let mut all = Scored::new();
    let Comparison { source, reference, translations } = read_json(object)?;
    for Translation { name, mt, scores } in translations {
        // A text that no score is of would be lost.
        for (key, texts) in [("mt", &mt), ("source", &source), ("reference", &reference)] {
            if !texts.is_empty() && texts.len() != scores.len() {
                let (scores, texts) =
                    (counted(scores.len(), "score"), counted(texts.len(), "text"));
                return Err(format!("`{name}` has {scores} and {texts} in `{key}`"));
            }
        }
        let segments = scores.iter().enumerate().map(|(index, score)| Segment {
            src: source.get(index).copied().flatten(),
            mt: mt.get(index).copied().flatten(),
            reference: reference.get(index).copied().flatten(),
            score: *score,
        });
        all.push((name, segments.collect()));
    }
    Ok(all)
}

/// The systems that a file of COMET scores, by the names of their files; nothing for another file.
pub(super) fn systems(text: &str) -> Option<Vec<String>> {
    if !is_object(text) {
        return None;
    }
    let object = object(text).ok()?;
    let scored: Scored<'_> = scored(&object).ok()?;
    if scored.is_empty() || scored.iter().any(|(_, segments)| segments.is_empty()) {
        return None;
    }
    scored.iter().map(|(file, _)| stem(Path::new(file)).ok()).collect()
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
            let lines = of_lines(&file).transpose()?;
            let object = match lines {
                Some(_) => Value::Null,
                None => object(file.text()).map_err(|error| malformed(error.to_string()))?,
            };
            let scored: Scored<'_> = match &lines {
                Some(lines) => lines.iter().map(Written::segments).collect(),
                None => scored(&object).map_err(malformed)?,
            };
            if scored.is_empty() || scored.iter().any(|(_, segments)| segments.is_empty()) {
                return Err(malformed("a list of segments is empty".to_owned()));
            }
            for (name, segments) in &scored {
                let system = stem(Path::new(name))?;
                let scores = segments.iter().map(|segment| segment.score).collect();
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
    fn add(
        &mut self,
        path: &Path,
        system: &str,
        segments: &[Segment<'_>],
    ) -> Result<(), CorpusError> {
        let (first, count) = self.first.get_or_insert_with(|| (path.to_owned(), segments.len()));
        if segments.len() != *count {
            let given = format!("{} of system `{system}`", counted(segments.len(), "segment"));
            return Err(CorpusError::different_counts(
                (path, &given),
                (first, &counted(*count, "segment")),
            ));
        }
        let outputs = self.systems.entry(system.to_owned()).or_default();
        let columns = [
            ("the source", &mut self.source, segments.iter().map(|s| s.src).collect::<Vec<_>>()),
            ("the reference", &mut self.reference, segments.iter().map(|s| s.reference).collect()),
            ("the output of the system", outputs, segments.iter().map(|s| s.mt).collect()),
        ];
        for (what, column, texts) in columns {
            column.resize(*count, None);
            for (index, (known, text)) in column.iter_mut().zip(texts).enumerate() {
                let Some(text) = text else { continue };
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
        let (systems, without_text): (BTreeMap<_, _>, BTreeMap<_, _>) =
            self.systems.into_iter().partition(|(_, column)| column.iter().any(Option::is_some));
        let systems = systems.into_iter().map(|(name, column)| {
            let texts = column.iter().map(Option::as_deref).collect();
            NamedTexts { name, texts }
        });
        let systems: Vec<NamedTexts> = systems.collect();
        let [source, reference] = [self.source, self.reference].map(|column| {
            let has_text = column.iter().any(Option::is_some);
            has_text.then(|| column.iter().map(Option::as_deref).collect::<Texts>())
        });
        let references = reference.map(|texts| NamedTexts { name: REFERENCE.to_owned(), texts });
        let references = Vec::from_iter(references);
        warnings.add_missing_texts(&path, "reference", &references);
        warnings.add_missing_texts(&path, "system", &systems);
        let human_systems = systems.iter().filter(|system| system.name == REFERENCE);
        Corpus {
            documents: singletons(count),
            source,
            human_systems: human_systems.map(|system| system.name.clone()).collect(),
            references,
            systems,
            systems_without_text: without_text.into_keys().collect(),
            ..corpus
        }
    }
}
