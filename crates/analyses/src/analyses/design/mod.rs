//! Design: the cheapest campaign that reaches a goal, from what ratings and scores vary with.

mod basis;
mod compute;
mod figures;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;
mod text_tables;
mod verdicts;

pub(crate) use findings::{price, way_out};
pub use row::DesignRow;
pub(crate) use row::{DesignKind, GoalKind};
pub use rows::designs;

use super::{Analysis, Question, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const DESIGN: Analysis = Analysis {
    descriptions: &[TableDescription::of::<DesignRow>],
    tables: |results, tables| tables.add_asked(designs(results)),
    question: Question::Buy,
    findings: findings::findings,
    verdicts: verdicts::verdicts,
    figures: &[figures::KIND],
    text_tables: text_tables::designs,
    ..Analysis::asked_by::<options::Design>(Weights::Refused(
        "components of variance are of all segments alike",
    ))
};
