//! Growth: means and spreads of scores and deviations over document orders, size by size.

mod request;
mod rows;

pub use request::Growth;
pub use rows::growth;

use super::{Analysis, ResultTables, Results};
use crate::table::TableError;

impl Analysis for Growth {
    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add(growth(results))
    }
}
