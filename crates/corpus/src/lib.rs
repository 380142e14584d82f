//! Corpora: one model, checks, and a generator.

pub mod corpus;

pub(crate) use runner_base::{diagnostic, escape, file_error, located, memory, warning, words};
pub(crate) use runner_numbers::{similarity, stats, value};
pub(crate) use runner_table::table;
