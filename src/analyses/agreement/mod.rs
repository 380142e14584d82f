//! Agreement: how far judges agree, over whole corpora. It asks nothing of test sets.

mod findings;
pub mod options;
mod ratings;
mod request;
mod row;
mod rows;
mod text_tables;

pub use request::Agreement;
pub use row::AgreementRow;
pub use rows::agreement;

use super::{Analysis, ResultTables, Results};
use crate::config::rules::StudyRules;
use crate::presentation::{Finding, StudySection, TextTable};
use crate::table::{TableDescription, TableError};

impl StudyRules for options::Agreement {}

impl Analysis for Agreement {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<AgreementRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(agreement(results.plan))
    }

    fn findings(&self, section: &StudySection<'_>) -> Vec<Finding> {
        findings::findings(section)
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::agreement(section).into_iter().collect()
    }
}
