//! Replicates: the scores of single resamples, where a study keeps them.

pub mod options;
mod request;
mod rows;

pub use request::{KeptReplicates, Replicates};
pub use rows::each_replicate;

use super::{Analysis, ResultTables, Results};
use crate::table::TableError;

impl Analysis for Replicates {
    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(each_replicate(results))
    }
}
