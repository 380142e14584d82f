//! Growth: means and spreads of scores and deviations over document orders, size by size.

mod figures;
mod findings;
mod request;
mod row;
mod rows;
mod text_tables;

pub use request::Growth;
pub use row::GrowthRow;
pub use rows::growth;

use super::Analysis;
use crate::analyses::question::Question;
use crate::table::TableDescription;

/// The analysis.
pub(crate) const GROWTH: Analysis = Analysis {
    descriptions: &[TableDescription::of::<GrowthRow>],
    tables: |results, tables| tables.add(growth(results)),
    question: Question::Precision,
    background: findings::finding,
    figures: &[figures::KIND],
    text_tables: |section| text_tables::growth(section).into_iter().collect(),
    ..Analysis::of_every_study(&request::Growth)
};
