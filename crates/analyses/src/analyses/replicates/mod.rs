//! Replicates: the scores of single resamples, where a study keeps them.

mod figures;
pub mod options;
mod request;
mod row;
mod rows;

pub use request::KeptReplicates;
pub use row::ReplicateRow;
pub use rows::each_replicate;

use super::{Analysis, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const REPLICATES: Analysis = Analysis {
    descriptions: &[TableDescription::of::<ReplicateRow>],
    tables: |results, tables| tables.add_asked(each_replicate(results)),
    figures: &[figures::KIND],
    ..Analysis::asked_by::<options::Replicates>(Weights::Respected(
        "each replicate counts units as often as they are resampled, times their weights",
    ))
};
