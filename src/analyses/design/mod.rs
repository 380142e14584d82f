//! Design: the cheapest campaign that reaches a goal, from what ratings and scores vary with.

mod basis;
mod compute;
mod figures;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;
mod text_tables;
mod verdicts;

pub use request::Design;
pub use row::DesignRow;
pub use rows::designs;

use super::{Analysis, ResultTables, Results};
use crate::presentation::{FigureKind, Finding, StudySection, TextTable, Verdict};
use crate::table::{TableDescription, TableError};

impl Analysis for Design {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<DesignRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(designs(results))
    }

    fn findings(&self, section: &StudySection<'_>) -> Vec<Finding> {
        findings::findings(section)
    }

    fn verdicts(&self, section: &StudySection<'_>) -> Vec<Verdict> {
        verdicts::verdicts(section)
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[figures::KIND]
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::designs(section)
    }
}
