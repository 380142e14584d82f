//! Scores of every test set: the summary of its replicates that all other analyses begin with.

mod compute;
mod request;
mod rows;

pub use compute::Summary;
pub use request::ScoreSummary;
pub(super) use rows::{Place, places};
pub use rows::{each_score, each_test_set, scores};

use super::{Analysis, ResultTables, Results};
use crate::table::TableError;

/// See the module.
#[derive(Debug)]
pub struct Scores;

impl Analysis for Scores {
    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_each(each_test_set(results.plan))?;
        tables.add_each(each_score(results))
    }
}
