//! Cross-references: every reference scored like a system against the others (Hamon et al. 2007,
//! Table 1).

mod figures;
mod request;
mod rows;
mod text_tables;

pub use request::CrossReference;
pub use rows::cross_references;

use super::{Analysis, ResultTables, Results};
use crate::presentation::{FigureKind, StudySection, TextTable};
use crate::table::TableError;

impl Analysis for CrossReference {
    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(cross_references(results))
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[figures::KIND]
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::cross_references(section)
    }
}
