//! Campaigns that show good systems more often: with which probability each page showed each system, and what the systems
//! are worth with less of the bias that this makes. It asks nothing of test sets.

mod compute;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;

pub use row::{DynamicPhase, DynamicScoreRow, PropensityRow};
pub use rows::{DynamicTables, dynamic};

use super::{Analysis, Weights};
use crate::analyses::question::Question;
use crate::table::TableDescription;

/// The analysis.
pub const DYNAMIC: Analysis = Analysis {
    descriptions: &[TableDescription::of::<DynamicScoreRow>, TableDescription::of::<PropensityRow>],
    tables: |results, tables| {
        let rows = dynamic(results.plan);
        tables.add_asked(rows.scores)?;
        tables.add_asked(rows.propensities)
    },
    question: Question::Best,
    findings: findings::findings,
    resamples: false,
    ..Analysis::asked_by::<options::Dynamic>(Weights::Refused(
        "each page of a campaign has its probabilities",
    ))
};
