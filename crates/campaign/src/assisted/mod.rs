//! People with a metric: what the metric saves at equal precision, for single scores and for pairs of systems.

mod compute;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;

pub use row::{AssistedRow, SavedOf, SavingsRow};
pub use rows::{AssistedTables, assisted};

use crate::analyses::question::Question;
use crate::analyses::{Analysis, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const ASSISTED: Analysis = Analysis {
    descriptions: &[TableDescription::of::<AssistedRow>, TableDescription::of::<SavingsRow>],
    tables: |results, tables| {
        let rows = assisted(results);
        tables.add_asked(rows.estimates)?;
        tables.add_asked(rows.savings)
    },
    question: Question::Buy,
    findings: findings::findings,
    resamples: false,
    ..Analysis::asked_by::<options::Assisted>(Weights::Respected(
        "picks are weighted, and the metric over all segments is the control variate",
    ))
};
