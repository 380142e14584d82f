//! What lies at a path: a guess at the format of a folder or file, from names and first lines.
//!
//! The guess is a description as a spec would state it; whether it is right shows when the corpus
//! is read. Paths in it begin with the path that was given.

mod columns;
mod folder;
mod kind;
mod samples;
mod texts;
mod wmt_jsonl;

use std::fs;
use std::path::{Path, PathBuf};

use super::evalset::refuse_unfinished;
use super::inputs::is_json_lines;
use super::written_scores::named_outputs;
use crate::corpus::{CHECK_PATH, CorpusError, TextFile, stem};
pub use columns::{NO_COLUMN, Roles, Unread};
pub use kind::Found;

use kind::{Kind, SPREADSHEETS, is_table, kind, nist, unknown, wmt_xml};

use super::source::CorpusFormat;

/// The corpora at `path`, at least one; several where a folder holds several language pairs or
/// files that are a corpus each. Files are read whole.
///
/// # Errors
///
/// If nothing is there, it cannot be read, or its layout is none of those that are known.
pub fn recognise(path: &Path) -> Result<Vec<Found>, CorpusError> {
    recognise_with(path, &Roles::default())
}

/// Recognises the corpora at `path` as [`recognise`], with the columns that the user names.
///
/// # Errors
///
/// As [`recognise`], and if a table lacks one of the columns.
pub fn recognise_with(path: &Path, roles: &Roles) -> Result<Vec<Found>, CorpusError> {
    refuse_unfinished(path)?;
    let metadata = fs::metadata(path);
    let metadata =
        metadata.map_err(|error| CorpusError::io(path, error, "file or folder", CHECK_PATH))?;
    let mut corpora =
        if metadata.is_dir() { folder::recognise(path, roles) } else { file(path, roles) }?;
    corpora.iter_mut().try_for_each(|found| roles.set(path, &mut found.format))?;
    Ok(corpora)
}

/// Returns the corpora in tables with the same columns, of which each has the rows of a system if no column names it; `None`
/// unless all files are tables.
pub fn tables(paths: &[PathBuf], roles: &Roles) -> Option<Result<Vec<Found>, CorpusError>> {
    let is_table = |path: &PathBuf| {
        let is_log = !samples::in_file(path)?.is_empty();
        let is_of_wmt = is_json_lines(path) && !wmt_jsonl::in_file(path)?.is_empty();
        Ok(path.is_file() && !is_of_wmt && !is_log && is_table(path)?)
    };
    let are_tables = paths.iter().map(is_table).collect::<Result<Vec<bool>, CorpusError>>();
    are_tables.is_ok_and(|all| all.into_iter().all(|is| is)).then(|| columns::tables(paths, roles))
}

fn file(path: &Path, roles: &Roles) -> Result<Vec<Found>, CorpusError> {
    refuse_spreadsheet(path)?;
    if is_json_lines(path) {
        let corpora = wmt_jsonl::in_file(path)?;
        if !corpora.is_empty() {
            return Ok(corpora);
        }
    }
    let corpora = samples::in_file(path)?;
    if !corpora.is_empty() {
        return Ok(corpora);
    }
    let name = stem(path)?;
    let format = match kind(path, roles)? {
        Kind::Nist(role) => CorpusFormat::Nist(nist([(role, path.to_owned())])),
        Kind::WmtXml => wmt_xml(path),
        Kind::Rows(format) => *format,
        Kind::Corpora(corpora) => return Ok(corpora),
        Kind::Text if named_outputs(&TextFile::read(path, "file", CHECK_PATH)?).is_some() => {
            texts::texts(vec![path.to_owned()])?
        }
        Kind::Text => return Err(alone(path)?),
        Kind::Other => return Err(unknown(path)),
    };
    Ok(vec![Found::new(name, format)])
}

fn refuse_spreadsheet(path: &Path) -> Result<(), CorpusError> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.filter(|ending| SPREADSHEETS.contains(&ending.as_str())) {
        None => Ok(()),
        Some(ending) => {
            let cause = format!("a spreadsheet (.{ending}) cannot be read");
            let help = "export the sheet as CSV: columns with names in the first row, a row for each rating";
            Err(CorpusError::malformed(path, None, cause, help))
        }
    }
}

/// The message about a file that holds only one of the texts of a corpus.
pub const TEXT_ALONE: &str = "a text file is no corpus by itself";

/// Returns why a text file is no corpus: it is a part of one, or a table whose file name does not say so.
fn alone(path: &Path) -> Result<CorpusError, CorpusError> {
    let file = TextFile::read(path, "file", CHECK_PATH)?.without_mark();
    let header = file.lines().next().unwrap_or_default().trim_end_matches('\r');
    let table = [('\t', "tabs", "tsv"), (',', "commas", "csv")].into_iter();
    let mut table = table
        .filter(|(sign, _, _)| columns::is_of_ratings(&header.split(*sign).collect::<Vec<_>>()));
    let (cause, help) = match table.next() {
        Some((_, separators, ending)) => (
            format!("this is a table with {separators}, and its name does not say so"),
            format!("let its name end in .{ending}"),
        ),
        None => {
            (TEXT_ALONE.to_owned(), "name the folder that holds it and its references".to_owned())
        }
    };
    Ok(CorpusError::malformed(path, None, cause, help))
}
