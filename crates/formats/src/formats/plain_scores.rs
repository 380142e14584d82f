//! Scores beside line-aligned outputs: a number on each line and a file per system, or the file that
//! `comet-score --to_json` writes, which holds several systems.

use std::path::{Path, PathBuf};

use super::comet::{self, Scored};
use crate::corpus::alignment::Alignment;
use crate::corpus::error::{CHECK_PATH, CorpusError};
use crate::corpus::file_names::{stem, system_and_score};
use crate::corpus::lines::TextFile;
use crate::corpus::model::{BySystem, Corpus, Texts};
use crate::corpus::scores::{parse_score, shortened};
use crate::corpus::warnings::Warnings;
use crate::words::counted;

/// Scores of a system, `None` where there is none.
type Column = Vec<Option<f64>>;

/// Reads the scores of this name of `corpus`, whose texts are there. Their paths are as written, one for
/// each of the systems, or files of COMET.
pub(super) fn read(
    (name, paths, systems): (&str, &[PathBuf], &[String]),
    data_dir: &Path,
    corpus: &Corpus,
    alignment: &mut Alignment,
    warnings: &mut Warnings,
) -> Result<BySystem<Column>, CorpusError> {
    let mut columns = BySystem::new();
    let mut line_files = Vec::new();
    for path in paths {
        let path = data_dir.join(path);
        let file = TextFile::read(&path, "score file", CHECK_PATH)?.without_mark();
        if comet::is_object(file.text()) {
            let mut unused = Vec::new();
            for (system, column) in of_comet(&file, alignment, corpus)? {
                if !systems.contains(&system) {
                    unused.push(system);
                } else if columns.insert(system.clone(), column).is_some() {
                    let cause = format!("system `{system}` has `{name}` twice");
                    let help = "name the scores of every system once";
                    return Err(CorpusError::malformed(&path, None, cause, help));
                }
            }
            if !unused.is_empty() {
                let unused = unused.join(", ");
                warnings.add(
                    &path,
                    format!("scores are left out, of no system here: {unused}"),
                    "name all outputs that the file has scores of, or ignore this",
                );
            }
        } else {
            line_files.push((path, file));
        }
    }
    if line_files.is_empty() {
        return match systems.iter().find(|system| !columns.contains_key(*system)) {
            None => Ok(columns),
            Some(lacking) => {
                let cause = format!("it has no scores of system `{lacking}`");
                let help = "score the outputs of all systems, in files named as they are here";
                Err(CorpusError::malformed(&data_dir.join(&paths[0]), None, cause, help))
            }
        };
    }
    if line_files.len() != systems.len() || !columns.is_empty() {
        let (files, systems) = (counted(paths.len(), "file"), counted(systems.len(), "system"));
        let cause = format!("`{name}` has {files} for {systems}");
        let help = "name one file of scores for each system, in their order, or the file of \
                    `comet-score --to_json`";
        return Err(CorpusError::malformed(&line_files[0].0, None, cause, help));
    }
    if let Some(cause) = swapped(&line_files, systems) {
        let help = "name the file of each system in the order of the systems";
        return Err(CorpusError::malformed(&line_files[0].0, None, cause, help));
    }
    for ((path, file), system) in line_files.iter().zip(systems) {
        alignment.agree(path, file.line_count())?;
        columns.insert(system.clone(), lines(file)?);
    }
    Ok(columns)
}

/// What is wrong where the names of files say that they are of other systems than those that they stand for.
fn swapped(files: &[(PathBuf, TextFile)], systems: &[String]) -> Option<String> {
    let paths: Vec<PathBuf> = files.iter().map(|(path, _)| path.clone()).collect();
    let Misplaced { place, system, order } = misplaced(&paths, systems)?;
    let name = |file: usize| paths[file].display().to_string();
    let right: Vec<String> = order.into_iter().map(name).collect();
    Some(format!(
        "by its name {} has the scores of `{}`, and it stands for `{}`; the right order is {}",
        name(place),
        systems[system],
        systems[place],
        right.join(",")
    ))
}

