//! Tables: the rows of every output, and Parquet.
//!
//! A table is a struct of typed columns with a description each; the same text documents the struct,
//! the JSON Schema and the metadata of the file. This module is the only one that knows polars, and
//! the only reader and writer of result files. It computes no numbers.

mod columns;
mod manifest;
mod parquet;
mod rows;
mod schema;

pub use columns::{ColumnDescription, ColumnType, TableRow};
pub use manifest::{Input, Manifest, TableDigest};
pub use parquet::{TableError, encode, read, write_file};
pub use rows::{Cell, GrowthRow, MinimalSizeRow, ScoreRow, TestSetRow};
pub use schema::schema_text;
