//! Rows with named columns: tab- or comma-separated, JSON lines, or Parquet.
//!
//! Without a column of systems, a row is a segment with a column per output. With one, a row is a
//! system's segment, or what one judge says of it; source, references, document and domain are
//! then repeated on every row and must agree. A field of text that is empty is an empty text; only
//! JSON and Parquet can say that a text is missing, with null. A score is missing where its field is
//! empty, `None` or null. A row that names a document and no segment has scores of the document.
//!
//! A Parquet file of which no column is named is a corpus that this program wrote.

use std::path::Path;

use super::parquet;
use super::source::{TableLayout, TableSource};
use crate::corpus::error::CorpusError;
use crate::corpus::model::Corpus;
use crate::corpus::named_columns::NamedColumns;
use crate::corpus::rows::RowFile;
use crate::corpus::warnings::Warnings;

/// Reads the file that `source` names.
pub(super) fn read(
    name: &str,
    source: &TableSource,
    data_dir: &Path,
    warnings: &mut Warnings,
) -> Result<Corpus, CorpusError> {
    // Not every source is read from a spec, whose reader refuses the same.
    check_request(name, source)?;
    let path = data_dir.join(&source.path);
    let layout = source.layout.or_else(|| TableLayout::of_file(&path)).ok_or_else(|| {
        let cause = "the file name does not say how rows are written";
        let help = "say so as `layout`: tsv, quoted-tsv, csv, jsonl or parquet";
        CorpusError::malformed(&path, None, cause, help)
    })?;
    let file = RowFile::read(&path, layout, "table file")?;
    if let Some(input) = file.input()
        && !source.names_columns()
    {
        return parquet::read(&path, input);
    }
    let columns = NamedColumns {
        document: source.document.as_ref(),
        domain: source.domain.as_ref(),
        segment: source.segment.as_ref(),
        source: source.source.as_ref(),
        references: &source.references,
        systems: &source.systems,
        hypothesis: source.hypothesis.as_ref(),
        judge: source.judge.as_ref(),
        repeat: source.repeat.as_ref(),
        judgments: &source.judgments,
        scores: &source.scores,
    };
    let mut corpus = match &source.system {
        None => columns.read_wide(&file)?,
        Some(system) => columns.read_long(&file, system, warnings)?,
    };
    corpus.systems.sort_by(|one, other| one.name.cmp(&other.name));
    let names = corpus.systems.iter().map(|system| &system.name);
    let names = names.chain(&corpus.systems_without_text);
    corpus.human_systems = names.filter(|name| corpus.reference(name).is_some()).cloned().collect();
    Ok(corpus)
}

/// Refuses combinations of columns that say nothing, or two things.
fn check_request(name: &str, source: &TableSource) -> Result<(), CorpusError> {
    let has_system_columns = source.hypothesis.is_some()
        || source.judge.is_some()
        || source.repeat.is_some()
        || !source.judgments.is_empty()
        || !source.scores.is_empty();
    let rules = [
        (
            source.system.is_none() && has_system_columns,
            "it names columns of a system's rows and no column of systems",
            "name the column that says which system a row is of, as `system`",
        ),
        (
            source.system.is_some() && !source.systems.is_empty(),
            "it names both `system` and `systems`",
            "`system` is for one row per system and segment, `systems` for one row per segment",
        ),
        (
            source.judge.is_some() && source.segment.is_none(),
            "it names a column of judges and none of segments",
            "name the column that identifies segments, as `segment`",
        ),
        (
            source.repeat.is_some() && source.judge.is_none(),
            "it names a column of repeats and none of judges",
            "name the column that says who judged, as `judge`",
        ),
        (
            source.domain.is_some() && source.document.is_none(),
            "it names a column of domains and none of documents",
            "name the column of document names, as `document`",
        ),
    ];
    let broken = rules.into_iter().find(|(is_broken, _, _)| *is_broken);
    broken.map_or(Ok(()), |(_, cause, help)| {
        let (name, cause) = (name.to_owned(), cause.to_owned());
        Err(CorpusError::Inconsistent { name, cause, help })
    })
}
