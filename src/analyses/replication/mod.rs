//! Replication: what a second round finds again of the differences that a first one finds.

mod compute;
mod counts;
mod figures;
mod findings;
mod halves;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;
mod text_tables;
mod verdicts;

pub use request::Replication;
pub use row::ReplicationRow;
pub use rows::replication;

use super::{Analysis, ResultTables, Results};
use crate::presentation::{FigureKind, Finding, StudySection, TextTable, Verdict};
use crate::table::{TableDescription, TableError};

impl Analysis for Replication {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<ReplicationRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(replication(results))
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
        text_tables::replication(section).into_iter().collect()
    }
}
