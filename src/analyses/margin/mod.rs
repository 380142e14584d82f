//! Margins of error: how precise each score is, and how much data a wanted margin takes.

mod compute;
mod figures;
mod findings;
mod headline;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;
#[cfg(test)]
mod tests;
mod text_tables;
mod verdicts;
mod wording;
mod worst;

pub use compute::PrecisionResult;
pub use request::{Margin, ScorePrecision};
pub use row::MarginRow;
pub use rows::each_margin;

pub(crate) use findings::uneven;
pub(super) use rules::check_margins;
pub(crate) use wording::{interval as size_interval, needed, plus_minus, rounded, wanted, whole};

use super::{Analysis, ResultTables, Results};
use crate::presentation::{FigureKind, Finding, StudySection, TextTable, Verdict};
use crate::table::{TableDescription, TableError};

impl Analysis for Margin {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<MarginRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(each_margin(results))
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
        text_tables::margins(section).into_iter().collect()
    }
}
