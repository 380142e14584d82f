//! Formats of corpora: readers, recognition, writers.

pub mod formats;

pub(crate) use runner_base::{diagnostic, durable, file_error, located, warning, words};
pub(crate) use runner_corpus::corpus;
pub(crate) use runner_numbers::value;
pub(crate) use runner_table::table;
