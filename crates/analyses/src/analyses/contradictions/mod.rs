//! Contradictions: whether judges of whole corpora, people or models, prefer the same systems, and whether another judge
//! would. It asks nothing of test sets.

mod compute;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;

pub use row::{ContradictionRow, JuryRow};
pub use rows::{ContradictionTables, contradictions};

use super::{Analysis, Weights};
use crate::analyses::question::Question;
use crate::config::rules::StudyRules;
use crate::table::TableDescription;

impl StudyRules for options::Contradictions {}

/// The analysis.
pub(crate) const CONTRADICTIONS: Analysis = Analysis {
    descriptions: &[TableDescription::of::<JuryRow>, TableDescription::of::<ContradictionRow>],
    tables: |results, tables| {
        let rows = contradictions(results.plan);
        tables.add_asked(rows.jury)?;
        tables.add_asked(rows.contradictions)
    },
    question: Question::Judges,
    findings: findings::findings,
    resamples: false,
    ..Analysis::asked_by::<options::Contradictions>(Weights::Refused(
        "differences by each judge have no weights",
    ))
};
