//! Tables as Parquet files.

use std::fs;
use std::io::{self, Cursor};
use std::mem;
use std::path::{Path, PathBuf};

use polars::prelude::{
    DataFrame, KeyValueMetadata, ParquetCompression, ParquetReader, ParquetWriter, PolarsError,
    PolarsResult, SerReader,
};

use super::columns::TableRow;
use super::contents::Contents;
use super::frame::{PART, frame_of};
use super::gathered::GatheredColumns;
use super::shown::{ReportRow, ShownRows, Sieve};
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

impl TableError {
    fn content<R: TableRow>(source: PolarsError) -> Self {
        Self::Content { table: R::NAME, source }
    }
}

/// The key of the metadata that has the record of a file.
pub(super) const RECORD: &str = "runner:record";

/// Rows that are encoded together, as a row group. Half of what polars takes by itself, since the columns of a group are
/// most of what it takes to write a million rows.
const ROW_GROUP: usize = 1 << 17;

/// A table as the bytes of a Parquet file (zstd), with the description of the table and of each
/// column and `run_identity` in its metadata. Equal rows give equal bytes.
///
/// # Errors
///
/// If polars cannot encode the rows.
pub fn encode<R: TableRow>(rows: &[R], run_identity: &str) -> Result<Vec<u8>, TableError> {
    encode_recorded(rows, run_identity, None)
}

/// As [`encode`], with a `record` of any kind in the metadata ([`InputFile::record`](super::InputFile::record)).
///
/// # Errors
///
/// If polars cannot encode the rows.
pub fn encode_recorded<R: TableRow>(
    rows: &[R],
    run_identity: &str,
    record: Option<&str>,
) -> Result<Vec<u8>, TableError> {
    let mut parts = rows.chunks(PART);
    let file = FileOfTable::new::<R>(run_identity, record);
    file.encode(frame_of::<R>(&[]), &mut || parts.next().map(frame_of).transpose())
}

/// A table that was encoded, and what else is wanted of its rows.
#[derive(Debug)]
pub struct EncodedTable<R> {
    /// The Parquet file, as [`encode`] makes it.
    pub bytes: Vec<u8>,
    /// Number of rows.
    pub rows: u64,
    /// The rows that a report reads.
    pub shown: ShownRows<R>,
    /// All columns, if they were asked for.
    pub contents: Option<Contents>,
}

/// As [`encode`], of rows that are made as they are needed: at most a row group of them is in memory,
/// as columns, beside those that a report shows.
///
/// # Errors
///
/// If polars cannot encode the rows.
pub fn encode_table<R: ReportRow>(
    rows: impl IntoIterator<Item = R>,
    run_identity: &str,
    with_contents: bool,
) -> Result<EncodedTable<R>, TableError> {
    let mut rows = rows.into_iter();
    let mut count = 0;
    let mut sieve = Sieve::new();
    let mut whole = with_contents.then(GatheredColumns::default);
    let file = FileOfTable::new::<R>(run_identity, None);
    let bytes = file.encode(frame_of::<R>(&[]), &mut || {
        let part: Vec<R> = rows.by_ref().take(PART).collect();
        if part.is_empty() {
            return Ok(None);
        }
        let columns = frame_of(&part)?;
        count += part.len() as u64;
        sieve.extend(part);
        if let Some(whole) = &mut whole {
            whole.extend(&columns)?;
        }
        Ok(Some(columns))
    })?;
    let contents = whole.map(|mut whole| {
        // Also of a table without rows, which has columns.
        whole.extend(&frame_of::<R>(&[])?)?;
        Ok(whole.into_contents())
    });
    let contents = contents.transpose().map_err(|source| file.error(source))?;
    Ok(EncodedTable { bytes, rows: count, shown: sieve.into_rows(), contents })
}

/// All columns of rows that are made as they are needed, of which no file is made.
///
/// # Errors
///
/// If polars cannot make columns of the rows.
pub fn contents_of<R: TableRow>(rows: impl IntoIterator<Item = R>) -> Result<Contents, TableError> {
    let mut rows = rows.into_iter();
    let mut whole = GatheredColumns::default();
    loop {
        let part: Vec<R> = rows.by_ref().take(PART).collect();
        let columns = frame_of(&part).map_err(TableError::content::<R>)?;
        whole.extend(&columns).map_err(TableError::content::<R>)?;
        if part.is_empty() {
            return Ok(whole.into_contents());
        }
    }
}

