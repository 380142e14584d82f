//! History: a system from version to version on one test set, and how much of the level all looks spend.

mod figures;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;
mod vocabulary;

pub use row::HistoryRow;
pub use rows::history;
pub use vocabulary::EarlierRun;

use super::{Analysis, Weights};
use crate::analyses::question::Question;
use crate::table::TableDescription;

/// The analysis.
pub const HISTORY: Analysis = Analysis {
    descriptions: &[TableDescription::of::<HistoryRow>],
    tables: |results, tables| tables.add_asked(history(results)),
    question: Question::Versions,
    findings: |section| findings::finding(section).into_iter().collect(),
    verdicts: findings::verdicts,
    figures: &[figures::KIND],
    resamples: false,
    ..Analysis::asked_by::<options::History>(Weights::Refused(
        "runs are compared on all segments alike",
    ))
};
