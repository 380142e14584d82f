//! Coverage: how often intervals of samples hold the truth, and how often paired comparisons on
//! samples conclude what is true.

mod compute;
mod conclusion_figures;
mod conclusion_row;
mod conclusions;
mod coverage_row;
mod figures;
mod findings;
pub mod options;
mod request;
mod rows;
mod rules;
mod sample_figures;
mod text_tables;
mod truth;

pub use conclusion_row::ConclusionRow;
pub use conclusions::conclusions;
pub use coverage_row::CoverageRow;
pub use request::{Coverage, GeneratorScores};
pub use rows::coverage;

use super::{Analysis, ResultTables, Results};
use crate::presentation::{FigureKind, Finding, StudySection, TextTable};
use crate::table::{TableDescription, TableError};

impl Analysis for Coverage {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<CoverageRow>(), TableDescription::of::<ConclusionRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(coverage(results))?;
        tables.add_asked(conclusions(results))
    }

    fn findings(&self, section: &StudySection<'_>) -> Vec<Finding> {
        findings::findings(section)
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[
            sample_figures::INTERVALS,
            sample_figures::CONCLUSIONS,
            figures::KIND,
            conclusion_figures::BY_SIZE,
            conclusion_figures::BY_SIGNIFICANCE,
        ]
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        let tables = [
            text_tables::coverage(section),
            text_tables::conclusions_by_size(section),
            text_tables::conclusions_by_significance(section),
        ];
        tables.into_iter().flatten().collect()
    }
}
