//! Minimal sizes: curves through the deviations along an ordering, the sizes read off them, and
//! whether these depend on which documents come first.

mod compute;
mod curves;
mod figures;
mod findings;
mod fit_warning;
mod form;
mod minimal_size_row;
pub mod options;
mod order_figures;
mod reading;
mod request;
mod rows;
mod rules;
mod series;
mod stable_rank;
mod subset_independence;
mod subset_independence_row;
mod text_tables;

pub use compute::{SizeSpread, SizeSpreads};
pub use curves::Curves;
pub use minimal_size_row::MinimalSizeRow;
pub use request::{MinimalSizes, SizeIntervals};
pub use rows::minimal_sizes;
pub use subset_independence::subset_independence;
pub use subset_independence_row::SubsetIndependenceRow;

use super::{Analysis, ResultTables, Results};
use crate::presentation::{FigureKind, Finding, StudySection, TextTable};
use crate::table::{TableDescription, TableError};

impl Analysis for MinimalSizes {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![
            TableDescription::of::<MinimalSizeRow>(),
            TableDescription::of::<SubsetIndependenceRow>(),
        ]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        let curves = Curves::new(results);
        tables.add(minimal_sizes(results, &curves))?;
        tables.add_asked(subset_independence(results, &curves))
    }

    fn findings(&self, section: &StudySection<'_>) -> Vec<Finding> {
        findings::findings(section)
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[figures::KIND, order_figures::KIND]
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::minimal_sizes(section)
    }
}
