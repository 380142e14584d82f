//! Stability: how much the ends of intervals change from one repetition of the resamples to the next
//! (Zhang & Vogel 2004, Table 6).

mod compute;
mod figures;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;
mod text_tables;

pub use compute::IntervalEnds;
pub use request::{RepeatedIntervals, Stability};
pub use row::StabilityRow;
pub use rows::stability;

use super::{Analysis, ResultTables, Results};
use crate::presentation::{FigureKind, Finding, StudySection, TextTable};
use crate::table::{TableDescription, TableError};

impl Analysis for Stability {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<StabilityRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(stability(results))
    }

    fn findings(&self, section: &StudySection<'_>) -> Vec<Finding> {
        findings::findings(section)
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[figures::KIND]
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::stability(section).into_iter().collect()
    }
}
