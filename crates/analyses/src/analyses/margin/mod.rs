//! Margins of error: how precise each score is, and how much data a wanted margin takes.

mod compute;
mod figures;
mod findings;
mod headline;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;
#[cfg(test)]
mod tests;
mod text_tables;
mod verdicts;
mod wording;
mod worst;

pub use compute::PrecisionResult;
pub use request::ScorePrecision;
pub use row::MarginRow;
pub use rows::each_margin;

pub use findings::uneven;
pub(super) use rules::check_margins;
pub use wording::{interval as size_interval, needed, plus_minus, rounded, wanted, whole};
pub(crate) use worst::{MetricMargins, by_metric};

use super::{Analysis, Question, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const MARGIN: Analysis = Analysis {
    descriptions: &[TableDescription::of::<MarginRow>],
    tables: |results, tables| tables.add_asked(each_margin(results)),
    question: Question::Precision,
    findings: findings::findings,
    verdicts: verdicts::verdicts,
    figures: &[figures::KIND],
    text_tables: |section| text_tables::margins(section).into_iter().collect(),
    ..Analysis::asked_by::<options::Margin>(Weights::Refused(
        "sizes are numbers of texts of a random part, and picks are none; `intervals` has the interval of a weighted mean",
    ))
};
