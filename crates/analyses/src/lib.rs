//! What studies ask for: the analyses, and what people see of their results.

pub mod analyses;
#[expect(missing_docs, reason = "parts of pictures and tables are named as what they are")]
pub mod presentation;

pub(crate) use runner_base::{diagnostic, escape, warning, words};
pub(crate) use runner_config::config;
pub(crate) use runner_corpus::corpus;
pub(crate) use runner_engine::{NUMBERS_VERSION, execute, plan};
pub(crate) use runner_numbers::{metric, stats, value};
pub(crate) use runner_table::table;
