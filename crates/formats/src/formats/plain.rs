//! Line-aligned text files: line i of every file is segment i.
//!
//! A file gives its name to the reference or system: the file name without `.gz` and without its
//! last extension. References that would not differ by that keep their extension, or their path.
//! Where every segment's document is known, a further file names it, line by line.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::judge_files;
use super::plain_scores;
use super::source::PlainSource;
use crate::corpus::documents::{DocumentsBuilder, singletons};
use crate::corpus::warnings::also_a_reference;
use crate::corpus::{
    Alignment, CHECK_PATH, Corpus, CorpusError, Document, NamedTexts, TextFile, Texts, Unit,
    Warnings, stem,
};

/// Reads the files that `source` names.
pub(super) fn read(
    source: &PlainSource,
    data_dir: &Path,
    warnings: &mut Warnings,
) -> Result<Corpus, CorpusError> {
    let resolve = |path: &PathBuf| data_dir.join(path);
    let references: Vec<PathBuf> = source.references.iter().map(resolve).collect();
    let systems: Vec<PathBuf> = source.systems.iter().map(resolve).collect();
    // Paths as written: names must not depend on where the data lie.
    let reference_names = reference_names(&source.references, &source.systems)?;
    let system_names = system_names(source)?;

    let mut alignment = Alignment::default();
    let mut texts = |path: &Path, what| texts(path, what, &mut alignment, warnings);
    let mut corpus = Corpus { runs: source.systems.runs(), ..Corpus::default() };
    let (mut both, mut order) = (Vec::new(), Vec::new());
    if let Some(path) = &source.source {
        corpus.source = Some(texts(&resolve(path), "source file")?);
    }
    for (name, path) in reference_names.into_iter().zip(&references) {
        corpus.references.push(NamedTexts { name, texts: texts(path, "reference file")? });
    }
    for (name, path) in system_names.iter().cloned().zip(&systems) {
        if corpus.reference(&name).is_some() {
            corpus.human_systems.insert(name.clone());
            both.push((path, name.clone()));
        }
        corpus.systems.push(NamedTexts { name, texts: texts(path, "system file")? });
    }
    for (path, name) in both {
        let (message, help) = also_a_reference(&name);
        warnings.add(path, message, help);
    }
    corpus.systems.sort_by(|one, other| one.name.cmp(&other.name));
    corpus.documents = match &source.documents {
        Some(path) => {
            let (documents, grouped) = documents(&resolve(path), &mut alignment)?;
            order = grouped;
            documents
        }
        None => singletons(alignment.count().unwrap_or(0)),
    };
    for (name, paths) in &source.scores {
        let score_files = (name.as_str(), paths.as_slice(), system_names.as_slice());
        let scores = plain_scores::read(score_files, data_dir, &corpus, &mut alignment, warnings)?;
        corpus.external.insert(name.clone(), scores);
    }
    let mut judgments = BTreeMap::new();
    for (name, paths) in &source.judgments {
        let score_files = (name.as_str(), paths.as_slice(), system_names.as_slice());
        let scores = plain_scores::read(score_files, data_dir, &corpus, &mut alignment, warnings)?;
        judgments.insert(name.clone(), scores);
    }
    let anywhere = source.judgments.values().flatten().next();
    let judged = judge_files::assemble(judgments, &anywhere.map(resolve).unwrap_or_default())?;
    (corpus.judgments, corpus.judge_names) = (judged.judgments, judged.names);
    if !order.is_sorted() {
        corpus.put_in_order(&order);
        let path = source.documents.as_ref().map(resolve).unwrap_or_default();
        let message = "lines of a document stand apart";
        let help = "segments are put together by documents, and numbered in this order";
        warnings.note(&path, message, help);
    }
    Ok(corpus)
}

/// The file that has the scores `score` of `system`, where each system has a file of its own.
pub(super) fn score_file(source: &PlainSource, score: &str, system: &str) -> Option<String> {
    let files = source.scores.get(score).filter(|files| files.len() == source.systems.len())?;
    let names = source.systems.names().ok()?;
    let file = files.get(names.iter().position(|name| name == system)?)?;
    Some(file.display().to_string())
}

fn texts(
    path: &Path,
    what: &'static str,
    alignment: &mut Alignment,
    warnings: &mut Warnings,
) -> Result<Texts, CorpusError> {
    let file = TextFile::read(path, what, CHECK_PATH)?.of_segments(warnings)?;
    alignment.agree(path, file.line_count())?;
    Ok(file.texts(|_| false))
}

/// Names of outputs, all different.
fn system_names(source: &PlainSource) -> Result<Vec<String>, CorpusError> {
    let names = source.systems.names()?;
    for (place, name) in names.iter().enumerate() {
        if let Some(same) = names[..place].iter().position(|earlier| earlier == name) {
            let [path, same] = [place, same].map(|place| &source.systems[place]);
            let cause = format!("its name would be `{name}`, as that of {}", same.display());
            let help = "rename one of the two files";
            return Err(CorpusError::malformed(path, None, cause, help));
        }
    }
    Ok(names)
}

/// Names of references: the stems of their files, except where that is the name of another
/// reference or of a system in another file (`ref.0`, `ref.1`): then the file name, and where that
/// is not enough the path.
fn reference_names(
    references: &[PathBuf],
    systems: &[PathBuf],
) -> Result<Vec<String>, CorpusError> {
    let mut names = Vec::with_capacity(references.len());
    for (index, path) in references.iter().enumerate() {
        if references[..index].contains(path) {
            let help = "name every reference once";
            return Err(CorpusError::malformed(path, None, "it is named twice", help));
        }
        let mut others = references.iter().chain(systems).filter(|other| *other != path);
        let name = stem(path)?;
        names.push(if !others.clone().any(|other| stem(other).is_ok_and(|stem| stem == name)) {
            name
        } else if !others.any(|other| file_name(other) == file_name(path)) {
            file_name(path)
        } else {
            path.display().to_string()
        });
    }
    Ok(names)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads `NAME` or `DOMAIN<TAB>NAME` per line: the documents, and the lines in the order of these.
fn documents(
    path: &Path,
    alignment: &mut Alignment,
) -> Result<(Vec<Document>, Vec<usize>), CorpusError> {
    let file = TextFile::read(path, "documents file", CHECK_PATH)?.without_mark();
    alignment.agree(path, file.line_count())?;
    let (mut lines, mut places) = (Vec::new(), BTreeMap::new());
    for (index, line) in file.lines().enumerate() {
        let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
        match fields[..] {
            [name] if !name.is_empty() => lines.push((index, None, name)),
            [domain, name] if !name.is_empty() && !domain.is_empty() => {
                lines.push((index, Some(domain), name));
            }
            _ => {
                let cause = "neither a document name nor a domain, a tab and a document name";
                let help = "name the document of every line";
                return Err(CorpusError::malformed(path, index + 1, cause, help));
            }
        }
    }
    // A document is where its first line is.
    for (index, _, name) in &lines {
        places.entry(*name).or_insert(*index);
    }
    lines.sort_by_key(|(_, _, name)| places[name]);
    let mut documents = DocumentsBuilder::new(path, Unit::Line);
    for (index, domain, name) in &lines {
        documents.push(*domain, name, index + 1)?;
    }
    Ok((documents.finish(), lines.into_iter().map(|(index, _, _)| index).collect()))
}
