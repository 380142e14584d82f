//! A table as it lies in a file: typed for a report, or whatever its columns for those who compare tables.

use std::ops::Range;

use polars::prelude::{
    BooleanChunked, Column, DataFrame, DataType, Float64Chunked, PolarsError, PolarsResult,
    StringChunked, UInt32Chunked, UInt64Chunked,
};

use super::cell_value::CellValue;
use super::columns::{CellAt, ColumnDescription, ColumnType, RowReader, TableRow};
use super::frame::PART;
use super::gathered::{GatheredColumns, Words};
use super::input::{InputFile, InputLimits};
use super::shown::{ReportRow, Shown, ShownRows, Sieve};

/// Sizes beyond which a table of results is refused. Columns of cells repeat themselves, so that files
/// are small.
pub(super) const LIMITS: InputLimits =
    InputLimits { columns: 1 << 12, bytes: 1 << 36, free_bytes: 1 << 28, ratio: 10_000 };

/// A table: columns by name, read at any row.
#[derive(Clone, Debug)]
pub struct Contents {
    rows: usize,
    columns: Vec<(String, Values)>,
}

/// Values of a column.
#[derive(Clone, Debug)]
pub(super) enum Values {
    Text(StringChunked),
    /// Texts of few kinds.
    Words(Words),
    U32(UInt32Chunked),
    U64(UInt64Chunked),
    F64(Float64Chunked),
    Boolean(BooleanChunked),
}

impl Contents {
    /// The value in a row, which must be there, of a column; null where there is no such column.
    pub fn value(&self, column: &str, row: usize) -> CellValue<'_> {
        self.column(column).map_or(CellValue::Null, |column| column.at(row))
    }

    /// The table in the bytes of a Parquet file. Sizes are checked before memory is taken for them, and
    /// what the decoder trips over is an error.
    ///
    /// # Errors
    ///
    /// What is wrong, if the decoder finds something wrong or a column has a type that no table has.
    pub fn decode(bytes: &[u8]) -> Result<Self, String> {
        TableFile::open(bytes.to_vec())?.whole()
    }

    /// A table that no file holds: columns of texts and of numbers, each of `rows` values.
    pub fn of_columns(
        rows: usize,
        texts: impl IntoIterator<Item = (String, Vec<Option<String>>)>,
        numbers: impl IntoIterator<Item = (String, Vec<Option<f64>>)>,
    ) -> Self {
        let texts = texts.into_iter().map(|(name, values)| {
            assert_eq!(values.len(), rows, "the column {name} is as long as the table");
            (name, Values::Text(values.into_iter().collect()))
        });
        let numbers = numbers.into_iter().map(|(name, values)| {
            assert_eq!(values.len(), rows, "the column {name} is as long as the table");
            (name, Values::F64(values.into_iter().collect()))
        });
        Self { rows, columns: texts.chain(numbers).collect() }
    }

    pub(super) fn of_frame(mut frame: DataFrame) -> PolarsResult<Self> {
        // Values are looked up one by one.
        frame.rechunk_mut();
        let columns = frame.columns().iter();
        let columns = columns.map(|column| Ok((column.name().to_string(), Values::new(column)?)));
        Ok(Self { rows: frame.height(), columns: columns.collect::<PolarsResult<_>>()? })
    }

    pub(super) fn of_values(rows: usize, columns: Vec<(String, Values)>) -> Self {
        Self { rows, columns }
    }

    /// Its rows, typed.
    ///
    /// # Errors
    ///
    /// If a column is missing, has another type, or a value that it cannot have.
    pub(super) fn typed_rows<R: TableRow>(&self) -> Result<Vec<R>, String> {
        RowReader::new(self.cells(R::columns(), R::WITHOUT)?).rows(self.rows)
    }

    /// The values of columns; none of those that the table does not have. One for all types of rows.
    fn cells(
        &self,
        columns: Vec<ColumnDescription>,
        without: &[&str],
    ) -> Result<Vec<Option<CellAt<'_>>>, String> {
        columns
            .into_iter()
            .map(|column| {
                if without.contains(&column.name) {
                    return Ok(None);
                }
                let values = self.column(column.name);
                let values =
                    values.ok_or_else(|| format!("there is no column `{}`", column.name))?;
                if values.kind() != column.kind {
                    return Err(format!("column `{}` has values of another type", column.name));
                }
                let cell: CellAt<'_> = Box::new(move |row| values.at(row));
                Ok(Some(cell))
            })
            .collect()
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Names of the columns, in the order of the file.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|(name, _)| name.as_str())
    }

    /// The column of this name, if there is one.
    pub fn column(&self, name: &str) -> Option<ColumnValues<'_>> {
        let found = self.columns.iter().find(|(known, _)| known == name);
        found.map(|(_, values)| ColumnValues(values))
    }
}

