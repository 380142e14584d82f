//! Separation: how many pairs of systems differ significantly, by size of the test set.

mod figures;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod text_tables;
mod verdicts;

pub(crate) use findings::half;
pub use row::SeparationRow;
pub use rows::separation;

use super::{Analysis, Question, Weights};
use crate::config::StudyRules;
use crate::table::TableDescription;

impl StudyRules for options::Separation {}

/// The analysis.
pub const SEPARATION: Analysis = Analysis {
    descriptions: &[TableDescription::of::<SeparationRow>],
    tables: |results, tables| tables.add_asked(separation(results)),
    question: Question::Sizes,
    findings: |section| findings::finding(section).into_iter().collect(),
    verdicts: verdicts::verdicts,
    figures: &[figures::KIND],
    text_tables: |section| text_tables::separation(section).into_iter().collect(),
    ..Analysis::asked_by::<options::Separation>(Weights::Refused(
        "sizes are numbers of texts of a random part, and picks are none",
    ))
};
