//! Intervals: confidence intervals of single scores, by several methods and levels.

mod compute;
mod figures;
mod request;
mod rows;

pub(super) use compute::IntervalSource;
pub use compute::{IntervalEstimate, IntervalSet, SACREBLEU_LEVEL};
pub(super) use request::method_work;
pub use request::{Intervals, ScoreIntervals};
pub use rows::each_interval;

use super::{Analysis, ResultTables, Results};
use crate::presentation::FigureKind;
use crate::table::TableError;

impl Analysis for Intervals {
    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(each_interval(results))
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[figures::KIND]
    }
}
