//! Separation: how many pairs of systems differ significantly, by size of the test set.

mod figures;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod text_tables;
mod verdicts;

pub use request::Separation;
pub use row::SeparationRow;
pub use rows::separation;

use super::{Analysis, ResultTables, Results};
use crate::config::rules::StudyRules;
use crate::presentation::{FigureKind, Finding, StudySection, TextTable, Verdict};
use crate::table::{TableDescription, TableError};

impl StudyRules for options::Separation {}

impl Analysis for Separation {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<SeparationRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(separation(results))
    }

    fn findings(&self, section: &StudySection<'_>) -> Vec<Finding> {
        findings::finding(section).into_iter().collect()
    }

    fn verdicts(&self, section: &StudySection<'_>) -> Vec<Verdict> {
        verdicts::verdicts(section)
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[figures::KIND]
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::separation(section).into_iter().collect()
    }
}
