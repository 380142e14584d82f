//! Intervals: confidence intervals of single scores, by several methods and levels.

mod compute;
mod density_figures;
mod figures;
mod findings;
mod method;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;
mod text_tables;

pub(super) use compute::IntervalSource;
pub use compute::{IntervalEstimate, IntervalSet, PREFERRED, SACREBLEU_LEVEL};
pub use method::ReportedMethod;
pub use request::ScoreIntervals;
pub(super) use request::method_work;
pub(super) use request::of_method;
pub use row::IntervalRow;
pub use rows::each_interval;

use super::{Analysis, Question, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const INTERVALS: Analysis = Analysis {
    descriptions: &[TableDescription::of::<IntervalRow>],
    tables: |results, tables| tables.add_asked(each_interval(results)),
    question: Question::Precision,
    findings: findings::findings,
    figures: &[figures::KIND, density_figures::KIND],
    text_tables: |section| text_tables::intervals(section).into_iter().collect(),
    ..Analysis::asked_by::<options::Intervals>(Weights::Respected(
        "resamples count units times their weights, and the jackknife leaves them out with these",
    ))
};
