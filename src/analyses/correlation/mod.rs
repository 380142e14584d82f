//! Correlation: how metrics correlate over systems, documents or segments.

mod compute;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;
mod scores;
mod text_tables;

pub use compute::{CorrelationDifference, CorrelationEstimate, CorrelationSet};
pub use request::{CorrelatedMetrics, Correlation};
pub use row::CorrelationRow;
pub use rows::each_correlation;

use super::{Analysis, ResultTables, Results};
use crate::presentation::{Finding, StudySection, TextTable};
use crate::table::{TableDescription, TableError};

impl Analysis for Correlation {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<CorrelationRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(each_correlation(results))
    }

    fn findings(&self, section: &StudySection<'_>) -> Vec<Finding> {
        findings::findings(section)
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::correlations(section).into_iter().collect()
    }
}
