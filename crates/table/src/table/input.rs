//! Parquet files that came from somewhere else: any columns, of texts or numbers.
//!
//! Nothing in such a file is believed. Every length and count is compared with what can be there
//! before memory is taken for it, and what the decoder trips over is an error and no end of the
//! program. Only columns that are asked for are decoded, by the types that Parquet itself states;
//! the schema of Arrow that some programs add is not looked at.

mod thrift;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::Cursor;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use polars::prelude::{
    ArrowDataType, DataFrame, DataType, FileMetadata, Float64Chunked, Int64Chunked,
    ParallelStrategy, ParquetReader, PolarsResult, SerReader, Series, StringChunked, UInt64Chunked,
    infer_schema,
};
use polars_parquet::parquet::metadata::SchemaDescriptor;
use polars_parquet::parquet::schema::types::ParquetType;

use super::parquet::RECORD;
use thrift::Broken;

/// First and last bytes of a file.
const MAGIC: &[u8] = b"PAR1";

/// Bytes that a value takes in memory, beside a long text's.
// Of polars' views of texts; numbers take half.
const VALUE_BYTES: u64 = 16;

/// Sizes beyond which a file is refused.
#[derive(Clone, Copy, Debug)]
pub struct InputLimits {
    /// Columns of a file.
    pub columns: usize,
    /// Bytes in memory: of decompressed pages, of values at 16 bytes each, and of all texts.
    pub bytes: u64,
    /// Bytes in memory up to which any proportion to the size of the file is accepted.
    pub free_bytes: u64,
    /// Bytes in memory per byte of the file beyond that.
    pub ratio: u64,
}

/// What is wrong with a file.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// It does not begin and end as Parquet does.
    #[error("this is not a Parquet file")]
    NotParquet,
    /// It is Parquet, and broken.
    #[error("the Parquet file is cut off or damaged: {0}")]
    Damaged(String),
    /// A column holds neither texts nor numbers.
    #[error("column `{column}` holds {kind}, neither texts nor numbers")]
    Type {
        /// The column.
        column: String,
        /// What it holds.
        kind: &'static str,
    },
    /// It is larger than what is read.
    #[error("{what} is {found}, more than the {limit} that are read")]
    Limit {
        /// What was measured, with its unit.
        what: &'static str,
        /// The size.
        found: u64,
        /// The largest size accepted.
        limit: u64,
    },
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// UTF-8 text, or truth values, which are read as `true` and `false`.
    Text,
    /// Integers, floating-point numbers or decimals.
    Number,
    /// Something else: what, for a message.
    Other(&'static str),
}

/// A Parquet file in memory, no column of which has been decoded.
#[derive(Debug)]
pub struct InputFile {
    bytes: Vec<u8>,
    metadata: Arc<FileMetadata>,
    columns: Vec<(String, InputKind)>,
    /// Number of decimal places of the columns of decimals.
    decimals: BTreeMap<String, usize>,
    table: Option<String>,
    record: Option<String>,
    limits: InputLimits,
}

/// A value of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InputValue<'a> {
    /// There is none.
    Missing,
    /// A text.
    Text(&'a str),
    /// A whole number, of 64 bits with or without sign.
    Integer(i128),
    /// Any number, NaN and infinities among them.
    Real(f64),
}

/// A decoded column.
#[derive(Clone, Debug)]
pub enum InputColumn {
    /// Texts.
    Texts(StringChunked),
    /// Signed integers.
    Integers(Int64Chunked),
    /// Unsigned integers.
    Unsigned(UInt64Chunked),
    /// Floating-point numbers.
    Reals(Float64Chunked),
}

impl InputColumn {
    /// The value of row `row`, from 0; missing beyond the last.
    pub fn get(&self, row: usize) -> InputValue<'_> {
        match self {
            Self::Texts(texts) => texts.get(row).map(InputValue::Text),
            Self::Integers(values) => {
                values.get(row).map(|value| InputValue::Integer(value.into()))
            }
            Self::Unsigned(values) => {
                values.get(row).map(|value| InputValue::Integer(value.into()))
            }
            Self::Reals(values) => values.get(row).map(InputValue::Real),
        }
        .unwrap_or(InputValue::Missing)
    }
}

