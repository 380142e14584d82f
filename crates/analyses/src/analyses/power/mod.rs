//! Power: sizes that show a difference between two systems, and differences that a size shows.

mod figures;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod summary;
mod text_tables;

pub use row::PowerRow;
pub use rows::each_power;
pub(crate) use summary::{MetricPower, summaries};

use super::{Analysis, Question, Weights};
use crate::config::{NoForm, StudyRules};
use crate::table::TableDescription;

impl StudyRules for options::Power {
    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::planned_by_design(
            "`power` varies the number of texts alone, which does not replace judges",
        ))
    }
}

/// The analysis.
pub const POWER: Analysis = Analysis {
    descriptions: &[TableDescription::of::<PowerRow>],
    tables: |results, tables| tables.add_asked(each_power(results)),
    question: Question::Sizes,
    findings: findings::findings,
    figures: &[figures::KIND],
    text_tables: |section| text_tables::power(section).into_iter().collect(),
    ..Analysis::asked_by::<options::Power>(Weights::Refused(
        "sizes are numbers of texts of a random part, and picks are none",
    ))
};
