//! Reference equivalence: what a reference is worth in segments.

mod figures;
mod findings;
mod row;
mod rows;
mod text_tables;
mod width_figures;

pub use row::ReferenceEquivalenceRow;
pub use rows::reference_equivalence;

use super::{Analysis, ResultTables, Results};
use crate::plan::PlannedAnalysis;
use crate::presentation::{FigureKind, Finding, StudySection, TextTable};
use crate::table::{TableDescription, TableError};

/// See the module.
#[derive(Debug)]
pub struct ReferenceEquivalence;

/// It reads the scores alone.
impl PlannedAnalysis for ReferenceEquivalence {}

impl Analysis for ReferenceEquivalence {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<ReferenceEquivalenceRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(reference_equivalence(results))
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
