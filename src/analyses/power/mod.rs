//! Power: sizes that show a difference between two systems, and differences that a size shows.

mod figures;
mod request;
mod rows;

pub use request::Power;
pub use rows::each_power;

use super::{Analysis, ResultTables, Results};
use crate::presentation::FigureKind;
use crate::table::TableError;

impl Analysis for Power {
    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(each_power(results))
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[figures::KIND]
    }
}
