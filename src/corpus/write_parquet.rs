//! Writes a corpus as one Parquet file, so that notebooks and this program can read it.
//!
//! Reading it back gives the same corpus, whatever is in it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::model::{BySystem, Corpus, Texts};
use crate::durable::aside::write_new_file;
use crate::file_error::FileError;
use crate::table::{CorpusRow, TableError, encode};

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
    let bytes = encode(&rows(corpus), &identity(corpus))?;
    write_new_file(path, &bytes).map_err(|source| {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::AlreadyExists => WriteParquetError::Exists { path },
            _ => TableError::from(FileError { action: "write", path, source }).into(),
        }
    })
}

/// What the file's `run_identity` says: no run made it, but equal corpora have equal files.
fn identity(corpus: &Corpus) -> String {
    format!("corpus, structure {}", corpus.structure_digest())
}

/// The corpus row by row.
fn rows(corpus: &Corpus) -> Vec<CorpusRow> {
    let mut rows = Rows::default();
    rows.segments(corpus);
    if let Some(source) = &corpus.source {
        rows.texts(&CorpusRow::of("source"), source);
    }
    for reference in &corpus.references {
        rows.texts(&named("reference", &reference.name), &reference.texts);
    }
    for system in &corpus.systems {
        rows.texts(&named("system", &system.name), &system.texts);
    }
    for name in &corpus.systems_without_text {
        rows.0.push(named("system-without-text", name));
    }
    for name in &corpus.human_systems {
        rows.0.push(named("human-system", name));
    }
    for (criterion, systems) in &corpus.judgments {
        rows.0.push(named("judgment", criterion));
        for (system, judgments) in systems {
            let row = CorpusRow {
                system: Some(Arc::from(system.as_str())),
                ..named("judgment", criterion)
            };
            rows.0.push(row.clone());
            for (judge, scores) in (1..).zip(&judgments.judges) {
                rows.scores(&CorpusRow { judge: Some(judge), ..row.clone() }, scores);
            }
        }
    }
    for (metric, systems) in &corpus.external {
        rows.0.push(named("score", metric));
        for (system, scores) in systems {
            rows.scores(
                &CorpusRow { system: Some(Arc::from(system.as_str())), ..named("score", metric) },
                scores,
            );
        }
    }
    for (metric, systems) in &corpus.external_documents {
        rows.document_scores(metric, systems, corpus);
    }
    if corpus.synthetic {
        rows.0.push(CorpusRow::of("synthetic"));
    }
    rows.0
}

fn named(kind: &str, name: &str) -> CorpusRow {
    CorpusRow { name: Some(Arc::from(name)), ..CorpusRow::of(kind) }
}

#[derive(Default)]
struct Rows(Vec<CorpusRow>);

impl Rows {
    fn segments(&mut self, corpus: &Corpus) {
        for document in &corpus.documents {
            let row = CorpusRow {
                document: Some(Arc::from(document.id.as_str())),
                domain: document.domain.as_deref().map(Arc::from),
                ..CorpusRow::of("segment")
            };
            for segment in document.segments.clone() {
                self.0.push(CorpusRow { segment: Some(number(segment)), ..row.clone() });
            }
        }
    }

    fn texts(&mut self, row: &CorpusRow, texts: &Texts) {
        self.0.push(row.clone());
        for (index, text) in texts.iter().enumerate() {
            if let Some(text) = text {
                let segment = Some(number(index));
                self.0.push(CorpusRow { segment, text: Some(Arc::from(text)), ..row.clone() });
            }
        }
    }

    fn scores(&mut self, row: &CorpusRow, scores: &[Option<f64>]) {
        self.0.push(row.clone());
        for (index, score) in scores.iter().enumerate() {
            if score.is_some() {
                self.0.push(CorpusRow {
                    segment: Some(number(index)),
                    score: *score,
                    ..row.clone()
                });
            }
        }
    }

    fn document_scores(
        &mut self,
        metric: &str,
        systems: &BySystem<Vec<Option<f64>>>,
        corpus: &Corpus,
    ) {
        let named = named("document-score", metric);
        self.0.push(named.clone());
        for (system, scores) in systems {
            let row = CorpusRow { system: Some(Arc::from(system.as_str())), ..named.clone() };
            self.0.push(row.clone());
            for (document, score) in corpus.documents.iter().zip(scores) {
                if score.is_some() {
                    let document = Some(Arc::from(document.id.as_str()));
                    self.0.push(CorpusRow { document, score: *score, ..row.clone() });
                }
            }
        }
    }
}

/// The number of a segment, from 1.
fn number(index: usize) -> u32 {
    u32::try_from(index + 1).expect("a corpus has at most 2^24 segments")
}
