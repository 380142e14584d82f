//! Growth: means and spreads of scores and deviations over document orders, size by size.

mod figures;
mod findings;
mod request;
mod row;
mod rows;
mod text_tables;

pub use request::Growth;
pub use row::GrowthRow;
pub use rows::growth;

use super::{Analysis, ResultTables, Results};
use crate::presentation::{FigureKind, Finding, StudySection, TextTable};
use crate::table::{TableDescription, TableError};

impl Analysis for Growth {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<GrowthRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add(growth(results))
    }

    fn background(&self, section: &StudySection<'_>) -> Option<Finding> {
        findings::finding(section)
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[figures::KIND]
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::growth(section).into_iter().collect()
    }
}
