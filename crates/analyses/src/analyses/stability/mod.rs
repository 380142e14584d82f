//! Stability: how much the ends of intervals change from one repetition of the resamples to the next
//! (Zhang & Vogel 2004, Table 6).

mod compute;
mod figures;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;
mod text_tables;

pub use compute::IntervalEnds;
pub use request::RepeatedIntervals;
pub use row::StabilityRow;
pub use rows::stability;

use super::{Analysis, Question, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const STABILITY: Analysis = Analysis {
    descriptions: &[TableDescription::of::<StabilityRow>],
    tables: |results, tables| tables.add_asked(stability(results)),
    question: Question::Methods,
    findings: findings::findings,
    figures: &[figures::KIND],
    text_tables: |section| text_tables::stability(section).into_iter().collect(),
    ..Analysis::asked_by::<options::Stability>(Weights::Respected(
        "each resample counts units times their weights",
    ))
};
