//! Test sets of WMT from 2025 on: their files lie in a folder and in folders in it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::folder::entries;
use super::kind::Found;
use crate::corpus::error::CorpusError;
use crate::formats::inputs::is_json_lines;
use crate::formats::source::{CorpusFormat, WmtCriterion, WmtJsonlSource};
use crate::formats::wmt_jsonl::{Look, Part, look};

/// Files of one kind, each with what is in it.
type Files = Vec<(PathBuf, Look)>;

/// The corpora of the test sets and human evaluations in `folder`, one for each language pair with outputs
/// or ratings.
pub(super) fn in_folder(folder: &Path) -> Result<Vec<Found>, CorpusError> {
    let mut parts = Parts::default();
    let mut folders = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() {
            folders.push(path);
        } else {
            parts.add(&path)?;
        }
    }
    if parts.test_sets.is_empty() && parts.evaluations.is_empty() {
        let is_alone = !parts.outputs.is_empty() || !parts.scores.is_empty();
        return if is_alone {
            Err(alone(folder, "outputs are no corpus by themselves"))
        } else {
            Ok(Vec::new())
        };
    }
    for folder in folders {
        for path in entries(&folder)?.into_iter().filter(|path| path.is_file()) {
            parts.add(&path)?;
        }
    }
    Ok(parts.corpora())
}

/// The corpora of the file at `path`: of a test set, with the files around it; nothing for another file.
pub(super) fn in_file(path: &Path) -> Result<Vec<Found>, CorpusError> {
    let Some(look) = look(path)? else { return Ok(Vec::new()) };
    let cause = match look.part {
        Part::HumanEvaluation => {
            let evaluations = vec![(path.to_owned(), look)];
            return Ok(Parts { evaluations, ..Parts::default() }.corpora());
        }
        Part::TestSet => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let mut corpora = in_folder(folder.unwrap_or(Path::new(".")))?;
            corpora.retain_mut(|found| match &mut found.format {
                CorpusFormat::WmtJsonl(source) => {
                    source.test_set.as_deref().map(Path::file_name) == Some(path.file_name())
                }
                _ => false,
            });
            if !corpora.is_empty() {
                return Ok(corpora);
            }
            "a test set is no corpus without outputs"
        }
        Part::Outputs => "outputs are no corpus by themselves",
        Part::Scores => "scores are no corpus by themselves",
    };
    Err(alone(path, cause))
}

/// Refuses a part of a test set.
fn alone(path: &Path, cause: &str) -> CorpusError {
    CorpusError::malformed(path, None, cause, "name the folder that holds it and the test set")
}

/// The files of test sets.
#[derive(Default)]
struct Parts {
    test_sets: Files,
    outputs: Files,
    scores: Files,
    evaluations: Files,
    /// How many files with JSON lines each folder has.
    in_folder: BTreeMap<PathBuf, usize>,
}

impl Parts {
    fn add(&mut self, path: &Path) -> Result<(), CorpusError> {
        if !is_json_lines(path) {
            return Ok(());
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        *self.in_folder.entry(folder.to_owned()).or_default() += 1;
        let look = match look(path) {
            // Not everything that lies beside a test set is part of it.
            Ok(None) | Err(CorpusError::Malformed { .. }) => return Ok(()),
            Err(error) => return Err(error),
            Ok(Some(look)) => look,
        };
        let files = match look.part {
            Part::TestSet => &mut self.test_sets,
            Part::Outputs => &mut self.outputs,
            Part::Scores => &mut self.scores,
            Part::HumanEvaluation => &mut self.evaluations,
        };
        files.push((path.to_owned(), look));
        Ok(())
    }

    fn corpora(&self) -> Vec<Found> {
        let mut corpora = Vec::new();
        for (path, test_set) in &self.test_sets {
            for pair in &test_set.pairs {
                let systems = self.paths(&self.outputs, pair);
                let human_evaluation = self.evaluations(pair);
                if !systems.is_empty() || !human_evaluation.is_empty() {
                    let scores = self.paths(&self.scores, pair);
                    let test_set = Some(path.clone());
                    let source = WmtJsonlSource { test_set, systems, scores, ..source(pair) };
                    let source = WmtJsonlSource { human_evaluation, ..source };
                    let format = CorpusFormat::WmtJsonl(source);
                    corpora.push(Found::new(pair.clone(), format));
                }
            }
        }
        if self.test_sets.is_empty() {
            let pairs = self.evaluations.iter().flat_map(|(_, look)| &look.pairs);
            for pair in pairs.collect::<BTreeSet<_>>() {
                let human_evaluation = self.evaluations(pair);
                let source = WmtJsonlSource { human_evaluation, ..source(pair) };
                let format = CorpusFormat::WmtJsonl(source);
                corpora.push(Found::new(pair.clone(), format));
            }
        }
        corpora
    }

    /// Those of `files` that are of `pair`: the folders that hold nothing else, or single files.
    fn paths(&self, files: &Files, pair: &str) -> Vec<PathBuf> {
        let mut by_folder: BTreeMap<&Path, Vec<&(PathBuf, Look)>> = BTreeMap::new();
        for file in files {
            by_folder.entry(file.0.parent().unwrap_or(Path::new(""))).or_default().push(file);
        }
        let mut paths = Vec::new();
        for (folder, files) in by_folder {
            let with_pair = files.iter().filter(|(_, look)| look.pairs.contains(pair));
            let with_pair: Vec<PathBuf> = with_pair.map(|(path, _)| path.clone()).collect();
            if with_pair.is_empty() {
                continue;
            }
            if self.in_folder.get(folder) == Some(&files.len()) {
                paths.push(folder.to_owned());
            } else {
                paths.extend(with_pair);
            }
        }
        paths
    }

    /// The human evaluations of `pair`: of two that rate the same segments, the larger one.
    fn evaluations(&self, pair: &str) -> Vec<PathBuf> {
        let with_pair = self.evaluations.iter().filter(|(_, look)| look.pairs.contains(pair));
        let mut with_pair: Vec<&(PathBuf, Look)> = with_pair.collect();
        with_pair.sort_by_key(|(_, look)| std::cmp::Reverse(look.rated.len()));
        let mut rated: BTreeSet<&(String, bool)> = BTreeSet::new();
        let mut paths = Vec::new();
        for (path, look) in with_pair {
            if look.rated.iter().all(|segment| !rated.contains(segment)) {
                rated.extend(&look.rated);
                paths.push(path.clone());
            }
        }
        paths
    }
}

fn source(pair: &str) -> WmtJsonlSource {
    WmtJsonlSource {
        language_pair: Some(pair.to_owned()),
        criteria: vec![WmtCriterion::Esa],
        ..WmtJsonlSource::default()
    }
}
