//! Strata: the score of each stratum by itself, and what each adds to the uncertainty of the whole.

mod compute;
mod figures;
mod findings;
mod request;
mod row;
mod rows;
mod text_tables;

pub use compute::StratumScore;
pub(crate) use findings::note;
pub use request::{Strata, StratumScores};
pub use row::StratumRow;
pub use rows::each_stratum;

use super::{Analysis, ResultTables, Results};
use crate::presentation::{FigureKind, Finding, StudySection, TextTable};
use crate::table::{TableDescription, TableError};

impl Analysis for Strata {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<StratumRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(each_stratum(results))
    }

    fn findings(&self, section: &StudySection<'_>) -> Vec<Finding> {
        findings::findings(section)
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[figures::KIND]
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::strata(section).into_iter().collect()
    }
}
