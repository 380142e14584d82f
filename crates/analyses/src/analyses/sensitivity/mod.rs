//! Sensitivity: how clearly metrics show that systems differ (Zhang & Vogel 2004, section 5; Koehn 2004, section 2).

mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;

pub use row::MetricDiscriminationRow;
pub use rows::metric_discrimination;

use super::{Analysis, Question, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const SENSITIVITY: Analysis = Analysis {
    descriptions: &[TableDescription::of::<MetricDiscriminationRow>],
    tables: |results, tables| tables.add_asked(metric_discrimination(results)),
    question: Question::Metrics,
    findings: |section| findings::finding(section).into_iter().collect(),
    figures: &[findings::KIND],
    resamples: false,
    ..Analysis::asked_by::<options::Sensitivity>(Weights::Respected(
        "errors of differences are of weighted means",
    ))
};
