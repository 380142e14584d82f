//! What studies ask for: the analyses, and what people see of their results.

pub mod analyses;
pub mod answers;

pub(crate) use runner_base::{diagnostic, removed, warning, words};
pub(crate) use runner_config::config;
pub(crate) use runner_corpus::corpus;
pub(crate) use runner_engine::{NUMBERS_VERSION, execute, plan};
pub(crate) use runner_formats::formats;
pub(crate) use runner_numbers::{metric, stats, value};
pub(crate) use runner_presentation::presentation;
pub(crate) use runner_table::table;
