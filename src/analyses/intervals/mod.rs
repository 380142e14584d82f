//! Intervals: confidence intervals of single scores, by several methods and levels.

mod compute;
mod density_figures;
mod figures;
mod findings;
mod method;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;
mod text_tables;

pub(super) use compute::IntervalSource;
pub use compute::{IntervalEstimate, IntervalSet, PREFERRED, SACREBLEU_LEVEL};
pub use method::ReportedMethod;
pub(super) use request::method_work;
pub(super) use request::of_method;
pub use request::{Intervals, ScoreIntervals};
pub use row::IntervalRow;
pub use rows::each_interval;

use super::{Analysis, ResultTables, Results};
use crate::presentation::{FigureKind, Finding, StudySection, TextTable};
use crate::table::{TableDescription, TableError};

impl Analysis for Intervals {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<IntervalRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(each_interval(results))
    }

    fn findings(&self, section: &StudySection<'_>) -> Vec<Finding> {
        findings::findings(section)
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[figures::KIND, density_figures::KIND]
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::intervals(section).into_iter().collect()
    }
}
