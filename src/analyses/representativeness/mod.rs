//! Representativeness: from which size on test sets score and rank systems like the whole corpus.

pub mod options;
mod request;
mod rows;

pub use request::Representativeness;
pub use rows::representativeness;

use super::{Analysis, ResultTables, Results};
use crate::table::TableError;

impl Analysis for Representativeness {
    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(representativeness(results))
    }
}
