//! Growth: means and spreads of scores and deviations over document orders, size by size, and from which size on they
//! stay near those of all documents (`stable-size`).

mod figures;
mod findings;
pub mod options;
mod outcomes;
mod request;
mod row;
mod rows;
mod rules;
mod stable;
mod stable_figures;
mod stable_findings;
mod text_tables;

pub use request::Growth;
pub use row::GrowthRow;
pub use rows::growth;

use super::{Analysis, Question, Weights};
use crate::config::{Options, OptionsKind};
use crate::table::TableDescription;

/// The analysis: every study has its means, and those with options the stable sizes.
pub const GROWTH: Analysis = Analysis {
    key: options::StableSize::KEY,
    options: Some(OptionsKind::new::<options::StableSize>()),
    descriptions: &[TableDescription::of::<GrowthRow>],
    tables: |results, tables| tables.add(growth(results)),
    question: Question::Precision,
    findings: |section| stable_findings::finding(section).into_iter().collect(),
    background: findings::finding,
    figures: &[figures::KIND, stable_figures::KIND],
    text_tables: |section| text_tables::growth(section).into_iter().collect(),
    ..Analysis::of_every_study(
        |_| Some(&request::Growth),
        Weights::Respected("each size has the weighted mean of its picks"),
    )
};
