//! Representativeness: from which size on test sets score and rank systems like the whole corpus.

mod request;
mod rows;
mod text_tables;

pub use request::Representativeness;
pub use rows::representativeness;

use super::{Analysis, ResultTables, Results};
use crate::presentation::{StudySection, TextTable};
use crate::table::TableError;

impl Analysis for Representativeness {
    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(representativeness(results))
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::representativeness(section).into_iter().collect()
    }
}
