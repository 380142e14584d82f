//! Judging metrics: how well they agree with people.

pub mod options;
mod request;
mod row;
mod rows;
mod rules;
mod scores;
mod values;

pub use request::Meta;
pub use row::MetaRow;
pub use rows::meta;

use super::{Analysis, ResultTables, Results};
use crate::table::{TableDescription, TableError};

impl Analysis for Meta {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<MetaRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(meta(results))
    }
}
