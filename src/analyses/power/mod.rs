//! Power: sizes that show a difference between two systems, and differences that a size shows.

mod figures;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod summary;
mod text_tables;

pub use request::Power;
pub use row::PowerRow;
pub use rows::each_power;

use super::{Analysis, ResultTables, Results};
use crate::config::rules::{NoForm, StudyRules};
use crate::presentation::{FigureKind, Finding, StudySection, TextTable};
use crate::table::{TableDescription, TableError};

impl StudyRules for options::Power {
    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::planned_by_design(
            "power is told by the number of texts, and no number of texts makes up for few judges",
        ))
    }
}

impl Analysis for Power {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<PowerRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(each_power(results))
    }

    fn findings(&self, section: &StudySection<'_>) -> Vec<Finding> {
        findings::findings(section)
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[figures::KIND]
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::power(section).into_iter().collect()
    }
}
