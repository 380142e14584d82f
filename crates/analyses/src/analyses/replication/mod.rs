//! Replication: what a second round finds again of the differences that a first one finds.

mod compute;
mod counts;
mod figures;
mod findings;
mod halves;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;
mod text_tables;
mod verdicts;

pub use row::ReplicationRow;
pub use rows::replication;

use super::{Analysis, Weights};
use crate::analyses::question::Question;
use crate::table::TableDescription;

/// The analysis.
pub const REPLICATION: Analysis = Analysis {
    descriptions: &[TableDescription::of::<ReplicationRow>],
    tables: |results, tables| tables.add_asked(replication(results)),
    question: Question::Again,
    findings: |section| findings::finding(section).into_iter().collect(),
    verdicts: verdicts::verdicts,
    figures: &[figures::KIND],
    text_tables: |section| text_tables::replication(section).into_iter().collect(),
    resamples: false,
    ..Analysis::asked_by::<options::Replication>(Weights::Refused(
        "rounds of a campaign are planned for all segments alike",
    ))
};
