//! `runner` says how much test data a machine-translation evaluation needs.
//!
//! One way through, one type handed on at each arrow, no stage looks back:
//!
//! ```text
//! spec (TOML) -> config -> plan -> execute -> tables (Parquet) -> analysis -> report
//! ```
//!
//! `docs/architecture.md` is the map; every module says what it is for and what it must not know.
//!
//! # Glossary
//!
//! *Segment*: the unit of alignment, usually a sentence. *Hypothesis*: a system's translation of a
//! segment. *Reference*: a human translation. *Test set*: a set of segments on which systems are
//! scored. *Sufficient statistics*: integers per segment whose sums determine a corpus score.
//! *Replicate*: one bootstrap resample of a test set, and the score computed on it. *STDEV*: the
//! standard deviation of the replicates' scores. *Cell*: one row of the grid of a study.

pub mod analyses;
pub mod cli;
pub mod cluster;
pub mod command_scores;
pub mod diff;
pub mod report;

use runner_analyses::answers;
pub use runner_base::{
    diagnostic, durable, escape, file_error, memory, program, removed, warning, words,
};
pub use runner_config::config;
pub use runner_corpus::corpus;
pub use runner_engine::{NUMBERS_VERSION, execute, plan};
pub use runner_formats::formats;
pub use runner_numbers::{metric, similarity, stats, tokenize, value};

use runner_presentation::presentation;
pub use runner_table::table;
