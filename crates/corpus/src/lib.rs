//! Corpora: one model, one reader for each format, checks, and a generator.

pub mod corpus;

pub(crate) use runner_base::{
    diagnostic, durable, escape, file_error, located, memory, warning, words,
};
pub(crate) use runner_numbers::{similarity, tokenize, value};
pub(crate) use runner_table::table;