/// What a file says of its table. What follows is compiled once for all types of rows.
struct FileOfTable {
    name: &'static str,
    metadata: Vec<(String, String)>,
}

impl FileOfTable {
    fn new<R: TableRow>(run_identity: &str, record: Option<&str>) -> Self {
        let mut metadata = vec![
            ("runner:table".to_owned(), R::NAME.to_owned()),
            ("runner:description".to_owned(), R::description()),
            ("run_identity".to_owned(), run_identity.to_owned()),
        ];
        metadata.extend(record.map(|record| (RECORD.to_owned(), record.to_owned())));
        for column in R::table_columns() {
            metadata.push((format!("runner:column:{}", column.name), column.description));
        }
        Self { name: R::NAME, metadata }
    }

    fn error(&self, source: PolarsError) -> TableError {
        TableError::Content { table: self.name, source }
    }

    /// The file: the columns of `empty`, and the rows of all parts. All parts but the last have [`PART`] rows.
    fn encode(
        &self,
        empty: PolarsResult<DataFrame>,
        next: &mut dyn FnMut() -> PolarsResult<Option<DataFrame>>,
    ) -> Result<Vec<u8>, TableError> {
        empty.and_then(|empty| self.encode_parts(empty, next)).map_err(|source| self.error(source))
    }

    fn encode_parts(
        &self,
        empty: DataFrame,
        next: &mut dyn FnMut() -> PolarsResult<Option<DataFrame>>,
    ) -> PolarsResult<Vec<u8>> {
        let mut file = FileInMemory::default();
        let mut writer = ParquetWriter::new(&mut file)
            .with_compression(ParquetCompression::Zstd(None))
            .with_key_value_metadata(Some(KeyValueMetadata::from_static(self.metadata.clone())))
            .set_parallel(false)
            .batched(empty.schema())?;
        let mut write = |group: DataFrame| {
            // The layout of chunks would show in the bytes. Column by column, so that there are not two of each at once.
            let rows = group.height();
            let columns = group.into_columns().into_iter().map(|column| column.rechunk());
            writer.write_batch(&DataFrame::new(rows, columns.collect())?)
        };
        let mut group = empty;
        while let Some(columns) = next()? {
            group.vstack_mut(&columns)?;
            if group.height() >= ROW_GROUP {
                let next_group = group.clear();
                write(mem::replace(&mut group, next_group))?;
            }
        }
        if group.height() > 0 {
            write(group)?;
        }
        writer.finish()?;
        drop(writer);
        file.bytes.shrink_to_fit();
        Ok(file.bytes)
    }
}

/// A file that stays in memory until all tables are made. It grows by an eighth, where a vector would double: a table of
/// a million rows has a hundred megabytes.
#[derive(Default)]
struct FileInMemory {
    bytes: Vec<u8>,
}

impl io::Write for FileInMemory {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        if self.bytes.capacity() - self.bytes.len() < more.len() {
            self.bytes.reserve_exact(more.len().max(self.bytes.len() / 8));
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads a table from its file.
///
/// # Errors
///
/// If the file cannot be read or does not hold the columns of the table.
pub fn read<R: TableRow>(path: &Path) -> Result<Vec<R>, TableError> {
    Ok(read_with_digest(path)?.0)
}

/// The same with the digest (BLAKE3) of the file.
///
/// # Errors
///
/// As [`read`].
pub fn read_with_digest<R: TableRow>(path: &Path) -> Result<(Vec<R>, String), TableError> {
    let bytes = fs::read(path).map_err(FileError::on("read", path))?;
    let digest = blake3::hash(&bytes).to_hex().to_string();
    let frame =
        ParquetReader::new(Cursor::new(bytes)).finish().map_err(TableError::content::<R>)?;
    let rows = Contents::of_frame(frame).map_err(TableError::content::<R>)?.typed_rows();
    let rows = rows.map_err(|message| TableError::Damaged { path: path.to_owned(), message })?;
    Ok((rows, digest))
}
