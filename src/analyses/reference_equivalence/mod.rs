//! Reference equivalence: what a reference is worth in segments.

mod rows;

pub use rows::reference_equivalence;

use super::{Analysis, ResultTables, Results};
use crate::plan::PlannedAnalysis;
use crate::table::TableError;

/// See the module.
#[derive(Debug)]
pub struct ReferenceEquivalence;

/// It reads the scores alone.
impl PlannedAnalysis for ReferenceEquivalence {}

impl Analysis for ReferenceEquivalence {
    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(reference_equivalence(results))
    }
}
