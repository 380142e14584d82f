//! Runs: several outputs of one system, as of training with other seeds, and what they add to the uncertainty of differences.

mod compute;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;
mod verdicts;

pub use findings::findings;
pub use row::{RunComparisonRow, RunComponentRow, RunDesignRow, RunRow};
pub use rows::{RunTables, runs};

use super::{Analysis, Question, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const RUNS: Analysis = Analysis {
    descriptions: &[
        TableDescription::of::<RunRow>,
        TableDescription::of::<RunComponentRow>,
        TableDescription::of::<RunComparisonRow>,
        TableDescription::of::<RunDesignRow>,
    ],
    tables: |results, tables| {
        let rows = runs(results);
        tables.add_asked(rows.scores)?;
        tables.add_asked(rows.components)?;
        tables.add_asked(rows.comparisons)?;
        tables.add_asked(rows.designs)
    },
    question: Question::Best,
    findings: findings::findings,
    verdicts: verdicts::verdicts,
    resamples: false,
    ..Analysis::asked_by::<options::Runs>(Weights::Respected(
        "texts enter by their influence on the weighted mean of each run",
    ))
};
