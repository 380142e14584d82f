//! Specs: what the user asked for.

pub mod config;

pub(crate) use runner_base::{diagnostic, located, removed, words};
pub(crate) use runner_corpus::corpus;
pub(crate) use runner_formats::formats;
pub(crate) use runner_numbers::{metric, stats, value};
pub(crate) use runner_table::table;
