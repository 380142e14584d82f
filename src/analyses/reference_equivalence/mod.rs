//! Reference equivalence: what a reference is worth in segments.

mod discrimination;
mod discrimination_row;
mod figures;
mod findings;
mod request;
mod row;
mod rows;
mod text_tables;
mod width_figures;

pub use discrimination::reference_discrimination;
pub use discrimination_row::ReferenceDiscriminationRow;
pub use request::ReferenceEquivalence;
pub use row::ReferenceEquivalenceRow;
pub use rows::reference_equivalence;

use super::{Analysis, ResultTables, Results};
use crate::presentation::{FigureKind, Finding, StudySection, TextTable};
use crate::table::{TableDescription, TableError};

impl Analysis for ReferenceEquivalence {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![
            TableDescription::of::<ReferenceEquivalenceRow>(),
            TableDescription::of::<ReferenceDiscriminationRow>(),
        ]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(reference_equivalence(results))?;
        tables.add_asked(reference_discrimination(results))
    }

    fn findings(&self, section: &StudySection<'_>) -> Vec<Finding> {
        findings::findings(section)
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[width_figures::KIND, figures::KIND]
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::equivalence(section).into_iter().collect()
    }
}
