//! Agreement: how far judges agree, over whole corpora. It asks nothing of test sets.

pub mod options;
mod ratings;
mod request;
mod rows;

pub use request::Agreement;
pub use rows::agreement;

use super::{Analysis, ResultTables, Results};
use crate::table::TableError;

impl Analysis for Agreement {
    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(agreement(results.plan))
    }
}
