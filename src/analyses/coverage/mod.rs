//! Coverage: how often intervals of samples hold the truth, and how often paired comparisons on
//! samples conclude what is true.

mod compute;
mod conclusion_figures;
mod conclusions;
mod figures;
mod request;
mod rows;
mod text_tables;
mod truth;

pub use conclusions::conclusions;
pub use request::{Coverage, GeneratorScores};
pub use rows::coverage;

use super::{Analysis, ResultTables, Results};
use crate::presentation::{FigureKind, StudySection, TextTable};
use crate::table::TableError;

impl Analysis for Coverage {
    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(coverage(results))?;
        tables.add_asked(conclusions(results))
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[figures::KIND, conclusion_figures::BY_SIZE, conclusion_figures::BY_SIGNIFICANCE]
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
