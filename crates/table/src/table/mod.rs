//! Tables: the rows of every output, and Parquet.
//!
//! A table is a struct of typed columns with a description each; the same text documents the struct,
//! the JSON Schema and the metadata of the file. This module is the only one that knows polars, and
//! the only reader and writer of result files. Parquet that others wrote comes in through
//! [`InputFile`]. It computes no numbers, and knows no particular table of results.

mod cell;
mod cell_value;
pub mod columns;
mod contents;
mod corpus;
mod description;
mod folder;
mod frame;
mod gathered;
mod input;
mod kept;
mod manifest;
mod own_files;
mod parquet;
mod schema;
pub mod shown;
mod tables;
mod vocabulary;

pub use cell::Cell;
pub use cell_value::CellValue;
pub use columns::{
    ColumnDescription, ColumnType, Columns, Format, RowReader, SharedText, TableRow, Value, table,
    word_columns,
};
pub use contents::{ColumnValues, Contents, TableFile};
pub use corpus::CorpusRow;
pub use description::TableDescription;
pub use folder::{EXAMPLES, MANIFEST, OUTPUTS, RUN_LOG, ResultFolder};
pub use input::{
    InputColumn, InputError, InputFile, InputKind, InputLimits, InputValue, is_decoding,
};
pub use kept::{KeptTable, KeptTables};
pub use manifest::{Input, Manifest, Resampling, TableDigest};
pub use own_files::{LOCK, OwnFiles, PAGE, REPORT, REPORT_RECORD, Replaced, ReportRecord};
pub use parquet::{
    EncodedTable, TableError, contents_of, encode, encode_recorded, encode_table, read,
    read_with_digest,
};
pub use schema::schema_text;
pub use shown::number_of;
pub use shown::{Coordinates, MetricKey, ReportRow, Shown, ShownRows};
pub use tables::Tables;
pub use vocabulary::{ChosenReferences, Resampled, TextUnit};
