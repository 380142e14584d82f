//! A running campaign that may be looked at as often as one likes: which pairs of systems are decided, and about how many
//! documents the others need.

mod compute;
mod figures;
mod findings;
mod natural_order;
pub mod options;
mod progress;
mod request;
mod row;
mod rows;
mod rules;
mod utc;

pub use progress::{Progress, progress};
pub use row::LookRow;
pub use rows::{latest_looks, looks};

use crate::analyses::question::Question;
use crate::analyses::{Analysis, Weights};
use crate::presentation::{Finding, StudySection};
use crate::table::TableDescription;

/// The analysis.
pub const WATCH: Analysis = Analysis {
    descriptions: &[TableDescription::of::<LookRow>],
    tables: |results, tables| tables.add_asked(looks(results)),
    question: Question::Buy,
    findings: |section| findings(section),
    figures: &[figures::KIND],
    resamples: false,
    reads_log: true,
    ..Analysis::asked_by::<options::Watch>(Weights::Refused(
        "a running campaign takes documents as they come",
    ))
};

/// One finding a metric.
pub fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    findings::findings(section)
}
