//! What text files of one folder are: source, references, outputs, and scores of these.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::corpus::file_names::{is_reference, system_and_score};
use crate::corpus::known::known_score;
use crate::corpus::{CHECK_PATH, CorpusError, TextFile, stem};
use crate::formats::source::{CometSource, CorpusFormat, PlainSource};
use crate::formats::written_scores::{are_scores, named_outputs};

/// A file of COMET, and the systems in it.
type Comet = (PathBuf, Vec<String>);

/// Text files by the words in their names: `src`, `ref`, `docs`; files of numbers are scores, named by the
/// system that they are of; all others are systems.
pub(super) fn texts(paths: Vec<PathBuf>) -> Result<CorpusFormat, CorpusError> {
    let mut all = PlainSource::default();
    let (mut numbers, mut comet): (Vec<PathBuf>, Vec<Comet>) = (Vec::new(), Vec::new());
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).collect();
        let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
        let (slot, what) = if has(&["docs", "doc", "docids", "docid", "documents"]) {
            (&mut all.documents, "files of documents")
        } else {
            let file = TextFile::read(&path, "file", CHECK_PATH)?.without_mark();
            if are_scores(file.text()) {
                numbers.push(path);
                continue;
            }
            if let Some(systems) = named_outputs(&file) {
                comet.push((path, systems));
                continue;
            }
            if !has(&["src", "source", "sources"]) {
                let is_reference = words.iter().any(|word| is_reference(word));
                let list = if is_reference { &mut all.references } else { &mut all.systems };
                list.push(path);
                continue;
            }
            (&mut all.source, "source files")
        };
        if let Some(first) = slot {
            let cause = format!("there are two {what}, {} too", first.display());
            let help = "write the spec by hand, or move one of them";
            return Err(CorpusError::malformed(&path, None, cause, help));
        }
        *slot = Some(path);
    }
    if all.systems.is_empty() && all.references.is_empty() && !comet.is_empty() {
        return of_comet_alone(comet).map(CorpusFormat::Comet);
    }
    let systems: Vec<String> =
        all.systems.iter().map(|path| stem(path)).collect::<Result<_, CorpusError>>()?;
    all.scores = of_lines(numbers, &systems)?;
    of_comet(comet, &systems, &mut all.scores)?;
    Ok(CorpusFormat::Plain(all))
}

/// Files of COMET without the outputs beside them: a score each, with the name of the file; `comet` where there is one
/// file whose name says nothing.
fn of_comet_alone(files: Vec<Comet>) -> Result<CometSource, CorpusError> {
    let is_only = files.len() == 1;
    let scores = files.into_iter().map(|(path, _)| {
        let name = stem(&path)?;
        // `en-de.mqm.seg.score` has scores called `mqm`.
        let name = match name.strip_suffix(".seg").and_then(|name| name.rsplit_once('.')) {
            Some((_, score)) => return Ok((score.to_owned(), vec![path])),
            None => name,
        };
        let says_nothing = is_only && known_score(&name).is_none();
        Ok((if says_nothing { "comet".to_owned() } else { name }, vec![path]))
    });
    Ok(CometSource { scores: scores.collect::<Result<_, CorpusError>>()? })
}

/// Files of numbers by the name of their score, in the order of the systems; those that name no system are
/// left out.
fn of_lines(
    files: Vec<PathBuf>,
    systems: &[String],
) -> Result<BTreeMap<String, Vec<PathBuf>>, CorpusError> {
    let mut files_by_score: BTreeMap<String, BTreeMap<usize, PathBuf>> = BTreeMap::new();
    for path in files {
        let Some((system, name)) = system_and_score(&path, systems) else { continue };
        let cause = format!("there are scores `{name}` of `{}` already", systems[system]);
        if let Some(first) = files_by_score.entry(name).or_default().insert(system, path.clone()) {
            let cause = format!("{cause}, in {}", first.display());
            let help = "write the spec by hand, or move one of them";
            return Err(CorpusError::malformed(&path, None, cause, help));
        }
    }
    for (name, files) in &files_by_score {
        let lacking = (0..systems.len()).find(|system| !files.contains_key(system));
        if let (Some(lacking), Some(file)) = (lacking, files.values().next()) {
            let cause = format!("there are no scores `{name}` of `{}` beside it", systems[lacking]);
            let help = "score the outputs of all systems, or move these scores away";
            return Err(CorpusError::malformed(file, None, cause, help));
        }
    }
    Ok(files_by_score
        .into_iter()
        .map(|(name, files)| (name, files.into_values().collect()))
        .collect())
}

/// Files of COMET: one score each where each has all systems, else one score of all.
fn of_comet(
    files: Vec<Comet>,
    systems: &[String],
    scores: &mut BTreeMap<String, Vec<PathBuf>>,
) -> Result<(), CorpusError> {
    let files = files.into_iter();
    let files: Vec<Comet> =
        files.filter(|(_, scored)| systems.iter().any(|system| scored.contains(system))).collect();
    let are_whole =
        files.iter().all(|(_, scored)| systems.iter().all(|system| scored.contains(system)));
    let several = are_whole && files.len() > 1;
    for (path, _) in files {
        let taken = scores.contains_key("comet") && are_whole;
        let name = if several || taken { stem(&path)? } else { "comet".to_owned() };
        scores.entry(name).or_default().push(path);
    }
    Ok(())
}
