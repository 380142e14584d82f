//! Tables as Parquet files.

use std::fs;
use std::io::Cursor;
use std::iter;
use std::path::{Path, PathBuf};

use polars::prelude::{
    Column, DataFrame, KeyValueMetadata, ParquetCompression, ParquetReader, ParquetWriter,
    PolarsError, SerReader,
};

use super::columns::TableRow;
use crate::durable;
use crate::file_error::FileError;

/// What can go wrong with a result file.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file system refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file system refused when files had begun to be replaced: until they are written again,
    /// nothing says that they are whole.
    #[error(transparent)]
    Unsealed(FileError),
    /// A file that is not the program's own stands where one is to be written.
    #[error("`{}` is in the way: it is not listed as written by runner", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A file is not what was written.
    #[error("`{}` is damaged: {message}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
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

/// Rows that are encoded together, as a row group: what polars takes by itself, too.
const ROW_GROUP: usize = 512 * 512;

/// Rows that become columns together, a part of a row group: as rows they are larger.
const PART: usize = 1 << 14;

/// A table as the bytes of a Parquet file (zstd), with the description of the table and of each
/// column and `run_identity` in its metadata. Equal rows give equal bytes.
///
/// # Errors
///
/// If polars cannot encode the rows.
pub fn encode<R: TableRow>(rows: &[R], run_identity: &str) -> Result<Vec<u8>, TableError> {
    encode_parts(rows.chunks(PART), run_identity)
}

/// As [`encode`], of rows that are made as they are needed: at most a row group of them is in memory,
/// as columns.
///
/// # Errors
///
/// If polars cannot encode the rows.
pub fn encode_each<R: TableRow>(
    rows: impl IntoIterator<Item = R>,
    run_identity: &str,
) -> Result<Vec<u8>, TableError> {
    let mut rows = rows.into_iter();
    let parts = iter::from_fn(|| {
        let part: Vec<R> = rows.by_ref().take(PART).collect();
        (!part.is_empty()).then_some(part)
    });
    encode_parts(parts, run_identity)
}

/// All parts but the last have [`PART`] rows.
fn encode_parts<R: TableRow, P: AsRef<[R]>>(
    parts: impl Iterator<Item = P>,
    run_identity: &str,
) -> Result<Vec<u8>, TableError> {
    let content = |source| TableError::Content { table: R::NAME, source };
    let frame = |rows: &[R]| {
        let columns: Vec<Column> = R::write(rows.iter());
        DataFrame::new(rows.len(), columns)
    };
    let mut metadata = vec![
        ("runner:table".to_owned(), R::NAME.to_owned()),
        ("runner:description".to_owned(), R::description()),
        ("run_identity".to_owned(), run_identity.to_owned()),
    ];
    for column in R::columns() {
        metadata.push((format!("runner:column:{}", column.name), column.description));
    }
    let mut bytes = Cursor::new(Vec::new());
    let empty = frame(&[]).map_err(content)?;
    let mut writer = ParquetWriter::new(&mut bytes)
        .with_compression(ParquetCompression::Zstd(None))
        .with_key_value_metadata(Some(KeyValueMetadata::from_static(metadata)))
        .set_parallel(false)
        .batched(empty.schema())
        .map_err(content)?;
    let mut group = empty;
    let mut write = |group: &mut DataFrame| {
        // The layout of chunks would show in the bytes.
        group.rechunk_mut();
        writer.write_batch(group).map_err(content)
    };
    for part in parts {
        let part = frame(part.as_ref()).map_err(content)?;
        group.vstack_mut(&part).map_err(content)?;
        if group.height() >= ROW_GROUP {
            write(&mut group)?;
            group = group.clear();
        }
    }
    if group.height() > 0 {
        write(&mut group)?;
    }
    writer.finish().map_err(content)?;
    drop(writer);
    Ok(bytes.into_inner())
}

/// Reads a table from its file.
///
/// # Errors
///
/// If the file cannot be read or does not hold the columns of the table.
pub fn read<R: TableRow>(path: &Path) -> Result<Vec<R>, TableError> {
    let content = |source| TableError::Content { table: R::NAME, source };
    let bytes = fs::read(path).map_err(FileError::on("read", path))?;
    let frame = ParquetReader::new(Cursor::new(bytes)).finish().map_err(content)?;
    R::read(&frame).map_err(content)
}

/// Writes files, all or none, and removes those that are `gone`; the last says that the others are whole.
///
/// # Errors
///
/// If the file system refuses.
pub fn write_files(files: &[(PathBuf, Vec<u8>)], gone: &[PathBuf]) -> Result<(), TableError> {
    Ok(durable::write_together(files, gone)?)
}
