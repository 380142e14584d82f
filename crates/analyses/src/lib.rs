//! What studies ask for: the analyses, and what people see of their results.

pub mod analyses;
pub mod answers;
#[expect(
    missing_docs,
    clippy::return_self_not_must_use,
    reason = "parts of pictures and tables are named as what they are, and made in one expression"
)]
pub mod presentation;

pub(crate) use runner_base::{diagnostic, escape, warning, words};
pub(crate) use runner_config::config;
pub(crate) use runner_corpus::corpus;
pub(crate) use runner_engine::{NUMBERS_VERSION, execute, plan};
pub(crate) use runner_numbers::{metric, stats, value};
pub(crate) use runner_table::table;