/// A table in its file, not decoded yet.
#[derive(Debug)]
pub struct TableFile(InputFile);

impl TableFile {
    /// The table in the bytes of a Parquet file. Sizes are checked before memory is taken for them.
    ///
    /// # Errors
    ///
    /// What is wrong with the file.
    pub fn open(bytes: Vec<u8>) -> Result<Self, String> {
        let file = InputFile::open(bytes, LIMITS).map_err(|error| error.to_string())?;
        file.check_whole().map_err(|error| error.to_string())?;
        Ok(Self(file))
    }

    /// Names of the columns, in the order of the file.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.0.columns().iter().map(|(name, _)| name.as_str())
    }

    /// All of the table.
    ///
    /// # Errors
    ///
    /// If the decoder finds something wrong, or a column has a type that no table has.
    pub fn whole(&self) -> Result<Contents, String> {
        let mut whole = GatheredColumns::default();
        // Also of a table without rows, which has columns.
        let groups = self.0.row_groups().into_iter().chain((self.0.rows() == 0).then_some(0..0));
        for group in groups {
            whole.extend(&self.decode(group)?).map_err(|error| error.to_string())?;
        }
        Ok(whole.into_contents())
    }

    /// The rows that a report shows. A row group is in memory at a time, as columns.
    ///
    /// # Errors
    ///
    /// If the decoder finds something wrong, or a column is missing or of another type.
    pub fn shown<R: ReportRow>(&self) -> Result<ShownRows<R>, String> {
        let mut sieve = Sieve::new();
        if R::SHOWN != Shown::Nothing {
            self.for_each_part(&mut |part| {
                sieve.extend(part.typed_rows()?);
                Ok(())
            })?;
        }
        Ok(sieve.into_rows())
    }

    /// Calls `visit` with the rows of the table, part by part.
    fn for_each_part(
        &self,
        visit: &mut dyn FnMut(Contents) -> Result<(), String>,
    ) -> Result<(), String> {
        // `visit` is `dyn`, so that this is compiled once for all types of rows.
        for group in self.0.row_groups() {
            let frame = self.decode(group)?;
            for start in (0..frame.height()).step_by(PART) {
                let offset = i64::try_from(start).map_err(|error| error.to_string())?;
                let part = Contents::of_frame(frame.slice(offset, PART));
                visit(part.map_err(|error| error.to_string())?)?;
            }
        }
        Ok(())
    }

    fn decode(&self, rows: Range<usize>) -> Result<DataFrame, String> {
        let frame = self.0.decode(rows).map_err(|error| error.to_string())?;
        // Of a page that claims more values than it has, the decoder leaves a short column.
        match frame.columns().iter().find(|column| column.len() != frame.height()) {
            Some(column) => Err(format!("column `{}` is cut short", column.name())),
            None => Ok(frame),
        }
    }
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct ColumnValues<'a>(&'a Values);

impl<'a> ColumnValues<'a> {
    /// The type of its values.
    pub(super) fn kind(self) -> ColumnType {
        match self.0 {
            Values::Text(_) | Values::Words(_) => ColumnType::Text,
            Values::U32(_) => ColumnType::U32,
            Values::U64(_) => ColumnType::U64,
            Values::F64(_) => ColumnType::F64,
            Values::Boolean(_) => ColumnType::Boolean,
        }
    }

    /// The value in row `row`, which must be there.
    pub fn at(self, row: usize) -> CellValue<'a> {
        let value = match self.0 {
            Values::Text(values) => values.get(row).map(CellValue::Text),
            Values::Words(words) => words.get(row).map(CellValue::Text),
            Values::U32(values) => values.get(row).map(|value| CellValue::Integer(value.into())),
            Values::U64(values) => values.get(row).map(CellValue::Integer),
            Values::F64(values) => values.get(row).map(CellValue::Real),
            Values::Boolean(values) => values.get(row).map(CellValue::Boolean),
        };
        value.unwrap_or(CellValue::Null)
    }
}

impl Values {
    pub(super) fn new(column: &Column) -> PolarsResult<Self> {
        match column.dtype() {
            DataType::String => column.str().cloned().map(Self::Text),
            DataType::UInt32 => column.u32().cloned().map(Self::U32),
            DataType::UInt64 => column.u64().cloned().map(Self::U64),
            DataType::Float64 => column.f64().cloned().map(Self::F64),
            DataType::Boolean => column.bool().cloned().map(Self::Boolean),
            other => {
                let message = format!("column `{}` has the type {other}", column.name());
                Err(PolarsError::InvalidOperation(message.into()))
            }
        }
    }
}
