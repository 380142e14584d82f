//! What figures and tables for people are made with.

#[expect(
    missing_docs,
    clippy::return_self_not_must_use,
    reason = "parts of pictures and tables are named as what they are, and made in one expression"
)]
pub mod presentation;

pub(crate) use runner_base::{escape, words};
pub(crate) use runner_table::table;