impl InputFile {
    /// Whether `bytes` begin as Parquet does.
    pub fn has_magic(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Reads the footer of the file whose content is `bytes`.
    ///
    /// # Errors
    ///
    /// If it is not Parquet, is damaged, or is beyond `limits`.
    pub fn open(bytes: Vec<u8>, limits: InputLimits) -> Result<Self, InputError> {
        // The shortest file has the magic bytes twice and the length of the footer, four bytes each.
        let whole = bytes.len() >= 12 && bytes.starts_with(MAGIC) && bytes.ends_with(MAGIC);
        if !whole {
            let damaged = "it does not end as Parquet does".to_owned();
            return Err(if Self::has_magic(&bytes) {
                InputError::Damaged(damaged)
            } else {
                InputError::NotParquet
            });
        }
        check_footer(&bytes)?;
        let metadata = guarded(|| {
            let mut reader = ParquetReader::new(Cursor::new(bytes.as_slice()));
            let mut metadata = FileMetadata::clone(reader.get_metadata()?);
            // Without these, polars takes types from the columns, not from the schema of Arrow among the pairs.
            let pairs = metadata.key_value_metadata.take().unwrap_or_default();
            let [table, record] = ["runner:table", RECORD].map(|key| {
                let pair = pairs.iter().find(|pair| pair.key == key);
                pair.and_then(|pair| pair.value.clone())
            });
            let decimals = remove_narrow_types(&mut metadata)?;
            reader.set_metadata(Arc::new(metadata));
            let schema = reader.schema()?;
            let columns = schema.iter_values().map(|field| {
                let is_decimal = decimals.contains_key(field.name.as_str());
                (field.name.to_string(), kind(field.dtype(), is_decimal))
            });
            let columns: Vec<_> = columns.collect();
            let metadata = Arc::clone(reader.get_metadata()?);
            Ok((metadata, columns, decimals, table, record))
        })?;
        let (metadata, columns, decimals, table, record) = metadata;
        if columns.len() > limits.columns {
            let (what, found) = ("the number of columns", columns.len() as u64);
            return Err(InputError::Limit { what, found, limit: limits.columns as u64 });
        }
        let groups = metadata.row_groups.iter().map(|group| group.num_rows() as u64);
        // Saturating, here and below: a file may claim any number of rows.
        let rows = groups.fold(0_u64, u64::saturating_add);
        if rows != metadata.num_rows as u64 {
            let message = format!("{rows} rows in groups, {} in all", metadata.num_rows);
            return Err(InputError::Damaged(message));
        }
        Ok(Self { bytes, metadata, columns, decimals, table, record, limits })
    }

    /// Names of the columns and what they hold, in the order of the file.
    pub fn columns(&self) -> &[(String, InputKind)] {
        &self.columns
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.metadata.num_rows
    }

    /// The name of the table, in a file that this program wrote.
    pub fn table(&self) -> Option<&str> {
        self.table.as_deref()
    }

    /// What else a file that this program wrote says of itself.
    pub fn record(&self) -> Option<&str> {
        self.record.as_deref()
    }

    /// Refuses the file if decoding all of its columns would take more memory than allowed.
    ///
    /// # Errors
    ///
    /// If it is beyond the limits, or damaged.
    pub(super) fn check_whole(&self) -> Result<(), InputError> {
        let all: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        self.check_sizes(&all)
    }

    /// Ranges of the rows that are encoded together.
    pub(super) fn row_groups(&self) -> Vec<Range<usize>> {
        let groups = &self.metadata.row_groups;
        let mut ranges = Vec::with_capacity(groups.len());
        let mut start = 0;
        for group in groups {
            let end = start + group.num_rows();
            ranges.push(start..end);
            start = end;
        }
        ranges
    }

    /// Decodes `rows` of all columns, whatever they hold; their sizes have been checked before.
    pub(super) fn decode(&self, rows: Range<usize>) -> Result<DataFrame, InputError> {
        guarded(|| {
            let strategy = if rows.len() == self.rows() {
                ParallelStrategy::Auto
            } else {
                // The only one that passes over other rows without decoding them.
                ParallelStrategy::RowGroups
            };
            let mut reader = ParquetReader::new(Cursor::new(self.bytes.as_slice()))
                .read_parallel(strategy)
                .with_slice(Some((rows.start, rows.len())));
            reader.set_metadata(Arc::clone(&self.metadata));
            reader.finish()
        })
    }

    /// Decodes the columns `names`, in that order. Names that are not there are left out.
    ///
    /// # Errors
    ///
    /// If a column is neither of texts nor of numbers, is damaged, or is too large.
    pub fn read(&self, names: &[&str]) -> Result<Vec<InputColumn>, InputError> {
        let mut wanted = Vec::with_capacity(names.len());
        for name in names {
            match self.columns.iter().find(|(known, _)| known == name) {
                Some((column, InputKind::Other(kind))) => {
                    return Err(InputError::Type { column: column.clone(), kind });
                }
                Some(_) => wanted.push((*name).to_owned()),
                None => {}
            }
        }
        self.check_sizes(&wanted)?;
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let rows = self.rows();
        let columns = guarded(|| {
            // On this thread alone: a panic on another would not be known as one of the decoder (`is_decoding`).
            let mut reader = ParquetReader::new(Cursor::new(self.bytes.as_slice()))
                .read_parallel(ParallelStrategy::None)
                .with_columns(Some(wanted.clone()));
            reader.set_metadata(Arc::clone(&self.metadata));
            let frame = reader.finish()?;
            wanted
                .iter()
                .map(|name| {
                    let series = frame.column(name)?.as_materialized_series().rechunk();
                    decoded(&series, self.decimals.get(name))
                })
                .collect::<PolarsResult<Vec<_>>>()
        })?;
        let mut lengths = columns.iter().map(|column| match column {
            InputColumn::Texts(texts) => texts.len(),
            InputColumn::Integers(values) => values.len(),
            InputColumn::Unsigned(values) => values.len(),
            InputColumn::Reals(values) => values.len(),
        });
        if let Some(length) = lengths.find(|length| *length != rows) {
            let message = format!("a column has {length} values for {rows} rows");
            return Err(InputError::Damaged(message));
        }
        // A text that stands in many rows may be there once.
        let texts = columns.iter().filter_map(|column| match column {
            InputColumn::Texts(texts) => Some(texts),
            _ => None,
        });
        let bytes = texts.flat_map(|texts| texts.iter().flatten()).map(|text| text.len() as u64);
        self.check_bytes("the size of all texts in bytes", bytes.sum())?;
        Ok(columns)
    }

    fn check_bytes(&self, what: &'static str, found: u64) -> Result<(), InputError> {
        let proportionate = (self.bytes.len() as u64).saturating_mul(self.limits.ratio);
        let limit = self.limits.bytes.min(proportionate.max(self.limits.free_bytes));
        if found > limit { Err(InputError::Limit { what, found, limit }) } else { Ok(()) }
    }

    /// Follows the pages of the columns `names` and adds up what they claim.
    fn check_sizes(&self, names: &[String]) -> Result<(), InputError> {
        // Decimals are bytes at first, then views of these, then numbers.
        let sizes = names.iter().map(|name| if self.decimals.contains_key(name) { 3 } else { 1 });
        let values = (self.rows() as u64).saturating_mul(sizes.sum());
        let what = "the size of all values in bytes";
        self.check_bytes(what, values.saturating_mul(VALUE_BYTES))?;
        let mut bytes = 0_u64;
        for group in &self.metadata.row_groups {
            for name in names {
                let chunks = group.columns_under_root_iter(name);
                let chunk = chunks.and_then(|mut chunks| chunks.next());
                let range = chunk.map(|chunk| (chunk.byte_range(), chunk.num_values()));
                let pages = range.and_then(|(range, values)| {
                    let values = u64::try_from(values).ok()?;
                    let range =
                        usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?;
                    pages(self.bytes.get(range)?, values, group.num_rows() as u64)
                });
                let Some(pages) = pages else {
                    let message = format!("the pages of column `{name}` are not what they claim");
                    return Err(InputError::Damaged(message));
                };
                bytes = bytes.saturating_add(pages);
                self.check_bytes("the decompressed size in bytes", bytes)?;
            }
        }
        Ok(())
    }
}

/// Bytes that the pages of a column in a group of `rows` rows decompress to; `None` if they
/// are not what they should be.
fn pages(mut chunk: &[u8], values: u64, rows: u64) -> Option<u64> {
    let (mut seen, mut bytes) = (0, 0_u64);
    while seen < values {
        let (length, integers) = thrift::walk(chunk).ok()?;
        let integer = |field: i16, inner: Option<i16>| {
            let mut found = integers.iter().filter(|i| (i.field, i.inner) == (field, inner));
            // What is there twice would be read in one way here and in another there.
            let only = found.next().filter(|_| found.next().is_none())?;
            u64::try_from(only.value).ok()
        };
        // Numbers of fields in `PageHeader` of parquet.thrift: 1 is the type, 2 and 3 are the sizes.
        let (decompressed, compressed) = (integer(2, None)?, integer(3, None)?);
        // Fields 5 and 8 are the headers of data pages, 7 that of a dictionary.
        match integer(1, None)? {
            // Types of pages: 0 and 3 have data, in versions 1 and 2 of the format, and 2 is a dictionary.
            0 => seen += integer(5, Some(1))?,
            3 => seen += integer(8, Some(1))?,
            // A value of a dictionary takes at least a byte.
            2 if integer(7, Some(1))? <= decompressed => {}
            _ => return None,
        }
        bytes = bytes.saturating_add(decompressed);
        let end = length.checked_add(usize::try_from(compressed).ok()?)?;
        chunk = chunk.get(end..)?;
    }
    (seen == rows).then_some(bytes)
}

/// Follows the footer, so that no list in it claims more than is there.
fn check_footer(bytes: &[u8]) -> Result<(), InputError> {
    let damaged = || InputError::Damaged("the footer is not what it claims".to_owned());
    // Behind the footer stand its length and the magic bytes, four bytes each.
    let (body, tail) = bytes.split_at(bytes.len() - 8);
    let length = <[u8; 4]>::try_from(&tail[..4]).map_err(|_| damaged())?;
    let length = usize::try_from(u32::from_le_bytes(length)).map_err(|_| damaged())?;
    let start = body.len().checked_sub(length).ok_or_else(damaged)?;
    match thrift::walk(&body[start..]) {
        Ok(_) => Ok(()),
        Err(Broken) => Err(damaged()),
    }
}

thread_local! {
    static DECODING: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread decodes a Parquet file that is not trusted: a panic is then no bug but a
/// damage that the decoder trips over, and is reported as such.
pub fn is_decoding() -> bool {
    DECODING.get()
}

/// Runs the decoder on this thread.
pub(super) fn guarded<T>(decode: impl FnOnce() -> PolarsResult<T>) -> Result<T, InputError> {
    DECODING.set(true);
    // Nothing that a panic could leave half done is seen again: what is decoded is dropped.
    let outcome = catch_unwind(AssertUnwindSafe(decode));
    DECODING.set(false);
    match outcome {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(InputError::Damaged(error.to_string())),
        Err(_) => Err(InputError::Damaged("it cannot be decoded".to_owned())),
    }
}

/// Removes the types of small integers and of decimals from the schema. Polars then reads what they are stored in,
/// integers of 32 or 64 bits or bytes. Its features for these types would make `polars-core` take a fifth longer to build
/// (58 in place of 48 s). Returns the number of decimal places.
fn remove_narrow_types(metadata: &mut FileMetadata) -> PolarsResult<BTreeMap<String, usize>> {
    use ArrowDataType as Arrow;
    let mut decimals = BTreeMap::new();
    let schema = infer_schema(metadata)?;
    let mut fields = metadata.schema_descr.fields().to_vec();
    for field in &mut fields {
        let ParquetType::PrimitiveType(column) = field else { continue };
        match schema.get(&column.field_info.name).map(|field| &field.dtype) {
            Some(Arrow::Int8 | Arrow::Int16 | Arrow::UInt8 | Arrow::UInt16) => {}
            Some(Arrow::Decimal(_, places)) => {
                decimals.insert(column.field_info.name.to_string(), *places);
            }
            _ => continue,
        }
        (column.logical_type, column.converted_type) = (None, None);
    }
    let name = metadata.schema_descr.name().into();
    metadata.schema_descr = SchemaDescriptor::new(name, fields);
    Ok(decimals)
}

/// Returns the values of a column, which are decimals with `places` decimal places or have the type of the series.
fn decoded(series: &Series, places: Option<&usize>) -> PolarsResult<InputColumn> {
    // The nearest number with a floating point, whatever the number of digits.
    let real = |integer: i128, places: &usize| format!("{integer}e-{places}").parse().ok();
    Ok(match (series.dtype(), places) {
        (DataType::Binary, Some(places)) => {
            let values = series.binary()?.iter();
            InputColumn::Reals(values.map(|bytes| real(signed(bytes?), places)).collect())
        }
        (_, Some(places)) => {
            let integers = series.cast(&DataType::Int64)?;
            let values = integers.i64()?.iter();
            InputColumn::Reals(values.map(|integer| real(integer?.into(), places)).collect())
        }
        (DataType::String, _) => InputColumn::Texts(series.str()?.clone()),
        (DataType::Boolean, _) => {
            InputColumn::Texts(series.cast(&DataType::String)?.str()?.clone())
        }
        (DataType::UInt32 | DataType::UInt64, _) => {
            InputColumn::Unsigned(series.cast(&DataType::UInt64)?.u64()?.clone())
        }
        (DataType::Float32 | DataType::Float64, _) => {
            InputColumn::Reals(series.cast(&DataType::Float64)?.f64()?.clone())
        }
        _ => InputColumn::Integers(series.cast(&DataType::Int64)?.i64()?.clone()),
    })
}

/// Returns the integer of up to 16 bytes in two's complement, of which the first is the most significant.
fn signed(bytes: &[u8]) -> i128 {
    let sign = if bytes.first().is_some_and(|first| *first >= 0x80) { -1 } else { 0 };
    bytes.iter().fold(sign, |integer: i128, byte| integer << 8 | i128::from(*byte))
}

fn kind(arrow: &ArrowDataType, is_decimal: bool) -> InputKind {
    use ArrowDataType as Arrow;
    InputKind::Other(match arrow {
        Arrow::Utf8 | Arrow::LargeUtf8 | Arrow::Utf8View | Arrow::Boolean => {
            return InputKind::Text;
        }
        // Missing values take as many bytes as others: a larger size would let a small file take any memory.
        Arrow::FixedSizeBinary(1..=16) if is_decimal => return InputKind::Number,
        Arrow::FixedSizeBinary(_) | Arrow::BinaryView if is_decimal => "decimals of any length",
        Arrow::Int32
        | Arrow::Int64
        | Arrow::UInt32
        | Arrow::UInt64
        | Arrow::Float32
        | Arrow::Float64 => return InputKind::Number,
        Arrow::Date32 | Arrow::Date64 | Arrow::Timestamp(..) => "dates",
        Arrow::Time32(_) | Arrow::Time64(_) | Arrow::Duration(_) | Arrow::Interval(_) => "times",
        Arrow::Binary | Arrow::LargeBinary | Arrow::BinaryView | Arrow::FixedSizeBinary(_) => {
            "bytes"
        }
        Arrow::List(_) | Arrow::LargeList(_) | Arrow::FixedSizeList(..) => "lists",
        Arrow::Struct(_) | Arrow::Map(..) => "structures",
        _ => "values of another type",
    })
}
