//! Cross-references: every reference scored like a system against the others (Hamon et al. 2007,
//! Table 1).

mod figures;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod text_tables;

pub use request::CrossReference;
pub use row::CrossReferenceRow;
pub use rows::cross_references;

use super::{Analysis, ResultTables, Results};
use crate::config::rules::StudyRules;
use crate::presentation::{FigureKind, Finding, StudySection, TextTable};
use crate::table::{TableDescription, TableError};

impl StudyRules for options::CrossReference {}

impl Analysis for CrossReference {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<CrossReferenceRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(cross_references(results))
    }

    fn findings(&self, section: &StudySection<'_>) -> Vec<Finding> {
        findings::findings(section)
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[figures::KIND]
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::cross_references(section)
    }
}
