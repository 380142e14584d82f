//! Correlation: how metrics correlate over systems, documents or segments.

mod compute;
mod request;
mod rows;
mod scores;

pub use compute::{CorrelationDifference, CorrelationEstimate, CorrelationSet};
pub use request::CorrelatedMetrics;
pub use rows::each_correlation;

use super::{Analysis, ResultTables, Results};
use crate::table::TableError;

/// See the module.
#[derive(Debug)]
pub struct Correlation;

impl Analysis for Correlation {
    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_each_asked(each_correlation(results))
    }
}
