//! Writes a corpus as one Parquet file, so that notebooks and this program can read it.
//!
//! Reading it back gives the same corpus, whatever is in it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use crate::corpus::marked::AT_THE_END;
use crate::corpus::model::{Corpus, ErrorSpan, Texts};
use crate::durable::aside::write_new_file;
use crate::file_error::FileError;
use crate::table::{CorpusRow, TableError, encode_recorded};

/// Why a corpus cannot be written.
#[derive(Debug, Error)]
pub enum WriteParquetError {
    /// The name does not end as that of a Parquet file.
    #[error("{}: a corpus in Parquet is one file; name it with `.parquet` at the end", path.display())]
    Name {
        /// The file.
        path: PathBuf,
    },
    /// There is something already.
    #[error("{}: there is such a file or folder; name a new one", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// It cannot be encoded or stored.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Writes `corpus` to the file `path`, which must not exist: the whole of it or nothing, however the
/// process ends. All rows are in memory once, at about
/// 150 bytes each beside the texts.
///
/// # Errors
///
/// If the name does not end in `.parquet`, the file exists, or the file system refuses.
pub fn write_parquet(corpus: &Corpus, path: &Path) -> Result<(), WriteParquetError> {
    if path.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("parquet")) {
        return Err(WriteParquetError::Name { path: path.to_owned() });
    }
    if path.symlink_metadata().is_ok() {
        return Err(WriteParquetError::Exists { path: path.to_owned() });
    }
    let bytes = encode_corpus(corpus, None)?;
    write_new_file(path, &bytes).map_err(|source| {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::AlreadyExists => WriteParquetError::Exists { path },
            _ => TableError::from(FileError { action: "write", path, source }).into(),
        }
    })
}

/// The bytes of the file, with what else it says of itself.
pub(super) fn encode_corpus(corpus: &Corpus, record: Option<&str>) -> Result<Vec<u8>, TableError> {
    encode_recorded(&rows(corpus), &identity(corpus), record)
}

/// What the file's `run_identity` says: no run made it, but equal corpora have equal files.
fn identity(corpus: &Corpus) -> String {
    format!("corpus, structure {}", corpus.structure_digest())
}

/// The corpus row by row.
fn rows(corpus: &Corpus) -> Vec<CorpusRow> {
    let mut rows = Vec::new();
    for document in &corpus.documents {
        let row = CorpusRow {
            document: Some(Arc::from(document.id.as_str())),
            domain: document.domain.as_deref().map(Arc::from),
            ..CorpusRow::of("segment")
        };
        rows.extend(document.segments.clone().map(|index| at_segment(&row, index)));
    }
    if let Some(source) = &corpus.source {
        texts(&mut rows, &CorpusRow::of("source"), source);
    }
    for reference in &corpus.references {
        texts(&mut rows, &named("reference", &reference.name), &reference.texts);
    }
    for system in &corpus.systems {
        texts(&mut rows, &named("system", &system.name), &system.texts);
    }
    rows.extend(corpus.systems_without_text.iter().map(|name| named("system-without-text", name)));
    rows.extend(corpus.human_systems.iter().map(|name| named("human-system", name)));
    for (criterion, systems) in &corpus.judgments {
        rows.push(named("judgment", criterion));
        for (system, judgments) in systems {
            let row = of_system(named("judgment", criterion), system);
            let names = corpus.judge_names.get(criterion).and_then(|by| by.get(system));
            // Repeats of a judge stand in separate columns.
            let single = corpus.single_ratings(criterion, system);
            let (judgments, names) = match &single {
                Some((judgments, names)) => (judgments, Some(names)),
                None => (judgments, names),
            };
            rows.push(CorpusRow { text: names.map(|_| Arc::from("")), ..row.clone() });
            for (judge, values) in judgments.judges.iter().enumerate() {
                let number = u32::try_from(judge + 1).expect("a judge has a column in memory");
                let row = CorpusRow { judge: Some(number), ..row.clone() };
                let names = names.and_then(|names| names.get(judge));
                scores(&mut rows, &row, values, |row, index| CorpusRow {
                    text: names.and_then(|names| names[index].clone()),
                    ..at_segment(row, index)
                });
            }
        }
    }
    for (metric, systems) in &corpus.external {
        rows.push(named("score", metric));
        for (system, values) in systems {
            scores(&mut rows, &of_system(named("score", metric), system), values, at_segment);
        }
    }
    for (metric, systems) in &corpus.external_documents {
        rows.push(named("document-score", metric));
        for (system, values) in systems {
            let row = of_system(named("document-score", metric), system);
            scores(&mut rows, &row, values, |row, index| {
                let document = Some(Arc::from(corpus.documents[index].id.as_str()));
                CorpusRow { document, ..row.clone() }
            });
        }
    }
    for (system, segments) in &corpus.error_spans {
        let row = of_system(CorpusRow::of("error"), system);
        for (index, errors) in segments.iter().enumerate() {
            rows.extend(errors.iter().map(|error| marked(&at_segment(&row, index), error)));
        }
    }
    rows.extend(corpus.rating_seconds.iter().map(|(criterion, seconds)| CorpusRow {
        score: Some(*seconds),
        ..named("rating-seconds", criterion)
    }));
    rows.extend(corpus.lower_is_better.iter().map(|score| named("lower-is-better", score)));
    if let Some(weights) = &corpus.weights {
        scores(&mut rows, &CorpusRow::of("weight"), weights, at_segment);
    }
    rows.extend(corpus.synthetic.then(|| CorpusRow::of("synthetic")));
    rows
}

fn named(kind: &str, name: &str) -> CorpusRow {
    CorpusRow { name: Some(Arc::from(name)), ..CorpusRow::of(kind) }
}

fn of_system(row: CorpusRow, system: &str) -> CorpusRow {
    CorpusRow { system: Some(Arc::from(system)), ..row }
}

/// The same of the segment at `index`.
fn at_segment(row: &CorpusRow, index: usize) -> CorpusRow {
    let number = u32::try_from(index + 1).expect("a corpus has at most 2^24 segments");
    CorpusRow { segment: Some(number), ..row.clone() }
}

/// The same with an error that a judge marked.
fn marked(row: &CorpusRow, error: &ErrorSpan) -> CorpusRow {
    CorpusRow {
        name: Some(Arc::from(error.severity.as_str())),
        text: error.category.as_deref().map(Arc::from),
        start: place_of(error.start),
        end: place_of(error.end),
        ..row.clone()
    }
}

/// A place in an output; none where the error is in no place.
fn place_of(place: usize) -> Option<u32> {
    u32::try_from(place).ok().filter(|_| place < AT_THE_END)
}

/// Adds `row`, which declares a column of texts, and its texts.
fn texts(rows: &mut Vec<CorpusRow>, row: &CorpusRow, texts: &Texts) {
    rows.push(row.clone());
    rows.extend(texts.iter().enumerate().filter_map(|(index, text)| {
        Some(CorpusRow { text: Some(Arc::from(text?)), ..at_segment(row, index) })
    }));
}

/// Adds `row`, which declares a column of scores, and its scores, each `at` its place.
fn scores(
    rows: &mut Vec<CorpusRow>,
    row: &CorpusRow,
    scores: &[Option<f64>],
    at: impl Fn(&CorpusRow, usize) -> CorpusRow,
) {
    rows.push(row.clone());
    let scored = scores.iter().enumerate().filter(|(_, score)| score.is_some());
    rows.extend(scored.map(|(index, score)| CorpusRow { score: *score, ..at(row, index) }));
}
