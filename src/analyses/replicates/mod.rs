//! Replicates: the scores of single resamples, where a study keeps them.

mod figures;
pub mod options;
mod request;
mod row;
mod rows;

pub use request::{KeptReplicates, Replicates};
pub use row::ReplicateRow;
pub use rows::each_replicate;

use super::{Analysis, ResultTables, Results};
use crate::presentation::FigureKind;
use crate::table::{TableDescription, TableError};

impl Analysis for Replicates {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<ReplicateRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(each_replicate(results))
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[figures::KIND]
    }
}
