//! From a spec and its corpora to results: plans, and their execution.

pub mod execute;
pub mod plan;

pub(crate) use runner_base::{diagnostic, durable, escape, file_error, warning, words};
pub(crate) use runner_config::config;
pub(crate) use runner_corpus::corpus;
pub(crate) use runner_formats::formats;
pub(crate) use runner_numbers::{metric, stats};
pub(crate) use runner_table::table;

/// Version of the numbers: results of two programs with the same version are equal bit for bit.
/// Any change that moves a number raises it and gets a "Numbers" line in the changelog.
pub const NUMBERS_VERSION: u32 = 10;
