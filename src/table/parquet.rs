//! Tables as Parquet files.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use polars::prelude::{
    Column, DataFrame, KeyValueMetadata, ParquetCompression, ParquetReader, ParquetWriter,
    PolarsError, SerReader,
};

use super::columns::TableRow;
use crate::durable;

/// What can go wrong with a result file.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file system refused.
    #[error("cannot {action} `{}`: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// The content is not what it should be.
    #[error("table `{table}`: {source}")]
    Content {
        /// The table.
        table: &'static str,
        /// What is wrong.
        source: PolarsError,
    },
}

/// A table as the bytes of a Parquet file (zstd), with the description of the table and of each
/// column and `run_identity` in its metadata. Equal rows give equal bytes.
///
/// # Errors
///
/// If polars cannot encode the rows.
pub fn encode<R: TableRow>(rows: &[R], run_identity: &str) -> Result<Vec<u8>, TableError> {
    let content = |source| TableError::Content { table: R::NAME, source };
    let columns: Vec<Column> = R::write(rows.iter());
    let mut frame = DataFrame::new(rows.len(), columns).map_err(content)?;
    // The layout of chunks would show in the bytes.
    frame.rechunk_mut();
    let mut metadata = vec![
        ("runner:table".to_owned(), R::NAME.to_owned()),
        ("runner:description".to_owned(), R::description()),
        ("run_identity".to_owned(), run_identity.to_owned()),
    ];
    for column in R::columns() {
        metadata.push((format!("runner:column:{}", column.name), column.description));
    }
    let mut bytes = Cursor::new(Vec::new());
    ParquetWriter::new(&mut bytes)
        .with_compression(ParquetCompression::Zstd(None))
        .with_key_value_metadata(Some(KeyValueMetadata::from_static(metadata)))
        .set_parallel(false)
        .finish(&mut frame)
        .map_err(content)?;
    Ok(bytes.into_inner())
}

/// Reads a table from its file.
///
/// # Errors
///
/// If the file cannot be read or does not hold the columns of the table.
pub fn read<R: TableRow>(path: &Path) -> Result<Vec<R>, TableError> {
    let io = |source| TableError::Io { action: "read", path: path.to_owned(), source };
    let content = |source| TableError::Content { table: R::NAME, source };
    let bytes = fs::read(path).map_err(io)?;
    let frame = ParquetReader::new(Cursor::new(bytes)).finish().map_err(content)?;
    R::read(&frame).map_err(content)
}

/// Writes a file of a result folder, whole or not at all.
///
/// # Errors
///
/// If the file system refuses.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), TableError> {
    durable::write(path, bytes).map_err(|source| TableError::Io {
        action: "write",
        path: path.to_owned(),
        source,
    })
}
