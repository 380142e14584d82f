//! Representativeness: from which size on test sets score and rank systems like the whole corpus.

mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod text_tables;

pub use request::Representativeness;
pub use row::RepresentativenessRow;
pub use rows::representativeness;

use super::{Analysis, ResultTables, Results};
use crate::config::rules::{NoForm, StudyRules};
use crate::presentation::{Finding, StudySection, TextTable};
use crate::table::{TableDescription, TableError};

impl StudyRules for options::Representativeness {
    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::planned_by_design(
            "a part of the test set is compared for new texts, not for new judges",
        ))
    }
}

impl Analysis for Representativeness {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<RepresentativenessRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(representativeness(results))
    }

    fn findings(&self, section: &StudySection<'_>) -> Vec<Finding> {
        findings::findings(section)
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::representativeness(section).into_iter().collect()
    }
}
