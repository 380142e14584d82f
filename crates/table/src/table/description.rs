//! What tables are.

use super::columns::ColumnDescription;
use super::contents::TableFile;
use super::shown::ReportRow;
use super::tables::Tables;

/// What a table is.
#[derive(Clone, Debug)]
pub struct TableDescription {
    /// Its name, and that of its file without the ending.
    pub name: &'static str,
    /// What a row is.
    pub description: String,
    /// Its columns in order.
    pub columns: Vec<ColumnDescription>,
    /// Reads the rows that a report shows from the table's file. What is wrong with it is an error.
    pub read_shown: fn(&TableFile, &mut Tables) -> Result<(), String>,
}

impl TableDescription {
    /// Of the table with these rows.
    pub fn of<R: ReportRow>() -> Self {
        Self {
            name: R::NAME,
            description: R::description(),
            columns: R::table_columns(),
            read_shown: |file, tables| {
                tables.insert_shown::<R>(file.shown()?);
                Ok(())
            },
        }
    }
}
