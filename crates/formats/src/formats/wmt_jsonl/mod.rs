//! Test sets of WMT from 2025 on: files with a JSON object per line.
//!
//! A line of the test set is a document, and so is a line of the outputs of a system; a line of the human
//! evaluation is a paragraph with the outputs and ratings of all systems. Paragraphs are the segments
//! ([`paragraphs`]). Where an output or reference has another number of paragraphs than the source, the
//! document is one segment: nothing is cut or padded.

mod documents;
mod human;
mod ids;
mod layout;
mod look;
mod outputs;
mod paragraphs;
mod ratings;
mod scores;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::inputs::json_lines_at;
use super::source::WmtJsonlSource;
use super::wmt_xml::choose;
use crate::corpus::file_names::looks_human;
use crate::corpus::{
    CHECK_PATH, Corpus, CorpusError, NamedTexts, Texts, Warnings, check_cells, check_columns,
};
pub(super) use ids::coded_pair;
use layout::Layout;
pub(super) use look::{Look, Part, look};

/// Reads the files that `source` names.
pub(super) fn read(
    name: &str,
    source: &WmtJsonlSource,
    data_dir: &Path,
    warnings: &mut Warnings,
) -> Result<Corpus, CorpusError> {
    let wanted = source.language_pair.as_deref().map(ids::pair);
    let files = |paths: &[PathBuf], what| {
        let Some(first) = paths.first().map(|path| data_dir.join(path)) else {
            return Ok(Vec::new());
        };
        let listed = json_lines_at(paths, data_dir);
        let listed = listed.map_err(|error| CorpusError::io(&first, error, what, CHECK_PATH))?;
        if listed.is_empty() {
            let help = "name the folder whose files end in .jsonl, or the files";
            return Err(CorpusError::malformed(
                &first,
                None,
                "there are no JSON lines in it",
                help,
            ));
        }
        Ok(listed)
    };
    let mut texts = match &source.test_set {
        Some(path) => {
            let set = documents::read(&data_dir.join(path), wanted.as_deref())?;
            let outputs =
                outputs::read(&files(&source.systems, "folder of outputs")?, &set, warnings)?;
            outputs::cut(set, outputs, warnings)
        }
        None if source.human_evaluation.is_empty() => {
            let help = "name a `test-set`, or a `human-evaluation`".to_owned();
            return Err(CorpusError::Empty { name: name.to_owned(), help });
        }
        None => {
            human::texts(&files(&source.human_evaluation, "file")?, wanted.as_deref(), warnings)?
        }
    };
    let mut corpus = Corpus::default();
    let ratings = files(&source.human_evaluation, "human evaluation")?;
    human::read(&ratings, &source.criteria, &mut texts, &mut corpus, warnings)?;
    if !source.scores.is_empty() {
        let files = files(&source.scores, "folder of scores")?;
        corpus.external = scores::read(&files, &texts.layout, &texts.pair, warnings)?;
    }
    texts.into_corpus(corpus, source.references.as_deref(), warnings)
}

/// Texts of a reference or system, by segment.
type Column = Texts;

/// Documents and texts.
struct Set {
    pair: String,
    layout: Layout,
    source: Column,
    references: BTreeMap<String, Column>,
    systems: BTreeMap<String, Column>,
}

impl Set {
    /// Adds documents and texts to the judgments and scores of `corpus`.
    fn into_corpus(
        mut self,
        corpus: Corpus,
        wanted: Option<&[String]>,
        warnings: &mut Warnings,
    ) -> Result<Corpus, CorpusError> {
        let path = self.layout.path.clone();
        let count = self.source.len();
        let columns = self.references.len() + self.systems.len();
        check_columns(&path, columns)?;
        check_cells(&path, columns, count)?;
        let human_systems: Vec<String> = self
            .systems
            .keys()
            .filter(|name| self.references.contains_key(*name))
            .cloned()
            .collect();
        let named = |(name, texts)| NamedTexts { name, texts };
        let all: Vec<NamedTexts> =
            std::mem::take(&mut self.references).into_iter().map(named).collect();
        let mut systems: Vec<NamedTexts> = self.systems.into_iter().map(named).collect();
        warnings.add_missing_texts(&path, "reference", &all);
        warnings.add_missing_texts(&path, "system", &systems);
        let references = choose(all.clone(), wanted, &path)?;
        let judged = corpus.judgments.values().flat_map(BTreeMap::keys);
        let scored = corpus.external.values().flat_map(BTreeMap::keys);
        let scored: std::collections::BTreeSet<&String> = judged.chain(scored).collect();
        // References that are not used are still human translations with scores.
        let mut human_systems: std::collections::BTreeSet<String> =
            human_systems.into_iter().collect();
        for reference in all {
            let is_known = |known: &NamedTexts| known.name == reference.name;
            if scored.contains(&reference.name)
                && !references.iter().any(is_known)
                && !systems.iter().any(is_known)
            {
                human_systems.insert(reference.name.clone());
                systems.push(reference);
            }
        }
        systems.sort_by(|one, other| one.name.cmp(&other.name));
        let has_text =
            |name: &str| references.iter().chain(&systems).any(|column| column.name == name);
        let systems_without_text =
            scored.into_iter().filter(|name| !has_text(name)).cloned().collect::<Vec<_>>();
        if let [first, rest @ ..] = &systems_without_text[..] {
            let more =
                if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
            let message = format!("there are scores and no outputs of `{first}`{more}");
            warnings.add(&path, message, "add their outputs if texts should be scored");
        }
        Ok(Corpus {
            documents: self.layout.documents,
            source: Some(self.source),
            references,
            systems,
            systems_without_text,
            human_systems,
            ..corpus
        })
    }
}

/// Whether `name` is that of a reference: `refA`, `ref`, `Human (from scratch)` and the like.
fn is_reference(name: &str) -> bool {
    looks_human(name) || name.to_lowercase().starts_with("human (") || name == "refPE"
}
