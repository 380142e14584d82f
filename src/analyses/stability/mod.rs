//! Stability: how much the ends of intervals change from one repetition of the resamples to the next
//! (Zhang & Vogel 2004, Table 6).

mod compute;
mod figures;
mod request;
mod rows;
mod text_tables;

pub use compute::IntervalEnds;
pub use request::{RepeatedIntervals, Stability};
pub use rows::stability;

use super::{Analysis, ResultTables, Results};
use crate::presentation::{FigureKind, StudySection, TextTable};
use crate::table::TableError;

impl Analysis for Stability {
    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(stability(results))
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[figures::KIND]
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::stability(section).into_iter().collect()
    }
}
