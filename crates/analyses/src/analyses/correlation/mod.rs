//! Correlation: how metrics correlate over systems, documents or segments.

mod compute;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;
mod scores;
mod text_tables;

pub use compute::{CorrelationDifference, CorrelationEstimate, CorrelationSet};
pub use request::CorrelatedMetrics;
pub use row::CorrelationRow;
pub use rows::each_correlation;

use super::{Analysis, Question, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const CORRELATION: Analysis = Analysis {
    descriptions: &[TableDescription::of::<CorrelationRow>],
    tables: |results, tables| tables.add_asked(each_correlation(results)),
    question: Question::Metrics,
    findings: findings::findings,
    text_tables: |section| text_tables::correlations(section).into_iter().collect(),
    ..Analysis::asked_by::<options::Correlation>(Weights::Refused(
        "coefficients are over segments or documents alike",
    ))
};