/// Files of scores whose names say another order than that of the systems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misplaced {
    /// The first file that is of another system than the one in its place.
    pub place: usize,
    /// The system that it is of, by its name.
    pub system: usize,
    /// The files in the order of the systems.
    pub order: Vec<usize>,
}

/// What is wrong with the order of `files`, of which the first stands for the first of the `systems`. Nothing where
/// their names do not say of each whose scores it has.
pub fn misplaced(files: &[PathBuf], systems: &[String]) -> Option<Misplaced> {
    let named = files.iter().map(|path| Some(system_and_score(path, systems)?.0));
    let named = named.collect::<Option<Vec<usize>>>()?;
    let mut order: Vec<usize> = (0..files.len()).collect();
    order.sort_by_key(|file| named[*file]);
    // Each is of one system, and of no other: else their names say nothing.
    let are_all_named = order.iter().enumerate().all(|(system, file)| named[*file] == system);
    let place = named.iter().enumerate().position(|(place, system)| place != *system)?;
    are_all_named.then(|| Misplaced { place, system: named[place], order })
}

/// One score per line.
pub(super) fn lines(file: &TextFile) -> Result<Column, CorpusError> {
    let scores = file.lines().enumerate().map(|(index, line)| {
        parse(line).map_err(|cause| {
            let help = "write a finite number; an empty line, nan or None where there is no score";
            CorpusError::malformed(file.path(), index + 1, cause, help)
        })
    });
    scores.collect()
}

/// A score as programs print it; `None` where they have none.
fn parse(line: &str) -> Result<Option<f64>, String> {
    let score = line.trim();
    if score.is_empty() || score.eq_ignore_ascii_case("nan") {
        return Ok(None);
    }
    parse_score(score)
}

/// Whether `text` holds nothing but a score, or none, on each line, and some score.
pub(super) fn are_scores(text: &str) -> bool {
    let mut lines = text.lines().map(parse).peekable();
    let mut any = false;
    lines.all(|score| {
        any |= matches!(score, Ok(Some(_)));
        score.is_ok()
    }) && any
}

fn not_of_comet(file: &TextFile, cause: String) -> CorpusError {
    let help = "give the file that `comet-score --to_json` wrote, or one score per line";
    CorpusError::malformed(file.path(), None, cause, help)
}

/// The scores of a file of COMET, by system.
fn of_comet(
    file: &TextFile,
    alignment: &mut Alignment,
    corpus: &Corpus,
) -> Result<Vec<(String, Column)>, CorpusError> {
    let object =
        comet::object(file.text()).map_err(|error| not_of_comet(file, error.to_string()))?;
    let scored: Scored<'_> = comet::scored(&object).map_err(|cause| not_of_comet(file, cause))?;
    let mut columns = Vec::with_capacity(scored.len());
    for (name, segments) in &scored {
        let system = stem(Path::new(name))?;
        let texts = corpus.system(&system);
        if texts.is_some() {
            alignment.agree_scores(file.path(), &system, segments.len(), "segment")?;
        }
        for (index, segment) in segments.iter().enumerate() {
            if let Some((scored, text)) = other_text(segment.mt, texts, index) {
                let (scored, text) = (shortened(scored), shortened(text));
                let number = index + 1;
                let cause = format!(
                    "`{name}`, segment {number} scores \"{scored}\", but the text is \"{text}\""
                );
                let help = "score the outputs as they are here, line by line";
                return Err(CorpusError::malformed(file.path(), None, cause, help));
            }
        }
        columns.push((system, segments.iter().map(|segment| segment.score).collect()));
    }
    Ok(columns)
}

/// The text that was scored and that of the corpus, if these are not the same. COMET strips white space.
fn other_text<'a>(
    scored: Option<&'a str>,
    texts: Option<&'a Texts>,
    index: usize,
) -> Option<(&'a str, &'a str)> {
    let scored = scored?;
    let text = texts?.get(index)?;
    let [scored_words, words] = [scored, text].map(|text| {
        // Python strips these four as well, which are no white space in Unicode.
        text.trim_matches(|c: char| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c))
    });
    (scored_words != words).then_some((scored, text))
}
