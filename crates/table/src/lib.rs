//! Tables of results, and the only package that waits for polars.

pub mod table;

pub(crate) use runner_base::{durable, file_error, warning};
pub(crate) use runner_numbers::{stats, value};
