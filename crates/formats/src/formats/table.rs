//! Rows with named columns: tab- or comma-separated, JSON lines, or Parquet.
//!
//! Without a column of systems, a row is an item with a column per system. With one, a row is a system's item, or what one
//! judge says of it; source, references, cluster and domain are then repeated on every row and must agree. A field of text
//! that is empty is an empty text; only JSON and Parquet can say that a text is missing, with null. A score is missing where
//! its field is empty, `None` or null. A row that names a cluster and no item has scores of the cluster as a whole.
//!
//! A Parquet file of which no column is named is a corpus that this program wrote.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::parquet;
use super::recognise::NO_COLUMN;
use super::source::{TableLayout, TableSource};
use crate::corpus::frame::Frame;
use crate::corpus::named_columns::NamedColumns;
use crate::corpus::rows::RowFile;
use crate::corpus::{Corpus, CorpusError, Warnings, stem};
use crate::value::Check;

/// Reads the files that `source` names.
pub(super) fn read(
    name: &str,
    source: &TableSource,
    data_dir: &Path,
    warnings: &mut Warnings,
) -> Result<Corpus, CorpusError> {
    // Not every source is read from a spec, whose reader refuses the same.
    if source.check().is_err() {
        let cause = "the keys of its table contradict each other or say nothing".to_owned();
        let help = "name columns of a row's system (`system`, `scores`) or a column per system (`systems`)";
        return Err(CorpusError::Inconsistent { name: name.to_owned(), cause, help });
    }
    let files = files(source, data_dir)?;
    if let [file] = &files[..]
        && let Some(input) = file.input()
        && !source.names_columns()
    {
        return parquet::read(file.path(), input);
    }
    let frame = Frame::read(&files, &source.rows)?;
    let systems = systems_of(&source.path)?;
    let columns = NamedColumns {
        cluster: source.cluster.as_ref().filter(|column| *column != NO_COLUMN),
        is_ungrouped: source.cluster.as_deref() == Some(NO_COLUMN),
        domain: source.domain.as_ref(),
        item: &source.item,
        source: source.source.as_ref(),
        references: &source.references,
        systems: &source.systems,
        holds: source.holds.as_ref(),
        system: source.system.as_ref(),
        files: &systems,
        hypothesis: source.hypothesis.as_ref(),
        judge: source.judge.as_ref(),
        run: source.run.as_ref(),
        judgments: &source.judgments,
        scores: &source.scores,
    };
    let mut corpus = columns.read(&frame, warnings)?;
    corpus.systems.sort_by(|one, other| one.name.cmp(&other.name));
    let names = corpus.systems.iter().map(|system| &system.name);
    let names = names.chain(&corpus.systems_without_text);
    corpus.human_systems = names.filter(|name| corpus.reference(name).is_some()).cloned().collect();
    Ok(corpus)
}

/// Returns the names of the systems whose rows are in these files, one in each: those of the files, or of their folders
/// where several files are called the same.
///
/// # Errors
///
/// If a path is not Unicode.
pub fn systems_of(paths: &[PathBuf]) -> Result<Vec<String>, CorpusError> {
    let stems = paths.iter().map(|path| stem(path)).collect::<Result<Vec<_>, _>>()?;
    let folders = paths.iter().map(|path| path.parent()?.file_name()?.to_str().map(str::to_owned));
    let folders: Option<Vec<String>> = folders.collect();
    let differ = |names: &[String]| names.iter().collect::<BTreeSet<_>>().len() == names.len();
    Ok(folders.filter(|folders| !differ(&stems) && differ(folders)).unwrap_or(stems))
}

/// The files of a table.
pub(super) fn files(source: &TableSource, data_dir: &Path) -> Result<Vec<RowFile>, CorpusError> {
    let files = source.path.iter().map(|path| {
        let path = data_dir.join(path);
        let layout = source.layout.or_else(|| TableLayout::of_file(&path)).ok_or_else(|| {
            let cause = "the file name does not say how rows are written";
            let help = "say so as `layout`: tsv, quoted-tsv, csv, jsonl or parquet";
            CorpusError::malformed(&path, None, cause, help)
        })?;
        RowFile::read(&path, layout, "table file")
    });
    files.collect()
}
