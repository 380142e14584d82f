//! Analyses for people who run an evaluation campaign. `README.md` describes them.

pub mod assisted;
pub mod audit;
pub mod pick;
pub mod watch;

#[cfg(test)]
#[path = "../../analyses/src/analyses/common/one_study.rs"]
#[expect(dead_code, reason = "the tests of the other package use the rest")]
mod one_study;

pub(crate) use runner_analyses::analyses;
pub(crate) use runner_base::{warning, words};
pub(crate) use runner_config::config;
pub(crate) use runner_corpus::corpus;
pub(crate) use runner_engine::plan;
pub(crate) use runner_numbers::{metric, stats, value};
pub(crate) use runner_presentation::presentation;
pub(crate) use runner_table::table;
